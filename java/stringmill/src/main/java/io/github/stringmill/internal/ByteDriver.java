package io.github.stringmill.internal;

/**
 * A driver over bytes: calls a kernel, and handles the unit at which the kernel stopped.
 *
 * <p>The driver alone throws, counts repairs and applies policies. It exists once for all kernels.
 */
public interface ByteDriver {
    /**
     * Processes {@code src[from, to)} into {@code dst[at, end)} until the source is used up or the next whole unit does
     * not fit. Without {@code last} more of the source follows, and an incomplete unit at its end is left unread.
     *
     * @param repairs counts the repairs, or null
     * @return an {@link Outcome}
     */
    long run(byte[] src, int from, int to, boolean last, byte[] dst, int at, int end, RepairCount repairs);

    /** Returns the error of the refused unit at {@code src[from]}, as a {@link Refusal}. */
    long refusal(byte[] src, int from, int to, boolean last);
}
