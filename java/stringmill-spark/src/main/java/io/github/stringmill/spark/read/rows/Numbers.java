package io.github.stringmill.spark.read.rows;

import java.nio.charset.StandardCharsets;

/** Converts JSON numbers, whose text was checked before. */
public final class Numbers {
    /** The result if the fast method does not suffice. No value in its range equals this. */
    public static final long NONE = Long.MIN_VALUE;

    /** Any number of this many digits fits into a long. */
    private static final int DIGITS_MAX = 18;
    /** Powers of ten that a double can represent exactly. */
    private static final double[] POWERS = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13,
        1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    private static final long[] LONG_POWERS = powers();

    private Numbers() {}

    private static long[] powers() {
        long[] powers = new long[DIGITS_MAX + 1];
        powers[0] = 1;
        for (int i = 1; i < powers.length; i++) {
            powers[i] = powers[i - 1] * 10;
        }
        return powers;
    }

    /** Whether an integer fits into a number of bits. */
    public static boolean fits(byte[] text, int from, int to, int bits) {
        if (to - from <= DIGITS_MAX) {
            long value = integer(text, from, to);
            return bits == 64 || value == value << 64 - bits >> 64 - bits;
        }
        if (bits < 64) {
            // JSON has no leading zeros.
            return false;
        }
        boolean isNegative = text[from] == '-';
        int len = to - from - (isNegative ? 1 : 0);
        if (len != 19) {
            return len < 19;
        }
        String limit = isNegative ? "-9223372036854775808" : "9223372036854775807";
        return string(text, from, to).compareTo(limit) <= 0;
    }

    /** Returns an integer that fits into a long. */
    public static long integer(byte[] text, int from, int to) {
        boolean isNegative = text[from] == '-';
        long value = 0;
        for (int place = isNegative ? from + 1 : from; place < to; place++) {
            value = value * 10 - (text[place] - '0');
        }
        return isNegative ? value : -value;
    }

    /** Returns the nearest double. */
    public static double doubleOf(byte[] text, int from, int to) {
        boolean isNegative = text[from] == '-';
        int place = isNegative ? from + 1 : from;
        long digits = 0;
        int count = 0;
        int power = 0;
        boolean isFraction = false;
        for (; place < to; place++) {
            int next = text[place];
            if (next == '.') {
                isFraction = true;
            } else if (next >= '0' && next <= '9') {
                digits = digits * 10 + (next - '0');
                count++;
                power -= isFraction ? 1 : 0;
            } else {
                break;
            }
        }
        if (place < to || count > DIGITS_MAX || digits > 1L << 53 || power < -22) {
            return Double.parseDouble(string(text, from, to));
        }
        // Both operands are exact, so only the division rounds.
        double value = digits / POWERS[-power];
        return isNegative ? -value : value;
    }

    /** Returns the nearest float. */
    public static float floatOf(byte[] text, int from, int to) {
        return Float.parseFloat(string(text, from, to));
    }

    /**
     * Returns the digits of a number without an exponent, scaled to {@code scale}. NONE if that loses a digit or the
     * precision does not suffice.
     */
    public static long unscaled(byte[] text, int from, int to, int scale, int precision) {
        boolean isNegative = text[from] == '-';
        long digits = 0;
        int fraction = -1;
        if (to - from > DIGITS_MAX) {
            return NONE;
        }
        for (int place = isNegative ? from + 1 : from; place < to; place++) {
            int next = text[place];
            if (next == '.') {
                fraction = 0;
            } else if (next >= '0' && next <= '9') {
                digits = digits * 10 + (next - '0');
                fraction += fraction >= 0 ? 1 : 0;
            } else {
                return NONE;
            }
        }
        int shift = scale - Math.max(fraction, 0);
        if (shift < 0 || precision > DIGITS_MAX || digits >= LONG_POWERS[DIGITS_MAX - shift]) {
            return NONE;
        }
        long value = digits * LONG_POWERS[shift];
        if (value >= LONG_POWERS[precision]) {
            return NONE;
        }
        return isNegative ? -value : value;
    }

    private static String string(byte[] text, int from, int to) {
        return new String(text, from, to - from, StandardCharsets.ISO_8859_1);
    }
}
