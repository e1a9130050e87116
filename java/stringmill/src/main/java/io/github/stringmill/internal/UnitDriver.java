package io.github.stringmill.internal;

/** A driver over code units of UTF-16, with the contract of {@link ByteDriver}. */
public interface UnitDriver {
    /**
     * Processes {@code src[from, to)} into {@code dst[at, end)}, as {@link ByteDriver#run} does.
     *
     * @param repairs counts the repairs, or null
     * @return an {@link Outcome}
     */
    long run(char[] src, int from, int to, boolean last, byte[] dst, int at, int end, RepairCount repairs);
}
