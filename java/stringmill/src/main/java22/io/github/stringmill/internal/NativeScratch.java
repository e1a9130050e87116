package io.github.stringmill.internal;

import java.lang.foreign.MemorySegment;

/**
 * Arrays and their segments, made once, through which texts pass into the native library and out of it. So a call
 * allocates nothing: a segment made for each call would be allocated whenever the compiler of the virtual machine does
 * not inline the whole call. Also, no array of the caller is pinned while the garbage collector waits. The price is two
 * copies within the nearest cache. {@link Latin1Strings} uses {@link #dst} for the same reason, with and without a
 * library.
 */
final class NativeScratch extends ThreadOwned.Item<NativeScratch> {
    /** Most bytes, or code units, that one call reads. */
    static final int SRC_LEN = 4096;

    /** Most bytes that one call writes; the longest unit is far shorter. */
    static final int DST_LEN = 3 * SRC_LEN;

    private static final ThreadOwned<NativeScratch> OF_THREAD = new ThreadOwned<>(NativeScratch::new);

    final byte[] bytes = new byte[SRC_LEN];
    final char[] units = new char[SRC_LEN];
    final byte[] dst = new byte[DST_LEN];
    private final long[] progress = new long[3];

    final MemorySegment bytesSegment = MemorySegment.ofArray(bytes);
    final MemorySegment unitsSegment = MemorySegment.ofArray(units);
    final MemorySegment dstSegment = MemorySegment.ofArray(dst);
    final MemorySegment progressSegment = MemorySegment.ofArray(progress);

    private NativeScratch() {}

    /** Takes an object that no other call uses; the caller releases it, also after an exception. */
    static NativeScratch take() {
        return OF_THREAD.take();
    }

    @Override
    NativeScratch self() {
        return this;
    }

    /** Returns the number of units that the last call has read. */
    int read() {
        return (int) progress[0];
    }

    /** Returns the number of bytes that the last call has written. */
    int written() {
        return (int) progress[1];
    }

    /** Returns the offset of the error of the last call. */
    int offset() {
        return (int) progress[2];
    }
}
