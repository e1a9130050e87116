package io.github.stringmill.internal;

import io.github.stringmill.internal.EscapeRules.NonAscii;

/**
 * Escaping of UTF-8 in plain Java.
 *
 * <p>Method. Long text is looked at in blocks: eight bytes at a time and no question until the end of the block, a loop
 * that the compiler turns into vectors. A clean block is copied at once, and the next one is twice as long. Otherwise
 * words of eight bytes are copied as they are looked at; the escape is then written over what was copied, as one word.
 */
final class PureJsonEscape {
    /** From so many bytes on a block pays; measured on JDK 17 and 25. */
    private static final int BLOCK_MIN_LEN = 128;

    /** The first block, and the first after an escape. */
    private static final int FIRST_BLOCK_LEN = 256;

    /** Longer blocks gain nothing, and what a block has seen should still be near when it is copied. */
    private static final int BLOCK_MAX_LEN = 4096;

    /** So many bytes without an escape make a block worth trying. */
    private static final int CALM_LEN = 64;

    /** What a word may become and overwrite: seven bytes, an escape of seven, and a word after them. */
    private static final int WORD_ROOM = 24;

    private PureJsonEscape() {}

    /** As {@link Kernels#jsonEscape}. */
    static long escape(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end) {
        if (rules.standardSet() && rules.nonAscii() == NonAscii.COPIED) {
            return to - from < 8 ? bytes(rules, src, from, to, dst, at, end, from, at)
                    : words(rules, src, from, to, dst, at, end);
        }
        if (rules.standardSet() && rules.nonAscii() == NonAscii.CHECKED) {
            return checked(rules, src, from, to, dst, at, end);
        }
        return PureJsonEscapeTable.escape(rules, src, from, to, dst, at, end);
    }

    /** As {@link Kernels#plainPrefix}. */
    static int plainPrefix(EscapeRules rules, byte[] src, int from, int to) {
        if (!rules.standardSet() || rules.nonAscii() == NonAscii.PAIRS_ESCAPED) {
            return PureJsonEscapeTable.plainPrefix(rules, src, from, to);
        }
        switch (rules.nonAscii()) {
            case COPIED:
                return PureScan.withoutEscapes(src, from, to);
            case CHECKED:
                return PureUtf8.validPrefix(src, from, from + PureScan.withoutEscapes(src, from, to));
            default:
                return PureScan.asciiWithoutEscapes(src, from, to);
        }
    }

    /** Looks first whether what could fit is well-formed, and then only at escapes. */
    private static long checked(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end) {
        int valid = PureUtf8.validPrefix(src, from, Math.min(to, from + (end - at)));
        long progress = valid < 8 ? bytes(rules, src, from, from + valid, dst, at, end, from, at)
                : words(rules, src, from, from + valid, dst, at, end);
        int read = Kernels.read(progress);
        int written = Kernels.written(progress);
        while (read < valid && (src[from + read] & 0xC0) == 0x80) {
            read--;
            written--;
        }
        return Kernels.progress(read, written);
    }

    /** At least eight bytes of the standard set. */
    private static long words(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end) {
        int s = from;
        int d = at;
        int block = FIRST_BLOCK_LEN;
        int calm = CALM_LEN;
        while (s + 8 <= to && d + WORD_ROOM <= end) {
            if (calm >= CALM_LEN) {
                calm = 0;
                int len = Math.min(Math.min(to - s, end - d), block) & -8;
                if (len >= BLOCK_MIN_LEN) {
                    if (PureScan.noEscape(src, s, len)) {
                        System.arraycopy(src, s, dst, d, len);
                        s += len;
                        d += len;
                        block = Math.min(2 * block, BLOCK_MAX_LEN);
                        calm = CALM_LEN;
                        continue;
                    }
                    block = FIRST_BLOCK_LEN;
                }
            }
            long word = Words.load8(src, s);
            long marks = EscapeMarks.escapes(word);
            Words.store8(dst, d, word);
            if (marks == 0) {
                s += 8;
                d += 8;
                calm += 8;
                continue;
            }
            calm = 0;
            int shift = Long.numberOfTrailingZeros(marks) & 56;
            long rest = word >>> shift;
            long entry = rules.entry((int) rest & 0x7F);
            int len = (int) (entry >> 56);
            int before = shift >>> 3;
            if (len < 0) {
                return Kernels.progress(s + before - from, d + before - at);
            }
            d += before;
            Words.store8(dst, d, entry);
            d += len;
            if ((marks & marks - 1) != 0) {
                s += before + 1;
                continue;
            }
            Words.store8(dst, d, rest >>> 8);
            d += 7 - before;
            s += 8;
        }
        return d + WORD_ROOM <= end && s < to ? tail(rules, src, from, to, dst, at, end, s, d)
                : bytes(rules, src, from, to, dst, at, end, s, d);
    }

    /** The last one to seven bytes, taken out of the last word. */
    private static long tail(
            EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end, int s, int d) {
        int left = to - s;
        long word = Words.load8(src, to - 8) >>> 64 - 8 * left;
        long marks = EscapeMarks.escapes(word) & (1L << 8 * left) - 1;
        if (marks != 0) {
            return bytes(rules, src, from, to, dst, at, end, s, d);
        }
        Words.store8(dst, d, word);
        return Kernels.progress(to - from, d + left - at);
    }

    /** One byte at a time, where the rules copy what is not ASCII; {@code s} and {@code d} are how far it has come. */
    private static long bytes(
            EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end, int s, int d) {
        while (s < to && d < end) {
            byte b = src[s];
            int len = b < 0 ? 0 : rules.length(b);
            if (len == 0) {
                dst[d++] = b;
            } else if (len < 0 || len > end - d) {
                break;
            } else {
                d = PureJsonEscapeTable.put(dst, d, rules.text(b), len);
            }
            s++;
        }
        return Kernels.progress(s - from, d - at);
    }
}
