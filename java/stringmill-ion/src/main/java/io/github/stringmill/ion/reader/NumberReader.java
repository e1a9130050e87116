package io.github.stringmill.ion.reader;

import com.amazon.ion.Decimal;
import com.amazon.ion.IntegerSize;
import java.math.BigInteger;

/** Makes Java's numbers of the digits that {@link NumberScanner} scanned last. Called by {@link ScalarReader}. */
final class NumberReader {
    private static final double[] POWERS_OF_TEN = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22
    };
    /** All integers up to this one are doubles. */
    private static final long LARGEST_EXACT = 1L << 53;
    private static final int LONG_DIGITS = NumberScanner.LONG_DIGITS;
    /** Numbers with more digits in their exponent are left to the JDK. */
    private static final int EXPONENT_DIGITS = 9;
    /** In place of a power of ten: the number does not fit into {@code digits}. */
    private static final int POWER_TOO_LARGE = Integer.MIN_VALUE;

    /** The size of the int that was read; null if none was. */
    private IntegerSize intSize;
    private long longContent;
    private BigInteger bigContent;

    /**
     * The coefficient of the last decimal. A field, so that no JIT compiler splits the coefficient into its own fields
     * if the decimal does not leave the calling method: that of JDK 25.0.3 rebuilds the coefficient without its digits
     * (ReduceAllocationMerges).
     */
    private BigInteger coefficient;

    /** The digits of the number that was read, without its point. */
    private long digits;
    private boolean isNegative;

    /** Forgets the int that was read. */
    void clear() {
        intSize = null;
        bigContent = null;
    }

    /** The size of the int of a kind. Reads the int if that was not done. Leading zeros count, except in base ten. */
    IntegerSize intSize(ByteInput input, NumberScanner numbers, int kind) {
        if (intSize == null) {
            readInt(input, numbers, kind);
        }
        return intSize;
    }

    /** The int whose size was asked for, if it is not a big one. */
    long longValue() {
        return longContent;
    }

    /** The int whose size was asked for, if it is a big one. */
    BigInteger bigValue() {
        return bigContent;
    }

    private void readInt(ByteInput input, NumberScanner numbers, int kind) {
        if (kind != NumberScanner.INT) {
            readInt(input, numbers, kind == NumberScanner.HEX ? 16 : 2, kind == NumberScanner.HEX ? 4 : 1);
            return;
        }
        if (numbers.isShort()) {
            long whole = numbers.digits();
            longContent = input.buf[numbers.start(input)] == '-' ? -whole : whole;
            intSize = longContent == (int) longContent ? IntegerSize.INT : IntegerSize.LONG;
            return;
        }
        setBig(new BigInteger(numbers.text(input)));
        if (bigContent.bitLength() < Long.SIZE) {
            longContent = bigContent.longValue();
            intSize = IntegerSize.LONG;
        }
    }

    private void setBig(BigInteger number) {
        bigContent = number;
        intSize = IntegerSize.BIG_INTEGER;
    }

    private void readInt(ByteInput input, NumberScanner numbers, int base, int digitBits) {
        String text = numbers.text(input);
        boolean negative = text.charAt(0) == '-';
        String number = text.substring(negative ? 3 : 2);
        if (number.isEmpty()) {
            throw input.error("a number has no digits", input.pos);
        }
        setBig(new BigInteger(negative ? "-" + number : number, base));
        if (fits(number.length(), digitBits, negative, Integer.SIZE)) {
            intSize = IntegerSize.INT;
        } else if (fits(number.length(), digitBits, negative, Long.SIZE)) {
            intSize = IntegerSize.LONG;
        }
        longContent = bigContent.longValue();
    }

    /** Whether the digits of a number fit into a type. A number with as many bits as the type must be negative. */
    private boolean fits(int digitCount, int digitBits, boolean negative, int typeBits) {
        int typeDigits = typeBits / digitBits;
        return digitCount < typeDigits || digitCount == typeDigits && bigContent.bitLength() < typeBits
                && (negative || digitBits > 1);
    }

    /**
     * Reads digits, a point and an exponent into {@code digits}.
     *
     * @return the power of ten that belongs to them, or {@link #POWER_TOO_LARGE} if they do not fit
     */
    private int readDigits(ByteInput input, NumberScanner numbers) {
        byte[] src = input.buf;
        isNegative = src[numbers.start(input)] == '-';
        if (numbers.hasUnderscores() || !numbers.isShort()) {
            return POWER_TOO_LARGE;
        }
        digits = numbers.digits();
        if (!numbers.hasExponent()) {
            return -numbers.fractionDigits();
        }
        int exponent = exponent(src, numbers.exponentStart(input), numbers.end(input));
        return exponent == POWER_TOO_LARGE ? POWER_TOO_LARGE : exponent - numbers.fractionDigits();
    }

    private static int exponent(byte[] src, int from, int end) {
        int p = from;
        boolean negative = p < end && src[p] == '-';
        p += negative || p < end && src[p] == '+' ? 1 : 0;
        if (p >= end || end - p > EXPONENT_DIGITS) {
            return POWER_TOO_LARGE;
        }
        int exponent = 0;
        for (; p < end; p++) {
            if (!Letters.isDigit(src[p])) {
                return POWER_TOO_LARGE;
            }
            exponent = exponent * 10 + src[p] - '0';
        }
        return negative ? -exponent : exponent;
    }

    Decimal decimal(ByteInput input, NumberScanner numbers) {
        int power = readDigits(input, numbers);
        if (power != POWER_TOO_LARGE) {
            if (digits == 0 && isNegative) {
                return Decimal.negativeZero(-power);
            }
            coefficient = BigInteger.valueOf(isNegative ? -digits : digits);
            return Decimal.valueOf(coefficient, -power);
        }
        String text = numbers.text(input).replace('D', 'd');
        if (!input.asIonJava) {
            return longDecimal(input, text);
        }
        try {
            return Decimal.valueOf(text.replace('d', 'e'));
        } catch (NumberFormatException e) {
            throw notANumber(input, e);
        }
    }

    /** A decimal with any exponent that a {@code BigDecimal} may have; its own parser refuses the largest one. */
    private Decimal longDecimal(ByteInput input, String text) {
        int mark = text.indexOf('d');
        String number = mark < 0 ? text : text.substring(0, mark);
        int point = number.indexOf('.');
        int fractionDigits = point < 0 ? 0 : number.length() - point - 1;
        long scale = fractionDigits - (mark < 0 ? 0 : longExponent(text.substring(mark + 1)));
        if (scale != (int) scale) {
            throw input.error("the exponent of a decimal is beyond 32 bits", input.pos);
        }
        BigInteger unscaled = new BigInteger(number.replace(".", ""));
        boolean isNegativeZero = unscaled.signum() == 0 && isNegative;
        return isNegativeZero ? Decimal.negativeZero((int) scale) : Decimal.valueOf(unscaled, (int) scale);
    }

    /**
     * The exponent, or one that is too large in any case: no text is long enough for its digits to balance such an
     * exponent.
     */
    private static long longExponent(String text) {
        boolean negative = text.charAt(0) == '-';
        String digits = text.substring(negative || text.charAt(0) == '+' ? 1 : 0);
        int zeros = 0;
        while (zeros < digits.length() - 1 && digits.charAt(zeros) == '0') {
            zeros++;
        }
        String significant = digits.substring(zeros);
        long exponent = significant.length() > LONG_DIGITS ? Long.MAX_VALUE / 2 : Long.parseLong(significant);
        return negative ? -exponent : exponent;
    }

    double doubleValue(ByteInput input, NumberScanner numbers) {
        int power = readDigits(input, numbers);
        if (power != POWER_TOO_LARGE && digits <= LARGEST_EXACT && power >= -22 && power <= 22) {
            // Both are exact, so their product or quotient is rounded once.
            double number = power < 0 ? digits / POWERS_OF_TEN[-power] : digits * POWERS_OF_TEN[power];
            return isNegative ? -number : number;
        }
        try {
            return Double.parseDouble(numbers.text(input));
        } catch (NumberFormatException e) {
            throw notANumber(input, e);
        }
    }

    private static IonTextException notANumber(ByteInput input, Exception cause) {
        return new IonTextException("not a number: " + cause.getMessage() + input.at(input.pos), cause);
    }
}
