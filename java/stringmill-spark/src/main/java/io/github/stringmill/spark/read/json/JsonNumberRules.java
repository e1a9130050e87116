package io.github.stringmill.spark.read.json;

import io.github.stringmill.spark.read.rows.Numbers;

/**
 * Judges numbers by rules beyond RFC 8259; their text was checked before. Standard: RFC 7493, section 2.2; PostgreSQL,
 * {@code set_var_from_str} and {@code make_result} of numeric.c.
 */
final class JsonNumberRules {
    /** The largest integer of I-JSON. */
    private static final long EXACT_MAX = (1L << 53) - 1;
    /** Integers with fewer digits do not exceed {@link #EXACT_MAX}. */
    private static final int EXACT_DIGITS = 16;
    /** A number without an exponent is a finite double if it has at most this many bytes. */
    private static final int FINITE_LEN = 308;

    /**
     * The most decimal places of a {@code numeric}; the next constant is the largest power of ten of its first digit.
     */
    private static final int SCALE_MAX = (1 << 14) - 1;
    private static final int POWER_MAX = 4 * (1 << 15) - 1;
    /** PostgreSQL refuses exponents from this one on, whatever the digits are. */
    private static final long EXPONENT_END = Integer.MAX_VALUE / 2;

    private JsonNumberRules() {}

    /** Whether a double can represent an integer and both its neighbours. */
    static boolean isExact(byte[] text, int from, int to) {
        int digits = to - from - (text[from] == '-' ? 1 : 0);
        return digits < EXACT_DIGITS
                || digits == EXACT_DIGITS && Math.abs(Numbers.integer(text, from, to)) <= EXACT_MAX;
    }

    /** Whether the nearest double of a number is finite. */
    static boolean isFinite(byte[] text, int from, int to) {
        boolean mayOverflow = to - from > FINITE_LEN;
        for (int at = from; at < to && !mayOverflow; at++) {
            mayOverflow = (text[at] | 0x20) == 'e';
        }
        return !mayOverflow || Double.isFinite(Numbers.doubleOf(text, from, to));
    }

    /** Whether a {@code numeric} has room for all digits of a number. */
    static boolean isNumeric(byte[] text, int from, int to) {
        int start = text[from] == '-' ? from + 1 : from;
        int end = start;
        int point = -1;
        int first = -1;
        for (; end < to && (text[end] | 0x20) != 'e'; end++) {
            if (text[end] == '.') {
                point = end;
            } else if (text[end] != '0' && first < 0) {
                first = end;
            }
        }
        long exponent = end == to ? 0 : exponent(text, end + 1, to);
        long scale = (point < 0 ? 0 : end - point - 1) - exponent;
        int units = point < 0 ? end : point;
        long power = first < 0 ? 0 : (first < units ? units - first - 1 : units - first) + exponent;
        return Math.abs(exponent) < EXPONENT_END && scale <= SCALE_MAX && power <= POWER_MAX;
    }

    /** Returns an exponent with its sign. One that is far too large may become another such one. */
    private static long exponent(byte[] text, int from, int to) {
        boolean hasSign = text[from] == '-' || text[from] == '+';
        long value = 0;
        for (int at = hasSign ? from + 1 : from; at < to; at++) {
            value = Math.min(EXPONENT_END, value * 10 + (text[at] - '0'));
        }
        return text[from] == '-' ? -value : value;
    }
}
