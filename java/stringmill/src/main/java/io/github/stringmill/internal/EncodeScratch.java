package io.github.stringmill.internal;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;

/** Arrays of a thread that text passes through on its way from a {@code CharSequence}. */
final class EncodeScratch {
    /** Code units of a piece: as much as stays near the processor, and enough that a piece costs nothing. */
    static final int UNITS_LEN = 2048;

    private static final ThreadLocal<EncodeScratch> OWN = new ThreadLocal<>();

    final char[] units = new char[UNITS_LEN];
    final byte[] bytes = new byte[3 * UNITS_LEN];

    private final CharBuffer source = CharBuffer.wrap(units);
    private final ByteBuffer destination = ByteBuffer.wrap(bytes);
    private final CharsetEncoder ascii = StandardCharsets.US_ASCII.newEncoder();

    private EncodeScratch() {}

    /** Those of the thread that asks. */
    static EncodeScratch get() {
        EncodeScratch own = OWN.get();
        return own == null ? make() : own;
    }

    private static EncodeScratch make() {
        EncodeScratch made = new EncodeScratch();
        OWN.set(made);
        return made;
    }

    /**
     * Writes the ASCII at the beginning of {@link #units}, and says how much there is. The encoder of the JDK does, for
     * its loop over arrays is one that the virtual machine has in vectors, on every Java.
     */
    int putAscii(int len, byte[] dst, int at, int end) {
        int most = Math.min(len, end - at);
        source.limit(most).position(0);
        int start = dst == bytes ? at : 0;
        destination.clear().position(start);
        ascii.reset().encode(source, destination, false);
        int done = destination.position() - start;
        if (dst != bytes) {
            System.arraycopy(bytes, 0, dst, at, done);
        }
        return done;
    }
}
