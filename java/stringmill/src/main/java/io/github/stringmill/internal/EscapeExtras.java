package io.github.stringmill.internal;

import java.util.Arrays;

/**
 * Marks the characters that rules escape beside those of RFC 8259, in words of eight bytes as {@link EscapeMarks}.
 *
 * <p>Method. Three tests, each for one character or for two that differ in one bit, such as {@code <} and {@code >}.
 * Three suffice for a slash, another quote character, and the characters of HTML.
 */
final class EscapeExtras {
    private static final int TESTS = 3;

    private static final long ONES = 0x0101_0101_0101_0101L;

    /** For each test the bit that it ignores, in each byte. A test that is not needed repeats the first. */
    private final long mask0;

    private final long mask1;
    private final long mask2;

    /** The character with that bit set, in each byte. */
    private final long value0;

    private final long value1;
    private final long value2;
    private final int tests;

    private EscapeExtras(int[] masks, int[] values, int tests) {
        this.mask0 = masks[0] * ONES;
        this.mask1 = masks[1] * ONES;
        this.mask2 = masks[2] * ONES;
        this.value0 = values[0] * ONES;
        this.value1 = values[1] * ONES;
        this.value2 = values[2] * ONES;
        this.tests = tests;
    }

    /**
     * Returns the tests for rules.
     *
     * @param lengths for each ASCII character the length of its escape; 0 for no escape
     * @return null if RFC 8259 requires more escapes, if there are no others, or if three tests do not find them all
     */
    static EscapeExtras of(byte[] lengths) {
        int[] masks = new int[TESTS];
        int[] values = new int[TESTS];
        boolean[] found = new boolean[lengths.length];
        int tests = 0;
        for (int c = 0; c < lengths.length; c++) {
            boolean required = EscapeMarks.isEscaped((byte) c);
            if (lengths[c] < 0 || required && lengths[c] == 0 || tests == TESTS && isExtra(lengths, c) && !found[c]) {
                return null;
            }
            if (isExtra(lengths, c) && !found[c]) {
                masks[tests] = ignoredBit(lengths, found, c);
                values[tests] = c | masks[tests];
                found[c ^ masks[tests]] = true;
                tests++;
            }
        }
        Arrays.fill(masks, tests, TESTS, masks[0]);
        Arrays.fill(values, tests, TESTS, values[0]);
        return tests == 0 ? null : new EscapeExtras(masks, values, tests);
    }

    private static boolean isExtra(byte[] lengths, int c) {
        return lengths[c] != 0 && !EscapeMarks.isEscaped((byte) c);
    }

    /** Returns the bit in which a character differs from another escaped one that no test finds; 0 if there is none. */
    private static int ignoredBit(byte[] lengths, boolean[] found, int c) {
        for (int bit = 1; bit < lengths.length; bit *= 2) {
            if (isExtra(lengths, c ^ bit) && !found[c ^ bit]) {
                return bit;
            }
        }
        return 0;
    }

    /** As {@link #marks}; only the highest bit of each ASCII byte is meaningful. */
    private long raw(long word) {
        long marks = raw(word, mask0, value0);
        return tests == 1 ? marks : marks | raw(word, mask1, value1) | raw(word, mask2, value2);
    }

    private static long raw(long word, long mask, long value) {
        return ((word | mask) ^ value) - ONES;
    }

    /** Marks the extra characters; as exact as {@link EscapeMarks#escapes(long)}. */
    long marks(long word) {
        return raw(word) & ~word & EscapeMarks.HIGH_BITS;
    }

    /** As {@link #marks}, and every mark is correct. */
    long exact(long word) {
        long low = word & ~EscapeMarks.HIGH_BITS;
        long others = exact(low, mask0, value0) & exact(low, mask1, value1) & exact(low, mask2, value2);
        return ~(others | word) & EscapeMarks.HIGH_BITS;
    }

    /** Sets the highest bit of each byte that a test does not find, if all are ASCII. */
    private static long exact(long word, long mask, long value) {
        return ((word | mask) ^ value) + ~EscapeMarks.HIGH_BITS;
    }

    /**
     * Returns the union of {@link #marks} of the words of short text, in which the highest bits are meaningful.
     *
     * @param len its length, from 8 to 128
     */
    long raw(byte[] src, int from, int len) {
        if (len <= 16) {
            return raw8(src, from) | raw8(src, from + len - 8);
        }
        if (len <= 32) {
            return raw16(src, from) | raw16(src, from + len - 16);
        }
        if (len <= 64) {
            return raw32(src, from) | raw32(src, from + len - 32);
        }
        return raw32(src, from) | raw32(src, from + 32) | raw32(src, from + len - 64) | raw32(src, from + len - 32);
    }

    private long raw8(byte[] src, int at) {
        long word = Words.load8(src, at);
        return raw(word) & ~word;
    }

    private long raw16(byte[] src, int at) {
        return raw8(src, at) | raw8(src, at + 8);
    }

    private long raw32(byte[] src, int at) {
        return raw16(src, at) | raw16(src, at + 16);
    }

    /**
     * Returns whether a block has none of the characters. The compiler makes vectors of a loop for one test, see
     * {@link PureScan#noEscape}.
     *
     * @param len a multiple of 8
     */
    boolean none(byte[] src, int from, int len) {
        return none(src, from, len, mask0, value0) && (tests < 2 || none(src, from, len, mask1, value1))
                && (tests < TESTS || none(src, from, len, mask2, value2));
    }

    private static boolean none(byte[] src, int from, int len, long mask, long value) {
        long union = 0;
        for (int i = from, to = from + len; i < to; i += 8) {
            long word = Words.load8(src, i);
            union |= (((word | mask) ^ value) - ONES | word) ^ word;
        }
        return (union & EscapeMarks.HIGH_BITS) == 0;
    }

    /** Counts the leading bytes that are none of the characters. */
    int prefix(byte[] src, int from, int to) {
        int at = from;
        while (to - at >= PureScan.BLOCK_MIN_LEN) {
            int len = Math.min(to - at, PureScan.FIRST_BLOCK_LEN) & -8;
            if (!none(src, at, len)) {
                break;
            }
            at += len;
        }
        for (; to - at >= 8; at += 8) {
            long marks = marks(Words.load8(src, at));
            if (marks != 0) {
                return at - from + EscapeMarks.first(marks);
            }
        }
        while (at < to && (src[at] < 0 || exact(src[at] * ONES) == 0)) {
            at++;
        }
        return at - from;
    }
}
