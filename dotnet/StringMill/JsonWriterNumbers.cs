using System;
using System.Globalization;

namespace StringMill
{
    /// <summary>Integers and decimals as the text of JSON numbers.</summary>
    internal static unsafe class JsonWriterNumbers
    {
        internal const int MaxIntegerLen = 20;

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

        internal static int UInt64(ulong value, byte* dst)
        {
            int len = 1;
            for (ulong rest = value; rest >= 10; rest /= 10)
            {
                len++;
            }
            for (int at = len - 1; at >= 0; at--)
            {
                ulong rest = value / 10;
                dst[at] = (byte)('0' + (value - rest * 10));
                value = rest;
            }
            return len;
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
