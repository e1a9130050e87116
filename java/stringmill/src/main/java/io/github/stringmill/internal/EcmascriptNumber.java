package io.github.stringmill.internal;

import java.nio.charset.StandardCharsets;

/** Writes numbers of JSON as ECMAScript writes the nearest double. Standard: ECMA-262, Number::toString. */
public final class EcmascriptNumber {
    /** The longest text, that of {@code -0.000001234567890123456}. */
    public static final int LEN_MAX = 25;

    /** Numbers of up to this many digits are distinct as doubles. */
    private static final int DISTINCT = 15;
    /** A number with more digits before the point is written with an exponent. */
    private static final int PLAIN_DIGITS = 21;
    /** A number with more zeros after the point is written with an exponent. */
    private static final int LEADING_ZEROS = 5;

    private EcmascriptNumber() {}

    /**
     * Returns whether the number {@code src[from, to)} of JSON is surely as ECMAScript writes it; also false for some
     * numbers that are.
     */
    public static boolean isSame(byte[] src, int from, int to) {
        int first = src[from] == '-' ? from + 1 : from;
        int point = -1;
        for (int at = first; at < to; at++) {
            if (src[at] == '.') {
                point = at;
            } else if (src[at] > '9') {
                return false;
            }
        }
        if (point < 0) {
            return to - first <= DISTINCT && (src[first] != '0' || first == from);
        }
        boolean isSmall = src[first] == '0' && zeros(src, point + 1, to) > LEADING_ZEROS;
        return to - first - 1 <= DISTINCT && src[to - 1] != '0' && !isSmall;
    }

    private static int zeros(byte[] src, int from, int to) {
        int at = from;
        while (at < to && src[at] == '0') {
            at++;
        }
        return at - from;
    }

    /** Returns the double next to the number {@code src[from, to)} of JSON, or an infinity. */
    public static double read(byte[] src, int from, int to) {
        return Double.parseDouble(new String(src, from, to - from, StandardCharsets.ISO_8859_1));
    }

    /** Writes a finite number to {@code dst}, which has room for {@link #LEN_MAX}; returns the end of the text. */
    public static int write(double value, byte[] dst, int at) {
        if (value == 0) {
            dst[at] = '0';
            return at + 1;
        }
        int put = at;
        if (value < 0) {
            dst[put++] = '-';
        }
        long bits = Double.doubleToRawLongBits(value);
        long fraction = bits & 0xFFFFFFFFFFFFFL;
        int biased = (int) (bits >> 52) & 0x7FF;
        long significand = biased == 0 ? fraction : fraction | 1L << 52;
        int exponent = Math.max(biased, 1) - 1075;
        boolean lowerIsNearer = fraction == 0 && biased > 1;
        long digits = ShortestDigits.of(significand, exponent, lowerIsNearer);
        int power = ShortestDigits.power(exponent, lowerIsNearer);
        while (digits % 10 == 0) {
            digits /= 10;
            power++;
        }
        return layOut(Long.toString(digits), power, dst, put);
    }

    /** Writes {@code digits * 10^power}. */
    private static int layOut(String digits, int power, byte[] dst, int at) {
        int count = digits.length();
        int point = count + power;
        boolean hasExponent = point > PLAIN_DIGITS || point < -LEADING_ZEROS;
        int before = hasExponent ? 1 : point;
        int put = at;
        if (before <= 0) {
            dst[put++] = '0';
        }
        for (int i = 0; i < before; i++) {
            dst[put++] = (byte) (i < count ? digits.charAt(i) : '0');
        }
        if (count > before) {
            dst[put++] = '.';
            for (int i = before; i < count; i++) {
                dst[put++] = (byte) (i < 0 ? '0' : digits.charAt(i));
            }
        }
        if (!hasExponent) {
            return put;
        }
        dst[put++] = 'e';
        dst[put++] = (byte) (point > 0 ? '+' : '-');
        byte[] exponent = Integer.toString(Math.abs(point - 1)).getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(exponent, 0, dst, put, exponent.length);
        return put + exponent.length;
    }
}
