package io.github.stringmill.internal;

import io.github.stringmill.internal.EscapeRules.NonAscii;

/**
 * Escaping of UTF-16 into UTF-8 in plain Java.
 *
 * <p>Method: eight characters that are all ASCII become one word, and go on as in {@link PureJsonEscape}; others, and all
 * where the rules escape more than JSON demands, are taken one by one.
 */
final class PureJsonEscapeUtf16 {
    /** What eight characters may become and overwrite: seven bytes, an escape of seven, and a word after them. */
    private static final int WORD_ROOM = 24;

    /** What a character may become and overwrite; an escape is written as one word. */
    private static final int UNIT_ROOM = 12;

    private PureJsonEscapeUtf16() {}

    /** As {@link Kernels#jsonEscapeUtf16}. */
    static long escape(EscapeRules rules, char[] src, int from, int to, byte[] dst, int at, int end) {
        int s = from;
        int d = at;
        while (true) {
            if (rules.standardSet()) {
                long progress = words(rules, src, s, to, dst, d, end);
                s += Kernels.read(progress);
                d += Kernels.written(progress);
            }
            // The next eight may be of any kind; one by one then.
            int soon = Math.min(to, s + 8);
            while (s < soon && end - d >= UNIT_ROOM) {
                char c = src[s];
                if (c < 0x80) {
                    long entry = rules.entry(c);
                    if (entry < 0) {
                        return Kernels.progress(s - from, d - at);
                    }
                    Words.store8(dst, d, entry);
                    d += (int) (entry >> 56);
                    s++;
                    continue;
                }
                int written = nonAscii(rules, src, s, to, dst, d, end);
                if (written == 0) {
                    return Kernels.progress(s - from, d - at);
                }
                d += written;
                s += Character.isHighSurrogate(c) ? 2 : 1;
            }
            if (s >= to || end - d < UNIT_ROOM) {
                return lastUnits(rules, src, from, to, dst, at, end, s, d);
            }
        }
    }

    /** Escapes while eight characters are all ASCII; stops in front of what is not, and of what stops the rules. */
    private static long words(EscapeRules rules, char[] src, int from, int to, byte[] dst, int at, int end) {
        int s = from;
        int d = at;
        while (to - s >= 8 && end - d >= WORD_ROOM) {
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

    /** As above, where an escape may not fit or not be written as one word; {@code s} and {@code d} are how far it is. */
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

    /** Writes what the character at {@code s} becomes; 0 if there is no room or it is not decided here. */
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
