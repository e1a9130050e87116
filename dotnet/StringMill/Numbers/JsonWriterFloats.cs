using System;
using System.Globalization;
using System.Runtime.CompilerServices;

namespace StringMill
{
    /// <summary>
    /// Floats as the text of JSON numbers: the fewest digits that read back as the same float, and of those the
    /// nearest, in the layout of .NET Core 3.0 and newer.
    /// </summary>
    internal static unsafe class JsonWriterFloats
    {
        // A sign, 17 digits, the point, and what comes before or after: E-324, or zeros.
        internal const int MaxLen = 32;

        // From where on numbers are laid out with an exponent.
        private const int DoublePlainDigits = 17;
        private const int SinglePlainDigits = 9;
        private const int MaxLeadingZeros = 3;

        // All digits are laid out, zeros behind them, and then counted: one, and two words of eight.
        private const int Digits = 17;
        private const ulong MinDigits = 10000000000000000;
        private const int Word = JsonWriterNumbers.Word;
        private const uint WordLimit = JsonWriterNumbers.WordLimit;
        private const ulong Zeros = JsonWriterNumbers.Zeros;

        /// <summary>
        /// Whether the runtime takes digits half-way between two floats for neither, as .NET Core 3.1, and so writes
        /// one more at times.
        /// </summary>
        internal static readonly bool RuntimeShunsBorders =
            1e23.ToString("R", CultureInfo.InvariantCulture) == "9.999999999999999E+22";

        // Mono interprets, where each statement counts, or compiles, where both take the same time.
        private static readonly bool IsNativeQuicker = Type.GetType("Mono.Runtime") != null;

        internal static int Double(double value, byte* dst)
        {
            return IsNativeQuicker && Kernels.NativeFrom < int.MaxValue ? Kernels.WriteFloat64(value, dst)
                : ByDigits(value, RuntimeShunsBorders, dst);
        }

        internal static int Single(float value, byte* dst)
        {
            return ByDigits(value, RuntimeShunsBorders, dst);
        }

        /// <summary>As <see cref="Double"/>, without the help of the native library.</summary>
        internal static int ByDigits(double value, bool shunsBorders, byte* dst)
        {
            ulong bits = *(ulong*)&value;
            int signLen = (int)(bits >> 63);
            *dst = (byte)'-';
            return signLen + ByDigits(bits & 0xFFFFFFFFFFFFF, (int)(bits >> 52 & 0x7FF), 52, -1074, shunsBorders,
                DoublePlainDigits, dst + signLen);
        }

        /// <summary>As <see cref="Single"/>.</summary>
        internal static int ByDigits(float value, bool shunsBorders, byte* dst)
        {
            uint bits = *(uint*)&value;
            int signLen = (int)(bits >> 31);
            *dst = (byte)'-';
            return signLen + ByDigits(bits & 0x7FFFFF, (int)(bits >> 23 & 0xFF), 23, -149, shunsBorders,
                SinglePlainDigits, dst + signLen);
        }

        // Of a float of so many bits of fraction, the least of which stands for 2^least where it is subnormal.
        private static int ByDigits(ulong fraction, int exponent, int fractionBits, int least, bool shunsBorders,
            int plainDigits, byte* dst)
        {
            ulong significand = fraction;
            bool lowerIsNearer = false;
            if (exponent > 0)
            {
                significand |= 1UL << fractionBits;
                least += exponent - 1;
                lowerIsNearer = fraction == 0 && exponent > 1;
            }
            else if (fraction == 0)
            {
                *dst = (byte)'0';
                return 1;
            }
            int power;
            ulong digits = ShortestDigits.Of(significand, least, lowerIsNearer, shunsBorders, out power);
            while (digits < MinDigits)
            {
                digits *= 10;
                power--;
            }
            return LayOut(digits, power + Digits, plainDigits, dst);
        }

        // All digits, the point after so many of them, which may be none or more than there are.
        private static int LayOut(ulong digits, int point, int plainDigits, byte* dst)
        {
            ulong upper = digits / WordLimit;
            uint first = (uint)(upper / WordLimit);
            ulong middle = JsonWriterNumbers.ByteDigits((uint)upper - first * WordLimit);
            ulong last = JsonWriterNumbers.ByteDigits((uint)(digits - upper * WordLimit));
            int count = last != 0 ? Digits - Bits.LeadingZeros(last) / 8 : middle != 0 ? 1 + Word - Bits.LeadingZeros(middle) / 8 : 1;
            middle |= Zeros;
            last |= Zeros;
            byte digit = (byte)('0' + first);
            if ((uint)(point - 1) < (uint)plainDigits)
            {
                dst[0] = digit;
                if (count <= point)
                {
                    JsonWriterNumbers.Store(dst + 1, middle);
                    JsonWriterNumbers.Store(dst + 1 + Word, last);
                    return point;
                }
                // The digits behind the point move one on.
                dst[Digits] = (byte)(last >> 56);
                if (point <= Word)
                {
                    last = last << 8 | middle >> 56;
                    middle = WithPoint(middle, point - 1);
                }
                else
                {
                    last = WithPoint(last, point - 1 - Word);
                }
                JsonWriterNumbers.Store(dst + 1, middle);
                JsonWriterNumbers.Store(dst + 1 + Word, last);
                return count + 1;
            }
            if (point <= 0 && point >= -MaxLeadingZeros)
            {
                JsonWriterNumbers.Store(dst, Zeros);
                dst[1] = (byte)'.';
                dst += 2 - point;
                dst[0] = digit;
                JsonWriterNumbers.Store(dst + 1, middle);
                JsonWriterNumbers.Store(dst + 1 + Word, last);
                return 2 - point + count;
            }
            dst[0] = digit;
            dst[1] = (byte)'.';
            JsonWriterNumbers.Store(dst + 2, middle);
            JsonWriterNumbers.Store(dst + 2 + Word, last);
            int len = count > 1 ? count + 1 : 1;
            return len + Exponent(point - 1, dst + len);
        }

        private static int Exponent(int exponent, byte* dst)
        {
            dst[0] = (byte)'E';
            dst[1] = (byte)(exponent < 0 ? '-' : '+');
            int len = 2;
            exponent = Math.Abs(exponent);
            if (exponent >= 100)
            {
                dst[len++] = (byte)('0' + exponent / 100);
            }
            dst[len++] = (byte)('0' + exponent / 10 % 10);
            dst[len++] = (byte)('0' + exponent % 10);
            return len;
        }

        // The digits of a word with the point after some of them; the last digit falls out.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static ulong WithPoint(ulong word, int before)
        {
            ulong behind = ulong.MaxValue << 8 * before;
            return word & ~behind | (word & behind) << 8 | (ulong)'.' << 8 * before;
        }
    }
}
