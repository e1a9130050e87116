package io.github.stringmill.internal;

import io.github.stringmill.internal.EscapeRules.NonAscii;

/**
 * Part of the pure leaves: escapes UTF-16 to UTF-8.
 *
 * <p>Method. Leading ASCII is narrowed and escaped as in {@link PureJsonEscape}. The encoder of the JDK narrows it, or
 * for short text eight characters go into one word. Other characters are handled one by one until some in a row are
 * ASCII. So is all text if the rules escape other ASCII characters than RFC 8259.
 */
final class PureJsonEscapeUtf16 {
    /**
     * The largest output of eight characters, with the bytes it overwrites: seven bytes, an escape of seven, and a
     * word.
     */
    private static final int WORD_SPARE = 24;

    /** The largest output of a character, with the bytes it overwrites; an escape is written as one word. */
    private static final int UNIT_SPARE = 12;

    /** Shortest text for which the encoder of the JDK gains; measured on JDK 17 and 25. */
    private static final int PIECE_MIN_LEN = 48;

    /** After this many ASCII characters in a row, longer pieces are tried again. */
    private static final int ASCII_RUN_LEN = 16;

    private PureJsonEscapeUtf16() {}

    /** As {@link Kernels#jsonEscapeUtf16}. */
    static long escape(EscapeRules rules, char[] src, int from, int to, byte[] dst, int at, int end) {
        int s = from;
        int d = at;
        while (true) {
            if (to - s >= PIECE_MIN_LEN && end - d >= PIECE_MIN_LEN && rules.standardSet()) {
                long progress = narrowed(rules, src, s, to, dst, d, end);
                s += Kernels.read(progress);
                d += Kernels.written(progress);
            } else if (rules.standardSet()) {
                long progress = words(rules, src, s, to, dst, d, end);
                s += Kernels.read(progress);
                d += Kernels.written(progress);
            }
            long progress = units(rules, src, s, to, dst, d, end);
            s += Kernels.read(progress);
            d += Kernels.written(progress);
            if (s == to || Kernels.read(progress) < ASCII_RUN_LEN || end - d < UNIT_SPARE) {
                return lastUnits(rules, src, from, to, dst, at, end, s, d);
            }
        }
    }

    /** Escapes leading ASCII, one piece of it at most. */
    private static long narrowed(EscapeRules rules, char[] src, int from, int to, byte[] dst, int at, int end) {
        Scratch scratch = Scratch.takeFor(src);
        try {
            int most = Math.min(Math.min(to - from, end - at), Scratch.UNITS_LEN);
            int ascii = scratch.narrow(src, from, most);
            return PureJsonEscape.escapeCopied(rules, scratch.ascii, 0, ascii, dst, at, end);
        } finally {
            scratch.release();
        }
    }

    /** Escapes characters one by one, until {@link #ASCII_RUN_LEN} in a row are ASCII. */
    private static long units(EscapeRules rules, char[] src, int from, int to, byte[] dst, int at, int end) {
        boolean escaped = rules.nonAscii() == NonAscii.ESCAPED || rules.nonAscii() == NonAscii.STOPS;
        int s = from;
        int d = at;
        int asciiRun = 0;
        long word;
        while (s < to && end - d >= UNIT_SPARE && asciiRun < ASCII_RUN_LEN) {
            int c = src[s];
            if (c < 0x80) {
                long entry = rules.entry(c);
                if (entry < 0) {
                    break;
                }
                Words.store8(dst, d, entry);
                d += (int) (entry >>> 56);
                s++;
                asciiRun++;
                continue;
            }
            asciiRun = 0;
            if (escaped || c >= 0xD800 && c <= 0xDFFF) {
                int written = nonAscii(rules, src, s, to, dst, d, end);
                if (written == 0) {
                    break;
                }
                d += written;
                s += Character.isHighSurrogate((char) c) ? 2 : 1;
            } else if (c < 0x800 && to - s >= 4 && areTwoBytesEach(word = four(src, s))) {
                Words.store8(dst, d, 0x80C0_80C0_80C0_80C0L | word >>> 6 & 0x001F_001F_001F_001FL
                        | (word & 0x003F_003F_003F_003FL) << 8);
                d += 8;
                s += 4;
            } else if (c < 0x800) {
                Words.store2(dst, d, 0x80C0 | c >> 6 | (c & 0x3F) << 8);
                d += 2;
                s++;
            } else {
                Words.store4(dst, d, threeBytes(c));
                d += 3;
                s++;
            }
        }
        return Kernels.progress(s - from, d - at);
    }

    /** Loads four characters into one word, the first lowest. */
    private static long four(char[] src, int s) {
        return src[s] | src[s + 1] << 16 | (long) (src[s + 2] | src[s + 3] << 16) << 32;
    }

    /** Returns whether each of four characters is from U+0080 to U+07FF. */
    private static boolean areTwoBytesEach(long four) {
        return (four & 0xF800_F800_F800_F800L) == 0
                && (four + 0x7F80_7F80_7F80_7F80L & 0x8000_8000_8000_8000L) == 0x8000_8000_8000_8000L;
    }

    /** Returns the UTF-8 of a character from U+0800 that is not a surrogate, the first byte lowest. */
    private static int threeBytes(int c) {
        return 0x80_80E0 | c >> 12 | (c & 0xFC0) << 2 | (c & 0x3F) << 16;
    }

    /** Escapes eight ASCII characters at a time; stops before another character or one at which the rules stop. */
    private static long words(EscapeRules rules, char[] src, int from, int to, byte[] dst, int at, int end) {
        int s = from;
        int d = at;
        while (to - s >= 8 && end - d >= WORD_SPARE) {
            int any = src[s] | src[s + 1] | src[s + 2] | src[s + 3] | src[s + 4] | src[s + 5] | src[s + 6] | src[s + 7];
            if (any >= 0x80) {
                break;
            }
            int low = src[s] | src[s + 1] << 8 | src[s + 2] << 16 | src[s + 3] << 24;
            int high = src[s + 4] | src[s + 5] << 8 | src[s + 6] << 16 | src[s + 7] << 24;
            long word = low | (long) high << 32;
            long marks = EscapeMarks.escapes(word);
            Words.store8(dst, d, word);
            if (marks == 0) {
                s += 8;
                d += 8;
                continue;
            }
            int shift = Long.numberOfTrailingZeros(marks) & 56;
            int before = shift >>> 3;
            long rest = word >>> shift;
            long entry = rules.entry((int) rest & 0x7F);
            if (entry < 0) {
                return Kernels.progress(s + before - from, d + before - at);
            }
            d += before;
            Words.store8(dst, d, entry);
            d += (int) (entry >> 56);
            if ((marks & marks - 1) != 0) {
                s += before + 1;
                continue;
            }
            Words.store8(dst, d, rest >>> 8);
            d += 7 - before;
            s += 8;
        }
        return Kernels.progress(s - from, d - at);
    }

    /**
     * Escapes one by one near the end of the destination, where a word would not fit; {@code s} and {@code d} are
     * indices.
     */
    private static long lastUnits(
            EscapeRules rules, char[] src, int from, int to, byte[] dst, int at, int end, int s, int d) {
        while (s < to) {
            char c = src[s];
            if (c < 0x80) {
                long entry = rules.entry(c);
                int len = (int) (entry >> 56);
                if (len < 0 || len > end - d) {
                    break;
                }
                d = PureJsonEscapeTable.put(dst, d, entry, len);
                s++;
                continue;
            }
            int written = nonAscii(rules, src, s, to, dst, d, end);
            if (written == 0) {
                break;
            }
            d += written;
            s += Character.isHighSurrogate(c) ? 2 : 1;
        }
        return Kernels.progress(s - from, d - at);
    }

    /** Writes the character at {@code s}; returns 0 if it does not fit or the driver must decide. */
    private static int nonAscii(EscapeRules rules, char[] src, int s, int to, byte[] dst, int d, int end) {
        NonAscii nonAscii = rules.nonAscii();
        char c = src[s];
        if (nonAscii == NonAscii.STOPS) {
            return 0;
        }
        if (Character.isSurrogate(c)) {
            if (Character.isLowSurrogate(c) || s + 1 >= to || !Character.isLowSurrogate(src[s + 1])) {
                return 0;
            }
            return pair(rules, Character.toCodePoint(c, src[s + 1]), dst, d, end);
        }
        if (nonAscii == NonAscii.ESCAPED) {
            if (end - d < 6) {
                return 0;
            }
            PureJsonEscapeTable.putUnicode(rules.upperHex(), c, dst, d);
            return 6;
        }
        if (c < 0x800) {
            if (end - d < 2) {
                return 0;
            }
            dst[d] = (byte) (0xC0 | c >> 6);
            dst[d + 1] = (byte) (0x80 | c & 0x3F);
            return 2;
        }
        if (end - d < 3) {
            return 0;
        }
        dst[d] = (byte) (0xE0 | c >> 12);
        dst[d + 1] = (byte) (0x80 | c >> 6 & 0x3F);
        dst[d + 2] = (byte) (0x80 | c & 0x3F);
        return 3;
    }

    /** Writes a scalar value above U+FFFF as four bytes or as two escapes. */
    private static int pair(EscapeRules rules, int code, byte[] dst, int d, int end) {
        if (rules.nonAscii() == NonAscii.COPIED || rules.nonAscii() == NonAscii.CHECKED) {
            if (end - d < 4) {
                return 0;
            }
            dst[d] = (byte) (0xF0 | code >> 18);
            dst[d + 1] = (byte) (0x80 | code >> 12 & 0x3F);
            dst[d + 2] = (byte) (0x80 | code >> 6 & 0x3F);
            dst[d + 3] = (byte) (0x80 | code & 0x3F);
            return 4;
        }
        if (end - d < 12) {
            return 0;
        }
        PureJsonEscapeTable.putUnicode(rules.upperHex(), Character.highSurrogate(code), dst, d);
        PureJsonEscapeTable.putUnicode(rules.upperHex(), Character.lowSurrogate(code), dst, d + 6);
        return 12;
    }
}
