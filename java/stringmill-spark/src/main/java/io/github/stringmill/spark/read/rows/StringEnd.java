package io.github.stringmill.spark.read.rows;

import io.github.stringmill.internal.Words;

/** Finds where the plain part of a string ends, in JSON and in Ion. */
public final class StringEnd {
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long QUOTES = '"' * ONES;
    private static final long BACKSLASHES = '\\' * ONES;
    private static final long SPACES = ' ' * ONES;

    private StringEnd() {}

    /**
     * Returns the index of the next quote, backslash or control character. There must be one, and seven bytes after
     * it.
     */
    public static int find(byte[] bytes, int from) {
        int place = from;
        while (true) {
            long word = Words.load8(bytes, place);
            long quote = word ^ QUOTES;
            long backslash = word ^ BACKSLASHES;
            // The lowest high bit is exact, because a borrow only reaches bytes above it.
            long found = ((quote - ONES) & ~quote | (backslash - ONES) & ~backslash | (word - SPACES) & ~word) & HIGH_BITS;
            if (found != 0) {
                return place + (Long.numberOfTrailingZeros(found) >> 3);
            }
            place += 8;
        }
    }
}
