package io.github.stringmill.ion.writer;

import com.amazon.ion.Decimal;
import com.amazon.ion.impl.schubfach.DoubleToDecimal;
import io.github.stringmill.internal.Words;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Writes numbers with the same bytes as ion-java.
 *
 * <p>Decimals with many zeros get an exponent, by the rule "to-scientific-string" of the General Decimal Arithmetic.
 */
final class NumberText {
    /** The longest text of a 64-bit number, with sign, point, leading zeros and exponent. */
    private static final int LONG_MAX_LEN = 48;

    /** The most zeros between the point and the first digit. */
    private static final int MAX_ZEROS = 5;

    /** Numbers with at most this many digits fit into 64 bits. */
    private static final int MAX_LONG_DIGITS = 18;

    /** Floats in this range are written without an exponent other than 0. */
    private static final double PLAIN_MIN = 1e-3;
    private static final double PLAIN_MAX = 1e7;

    /** Digits after the point that are tried before the search for the shortest text. */
    private static final int TRIED_DIGITS = 6;
    private static final int TRIED_SCALE = 1_000_000;

    private static final long[] POWERS = powers();

    /** The two digits of each number below 100, the first lowest. */
    private static final short[] PAIRS = pairs();

    /** {@code 0.} and zeros, the first byte lowest. */
    private static final long ZEROS = 0x3030_3030_3030_2E30L;

    /** Digits of one word. */
    private static final int WORD_DIGITS = 8;

    private static final byte[] ZERO = {'0', 'e', '0'};
    private static final byte[] NAN = {'n', 'a', 'n'};
    private static final byte[] INF = {'i', 'n', 'f'};
    private static final byte[] NULL = {'n', 'u', 'l', 'l'};

    private final TextOutput out;
    private final boolean json;

    /** @param json whether to write numbers of JSON */
    NumberText(TextOutput out, boolean json) {
        this.out = out;
        this.json = json;
    }

    private static long[] powers() {
        long[] powers = new long[19];
        powers[0] = 1;
        for (int i = 1; i < powers.length; i++) {
            powers[i] = 10 * powers[i - 1];
        }
        return powers;
    }

    private static short[] pairs() {
        short[] pairs = new short[100];
        for (int i = 0; i < pairs.length; i++) {
            pairs[i] = (short) ('0' + i / 10 | '0' + i % 10 << 8);
        }
        return pairs;
    }

    /** The number of digits of a number that is not negative. */
    static int digits(long number) {
        // 1233 / 4096 approximates the decimal logarithm of 2 well enough for 64 bits.
        int estimate = (64 - Long.numberOfLeadingZeros(number)) * 1233 >> 12;
        return number == 0 || number >= POWERS[estimate] ? estimate + 1 : estimate;
    }

    /** Stores the lowest digits of a number that is not negative. Returns the rest of the number. */
    static long putLow(byte[] bytes, int end, long number, int digits) {
        long left = number;
        int at = end;
        for (int i = digits; i >= 2; i -= 2) {
            long next = left / 100;
            at -= 2;
            Words.store2(bytes, at, PAIRS[(int) (left - 100 * next)]);
            left = next;
        }
        if ((digits & 1) != 0) {
            long next = left / 10;
            bytes[at - 1] = (byte) ('0' + (left - 10 * next));
            left = next;
        }
        return left;
    }

    /** Writes an int. */
    void put(long value) throws IOException {
        if (value == Long.MIN_VALUE) {
            out.putAscii(Long.toString(value));
            return;
        }
        int at = out.reserve(LONG_MAX_LEN);
        long magnitude = value;
        if (value < 0) {
            out.bytes[at++] = '-';
            magnitude = -value;
        }
        out.at = putAll(magnitude, at);
    }

    private int putAll(long number, int at) {
        int digits = digits(number);
        putDigits(number, digits, at);
        return at + digits;
    }

    /** Stores a number that is not negative, whose digits were counted. May overwrite a word. */
    private void putDigits(long number, int digits, int at) {
        if (digits <= WORD_DIGITS) {
            Words.store8(out.bytes, at, word(number) >>> 8 * (WORD_DIGITS - digits));
        } else {
            putLow(out.bytes, at + digits, number, digits);
        }
    }

    /** The eight digits of a number below 10^8, the first lowest. */
    private static long word(long number) {
        // Splits the number into halves, quarters and digits, all halves and all quarters at once. The factors are
        // 2^20 / 100 and 2^10 / 10, rounded up, which is exact for numbers this small.
        long high = number / 10_000;
        long halves = high | number - 10_000 * high << 32;
        long hundreds = halves * 10_486 >>> 20 & 0x7F_0000_007FL;
        long quarters = hundreds | halves - 100 * hundreds << 16;
        long tens = quarters * 103 >>> 10 & 0x000F_000F_000F_000FL;
        return (tens | quarters - 10 * tens << 8) + 0x3030_3030_3030_3030L;
    }

    /** Writes an int. */
    void put(BigInteger value) throws IOException {
        if (value.bitLength() < Long.SIZE) {
            put(value.longValue());
        } else {
            out.putAscii(value.toString());
        }
    }

    /** Writes a decimal. */
    void put(BigDecimal value) throws IOException {
        int digits = value.precision();
        int scale = value.scale();
        if (digits > MAX_LONG_DIGITS) {
            BigInteger coefficient = value.unscaledValue();
            putLong(coefficient.signum() < 0, coefficient.abs().toString(), scale);
            return;
        }
        // The coefficient. The JDK returns it as a BigInteger only; compiled code allocates nothing here.
        long coefficient = value.scaleByPowerOfTen(scale).longValue();
        int at = out.reserve(LONG_MAX_LEN);
        if (coefficient < 0 || coefficient == 0 && value instanceof Decimal && ((Decimal) value).isNegativeZero()) {
            out.bytes[at++] = '-';
        }
        long magnitude = Math.abs(coefficient);
        if (json || !hasPoint(digits, scale)) {
            putDigits(magnitude, digits, at);
            out.at = json || scale != 0 ? putExponent(scale, at + digits) : putPoint(at + digits);
        } else {
            out.at = putWithPoint(magnitude, digits, scale, at);
        }
    }

    /** Whether the number has a point instead of an exponent. */
    private static boolean hasPoint(int digits, int scale) {
        return scale > 0 && (long) scale - digits <= MAX_ZEROS;
    }

    private int putPoint(int at) {
        out.bytes[at] = '.';
        return at + 1;
    }

    private int putExponent(int scale, int at) {
        byte[] bytes = out.bytes;
        bytes[at] = (byte) (json ? 'e' : 'd');
        if (scale <= 0) {
            return putAll(-(long) scale, at + 1);
        }
        bytes[at + 1] = '-';
        return putAll(scale, at + 2);
    }

    private int putWithPoint(long magnitude, int digits, int scale, int at) {
        byte[] bytes = out.bytes;
        int whole = digits - scale;
        if (whole <= 0) {
            Words.store8(bytes, at, ZEROS);
            putDigits(magnitude, digits, at + 2 - whole);
            return at + 2 + scale;
        }
        if (digits <= WORD_DIGITS) {
            long word = word(magnitude) >>> 8 * (WORD_DIGITS - digits);
            Words.store8(bytes, at, word);
            Words.store8(bytes, at + whole + 1, word >>> 8 * whole);
        } else {
            putLow(bytes, at + whole, putLow(bytes, at + digits + 1, magnitude, scale), whole);
        }
        bytes[at + whole] = '.';
        return at + digits + 1;
    }

    /** Writes a decimal whose coefficient exceeds 64 bits. */
    private void putLong(boolean negative, String digits, int scale) throws IOException {
        if (negative) {
            out.put('-');
        }
        int len = digits.length();
        if (json || !hasPoint(len, scale)) {
            out.putAscii(digits);
            int at = out.reserve(LONG_MAX_LEN);
            out.at = json || scale != 0 ? putExponent(scale, at) : putPoint(at);
        } else if (len > scale) {
            out.putAscii(digits.substring(0, len - scale));
            out.put('.');
            out.putAscii(digits.substring(len - scale));
        } else {
            out.put('0');
            out.put('.');
            out.putTimes('0', scale - len);
            out.putAscii(digits);
        }
    }

    /** Writes a float. */
    void put(double value) throws IOException {
        if (value == 0) {
            if (Double.doubleToRawLongBits(value) < 0) {
                out.put('-');
            }
            out.put(ZERO);
        } else if (Double.isFinite(value)) {
            if (!putShort(value)) {
                out.putAscii(DoubleToDecimal.toString(value));
            }
        } else if (json) {
            out.put(NULL);
        } else if (Double.isNaN(value)) {
            out.put(NAN);
        } else {
            out.put(value > 0 ? '+' : '-');
            out.put(INF);
        }
    }

    /**
     * Writes a float that has few digits after the point. Returns false, and writes nothing, for others.
     *
     * <p>No two decimals of up to 15 digits are the same float. So a decimal that equals this float is the shortest
     * one.
     */
    private boolean putShort(double value) throws IOException {
        double magnitude = Math.abs(value);
        if (magnitude < PLAIN_MIN || magnitude >= PLAIN_MAX) {
            return false;
        }
        long scaled = (long) (magnitude * TRIED_SCALE + 0.5);
        if ((double) scaled / TRIED_SCALE != magnitude) {
            return false;
        }
        int at = out.reserve(LONG_MAX_LEN);
        byte[] bytes = out.bytes;
        if (value < 0) {
            bytes[at++] = '-';
        }
        long whole = scaled / TRIED_SCALE;
        at = putAll(whole, at);
        long fraction = scaled - TRIED_SCALE * whole;
        if (fraction != 0) {
            bytes[at] = '.';
            at += 1 + TRIED_DIGITS;
            putLow(bytes, at, fraction, TRIED_DIGITS);
            while (bytes[at - 1] == '0') {
                at--;
            }
        }
        bytes[at] = 'e';
        bytes[at + 1] = '0';
        out.at = at + 2;
        return true;
    }
}
