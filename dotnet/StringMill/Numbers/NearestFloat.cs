using System;
using System.Globalization;
using System.Numerics;

namespace StringMill
{
    /// <summary>
    /// Finds the float nearest to the text of a number; of two that are as near, the even one. Multiplies up to 19 digits by a power of
    /// five in 64 bits, whose error is known. In one of 400 cases that error could change the rounding, and integers of any length
    /// decide.
    /// </summary>
    internal static unsafe class NearestFloat
    {
        private const int QuickDigits = 19;

        // Powers of five up to this one fit 64 bits.
        private const int QuickPower = 27;

        // The largest error of the upper half of a product, which is too small, after a shift by one.
        private const ulong MaxError = 4;

        // A number half-way between two doubles has at most 767 digits. Later digits matter only if one of them is not zero.
        private const int MaxDigits = 800;

        // Beyond these powers of ten every number is infinite or zero.
        private const int MaxMagnitude = 310;
        private const int MinMagnitude = -330;

        // Far beyond the exponent of any float, also after a shift by the number of digits.
        private const long ExponentLimit = 1L << 40;

        // Each power of five from -QuickPower on, rounded down to 64 bits, the highest of which is set; and its binary exponent.
        private static readonly ulong[] Powers = new ulong[2 * QuickPower + 1];
        private static readonly int[] Exponents = new int[2 * QuickPower + 1];

        static NearestFloat()
        {
            for (int power = 0; power <= QuickPower; power++)
            {
                BigInteger five = BigInteger.Pow(5, power);
                int zeros = Bits.LeadingZeros((ulong)five);
                Powers[QuickPower + power] = (ulong)five << zeros;
                Exponents[QuickPower + power] = -zeros;
                if (power > 0)
                {
                    Powers[QuickPower - power] = (ulong)(BigInteger.Pow(2, 127 - zeros) / five);
                    Exponents[QuickPower - power] = zeros - 127;
                }
            }
        }

        /// <summary>Returns the bits of the magnitude.</summary>
        /// <param name="src">The number; its sign is not looked at.</param>
        /// <param name="len">Its length.</param>
        /// <param name="fractionBits">52 for a double, 23 for a float.</param>
        /// <param name="least">The exponent of the least subnormal float: -1074 or -149.</param>
        /// <param name="infinity">The bits of infinity.</param>
        internal static ulong Of(byte* src, int len, int fractionBits, int least, ulong infinity)
        {
            byte* end = src + len;
            ulong digits = 0;
            long power = 0;
            int count = 0;
            bool isAfterPoint = false;
            byte* at = *src == '-' ? src + 1 : src;
            for (; at < end; at++)
            {
                uint digit = (uint)(*at - '0');
                if (digit <= 9)
                {
                    // Leading zeros are not significant.
                    count += (digits | digit) == 0 && count == 0 ? 0 : 1;
                    digits = count <= QuickDigits ? digits * 10 + digit : digits;
                    power -= isAfterPoint ? 1 : 0;
                }
                else if (*at == '.')
                {
                    isAfterPoint = true;
                }
                else
                {
                    power += ReadExponent(at + 1, end);
                    break;
                }
            }
            if (count == 0 || power + count < MinMagnitude)
            {
                return 0;
            }
            if (power + count > MaxMagnitude)
            {
                return infinity;
            }
            ulong bits;
            return count <= QuickDigits && power >= -QuickPower && power <= QuickPower
                && TryQuick(digits, (int)power, fractionBits, least, infinity, out bits)
                ? bits : Exact(src, at, count, (int)power, fractionBits, least, infinity);
        }

        private static long ReadExponent(byte* at, byte* end)
        {
            bool isNegative = *at == '-';
            long exponent = 0;
            for (at += *at == '-' || *at == '+' ? 1 : 0; at < end && exponent < ExponentLimit; at++)
            {
                exponent = exponent * 10 + (*at - '0');
            }
            return isNegative ? -exponent : exponent;
        }

        /// <summary>Rounds a product of 64 bits; false if its error could matter.</summary>
        internal static bool TryQuick(ulong digits, int power, int fractionBits, int least, ulong infinity, out ulong bits)
        {
            int zeros = Bits.LeadingZeros(digits);
            ulong upper = Bits.UpperHalf(digits << zeros, Powers[QuickPower + power]);
            int exponent = Exponents[QuickPower + power] + power - zeros + 64;
            if ((long)upper > 0)
            {
                upper <<= 1;
                exponent--;
            }
            int restBits = 63 - fractionBits;
            ulong half = 1UL << restBits - 1;
            ulong rest = upper & (2 * half - 1);
            // The highest bit of the significand is not stored, and a carry of the rounding goes into the exponent: the sum does both.
            bits = (upper >> restBits) + ((ulong)(exponent + restBits - least) << fractionBits) + (rest > half ? 1UL : 0);
            bits = Math.Min(bits, infinity);
            return rest > half || rest + MaxError <= half;
        }

        private static ulong Exact(byte* src, byte* end, int count, int power, int fractionBits, int least, ulong infinity)
        {
            BigInteger above = ReadDigits(src, end, count, ref power);
            BigInteger below = BigInteger.One;
            if (power >= 0)
            {
                above *= BigInteger.Pow(10, power);
            }
            else
            {
                below = BigInteger.Pow(10, -power);
            }
            // The quotient has one or two bits more than a significand.
            int exponent = Math.Max(ShortestDigits.BitLen(above) - ShortestDigits.BitLen(below) - fractionBits - 1, least);
            above <<= Math.Max(-exponent, 0);
            below <<= Math.Max(exponent, 0);
            if (above >> fractionBits + 1 >= below)
            {
                below <<= 1;
                exponent++;
            }
            BigInteger rest;
            ulong significand = (ulong)BigInteger.DivRem(above, below, out rest);
            int order = (rest << 1).CompareTo(below);
            significand += order > 0 || (order == 0 && (significand & 1) != 0) ? 1UL : 0;
            return Math.Min(significand + ((ulong)(exponent - least) << fractionBits), infinity);
        }

        private static BigInteger ReadDigits(byte* src, byte* end, int count, ref int power)
        {
            var digits = new char[Math.Min(count, MaxDigits) + 1];
            int at = 0;
            bool isMore = false;
            for (; src < end; src++)
            {
                if (*src < '0' || *src > '9' || (at == 0 && *src == '0'))
                {
                    continue;
                }
                if (at < MaxDigits)
                {
                    digits[at++] = (char)*src;
                }
                else
                {
                    isMore |= *src != '0';
                }
            }
            power += count - at - 1;
            digits[at] = isMore ? '1' : '0';
            return BigInteger.Parse(new string(digits), NumberStyles.None, CultureInfo.InvariantCulture);
        }
    }
}
