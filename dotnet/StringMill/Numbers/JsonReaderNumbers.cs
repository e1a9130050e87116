using System;
using System.Buffers;
using System.Buffers.Text;
using System.Globalization;

namespace StringMill
{
    /// <summary>The text of a JSON number, whose grammar the reader has checked, turned into numbers of .NET.</summary>
    internal static unsafe class JsonReaderNumbers
    {
        private const int StackLen = 128;

        // The powers of ten that a double holds exactly.
        private static readonly double[] ExactPowers =
        {
            1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
            1e19,
            1e20, 1e21, 1e22,
        };

        internal static bool TryUInt64(byte* src, int len, out ulong value)
        {
            return TryMagnitude(src, len, ulong.MaxValue, out value);
        }

        internal static bool TryInt64(byte* src, int len, out long value)
        {
            ulong magnitude;
            bool negative = src[0] == '-';
            bool fits = negative ? TryMagnitude(src + 1, len - 1, 1UL << 63, out magnitude)
                : TryMagnitude(src, len, long.MaxValue, out magnitude);
            value = negative ? -(long)magnitude : (long)magnitude;
            return fits;
        }

        private static bool TryMagnitude(byte* src, int len, ulong max, out ulong value)
        {
            value = 0;
            ulong sum = 0;
            for (int i = 0; i < len; i++)
            {
                uint digit = (uint)(src[i] - '0');
                if (digit > 9 || sum > ulong.MaxValue / 10)
                {
                    return false;
                }
                ulong next = sum * 10 + digit;
                if (next < digit || next > max)
                {
                    return false;
                }
                sum = next;
            }
            value = sum;
            return true;
        }

        internal static bool TryDouble(byte* src, int len, out double value)
        {
            long digits;
            int exponent;
            if (TryShort(src, len, out digits, out exponent) && exponent >= -22 && exponent <= 22)
            {
                // Both factors are exact, so that the one rounding gives the nearest double.
                value = exponent < 0 ? digits / ExactPowers[-exponent] : digits * ExactPowers[exponent];
                if (src[0] == '-')
                {
                    value = -value;
                }
                return true;
            }
            if (JsonReaderQuickFloats.TryDouble(src, len, out value))
            {
                return true;
            }
            bool finite;
            if (IsExponentExtreme(src, len, out finite))
            {
                value = 0;
            }
#if !NETSTANDARD2_0
            else if (JsonReaderFloats.IsRuntimeExact)
            {
                int read;
                finite = Utf8Parser.TryParse(new ReadOnlySpan<byte>(src, len), out value, out read);
            }
#endif
            else if (len <= StackLen)
            {
                finite = TryDoubleOnStack(src, len, out value);
            }
            else
            {
                finite = TryDoublePooled(src, len, out value);
            }
            if (!JsonReaderFloats.IsRuntimeExact && !IsExponentExtreme(src, len, out finite))
            {
                value = JsonReaderFloats.Double(src, len, value);
                finite = true;
            }
            value = Settle(value, finite, src[0] == '-');
            return true;
        }

        internal static bool TrySingle(byte* src, int len, out float value)
        {
            bool finite;
            if (IsExponentExtreme(src, len, out finite))
            {
                value = 0;
            }
            else if (len <= StackLen)
            {
                finite = TrySingleOnStack(src, len, out value);
            }
            else
            {
                finite = TrySinglePooled(src, len, out value);
            }
            if (!JsonReaderFloats.IsRuntimeExact && !IsExponentExtreme(src, len, out finite))
            {
                value = JsonReaderFloats.Single(src, len, value);
                finite = true;
            }
            value = (float)Settle(value, finite, src[0] == '-');
            return true;
        }

        internal static bool TryDecimal(byte* src, int len, out decimal value)
        {
            long digits;
            int exponent;
            if (TryShort(src, len, out digits, out exponent) && exponent <= 0 && exponent >= -28)
            {
                value = new decimal((int)digits, (int)(digits >> 32), 0, src[0] == '-', (byte)-exponent);
                return true;
            }
            if (len <= StackLen)
            {
                char* room = stackalloc char[StackLen];
                return decimal.TryParse(Widen(src, len, room), NumberStyles.Float, CultureInfo.InvariantCulture,
                    out value);
            }
            char[] pooled = ArrayPool<char>.Shared.Rent(len);
            try
            {
                fixed (char* room = pooled)
                {
                    return decimal.TryParse(Widen(src, len, room), NumberStyles.Float, CultureInfo.InvariantCulture,
                        out value);
                }
            }
            finally
            {
                ArrayPool<char>.Shared.Return(pooled);
            }
        }

        // Up to 15 digits, whose number a double holds exactly, and no exponent in the text; the sign is left out.
        private static bool TryShort(byte* src, int len, out long digits, out int exponent)
        {
            digits = 0;
            exponent = 0;
            int at = src[0] == '-' ? 1 : 0;
            if (len - at > 16)
            {
                return false;
            }
            int point = len;
            int count = 0;
            for (; at < len; at++)
            {
                uint digit = (uint)(src[at] - '0');
                if (digit <= 9)
                {
                    digits = digits * 10 + digit;
                    count++;
                }
                else if (src[at] == '.')
                {
                    point = at + 1;
                }
                else
                {
                    return false;
                }
            }
            exponent = point - len;
            return count <= 15;
        }

        // Runtimes differ: some find no number that is too large, and some lose the sign of zero.
        private static double Settle(double value, bool finite, bool negative)
        {
            double magnitude = finite ? Math.Abs(value) : double.PositiveInfinity;
            return negative ? -magnitude : magnitude;
        }

        // An exponent that no digits in memory make up for: the number is zero or infinite, and the parsers of some
        // runtimes count it wrong.
        private static bool IsExponentExtreme(byte* src, int len, out bool finite)
        {
            finite = true;
            bool isZero = true;
            int at = 0;
            for (; at < len && (src[at] | 0x20) != 'e'; at++)
            {
                if (src[at] >= '1' && src[at] <= '9')
                {
                    isZero = false;
                }
            }
            if (at == len)
            {
                return false;
            }
            at++;
            bool negative = src[at] == '-';
            if (src[at] == '+' || negative)
            {
                at++;
            }
            ulong exponent;
            if (TryMagnitude(src + at, len - at, 10000 + (ulong)len, out exponent))
            {
                return false;
            }
            finite = isZero || negative;
            return true;
        }

#if NETSTANDARD2_0
        // There is no parser of spans.
        private static string Widen(byte* src, int len, char* room)
#else
        private static ReadOnlySpan<char> Widen(byte* src, int len, char* room)
#endif
        {
            for (int i = 0; i < len; i++)
            {
                room[i] = (char)src[i];
            }
#if NETSTANDARD2_0
            return new string(room, 0, len);
#else
            return new ReadOnlySpan<char>(room, len);
#endif
        }

        private static bool TryDoubleOnStack(byte* src, int len, out double value)
        {
            char* room = stackalloc char[StackLen];
            return double.TryParse(Widen(src, len, room), NumberStyles.Float, CultureInfo.InvariantCulture, out value);
        }

        private static bool TryDoublePooled(byte* src, int len, out double value)
        {
            char[] pooled = ArrayPool<char>.Shared.Rent(len);
            try
            {
                fixed (char* room = pooled)
                {
                    return double.TryParse(Widen(src, len, room), NumberStyles.Float, CultureInfo.InvariantCulture,
                        out value);
                }
            }
            finally
            {
                ArrayPool<char>.Shared.Return(pooled);
            }
        }

        private static bool TrySingleOnStack(byte* src, int len, out float value)
        {
            char* room = stackalloc char[StackLen];
            return float.TryParse(Widen(src, len, room), NumberStyles.Float, CultureInfo.InvariantCulture, out value);
        }

        private static bool TrySinglePooled(byte* src, int len, out float value)
        {
            char[] pooled = ArrayPool<char>.Shared.Rent(len);
            try
            {
                fixed (char* room = pooled)
                {
                    return float.TryParse(Widen(src, len, room), NumberStyles.Float, CultureInfo.InvariantCulture,
                        out value);
                }
            }
            finally
            {
                ArrayPool<char>.Shared.Return(pooled);
            }
        }
    }
}
