package io.github.stringmill;

/** Why an operation over buffers went no further. */
public enum StreamState {
    /**
     * The source is done, or what remains of it is a unit that its end cuts: call again with that in front of what
     * follows. After a call that said that the input ends, nothing remains.
     */
    UNDERFLOW,
    /** The destination has no room for the next whole unit: call again with more room. */
    OVERFLOW,
    /** The source is at an unescaped quote, which ends the string. */
    QUOTE
}
