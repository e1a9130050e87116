package io.github.stringmill;

/** The reason why an operation over buffers stopped. */
public enum StreamState {
    /**
     * The source is used up, or its last unit is incomplete. In the second case, put the remaining units before the
     * next ones and call again. Nothing remains if {@code endOfInput} was true.
     */
    UNDERFLOW,
    /** The destination is too small for the next whole unit: call again with more capacity. */
    OVERFLOW,
    /** The source is at an unescaped quote, which ends the string. */
    QUOTE
}
