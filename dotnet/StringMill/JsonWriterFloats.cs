using System;
using System.Globalization;

namespace StringMill
{
    /// <summary>
    /// Floats as the text of JSON numbers: the fewest digits that read back as the same float, and of those the
    /// nearest, in the layout of .NET Core 3.0 and newer.
    /// </summary>
    /// <remarks>
    /// Those runtimes have such digits themselves. Mono and .NET Framework have not; there the native library finds those
    /// of a double. Without it, numbers of up to 15 digits are found by one division, and the rest by the method of Steele
    /// and White with exact integers (PLDI 1990).
    /// </remarks>
    internal static unsafe class JsonWriterFloats
    {
        // A sign, 17 digits, the point, and what comes before or after: E-324, or zeros.
        internal const int MaxLen = 32;

        // From where on numbers are laid out with an exponent.
        private const int DoublePlainDigits = 17;
        private const int SinglePlainDigits = 9;
        private const int MaxLeadingZeros = 3;

        private const int MaxDigits = 17;

        // Numbers of so many digits are doubles that differ from each other, so that one that reads back is the only
        // one.
        private const double ExactLimit = 1e15;
        private const int MaxExactPower = 22;

        // 2 to the power of 1,076, times 16 and ten.
        private const int Words = 36;

        private static readonly bool RuntimeIsShortest =
            (2.0 / 3).ToString("R", CultureInfo.InvariantCulture) == "0.6666666666666666";

        internal static int Double(double value, byte* dst)
        {
            if (RuntimeIsShortest)
            {
                return ByRuntime(value, dst);
            }
            return Kernels.NativeFrom < int.MaxValue ? Kernels.WriteFloat64(value, dst) : ByDigits(value, dst);
        }

        internal static int Single(float value, byte* dst)
        {
            return RuntimeIsShortest ? ByRuntime(value, dst) : ByDigits(value, dst);
        }

        private static int ByRuntime(double value, byte* dst)
        {
#if NETSTANDARD2_0
            return Narrow(value.ToString("R", CultureInfo.InvariantCulture), dst);
#else
            char* text = stackalloc char[MaxLen];
            int len;
            value.TryFormat(new Span<char>(text, MaxLen), out len, default(ReadOnlySpan<char>),
                CultureInfo.InvariantCulture);
            return Narrow(text, len, dst);
#endif
        }

        private static int ByRuntime(float value, byte* dst)
        {
#if NETSTANDARD2_0
            return Narrow(value.ToString("R", CultureInfo.InvariantCulture), dst);
#else
            char* text = stackalloc char[MaxLen];
            int len;
            value.TryFormat(new Span<char>(text, MaxLen), out len, default(ReadOnlySpan<char>),
                CultureInfo.InvariantCulture);
            return Narrow(text, len, dst);
#endif
        }

#if NETSTANDARD2_0
        private static int Narrow(string text, byte* dst)
        {
            fixed (char* units = text)
            {
                return Narrow(units, text.Length, dst);
            }
        }
#endif

        private static int Narrow(char* text, int len, byte* dst)
        {
            for (int i = 0; i < len; i++)
            {
                dst[i] = (byte)text[i];
            }
            return len;
        }

        /// <summary>As <see cref="Double"/>, without the help of the runtime.</summary>
        internal static int ByDigits(double value, byte* dst)
        {
            byte* digits = stackalloc byte[MaxDigits + 1];
            long bits = BitConverter.DoubleToInt64Bits(value);
            int signLen = Sign(bits < 0, dst);
            int count;
            int point;
            if (value == 0 || !TryExact(Math.Abs(value), digits, out count, out point))
            {
                Shortest((ulong)bits & 0xFFFFFFFFFFFFF, (int)(bits >> 52 & 0x7FF), 52, -1074, digits, out count, out point);
            }
            return signLen + LayOut(digits, count, point, DoublePlainDigits, dst + signLen);
        }

        /// <summary>As <see cref="Single"/>, without the help of the runtime.</summary>
        internal static int ByDigits(float value, byte* dst)
        {
            byte* digits = stackalloc byte[MaxDigits + 1];
            int bits = *(int*)&value;
            int signLen = Sign(bits < 0, dst);
            int count;
            int point;
            Shortest((uint)bits & 0x7FFFFF, bits >> 23 & 0xFF, 23, -149, digits, out count, out point);
            return signLen + LayOut(digits, count, point, SinglePlainDigits, dst + signLen);
        }

        // The digits of a float of so many bits of fraction, the least of which stands for 2^least where it is subnormal.
        private static void Shortest(ulong fraction, int exponent, int fractionBits, int least, byte* digits, out int count,
            out int point)
        {
            if (exponent > 0)
            {
                Shortest(fraction | 1UL << fractionBits, exponent - 1 + least, fraction == 0 && exponent > 1, digits,
                    out count, out point);
            }
            else if (fraction > 0)
            {
                Shortest(fraction, least, false, digits, out count, out point);
            }
            else
            {
                digits[0] = (byte)'0';
                count = 1;
                point = 1;
            }
        }

        private static int Sign(bool negative, byte* dst)
        {
            if (negative)
            {
                dst[0] = (byte)'-';
            }
            return negative ? 1 : 0;
        }

        // The digits, with the point after so many of them, which may be none or more than there are.
        private static int LayOut(byte* digits, int count, int point, int plainDigits, byte* dst)
        {
            int len = 0;
            bool hasExponent = point > plainDigits || point < -MaxLeadingZeros;
            int before = hasExponent ? 1 : point;
            int at = 0;
            if (before <= 0)
            {
                dst[len++] = (byte)'0';
            }
            for (int i = 0; i < before; i++)
            {
                dst[len++] = at < count ? digits[at++] : (byte)'0';
            }
            if (at < count)
            {
                dst[len++] = (byte)'.';
                for (int i = before; i < 0; i++)
                {
                    dst[len++] = (byte)'0';
                }
                while (at < count)
                {
                    dst[len++] = digits[at++];
                }
            }
            if (!hasExponent)
            {
                return len;
            }
            int exponent = point - 1;
            dst[len++] = (byte)'E';
            dst[len++] = (byte)(exponent < 0 ? '-' : '+');
            exponent = Math.Abs(exponent);
            if (exponent >= 100)
            {
                dst[len++] = (byte)('0' + exponent / 100);
            }
            dst[len++] = (byte)('0' + exponent / 10 % 10);
            dst[len++] = (byte)('0' + exponent % 10);
            return len;
        }

        // Up to 15 digits and a small power of ten: both are exact, so their quotient is what a reader would make of
        // them.
        private static bool TryExact(double value, byte* digits, out int count, out int point)
        {
            count = 0;
            point = 0;
            double power = 1;
            for (int places = 0; places <= MaxExactPower; places++)
            {
                double scaled = value * power;
                if (scaled >= ExactLimit)
                {
                    return false;
                }
                double rounded = Math.Round(scaled);
                if (rounded >= 1 && rounded / power == value)
                {
                    byte* integer = stackalloc byte[JsonWriterNumbers.MaxIntegerLen];
                    int len = JsonWriterNumbers.UInt64((ulong)rounded, integer);
                    count = len;
                    while (count > 1 && integer[count - 1] == '0')
                    {
                        count--;
                    }
                    for (int i = 0; i < count; i++)
                    {
                        digits[i] = integer[i];
                    }
                    point = len - places;
                    return true;
                }
                power *= 10;
            }
            return false;
        }

        // The digits of significand * 2^exponent. All is scaled so that value / scale is below ten; low and high are
        // half the distances to the floats beside it, in the same scale.
        private static void Shortest(ulong significand, int exponent, bool lowerIsNearer, byte* digits,
            out int count, out int point)
        {
            uint* value = stackalloc uint[Words];
            uint* scale = stackalloc uint[Words];
            uint* low = stackalloc uint[Words];
            uint* high = stackalloc uint[Words];
            uint* sum = stackalloc uint[Words];
            LongInteger.Set(value, Words, significand);
            LongInteger.Set(scale, Words, 1);
            LongInteger.Set(low, Words, 1);
            LongInteger.Set(high, Words, 1);
            int extra = lowerIsNearer ? 2 : 1;
            LongInteger.ShiftLeft(value, Words, extra + Math.Max(exponent, 0));
            LongInteger.ShiftLeft(scale, Words, extra + Math.Max(-exponent, 0));
            LongInteger.ShiftLeft(low, Words, Math.Max(exponent, 0));
            LongInteger.ShiftLeft(high, Words, Math.Max(exponent, 0) + extra - 1);

            int topBit = 63;
            while ((significand >> topBit) == 0)
            {
                topBit--;
            }
            const double Log10Of2 = 0.30102999566398120;

            // Never above what it should be, and at most one below: hence the look at it afterwards.
            point = (int)Math.Ceiling((exponent + topBit) * Log10Of2 - 0.69);
            LongInteger.MultiplyByPower(scale, Words, point);
            LongInteger.MultiplyByPower(value, Words, -point);
            LongInteger.MultiplyByPower(low, Words, -point);
            LongInteger.MultiplyByPower(high, Words, -point);
            bool isEven = (significand & 1) == 0;
            LongInteger.Add(sum, Words, value, high);
            int beyond = LongInteger.Compare(sum, Words, scale);
            if (isEven ? beyond >= 0 : beyond > 0)
            {
                point++;
            }
            else
            {
                LongInteger.Multiply(value, Words, 10);
                LongInteger.Multiply(low, Words, 10);
                LongInteger.Multiply(high, Words, 10);
            }

            count = 0;
            for (;;)
            {
                int digit = 0;
                while (LongInteger.Compare(value, Words, scale) >= 0)
                {
                    LongInteger.Subtract(value, Words, scale);
                    digit++;
                }
                int below = LongInteger.Compare(value, Words, low);
                LongInteger.Add(sum, Words, value, high);
                int above = LongInteger.Compare(sum, Words, scale);
                bool downReads = isEven ? below <= 0 : below < 0;
                bool upReads = isEven ? above >= 0 : above > 0;
                if (!downReads && !upReads)
                {
                    digits[count++] = (byte)('0' + digit);
                    LongInteger.Multiply(value, Words, 10);
                    LongInteger.Multiply(low, Words, 10);
                    LongInteger.Multiply(high, Words, 10);
                    continue;
                }
                bool isUp = upReads;
                if (downReads && upReads)
                {
                    LongInteger.ShiftLeft(value, Words, 1);
                    int half = LongInteger.Compare(value, Words, scale);
                    isUp = half > 0 || (half == 0 && (digit & 1) != 0);
                }
                digits[count++] = (byte)('0' + digit + (isUp ? 1 : 0));
                break;
            }
            Carry(digits, ref count, ref point);
        }

        // A last digit of ten is a zero and one more before it.
        private static void Carry(byte* digits, ref int count, ref int point)
        {
            while (digits[count - 1] > '9')
            {
                if (count == 1)
                {
                    digits[0] = (byte)'1';
                    point++;
                    return;
                }
                count--;
                digits[count - 1]++;
            }
        }
    }
}
