package io.github.stringmill.internal;

import io.github.stringmill.internal.EscapeRules.NonAscii;

/** Leaf for strings of 8 to 32 bytes of UTF-8 under the standard escapes; too short for a kernel. */
public final class ShortText {
    /** The least length. */
    public static final int MIN_LEN = 8;

    /** The greatest length. */
    public static final int MAX_LEN = 32;

    /** The largest output of a string with its quotes, and the bytes it overwrites. */
    public static final int CAPACITY = 7 * MAX_LEN + 8 + 2;

    /** The greatest length that fits in two words. */
    private static final int TWO_WORDS_LEN = 16;

    private ShortText() {}

    /**
     * Writes a JSON string with the standard escapes.
     *
     * @param quote the quote before and after the text
     * @param upperHex whether digits of escapes are upper case
     * @param src the text
     * @param from the start of the text
     * @param len its length, {@link #MIN_LEN} to {@link #MAX_LEN}
     * @param dst the destination, with {@link #CAPACITY} bytes that may be overwritten
     * @param at the start of the output
     * @return the end of the output
     */
    public static int putString(byte quote, boolean upperHex, byte[] src, int from, int len, byte[] dst, int at) {
        dst[at] = quote;
        int end = len <= TWO_WORDS_LEN
                ? putTwoWords(upperHex, src, from, len, dst, at + 1)
                : putFourWords(upperHex, src, from, len, dst, at + 1);
        dst[end] = quote;
        return end + 1;
    }

    /** Writes text of 8 to 16 bytes; escapes the words in the registers that checked them. */
    private static int putTwoWords(boolean upperHex, byte[] src, int from, int len, byte[] dst, int at) {
        long head = Words.load8(src, from);
        long tail = Words.load8(src, from + len - 8);
        Words.store8(dst, at, head);
        Words.store8(dst, at + len - 8, tail);
        if ((EscapeMarks.escapes(head) | EscapeMarks.escapes(tail)) == 0) {
            return at + len;
        }
        EscapeRules rules = CodedRules.standard(NonAscii.COPIED, upperHex);
        int end = putWord(rules, head, 8, dst, at);
        return len == 8 ? end : putWord(rules, tail >>> 128 - 8 * len, len - 8, dst, end);
    }

    /** Writes text of 17 to 32 bytes. */
    private static int putFourWords(boolean upperHex, byte[] src, int from, int len, byte[] dst, int at) {
        int last = from + len - 8;
        long head = Words.load8(src, from);
        long second = Words.load8(src, from + 8);
        long third = Words.load8(src, last - 8);
        long tail = Words.load8(src, last);
        Words.store8(dst, at, head);
        Words.store8(dst, at + 8, second);
        Words.store8(dst, at + len - 16, third);
        Words.store8(dst, at + len - 8, tail);
        long marks = EscapeMarks.escapes(head) | EscapeMarks.escapes(second) | EscapeMarks.escapes(third)
                | EscapeMarks.escapes(tail);
        if (marks == 0) {
            return at + len;
        }
        EscapeRules rules = CodedRules.standard(NonAscii.COPIED, upperHex);
        int end = at;
        int left = len;
        while (left >= 8) {
            end = putWord(rules, Words.load8(src, from + len - left), 8, dst, end);
            left -= 8;
        }
        return left == 0 ? end : putWord(rules, tail >>> 64 - 8 * left, left, dst, end);
    }

    /** Escapes the lower {@code len} bytes of a word, 1 to 8, and returns the end of the output. */
    private static int putWord(EscapeRules rules, long word, int len, byte[] dst, int at) {
        long marks = EscapeMarks.exact(word) & -1L >>> 64 - 8 * len;
        long rest = word;
        int end = at + len;
        int d = at;
        while (marks != 0) {
            Words.store8(dst, d, rest);
            int shift = Long.numberOfTrailingZeros(marks) & 56;
            rest >>>= shift;
            long entry = rules.entry((int) rest & 0x7F);
            int grown = (int) (entry >>> 56);
            d += shift >>> 3;
            Words.store8(dst, d, entry);
            d += grown;
            end += grown - 1;
            rest >>>= 8;
            marks = marks >>> shift >>> 8;
        }
        Words.store8(dst, d, rest);
        return end;
    }
}
