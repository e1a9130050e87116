package io.github.stringmill.internal;

import java.math.BigInteger;

/**
 * Finds the fewest digits that read back as a double, and of those the nearest, by three products of a significand and
 * a power of ten. {@code Double.toString} does not, before Java 19 and for some numbers of one digit.
 *
 * <p>The method of Raffaello Giulietti ("The Schubfach way to render doubles", 2020). One power of ten scales the
 * double and the borders half-way to its neighbours. Then the digits are one of the two integers next to the scaled
 * double, or of the two multiples of ten next to it. The upper part of a product suffices, if its lowest bit is set
 * when the lower part is not zero.
 */
final class ShortestDigits {
    private static final int MIN_POWER = -292;
    private static final int MAX_POWER = 324;

    /** The upper 128 bits of a power of ten, rounded up. */
    private record Power(long upper, long lower) {}

    /** Each entry is computed at its first use; threads may compute one twice. */
    private static final Power[] POWERS = new Power[MAX_POWER - MIN_POWER + 1];

    private ShortestDigits() {}

    /**
     * Returns the digits of {@code significand * 2^exponent}, to be multiplied by {@link #power}.
     *
     * @param significand not zero, at most 53 bits
     * @param exponent from -1074 to 971
     * @param lowerIsNearer whether the double below is half as far as the one above
     */
    static long of(long significand, int exponent, boolean lowerIsNearer) {
        int power = power(exponent, lowerIsNearer);
        // The logarithm of ten to the base of two, times 2^19.
        int shift = exponent + (-power * 1741647 >> 19) + 1;
        Power scale = scale(-power);
        long quarters = significand << 2;
        long odd = significand & 1;
        long value = roundToOdd(scale, quarters << shift);
        long low = roundToOdd(scale, quarters - (lowerIsNearer ? 1 : 2) << shift) + odd;
        long high = roundToOdd(scale, quarters + 2 << shift) - odd;
        long digits = value >> 2;
        if (digits >= 10) {
            // If one digit less suffices, exactly one of the two multiples is between the borders.
            long tens = digits / 10 * 10;
            boolean isDown = low <= tens << 2;
            boolean isUp = tens + 10 << 2 <= high;
            if (isDown != isUp) {
                return isUp ? tens + 10 : tens;
            }
        }
        boolean readsDown = low <= digits << 2;
        boolean readsUp = digits + 1 << 2 <= high;
        long half = (digits << 2) + 2;
        boolean nearerUp = value > half || value == half && (digits & 1) != 0;
        return (readsDown != readsUp ? readsUp : nearerUp) ? digits + 1 : digits;
    }

    /** Returns the power of ten of the digits. */
    static int power(int exponent, boolean lowerIsNearer) {
        // The logarithm of two to the base of ten, and that of three quarters, times 2^22.
        return exponent * 1262611 - (lowerIsNearer ? 524031 : 0) >> 22;
    }

    private static long roundToOdd(Power scale, long number) {
        long rest = number * scale.upper;
        long sum = rest + upperHalf(number, scale.lower);
        long product = upperHalf(number, scale.upper) + (Long.compareUnsigned(sum, rest) < 0 ? 1 : 0);
        return product | (Long.compareUnsigned(sum, 1) > 0 ? 1 : 0);
    }

    /** Returns the upper half of the product of a positive and an unsigned number. */
    private static long upperHalf(long positive, long unsigned) {
        return Math.multiplyHigh(positive, unsigned) + (unsigned >> 63 & positive);
    }

    private static Power scale(int power) {
        Power made = POWERS[power - MIN_POWER];
        if (made == null) {
            made = make(power);
            POWERS[power - MIN_POWER] = made;
        }
        return made;
    }

    private static Power make(int power) {
        BigInteger five = BigInteger.valueOf(5).pow(Math.abs(power));
        int bits = five.bitLength();
        BigInteger one = BigInteger.ONE;
        // A quotient is never exact; one more than its whole part is rounded up, as is one more than the part of less
        // than it.
        BigInteger upper = power < 0 ? one.shiftLeft(127 + bits).divide(five).add(one)
                : bits <= 128 ? five.shiftLeft(128 - bits) : five.subtract(one).shiftRight(bits - 128).add(one);
        return new Power(upper.shiftRight(64).longValue(), upper.longValue());
    }
}
