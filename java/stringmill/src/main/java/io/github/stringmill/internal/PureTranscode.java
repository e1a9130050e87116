package io.github.stringmill.internal;

/** UTF-16 and Latin-1 into UTF-8, in plain Java. Standard: Unicode, section 3.9, definitions D91 and D92. */
final class PureTranscode {
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private PureTranscode() {}

    /** UTF-16 into UTF-8; see {@link Kernels#utf16ToUtf8}. */
    static long utf16ToUtf8(char[] src, int from, int to, byte[] dst, int at, int end) {
        int read = from;
        int put = at;
        while (true) {
            // All that fits into the room as ASCII.
            int asciiTo = (int) Math.min(to, (long) read + end - put);
            int ascii = asciiEights(src, read, asciiTo, dst, put);
            read += ascii;
            put += ascii;
            // The next eight may be of any kind; one by one then.
            int soon = Math.min(to, read + 8);
            while (read < soon) {
                int len = putCharacter(src, read, to, dst, put, end);
                if (len == 0) {
                    return Kernels.progress(read - from, put - at);
                }
                read += len == 4 ? 2 : 1;
                put += len;
            }
            if (read == to) {
                return Kernels.progress(read - from, put - at);
            }
        }
    }

    /** Copies ASCII in eights for as long as there is nothing else, and says how much. */
    private static int asciiEights(char[] src, int from, int to, byte[] dst, int at) {
        int read = from;
        int put = at;
        while (to - read >= 8) {
            char a = src[read];
            char b = src[read + 1];
            char c = src[read + 2];
            char d = src[read + 3];
            char e = src[read + 4];
            char f = src[read + 5];
            char g = src[read + 6];
            char h = src[read + 7];
            if ((a | b | c | d | e | f | g | h) >= 0x80) {
                break;
            }
            long low = a | b << 8 | c << 16 | d << 24;
            long high = e | f << 8 | g << 16 | h << 24;
            Words.store8(dst, put, low | high << 32);
            read += 8;
            put += 8;
        }
        return read - from;
    }

    /** Writes the character at {@code src[read]} and returns its length, or 0 where it has no room or is none. */
    private static int putCharacter(char[] src, int read, int to, byte[] dst, int put, int end) {
        int unit = src[read];
        if (unit < 0x80) {
            if (put == end) {
                return 0;
            }
            dst[put] = (byte) unit;
            return 1;
        }
        if (unit < 0x800) {
            if (end - put < 2) {
                return 0;
            }
            Words.store2(dst, put, 0x80C0 | unit >> 6 | (unit & 0x3F) << 8);
            return 2;
        }
        if (unit < 0xD800 || unit > 0xDFFF) {
            if (end - put < 3) {
                return 0;
            }
            dst[put] = (byte) (0xE0 | unit >> 12);
            Words.store2(dst, put + 1, 0x8080 | unit >> 6 & 0x3F | (unit & 0x3F) << 8);
            return 3;
        }
        if (unit > 0xDBFF || to - read < 2 || !Character.isLowSurrogate(src[read + 1]) || end - put < 4) {
            return 0;
        }
        Words.store4(dst, put, fourBytes(Character.toCodePoint((char) unit, src[read + 1])));
        return 4;
    }

    /** The UTF-8 of a code point above U+FFFF, the first byte lowest. */
    static int fourBytes(int code) {
        return 0x8080_80F0 | code >> 18 | (code >> 12 & 0x3F) << 8 | (code >> 6 & 0x3F) << 16 | (code & 0x3F) << 24;
    }

    /** Latin-1 into UTF-8; see {@link Kernels#latin1ToUtf8}. */
    static long latin1ToUtf8(byte[] src, int from, int to, byte[] dst, int at, int end) {
        int read = from;
        int put = at;
        while (read < to && put < end) {
            if (to - read >= 8 && end - put >= 8) {
                long word = Words.load8(src, read);
                if ((word & HIGH_BITS) == 0) {
                    Words.store8(dst, put, word);
                    read += 8;
                    put += 8;
                    continue;
                }
            }
            // Up to the next eight, one by one; each may take two bytes.
            int soon = Math.min(Math.min(to, read + 8), read + (end - put) / 2);
            if (soon == read) {
                break;
            }
            while (read < soon) {
                int letter = src[read++] & 0xFF;
                if (letter < 0x80) {
                    dst[put++] = (byte) letter;
                } else {
                    Words.store2(dst, put, 0x80C0 | letter >> 6 | (letter & 0x3F) << 8);
                    put += 2;
                }
            }
        }
        return Kernels.progress(read - from, put - at);
    }
}
