package io.github.stringmill.internal;

/** A driver over code units of UTF-16, with the contract of {@link ByteOperation}. */
public interface UnitOperation {
    /**
     * Processes {@code src[from, to)} into {@code dst[at, end)}, as {@link ByteOperation#run} does.
     *
     * @param repairs counts the repairs, or null
     * @return an {@link Outcome}
     */
    long run(char[] src, int from, int to, boolean last, byte[] dst, int at, int end, RepairCount repairs);
}
