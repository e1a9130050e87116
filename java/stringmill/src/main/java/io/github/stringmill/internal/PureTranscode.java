package io.github.stringmill.internal;

/** Part of the pure leaves: UTF-16 and Latin-1 to UTF-8. Standard: Unicode, section 3.9, definitions D91 and D92. */
final class PureTranscode {
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    /** For each character below U+0800 its one or two bytes, the first lowest, and above them their number. */
    private static final int[] SHORT = shortForms();

    /**
     * After this many characters that are not all ASCII the kernel stops, so that the next call tries the ASCII loop
     * again.
     */
    private static final int MIXED_LEN = 512;

    private PureTranscode() {}

    private static int[] shortForms() {
        int[] forms = new int[0x800];
        for (int code = 0; code < 0x800; code++) {
            forms[code] = code < 0x80 ? code | 1 << 16 : 0x80C0 | code >> 6 | (code & 0x3F) << 8 | 2 << 16;
        }
        return forms;
    }

    /** Transcodes UTF-16 to UTF-8; see {@link Kernels#utf16ToUtf8}. */
    static long utf16ToUtf8(char[] src, int from, int to, byte[] dst, int at, int end) {
        int ascii = asciiEights(src, from, from + Math.min(to - from, end - at), dst, at);
        int read = from + ascii;
        int put = at + ascii;
        // Three bytes for each unit suffice, because a pair of units becomes four. A store takes four.
        int most = (end - put - 1) / 3;
        int pieceLen = Math.min(to - read, MIXED_LEN);
        long done = mixed(src, read, read + Math.min(pieceLen, most), dst, put);
        read += Kernels.read(done);
        put += Kernels.written(done);
        if (pieceLen <= most) {
            return Kernels.progress(read - from, put - at);
        }
        return lastUnits(src, read, to, dst, put, end, from, at);
    }

    /** Copies ASCII in groups of eight up to the first other character, and returns the length. */
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

    /**
     * Transcodes characters of any length while all of them fit with one byte to spare; stops at a lone surrogate.
     * Characters below U+0800 need no branch for their length: text of mixed letters has no pattern that a processor
     * could learn.
     */
    private static long mixed(char[] src, int from, int to, byte[] dst, int at) {
        int put = at;
        int read = from;
        for (; read < to; read++) {
            int unit = src[read];
            if (unit < SHORT.length) {
                int form = SHORT[unit];
                Words.store2(dst, put, form);
                put += form >>> 16;
            } else if (unit >> 11 != 0xD800 >> 11) {
                int form = threeBytes(unit);
                Words.store2(dst, put, form);
                dst[put + 2] = (byte) (form >>> 16);
                put += 3;
            } else if (to - read >= 2 && unit < 0xDC00 && src[read + 1] >> 10 == 0xDC00 >> 10) {
                Words.store4(dst, put, fourBytes(Character.toCodePoint((char) unit, src[++read])));
                put += 4;
            } else {
                break;
            }
        }
        return Kernels.progress(read - from, put - at);
    }

    /** Transcodes the last characters that fit, one by one. */
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

    /** Returns the UTF-8 of a character from U+0800 to U+FFFF, the first byte lowest. */
    static int threeBytes(int code) {
        return 0x80_80E0 | code >> 12 | (code << 2 & 0x3F00) | (code & 0x3F) << 16;
    }

    /** Returns the UTF-8 of a code point above U+FFFF, the first byte lowest. */
    static int fourBytes(int code) {
        return 0x8080_80F0 | code >> 18 | (code >> 4 & 0x3F00) | (code << 10 & 0x3F_0000) | (code & 0x3F) << 24;
    }

    /** Transcodes Latin-1 to UTF-8; see {@link Kernels#latin1ToUtf8}. */
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
            int pieceEnd = read + Math.min(Math.min(to - read, MIXED_LEN), (end - put) / 2);
            if (pieceEnd <= read) {
                return Kernels.progress(read - from, put - at);
            }
            while (read < pieceEnd) {
                int form = SHORT[src[read++] & 0xFF];
                Words.store2(dst, put, form);
                put += form >>> 16;
            }
        }
    }
}
