package io.github.stringmill.internal;

import io.github.stringmill.internal.EscapeRules.NonAscii;

/** UTF-8 of 8 to 32 bytes under the rules that escape what JSON demands and copy all else: too short for a kernel. */
public final class ShortText {
    /** The least length. */
    public static final int MIN_LEN = 8;

    /** The greatest length. */
    public static final int MAX_LEN = 32;

    /** What the longest text may become, and overwrite. */
    static final int ROOM = 7 * MAX_LEN + 8;

    /** The same, of a string with its quotes. */
    public static final int STRING_ROOM = ROOM + 2;

    private ShortText() {}

    /**
     * Writes a string of JSON, under the standard escapes.
     *
     * @param quote    what goes before and behind the text
     * @param upperHex whether digits of escapes are upper case
     * @param src      the text
     * @param from     where it begins
     * @param len      its length, {@link #MIN_LEN} to {@link #MAX_LEN}
     * @param dst      with {@link #STRING_ROOM} bytes of room, which may be overwritten
     * @param at       where they go
     * @return where what was written ends
     */
    public static int putString(byte quote, boolean upperHex, byte[] src, int from, int len, byte[] dst, int at) {
        dst[at] = quote;
        int end = at + 1 + len;
        if (!copyClean(src, from, len, dst, at + 1)) {
            end = escape(CodedRules.standard(NonAscii.COPIED, upperHex), src, from, len, dst, at + 1);
        }
        dst[end] = quote;
        return end + 1;
    }

    /**
     * Copies text if there is nothing to escape.
     *
     * @param src  the text
     * @param from where it begins
     * @param len  its length, {@link #MIN_LEN} to {@link #MAX_LEN}
     * @param dst  with room for {@code len} bytes; where not all is clean, they may be overwritten too
     * @param at   where they go
     * @return whether all is clean, and copied
     */
    static boolean copyClean(byte[] src, int from, int len, byte[] dst, int at) {
        int last = from + len - 8;
        long head = Words.load8(src, from);
        long tail = Words.load8(src, last);
        long marks = EscapeMarks.escapes(head) | EscapeMarks.escapes(tail);
        Words.store8(dst, at, head);
        if (len > 16) {
            long second = Words.load8(src, from + 8);
            long third = Words.load8(src, last - 8);
            marks |= EscapeMarks.escapes(second) | EscapeMarks.escapes(third);
            Words.store8(dst, at + 8, second);
            Words.store8(dst, at + len - 16, third);
        }
        Words.store8(dst, at + len - 8, tail);
        return marks == 0;
    }

    /**
     * Escapes text.
     *
     * @param rules the standard set, non-ASCII copied, no character of which stops
     * @param src   the text
     * @param from  where it begins
     * @param len   its length, {@link #MIN_LEN} to {@link #MAX_LEN}
     * @param dst   with {@link #ROOM} bytes of room, which may be overwritten
     * @param at    where they go
     * @return where what was written ends
     */
    static int escape(EscapeRules rules, byte[] src, int from, int len, byte[] dst, int at) {
        int d = at;
        int left = len;
        while (left >= 8) {
            long word = Words.load8(src, from + len - left);
            d = word(rules, word, EscapeMarks.exact(word), 8, dst, d);
            left -= 8;
        }
        if (left > 0) {
            long word = Words.load8(src, from + len - 8) >>> 64 - 8 * left;
            d = word(rules, word, EscapeMarks.exact(word) & (1L << 8 * left) - 1, left, dst, d);
        }
        return d;
    }

    /** Writes the lower {@code len} bytes of a word, of which some are marked, and returns where they end. */
    private static int word(EscapeRules rules, long word, long marks, int len, byte[] dst, int at) {
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
