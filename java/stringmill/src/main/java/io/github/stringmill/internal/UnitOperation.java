package io.github.stringmill.internal;

/** An operation over code units of UTF-16; all else as for {@link ByteOperation}. */
public interface UnitOperation {
    /**
     * Goes from {@code src[from, to)} into {@code dst[at, end)}, as {@link ByteOperation#run} does.
     *
     * @param repairs counts the repairs, or null
     * @return an {@link Outcome}
     */
    long run(char[] src, int from, int to, boolean last, byte[] dst, int at, int end, RepairCount repairs);
}
