using System;
using System.Globalization;
using System.Runtime.CompilerServices;

namespace StringMill
{
    /// <summary>Integers and decimals as the text of JSON numbers.</summary>
    internal static unsafe class JsonWriterNumbers
    {
        internal const int MaxIntegerLen = 20;

        // Digits that are made at once, and what they are less than.
        internal const int Word = 8;
        internal const uint WordLimit = 100000000;

        internal const ulong Zeros = 0x3030303030303030;

        // A sign, 29 digits, a zero before the point, and the point.
        internal const int MaxDecimalLen = 32;

        internal static int Int64(long value, byte* dst)
        {
            if (value >= 0)
            {
                return UInt64((ulong)value, dst);
            }
            dst[0] = (byte)'-';
            return 1 + UInt64(0UL - (ulong)value, dst + 1);
        }

        /// <summary>Writes an integer where there is room for <see cref="MaxIntegerLen"/>.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal static int UInt64(ulong value, byte* dst)
        {
            return value < WordLimit ? Short((uint)value, dst) : Long(value, dst);
        }

        private static int Long(ulong value, byte* dst)
        {
            ulong upper = value / WordLimit;
            int len = UInt64(upper, dst);
            Store(dst + len, ByteDigits((uint)(value - upper * WordLimit)) | Zeros);
            return len + Word;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static int Short(uint value, byte* dst)
        {
            ulong digits = ByteDigits(value);
            // The last digit stays, whatever it is.
            int zeros = Bits.TrailingZeroBytes(digits | 1UL << 56);
            Store(dst, (digits | Zeros) >> 8 * zeros);
            return Word - zeros;
        }

        /// <summary>Eight digits, each in a byte, the first one lowest.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal static ulong ByteDigits(uint number)
        {
            // Two of four, four of two, eight of one; where that is exact, a division is a product.
            ulong upper = number / 10000;
            ulong fours = upper | (number - upper * 10000) << 32;
            upper = fours * 5243 >> 19 & 0x0000007F0000007F;
            ulong twos = upper | (fours - upper * 100) << 16;
            upper = twos * 103 >> 10 & 0x000F000F000F000F;
            return upper | (twos - upper * 10) << 8;
        }

        /// <summary>Eight bytes, the lowest first.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal static void Store(byte* dst, ulong word)
        {
            if (BitConverter.IsLittleEndian)
            {
                *(ulong*)dst = word;
                return;
            }
            for (int i = 0; i < Word; i++)
            {
                dst[i] = (byte)(word >> 8 * i);
            }
        }

        internal static int Decimal(decimal value, byte* dst)
        {
#if NETSTANDARD2_0
            string text = value.ToString(CultureInfo.InvariantCulture);
            int len = text.Length;
#else
            char* text = stackalloc char[MaxDecimalLen];
            int len;
            value.TryFormat(new Span<char>(text, MaxDecimalLen), out len, default(ReadOnlySpan<char>),
                CultureInfo.InvariantCulture);
#endif
            for (int i = 0; i < len; i++)
            {
                dst[i] = (byte)text[i];
            }
            return len;
        }
    }
}
