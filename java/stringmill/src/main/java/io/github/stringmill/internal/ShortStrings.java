package io.github.stringmill.internal;

import java.nio.ByteBuffer;

/** Strings that are too short for anything but their {@code charAt}. */
final class ShortStrings {
    /** The greatest length; measured on JDK 17 and 25. */
    static final int MAX_LEN = 32;

    private ShortStrings() {}

    /**
     * Writes well-formed UTF-16 as UTF-8.
     *
     * @param text the string
     * @param from where to begin
     * @param to   where to end
     * @param dst  with room for three bytes for each unit
     * @param at   where it goes
     * @return how many bytes were written; negative where there is half a pair of surrogates
     */
    static int toUtf8(String text, int from, int to, byte[] dst, int at) {
        int put = at;
        for (int i = from; i < to; i++) {
            char unit = text.charAt(i);
            if (unit < 0x80) {
                dst[put++] = (byte) unit;
            } else if (unit < 0x800) {
                dst[put++] = (byte) (0xC0 | unit >> 6);
                dst[put++] = (byte) (0x80 | unit & 0x3F);
            } else if (!Character.isSurrogate(unit)) {
                dst[put++] = (byte) (0xE0 | unit >> 12);
                dst[put++] = (byte) (0x80 | unit >> 6 & 0x3F);
                dst[put++] = (byte) (0x80 | unit & 0x3F);
            } else if (i + 1 < to && Character.isSurrogatePair(unit, text.charAt(i + 1))) {
                Words.store4(dst, put, PureTranscode.fourBytes(Character.toCodePoint(unit, text.charAt(++i))));
                put += 4;
            } else {
                return -1;
            }
        }
        return put - at;
    }

    /**
     * Writes ASCII at the beginning of a string into a buffer, whose position stays as it is.
     *
     * @param text the string
     * @param from where to begin
     * @param to   where to end
     * @param dst  with room for a byte for each unit
     * @return how many there are
     */
    static int ascii(String text, int from, int to, ByteBuffer dst) {
        int at = dst.position() - from;
        int i = from;
        for (; i < to; i++) {
            char unit = text.charAt(i);
            if (unit >= 0x80) {
                break;
            }
            dst.put(at + i, (byte) unit);
        }
        return i - from;
    }
}
