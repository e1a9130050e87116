package io.github.stringmill.internal;

import java.lang.foreign.MemorySegment;

/**
 * Arrays of a thread through which texts pass on their way into the native library and out of it, and the segments of
 * them, made once. So a call makes no object: a segment made for a call is one wherever the compiler of the virtual
 * machine does not see through the whole of it, which depends on what ran before. And no array of the caller is held
 * while the garbage collector waits. Two copies within the first cache are the price. {@link Latin1Strings} uses
 * {@link #dst} for the same reason, with and without a library.
 */
final class NativeRoom {
    /** Bytes, or code units, that one call reads at most. */
    static final int SRC_LEN = 4096;

    /** Bytes that one call writes at most; the longest unit is far shorter. */
    static final int DST_LEN = 3 * SRC_LEN;

    private static final ThreadLocal<NativeRoom> OF_THREAD = ThreadLocal.withInitial(NativeRoom::new);

    final byte[] bytes = new byte[SRC_LEN];
    final char[] units = new char[SRC_LEN];
    final byte[] dst = new byte[DST_LEN];
    private final long[] progress = new long[3];

    final MemorySegment bytesSegment = MemorySegment.ofArray(bytes);
    final MemorySegment unitsSegment = MemorySegment.ofArray(units);
    final MemorySegment dstSegment = MemorySegment.ofArray(dst);
    final MemorySegment progressSegment = MemorySegment.ofArray(progress);

    private NativeRoom() {}

    /** The room of this thread. */
    static NativeRoom get() {
        return OF_THREAD.get();
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
