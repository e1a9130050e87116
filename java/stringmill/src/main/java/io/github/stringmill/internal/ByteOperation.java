package io.github.stringmill.internal;

/** An operation over bytes: kernels do what goes without a question, the plain code around them the rest. */
public interface ByteOperation {
    /**
     * Goes from {@code src[from, to)} into {@code dst[at, end)} for as long as whole units have room. Without
     * {@code last} more of the source is to come, and a unit that its end cuts is left.
     *
     * @param repairs counts the repairs, or null
     * @return an {@link Outcome}
     */
    long run(byte[] src, int from, int to, boolean last, byte[] dst, int at, int end, RepairCount repairs);

    /** Why the unit at {@code src[from]} is refused, as a {@link Refusal}; only where it is. */
    long refusal(byte[] src, int from, int to, boolean last);
}
