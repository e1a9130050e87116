package io.github.stringmill.internal;

import java.lang.foreign.MemorySegment;

/**
 * Arrays through which texts pass on their way into the native library and out of it, and their segments, made once.
 * So a call allocates nothing: a segment made for each call would be allocated whenever the compiler of the virtual
 * machine does not inline the whole call. And no array of the caller is pinned while the garbage collector waits. The
 * price is two copies within the first cache. {@link Latin1Strings} uses {@link #dst} for the same reason, with and
 * without a library.
 */
final class NativeRoom extends ThreadOwned.Item<NativeRoom> {
    /** Bytes, or code units, that one call reads at most. */
    static final int SRC_LEN = 4096;

    /** Bytes that one call writes at most; the longest unit is far shorter. */
    static final int DST_LEN = 3 * SRC_LEN;

    private static final ThreadOwned<NativeRoom> OF_THREAD = new ThreadOwned<>(NativeRoom::new);

    final byte[] bytes = new byte[SRC_LEN];
    final char[] units = new char[SRC_LEN];
    final byte[] dst = new byte[DST_LEN];
    private final long[] progress = new long[3];

    final MemorySegment bytesSegment = MemorySegment.ofArray(bytes);
    final MemorySegment unitsSegment = MemorySegment.ofArray(units);
    final MemorySegment dstSegment = MemorySegment.ofArray(dst);
    final MemorySegment progressSegment = MemorySegment.ofArray(progress);

    private NativeRoom() {}

    /** A room that nobody else uses; the caller releases it, also after an exception. */
    static NativeRoom take() {
        return OF_THREAD.take();
    }

    @Override
    NativeRoom self() {
        return this;
    }

    /** Units that the last call has read. */
    int read() {
        return (int) progress[0];
    }

    /** Bytes that the last call has written. */
    int written() {
        return (int) progress[1];
    }

    /** Where the error of the last call is. */
    int offset() {
        return (int) progress[2];
    }
}
