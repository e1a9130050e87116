package io.github.stringmill.internal;

/** Which of eight bytes in one {@code long} JSON demands to escape, asked of all at once; the first byte is lowest. */
final class EscapeMarks {
    /** The highest bit of each byte. */
    static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private static final long ONES = 0x0101_0101_0101_0101L;

    private EscapeMarks() {}

    /**
     * Sets the highest bit of each byte that JSON demands to escape, and more: other bits, those of bytes above 0x7F,
     * and bits above the lowest that is right, into which the subtraction has borrowed.
     *
     * <p>With bit 1 turned, the quote is 0x20 and the space is 0x22, so that one subtraction finds quotes and controls.
     */
    private static long marks(long word) {
        return ((word ^ 2 * ONES) - 0x21 * ONES) | ((word ^ 0x5C * ONES) - ONES);
    }

    /** As {@link #escapes(long)} in the highest bits, and anything in the others: for many words or-ed together. */
    static long escapesRaw(long word) {
        // Equal to "marks and not word", which the compiler of JDK 25 turns into vectors only now and then.
        return (marks(word) | word) ^ word;
    }

    /** As {@link #escapesAndNonAscii(long)} in the highest bits, and anything in the others. */
    static long escapesAndNonAsciiRaw(long word) {
        return marks(word) | word;
    }

    /** The highest bit of each question mark; as right as {@link #escapes(long)}. */
    static long questions(long word) {
        long turned = word ^ '?' * ONES;
        return turned - ONES & ~turned & HIGH_BITS;
    }

    /** In the highest bits the question marks of ASCII, as right as {@link #escapes(long)}; anything in the others. */
    static long questionsRaw(long word) {
        return (word ^ '?' * ONES) - ONES;
    }

    /** As {@link #escapesAndNonAscii(long)}, and the question marks. */
    static long doubts(long word) {
        return (escapesAndNonAsciiRaw(word) | questionsRaw(word)) & HIGH_BITS;
    }

    /**
     * The highest bit of each byte that JSON demands to escape: controls, the quote, the backslash.
     *
     * <p>It is 0 if there is none, and the lowest bit is right; above that a byte may be marked that stands for itself.
     */
    static long escapes(long word) {
        return marks(word) & ~word & HIGH_BITS;
    }

    /** As {@link #escapes(long)}, and each bit is right. */
    static long exact(long word) {
        long low = word & 0x7F * ONES;
        long clean = (low ^ 2 * ONES) + 0x5F * ONES & (low ^ 0x5C * ONES) + 0x7F * ONES;
        return ~(clean | word) & HIGH_BITS;
    }

    /** As {@link #escapes(long)}, and the bytes above 0x7F. */
    static long escapesAndNonAscii(long word) {
        return (marks(word) | word) & HIGH_BITS;
    }

    /** Whether JSON demands to escape a byte. */
    static boolean isEscaped(byte b) {
        return b >= 0 && b < 0x20 || b == '"' || b == '\\';
    }

    /** The place of the first byte that is marked, 0 to 7. */
    static int first(long marks) {
        return Long.numberOfTrailingZeros(marks) >>> 3;
    }
}
