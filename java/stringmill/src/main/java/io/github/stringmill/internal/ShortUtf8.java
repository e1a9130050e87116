package io.github.stringmill.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Part of the leaves of {@link Utf8Pieces}: short strings to UTF-8 by {@code charAt}, without a {@link Scratch}. To
 * take one from the thread costs more than some characters do. Standard: Unicode, section 3.9, definition D92.
 *
 * <p>The destination has space for three bytes for each unit. A string with a lone surrogate is left to the driver.
 */
final class ShortUtf8 {
    /** The result for a string with a lone surrogate; the output is then unspecified. */
    static final int LONE = -1;

    private static final VarHandle SHORTS = view(short[].class);
    private static final VarHandle INTS = view(int[].class);
    private static final VarHandle LONGS = view(long[].class);

    private ShortUtf8() {}

    private static VarHandle view(Class<?> numbers) {
        return MethodHandles.byteBufferViewVarHandle(numbers, ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Encodes a part of a string to an array.
     *
     * @return the end of the output, or {@link #LONE}
     */
    static int encode(String text, int from, int to, byte[] dst, int at) {
        int ascii = asciiEights(text, from, to, dst, at);
        int put = at + ascii;
        for (int read = from + ascii; read < to; read++) {
            int unit = text.charAt(read);
            if (unit < 0x800) {
                int form = PureTranscode.shortForm(unit);
                Words.store2(dst, put, form);
                put += form >>> 16;
            } else if (!Character.isSurrogate((char) unit)) {
                int form = PureTranscode.threeBytes(unit);
                Words.store2(dst, put, form);
                dst[put + 2] = (byte) (form >>> 16);
                put += 3;
            } else {
                int code = pair(text, read++, to);
                if (code < 0) {
                    return LONE;
                }
                Words.store4(dst, put, PureTranscode.fourBytes(code));
                put += 4;
            }
        }
        return put;
    }

    /** Copies ASCII in groups of eight up to the first other character, and returns the length. */
    private static int asciiEights(String text, int from, int to, byte[] dst, int at) {
        int read = from;
        while (to - read >= 8) {
            long word = ShortText.eight(text, read);
            if (word == ShortText.NOT_ASCII) {
                break;
            }
            Words.store8(dst, at + read - from, word);
            read += 8;
        }
        return read - from;
    }

    /**
     * Encodes a part of a string to a buffer, whose position does not move. A twin of the method for arrays: with this
     * one for both, strings of three-byte characters take 1.4 times as long.
     *
     * @return the end of the output, or {@link #LONE}
     */
    static int encode(String text, int from, int to, ByteBuffer dst, int at) {
        int ascii = asciiEights(text, from, to, dst, at);
        int put = at + ascii;
        for (int read = from + ascii; read < to; read++) {
            int unit = text.charAt(read);
            if (unit < 0x800) {
                int form = PureTranscode.shortForm(unit);
                SHORTS.set(dst, put, (short) form);
                put += form >>> 16;
            } else if (!Character.isSurrogate((char) unit)) {
                int form = PureTranscode.threeBytes(unit);
                if (read + 1 < to) {
                    // One store, since each has checks; the next character overwrites the fourth byte.
                    INTS.set(dst, put, form);
                } else {
                    SHORTS.set(dst, put, (short) form);
                    dst.put(put + 2, (byte) (form >>> 16));
                }
                put += 3;
            } else {
                int code = pair(text, read++, to);
                if (code < 0) {
                    return LONE;
                }
                INTS.set(dst, put, PureTranscode.fourBytes(code));
                put += 4;
            }
        }
        return put;
    }

    /** Copies ASCII in groups of eight up to the first other character, and returns the length. */
    private static int asciiEights(String text, int from, int to, ByteBuffer dst, int at) {
        int read = from;
        while (to - read >= 8) {
            long word = ShortText.eight(text, read);
            if (word == ShortText.NOT_ASCII) {
                break;
            }
            LONGS.set(dst, at + read - from, word);
            read += 8;
        }
        return read - from;
    }

    /** Returns the code point of a pair of surrogates, or -1 for a lone one. */
    private static int pair(String text, int at, int to) {
        char high = text.charAt(at);
        if (to - at < 2 || !Character.isHighSurrogate(high) || !Character.isLowSurrogate(text.charAt(at + 1))) {
            return -1;
        }
        return Character.toCodePoint(high, text.charAt(at + 1));
    }
}
