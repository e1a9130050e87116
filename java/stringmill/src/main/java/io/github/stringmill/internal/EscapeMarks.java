package io.github.stringmill.internal;

/**
 * Marks the bytes of a {@code long} that RFC 8259 requires to be escaped, all eight at once; the first byte is lowest.
 */
final class EscapeMarks {
    /** The highest bit of each byte. */
    static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private static final long ONES = 0x0101_0101_0101_0101L;

    private EscapeMarks() {}

    /**
     * Sets the highest bit of each byte that RFC 8259 requires to be escaped. Also sets other bits: lower bits, bits
     * of bytes above 0x7F, and bits above the lowest correct mark, because the subtraction borrows.
     *
     * <p>With bit 1 flipped, the quote is 0x20 and the space is 0x22, so one subtraction finds quotes and controls.
     */
    private static long marks(long word) {
        return ((word ^ 2 * ONES) - 0x21 * ONES) | ((word ^ 0x5C * ONES) - ONES);
    }

    /** As {@link #escapes(long)}; only the highest bit of each byte is meaningful. For the union of many words. */
    static long escapesRaw(long word) {
        // Equal to "marks & ~word", which the compiler of JDK 25 only sometimes turns into vectors.
        return (marks(word) | word) ^ word;
    }

    /** As {@link #escapesAndNonAscii(long)}; only the highest bit of each byte is meaningful. */
    static long escapesAndNonAsciiRaw(long word) {
        return marks(word) | word;
    }

    /** Marks each quote; every mark is correct. */
    static long quotes(long word) {
        return zeros(word ^ '"' * ONES);
    }

    /** Marks each backslash; every mark is correct. */
    static long backslashes(long word) {
        return zeros(word ^ '\\' * ONES);
    }

    private static long zeros(long word) {
        return ~((word & ~HIGH_BITS) + ~HIGH_BITS | word) & HIGH_BITS;
    }

    /** Marks each question mark; as exact as {@link #escapes(long)}. */
    static long questions(long word) {
        long turned = word ^ '?' * ONES;
        return turned - ONES & ~turned & HIGH_BITS;
    }

    /** Marks each question mark of ASCII text; only the highest bit of each byte is meaningful. */
    static long questionsRaw(long word) {
        return (word ^ '?' * ONES) - ONES;
    }

    /** As {@link #escapesAndNonAscii(long)}, and marks question marks. */
    static long escapesNonAsciiAndQuestions(long word) {
        return (escapesAndNonAsciiRaw(word) | questionsRaw(word)) & HIGH_BITS;
    }

    /**
     * Sets the highest bit of each byte that RFC 8259 requires to be escaped: controls, the quote, the backslash.
     *
     * <p>The result is 0 if there is none. The lowest mark is correct; bytes above it may be marked wrongly.
     */
    static long escapes(long word) {
        return marks(word) & ~word & HIGH_BITS;
    }

    /** As {@link #escapes(long)}, and every mark is correct. */
    static long exact(long word) {
        long low = word & 0x7F * ONES;
        long clean = (low ^ 2 * ONES) + 0x5F * ONES & (low ^ 0x5C * ONES) + 0x7F * ONES;
        return ~(clean | word) & HIGH_BITS;
    }

    /** As {@link #escapes(long)}, and marks bytes above 0x7F. */
    static long escapesAndNonAscii(long word) {
        return (marks(word) | word) & HIGH_BITS;
    }

    /** Returns whether RFC 8259 requires a byte to be escaped. */
    static boolean isEscaped(byte b) {
        return b >= 0 && b < 0x20 || b == '"' || b == '\\';
    }

    /** Returns the index of the first marked byte, 0 to 7. */
    static int first(long marks) {
        return Long.numberOfTrailingZeros(marks) >>> 3;
    }
}
