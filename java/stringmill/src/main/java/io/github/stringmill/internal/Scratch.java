package io.github.stringmill.internal;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;

/**
 * Reusable arrays for pieces of text from or to memory that is not an array, so that a piece allocates nothing.
 */
public final class Scratch extends ThreadOwned.Item<Scratch> {
    /** Bytes of a piece. */
    public static final int LEN = 8192;

    /** Code units of a piece; their UTF-8 fits in {@link #LEN} bytes. */
    public static final int UNITS_LEN = 2048;

    private static final ThreadOwned<Scratch> OF_THREAD = new ThreadOwned<>(Scratch::new);

    /** {@link #UNITS_LEN} code units of the source. */
    public final char[] units = new char[UNITS_LEN];

    /** The output of {@link #narrow}. */
    final byte[] ascii = new byte[UNITS_LEN];

    private final CharBuffer from = CharBuffer.wrap(units);
    private final ByteBuffer to = ByteBuffer.wrap(ascii);
    private final CharsetEncoder encoder = StandardCharsets.US_ASCII.newEncoder();

    private byte[] source;
    private byte[] destination;

    private Scratch() {}

    /** Returns arrays that no other call uses; the caller releases them, also after an exception. */
    public static Scratch take() {
        return OF_THREAD.take();
    }

    /**
     * Returns arrays for {@link #narrow}. If a caller of this thread has filled {@link #units} of an object, returns
     * that object, which saves the copy. The caller releases them.
     *
     * @param src the characters to narrow
     */
    static Scratch takeFor(char[] src) {
        Scratch own = OF_THREAD.own();
        return own != null && own.units == src ? OF_THREAD.share(own) : OF_THREAD.take();
    }

    @Override
    Scratch self() {
        return this;
    }

    /** Returns {@link #LEN} bytes for the source. */
    public byte[] source() {
        if (source == null) {
            source = new byte[LEN];
        }
        return source;
    }

    /** Returns {@link #LEN} bytes for the destination. */
    public byte[] destination() {
        if (destination == null) {
            destination = new byte[LEN];
        }
        return destination;
    }

    /**
     * Copies leading ASCII to {@link #ascii}, and returns its length. Uses the encoder of the JDK: of all loops that
     * plain Java can call, only its loop over arrays narrows characters as vectors on every version of Java.
     *
     * @param src the text; {@link #units} are neither copied nor changed
     * @param len at most {@link #UNITS_LEN}
     */
    int narrow(char[] src, int at, int len) {
        int begin = at;
        if (src != units) {
            System.arraycopy(src, at, units, 0, len);
            begin = 0;
        }
        return narrow(begin, len, to.clear());
    }

    /** Copies the leading ASCII of {@link #units} to a buffer on the heap, and moves its position past the output. */
    int narrow(int len, ByteBuffer dst) {
        return narrow(0, len, dst);
    }

    /**
     * Copies the leading ASCII of a part of {@link #units} to a buffer on the heap.
     *
     * @param begin the start of the part
     * @param len its length
     * @param dst the destination; its position moves past the output
     * @return the number of characters copied
     */
    public int narrow(int begin, int len, ByteBuffer dst) {
        from.limit(begin + len).position(begin);
        encoder.encode(from, dst, false);
        return from.position() - begin;
    }
}
