package io.github.stringmill.internal;

import io.github.stringmill.internal.EscapeRules.NonAscii;

/**
 * Part of the pure kernels: escapes UTF-16 to UTF-8.
 *
 * <p>Method. A long run of ASCII is narrowed by the encoder of the JDK and escaped as in {@link PureJsonEscape}. Other
 * text is escaped in pieces, one character at a time, with a table for those of one and two bytes, whose mixture has no
 * pattern that a processor could learn.
 */
final class PureJsonEscapeUtf16 {
    /** The largest output of a pair, with the bytes it overwrites. */
    private static final int UNIT_SPARE = 12;

    /** The largest output of one unit. */
    private static final int ENTRY_MAX_LEN = 7;

    /** Shortest text for which the encoder of the JDK gains; measured on JDK 17 and 25. */
    private static final int PIECE_MIN_LEN = 48;

    /** Characters that must be ASCII, or the encoder is not tried; at most {@link #PIECE_MIN_LEN}. */
    private static final int SAMPLE_LEN = 24;

    /** After this many characters one by one, the encoder is tried again. */
    private static final int PIECE_LEN = 64;

    private PureJsonEscapeUtf16() {}

    /** As {@link Kernels#jsonEscapeUtf16}. */
    static long escape(EscapeRules rules, char[] src, int from, int to, byte[] dst, int at, int end) {
        int s = from;
        int d = at;
        boolean seemsAscii = to - s >= PIECE_MIN_LEN && rules.inWords() && beginsAscii(src, s);
        while (true) {
            while (seemsAscii && to - s >= PIECE_MIN_LEN && end - d >= PIECE_MIN_LEN) {
                long progress = escapeNarrowed(rules, src, s, to, dst, d, end);
                s += Kernels.read(progress);
                d += Kernels.written(progress);
                seemsAscii = Kernels.read(progress) == Scratch.UNITS_LEN;
            }
            int piece = Math.min(Math.min(to - s, PIECE_LEN), (end - d - UNIT_SPARE) / ENTRY_MAX_LEN);
            if (piece <= 0) {
                return lastUnits(rules, src, from, to, dst, at, end, s, d);
            }
            long progress = units(rules, src, s, s + piece, to, dst, d, end);
            int read = Kernels.read(progress);
            s += read;
            d += Kernels.written(progress);
            if (read < piece) {
                return Kernels.progress(s - from, d - at);
            }
            seemsAscii = read == Kernels.written(progress) && rules.inWords();
        }
    }

    /** Returns whether the first characters are ASCII. */
    private static boolean beginsAscii(char[] src, int s) {
        for (int i = 0; i < SAMPLE_LEN; i += 8) {
            if (ShortText.eight(src, s + i) == ShortText.NOT_ASCII) {
                return false;
            }
        }
        return true;
    }

    /** Escapes leading ASCII, one piece of it at most. */
    private static long escapeNarrowed(EscapeRules rules, char[] src, int from, int to, byte[] dst, int at, int end) {
        Scratch scratch = Scratch.takeFor(src);
        try {
            int most = Math.min(Math.min(to - from, end - at), Scratch.UNITS_LEN);
            int ascii = scratch.narrow(src, from, most);
            return PureJsonEscape.escapeCopied(rules, scratch.ascii, 0, ascii, dst, at, end);
        } finally {
            scratch.release();
        }
    }

    /**
     * Escapes characters one by one. A pair of surrogates at the end is read as a whole, so one more character than the
     * length may be read.
     *
     * @param stop the end of the characters, at most {@code to}
     */
    static long units(EscapeRules rules, char[] src, int from, int stop, int to, byte[] dst, int at, int end) {
        int s = from;
        int d = at;
        while (true) {
            long progress = fromTables(rules, src, s, stop, dst, d);
            s += Kernels.read(progress);
            d += Kernels.written(progress);
            if (s >= stop || src[s] < 0x80) {
                return Kernels.progress(s - from, d - at);
            }
            progress = isCopied(rules) && PureTranscode.isBelowSurrogates(src[s]) ? PureTranscode.threeByteRun(src, s, stop, dst, d)
                    : pairs(rules, src, s, stop, to, dst, d);
            s += Kernels.read(progress);
            d += Kernels.written(progress);
            if (progress == 0) {
                int written = nonAscii(rules, src, s, to, dst, d, end);
                if (written == 0) {
                    return Kernels.progress(s - from, d - at);
                }
                d += written;
                s++;
            }
        }
    }

    /** Returns whether characters above U+007F that are no pairs are copied. */
    private static boolean isCopied(EscapeRules rules) {
        return rules.nonAscii() != NonAscii.ESCAPED && rules.nonAscii() != NonAscii.STOPS;
    }

    /** Escapes pairs of surrogates, unless the driver must decide. */
    private static long pairs(EscapeRules rules, char[] src, int from, int stop, int to, byte[] dst, int at) {
        if (rules.nonAscii() == NonAscii.STOPS) {
            return 0;
        }
        boolean copied = rules.nonAscii() == NonAscii.COPIED || rules.nonAscii() == NonAscii.CHECKED;
        int[] digits = PureJsonEscapeTable.digits(rules.upperHex());
        int s = from;
        int d = at;
        for (; s < stop && s + 1 < to && Character.isSurrogatePair(src[s], src[s + 1]); s += 2) {
            if (copied) {
                Words.store4(dst, d, PureTranscode.fourBytes(Character.toCodePoint(src[s], src[s + 1])));
                d += 4;
            } else {
                PureJsonEscapeTable.putPair(digits, src[s], src[s + 1], dst, d);
                d += 12;
            }
        }
        return Kernels.progress(s - from, d - at);
    }

    /**
     * Escapes characters below U+0800 while each has an entry or is copied. A loop of its own, in which each turn is one character,
     * so that the compiler counts the turns.
     */
    private static long fromTables(EscapeRules rules, char[] src, int from, int to, byte[] dst, int at) {
        long[] entries = rules.unitEntries();
        boolean copied = isCopied(rules);
        int d = at;
        for (int s = from; s < to; s++) {
            int c = src[s];
            if (c < entries.length) {
                long entry = entries[c];
                if (entry < 0) {
                    return Kernels.progress(s - from, d - at);
                }
                Words.store8(dst, d, entry);
                d += (int) (entry >>> 56);
            } else if (!copied || c >= 0x800) {
                return Kernels.progress(s - from, d - at);
            } else {
                Words.store2(dst, d, PureTranscode.twoBytes(c));
                d += 2;
            }
        }
        return Kernels.progress(Math.max(0, to - from), d - at);
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
            return pair(rules, c, src[s + 1], dst, d, end);
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
    private static int pair(EscapeRules rules, char high, char low, byte[] dst, int d, int end) {
        if (rules.nonAscii() == NonAscii.COPIED || rules.nonAscii() == NonAscii.CHECKED) {
            if (end - d < 4) {
                return 0;
            }
            Words.store4(dst, d, PureTranscode.fourBytes(Character.toCodePoint(high, low)));
            return 4;
        }
        if (end - d < 12) {
            return 0;
        }
        PureJsonEscapeTable.putPair(PureJsonEscapeTable.digits(rules.upperHex()), high, low, dst, d);
        return 12;
    }
}
