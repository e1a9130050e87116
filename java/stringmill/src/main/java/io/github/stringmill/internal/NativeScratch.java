package io.github.stringmill.internal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;

/**
 * Direct buffers through which texts pass into the native library and out of it. So a call allocates nothing, and no
 * array of the caller is pinned while the garbage collector waits. The price is two copies within the nearest cache.
 */
final class NativeScratch extends ThreadOwned.Item<NativeScratch> {
    /** Most code units that one call reads. */
    static final int UNITS_LEN = 4096;

    /** Most bytes that one call reads. */
    static final int BYTES_LEN = 2 * UNITS_LEN;

    /** Most bytes that one call writes; the longest unit is far shorter. */
    static final int DST_LEN = 3 * UNITS_LEN;

    private static final ThreadOwned<NativeScratch> OF_THREAD = new ThreadOwned<>(NativeScratch::make);

    /**
     * Set once the virtual machine has refused direct memory. This class then requests no more: each request would
     * first collect garbage and wait for half a second.
     */
    private static volatile boolean isRefused;

    /** {@link #BYTES_LEN} bytes for the source. */
    final ByteBuffer bytes = ByteBuffer.allocateDirect(BYTES_LEN).order(ByteOrder.nativeOrder());

    /** The same memory as {@link #UNITS_LEN} code units. */
    final CharBuffer units = bytes.asCharBuffer();

    /** {@link #DST_LEN} bytes for the destination. */
    final ByteBuffer dst = ByteBuffer.allocateDirect(DST_LEN).order(ByteOrder.nativeOrder());

    /** The same memory as code units, of which {@link #UNITS_LEN} are used. */
    final CharBuffer dstUnits = dst.asCharBuffer();

    final long srcAddress = NativeDoor.address(bytes);
    final long dstAddress = NativeDoor.address(dst);

    private NativeScratch() {}

    private static NativeScratch make() {
        if (isRefused) {
            return null;
        }
        try {
            return new NativeScratch();
        } catch (OutOfMemoryError e) {
            isRefused = true;
            return null;
        }
    }

    /**
     * Takes an object that no other call uses; the caller releases it, also after an exception. Returns null if there is
     * none and the virtual machine has refused direct memory.
     */
    static NativeScratch take() {
        return OF_THREAD.take();
    }

    @Override
    NativeScratch self() {
        return this;
    }
}
