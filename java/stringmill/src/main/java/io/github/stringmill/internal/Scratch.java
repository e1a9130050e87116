package io.github.stringmill.internal;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;

/**
 * Arrays for pieces of text on their way from or to something that is no array. They are reused, so that nothing is
 * allocated for each piece.
 */
public final class Scratch extends ThreadOwned.Item<Scratch> {
    /** Bytes of a piece. */
    public static final int LEN = 8192;

    /** Code units of a piece; in UTF-8 they are no more than {@link #LEN} bytes. */
    public static final int UNITS_LEN = 2048;

    private static final ThreadOwned<Scratch> OF_THREAD = new ThreadOwned<>(Scratch::new);

    /** {@link #UNITS_LEN} code units for what is read. */
    public final char[] units = new char[UNITS_LEN];

    /** What {@link #narrow} has found. */
    final byte[] ascii = new byte[UNITS_LEN];

    private final CharBuffer from = CharBuffer.wrap(units);
    private final ByteBuffer to = ByteBuffer.wrap(ascii);
    private final CharsetEncoder encoder = StandardCharsets.US_ASCII.newEncoder();

    private byte[] source;
    private byte[] destination;

    private Scratch() {}

    /** Arrays that nobody else uses; the caller releases them, also after an exception. */
    public static Scratch take() {
        return OF_THREAD.take();
    }

    /**
     * Arrays for {@link #narrow}, which spares the copy if a caller of this thread has filled {@link #units} of the same
     * arrays. The caller releases them.
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

    /** {@link #LEN} bytes for what is read. */
    public byte[] source() {
        if (source == null) {
            source = new byte[LEN];
        }
        return source;
    }

    /** {@link #LEN} bytes for what is written. */
    public byte[] destination() {
        if (destination == null) {
            destination = new byte[LEN];
        }
        return destination;
    }

    /**
     * Puts the ASCII at the beginning of text into {@link #ascii}, and returns its length. The encoder of the JDK does
     * it: of all that plain Java can call, only its loop over arrays narrows characters as vectors, on every Java.
     *
     * @param src may be {@link #units}, which are not copied then, nor changed
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

    /** Puts the ASCII at the beginning of {@link #units} into a buffer on the heap, whose position moves behind it. */
    int narrow(int len, ByteBuffer dst) {
        return narrow(0, len, dst);
    }

    /**
     * Puts the ASCII in a part of {@link #units} into a buffer on the heap, up to the first other character.
     *
     * @param begin where the part begins
     * @param len   its length
     * @param dst   with room for it; its position moves behind what is put
     * @return how many characters that are
     */
    public int narrow(int begin, int len, ByteBuffer dst) {
        from.limit(begin + len).position(begin);
        encoder.reset().encode(from, dst, false);
        return from.position() - begin;
    }
}
