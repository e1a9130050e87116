using System;
using System.Globalization;

namespace StringMill
{
    /// <summary>
    /// The float nearest to the text of a number, exactly: what the parser of the runtime gives is compared with the
    /// places half-way to the floats beside it, in exact integers, and moved where it is wrong.
    /// </summary>
    /// <remarks>Mono and .NET Framework need it: their parsers are at times one float off.</remarks>
    internal static unsafe class JsonReaderFloats
    {
        // No place half-way between two doubles has more digits than 767; what follows them only says above or below.
        private const int MaxDigits = 800;

        // Ten to the power of all digits and all places, and 64 bits more.
        private const int Words = 200;

        // Beyond these powers of ten, all is infinite or zero.
        private const int MaxPower = 310;
        private const int MinPower = -330;

        // So many floats the parser may be off before the right one is looked for among all.
        private const int MaxSteps = 4;

        /// <summary>Whether the parser of this runtime is known to be right.</summary>
        internal static readonly bool IsRuntimeExact =
            (2.0 / 3).ToString("R", CultureInfo.InvariantCulture) == "0.6666666666666666";

        /// <summary>The magnitude of the nearest double.</summary>
        internal static double Double(byte* src, int len, double guess)
        {
            long bits = Nearest(src, len, BitConverter.DoubleToInt64Bits(Math.Abs(guess)), 52, 1075,
                0x7FF0000000000000);
            return BitConverter.Int64BitsToDouble(bits);
        }

        /// <summary>The magnitude of the nearest float.</summary>
        internal static float Single(byte* src, int len, float guess)
        {
            float magnitude = Math.Abs(guess);
            int bits = (int)Nearest(src, len, *(int*)&magnitude, 23, 150, 0x7F800000);
            return *(float*)&bits;
        }

        // Floats are ordered as their bits are; infinity is the bits after the largest.
        private static long Nearest(byte* src, int len, long guess, int fractionBits, int bias, long infinity)
        {
            uint* digits = stackalloc uint[Words];
            int power;
            int count = ReadDigits(src, len, digits, out power);
            if (count == 0 || power + count < MinPower)
            {
                return 0;
            }
            if (power + count > MaxPower)
            {
                return infinity;
            }

            long bits = Math.Min(guess, infinity);
            for (int step = 0; step < MaxSteps; step++)
            {
                if (bits < infinity && IsAboveUpper(digits, count, power, bits, fractionBits, bias))
                {
                    bits++;
                }
                else if (bits > 0 && !IsAboveUpper(digits, count, power, bits - 1, fractionBits, bias))
                {
                    bits--;
                }
                else
                {
                    return bits;
                }
            }
            long low = 0;
            long high = infinity;
            while (low < high)
            {
                long middle = low + (high - low) / 2;
                if (IsAboveUpper(digits, count, power, middle, fractionBits, bias))
                {
                    low = middle + 1;
                }
                else
                {
                    high = middle;
                }
            }
            return low;
        }

        // The significant digits as an integer and the power of ten to multiply it with; how many digits there are.
        private static int ReadDigits(byte* src, int len, uint* digits, out int power)
        {
            LongInteger.Set(digits, Words, 0);
            power = 0;
            int count = 0;
            bool afterPoint = false;
            bool more = false;
            int at = 0;
            for (; at < len && (src[at] | 0x20) != 'e'; at++)
            {
                if (src[at] == '.')
                {
                    afterPoint = true;
                    continue;
                }
                uint digit = (uint)(src[at] - '0');
                if (digit > 9)
                {
                    continue;
                }
                if (count < MaxDigits)
                {
                    if (count > 0 || digit > 0)
                    {
                        // A digit is less than four bits.
                        LongInteger.MultiplyAdd(digits, Math.Min(Words, count / 8 + 2), 10, digit);
                        count++;
                    }
                    if (afterPoint)
                    {
                        power--;
                    }
                }
                else
                {
                    more |= digit > 0;
                    if (!afterPoint)
                    {
                        power++;
                    }
                }
            }
            if (more)
            {
                LongInteger.MultiplyAdd(digits, Words, 10, 1);
                count++;
                power--;
            }
            if (at < len)
            {
                power += ReadExponent(src + at + 1, len - at - 1);
            }
            return count;
        }

        // The caller has found it to be no more than the length of the text and some thousands.
        private static int ReadExponent(byte* src, int len)
        {
            int exponent = 0;
            for (int i = 0; i < len; i++)
            {
                if (src[i] >= '0')
                {
                    exponent = exponent * 10 + (src[i] - '0');
                }
            }
            return src[0] == '-' ? -exponent : exponent;
        }

        // Whether the number is nearer to the float after this one; half-way, the even one of both is taken.
        private static bool IsAboveUpper(uint* digits, int count, int power, long bits, int fractionBits, int bias)
        {
            uint* left = stackalloc uint[Words];
            uint* right = stackalloc uint[Words];
            ulong fraction = (ulong)bits & ((1UL << fractionBits) - 1);
            int exponent = (int)(bits >> fractionBits);
            ulong significand = exponent == 0 ? fraction : fraction | 1UL << fractionBits;
            int half = Math.Max(exponent, 1) - bias - 1;

            // A digit is less than four bits; what no part of either side reaches is not touched.
            int bitLen = 4 * (count + Math.Abs(power)) + Math.Abs(half) + 128;
            int words = Math.Min(Words, bitLen / 32);
            for (int i = 0; i < words; i++)
            {
                left[i] = digits[i];
            }
            LongInteger.Set(right, words, significand * 2 + 1);
            LongInteger.MultiplyByPower(left, words, power);
            LongInteger.MultiplyByPower(right, words, -power);
            if (half < 0)
            {
                LongInteger.ShiftLeft(left, words, -half);
            }
            else
            {
                LongInteger.ShiftLeft(right, words, half);
            }
            int order = LongInteger.Compare(left, words, right);
            return order > 0 || (order == 0 && (significand & 1) != 0);
        }
    }
}
