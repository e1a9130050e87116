package io.github.stringmill.internal;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/**
 * A piece of UTF-16 and its ASCII in bytes, by the encoder of the JDK: of all that plain Java can call, its loop over
 * arrays alone narrows characters as vectors. One for each thread, so that nothing is allocated for each piece.
 */
final class CharsScratch {
    /** How many characters a piece has at most. */
    static final int PIECE_LEN = 1024;

    private static final ThreadLocal<CharsScratch> OF_THREAD = ThreadLocal.withInitial(CharsScratch::new);

    /** The piece, or the text of a caller that keeps it here. */
    final char[] chars = new char[PIECE_LEN];

    /** The ASCII at its beginning. */
    final byte[] bytes = new byte[PIECE_LEN];

    private final CharBuffer from = CharBuffer.wrap(chars);
    private final ByteBuffer to = ByteBuffer.wrap(bytes);
    private final CharsetEncoder encoder = StandardCharsets.US_ASCII.newEncoder();

    private CharsScratch() {}

    static CharsScratch ofThread() {
        return OF_THREAD.get();
    }

    /**
     * Narrows the ASCII at the beginning of a piece, and says how much it is.
     *
     * @param src may be {@link #chars}, which are not copied then, nor changed
     * @param len at most {@link #PIECE_LEN}
     */
    int narrow(char[] src, int at, int len) {
        int begin = at;
        if (src != chars) {
            System.arraycopy(src, at, chars, 0, len);
            begin = 0;
        }
        from.limit(begin + len).position(begin);
        to.clear();
        CoderResult ignored = encoder.reset().encode(from, to, false);
        return to.position();
    }
}
