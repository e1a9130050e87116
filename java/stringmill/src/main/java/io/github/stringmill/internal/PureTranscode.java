package io.github.stringmill.internal;

/** UTF-16 and Latin-1 into UTF-8, in plain Java. Standard: Unicode, section 3.9, definitions D91 and D92. */
final class PureTranscode {
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    /** For each character below U+0800 its one or two bytes, the first lowest, and above those their number. */
    private static final int[] SHORT = shortForms();

    /** After so many characters that are not all ASCII it is asked anew whether ASCII follows. */
    private static final int MIXED_LEN = 512;

    private PureTranscode() {}

    private static int[] shortForms() {
        int[] forms = new int[0x800];
        for (int code = 0; code < 0x800; code++) {
            forms[code] = code < 0x80 ? code | 1 << 16 : 0x80C0 | code >> 6 | (code & 0x3F) << 8 | 2 << 16;
        }
        return forms;
    }

    /** UTF-16 into UTF-8; see {@link Kernels#utf16ToUtf8}. */
    static long utf16ToUtf8(char[] src, int from, int to, byte[] dst, int at, int end) {
        int read = from;
        int put = at;
        while (true) {
            int ascii = asciiEights(src, read, read + Math.min(to - read, end - put), dst, put);
            read += ascii;
            put += ascii;
            // Three bytes for each are room enough, for a pair of units becomes four. A store takes four.
            int mixed = Math.min(Math.min(to - read, MIXED_LEN), (end - put - 1) / 3);
            long done = mixed(src, read, read + mixed, dst, put);
            if (done == 0) {
                break;
            }
            read += Kernels.read(done);
            put += Kernels.written(done);
        }
        return lastUnits(src, read, to, dst, put, end, from, at);
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

    /** Characters of any length, where there is room for all of them and one byte more; stops at a lone surrogate. */
    private static long mixed(char[] src, int from, int to, byte[] dst, int at) {
        int read = from;
        int put = at;
        while (read < to) {
            int unit = src[read];
            if (unit < SHORT.length) {
                long done = shortRun(src, read, to, dst, put);
                read += Kernels.read(done);
                put += Kernels.written(done);
            } else if (unit >> 11 != 0xD800 >> 11) {
                int run = threeByteRun(src, read, to, dst, put);
                read += run;
                put += 3 * run;
            } else if (to - read >= 2 && unit < 0xDC00 && src[read + 1] >> 10 == 0xDC00 >> 10) {
                Words.store4(dst, put, fourBytes(Character.toCodePoint((char) unit, src[read + 1])));
                put += 4;
                read += 2;
            } else {
                break;
            }
        }
        return Kernels.progress(read - from, put - at);
    }

    /** Characters below U+0800. Loops of this shape, with one way out, are the ones that the compiler unrolls. */
    private static long shortRun(char[] src, int from, int to, byte[] dst, int at) {
        int put = at;
        int read = from;
        for (; read < to; read++) {
            int unit = src[read];
            if (unit >= SHORT.length) {
                break;
            }
            int form = SHORT[unit];
            Words.store2(dst, put, form);
            put += form >>> 16;
        }
        return Kernels.progress(read - from, put - at);
    }

    /** Characters from U+0800 to U+FFFF; how many there are. */
    private static int threeByteRun(char[] src, int from, int to, byte[] dst, int at) {
        int put = at;
        int read = from;
        for (; read < to; read++) {
            int unit = src[read];
            if (unit < 0x800 || unit >> 11 == 0xD800 >> 11) {
                break;
            }
            Words.store4(dst, put, threeBytes(unit));
            put += 3;
        }
        return read - from;
    }

    /** The last characters that have room, one by one. */
    private static long lastUnits(char[] src, int next, int to, byte[] dst, int place, int end, int from, int at) {
        int read = next;
        int put = place;
        while (read < to) {
            int code = Utf16Unit.at(src, read, to);
            int after = Utf16Unit.isLone(code) ? -1 : Escapes.putPlain(code, dst, put, end);
            if (after < 0) {
                break;
            }
            put = after;
            read += Character.charCount(code);
        }
        return Kernels.progress(read - from, put - at);
    }

    /** The UTF-8 of a character from U+0800 to U+FFFF, the first byte lowest. */
    private static int threeBytes(int code) {
        return 0x80_80E0 | code >> 12 | (code << 2 & 0x3F00) | (code & 0x3F) << 16;
    }

    /** The UTF-8 of a code point above U+FFFF, the first byte lowest. */
    static int fourBytes(int code) {
        return 0x8080_80F0 | code >> 18 | (code >> 4 & 0x3F00) | (code << 10 & 0x3F_0000) | (code & 0x3F) << 24;
    }

    /** Latin-1 into UTF-8; see {@link Kernels#latin1ToUtf8}. */
    static long latin1ToUtf8(byte[] src, int from, int to, byte[] dst, int at, int end) {
        int read = from;
        int put = at;
        while (true) {
            for (; to - read >= 8 && end - put >= 8; read += 8, put += 8) {
                long word = Words.load8(src, read);
                if ((word & HIGH_BITS) != 0) {
                    break;
                }
                Words.store8(dst, put, word);
            }
            int soon = read + Math.min(Math.min(to - read, MIXED_LEN), (end - put) / 2);
            if (soon <= read) {
                return Kernels.progress(read - from, put - at);
            }
            while (read < soon) {
                int form = SHORT[src[read++] & 0xFF];
                Words.store2(dst, put, form);
                put += form >>> 16;
            }
        }
    }
}
