using System;
using System.Buffers.Text;
using System.Globalization;

namespace StringMill
{
    /// <summary>Writes numbers as the text of JSON numbers; returns the number of bytes.</summary>
    internal static unsafe class JsonWriterNumbers
    {
        internal const int MaxIntegerLen = 20;

        // A sign, 29 digits, a zero before the point, and the point.
        internal const int MaxDecimalLen = 32;

        // A sign, 17 digits, the point, and E-324 or zeros.
        internal const int MaxFloatLen = 32;

        internal static int Int64(long value, byte* dst)
        {
            int len;
            Utf8Formatter.TryFormat(value, new Span<byte>(dst, MaxIntegerLen), out len);
            return len;
        }

        internal static int UInt64(ulong value, byte* dst)
        {
            int len;
            Utf8Formatter.TryFormat(value, new Span<byte>(dst, MaxIntegerLen), out len);
            return len;
        }

        internal static int Decimal(decimal value, byte* dst)
        {
            int len;
            Utf8Formatter.TryFormat(value, new Span<byte>(dst, MaxDecimalLen), out len);
            return len;
        }

        /// <summary>Writes the fewest digits that read back, in the layout of .NET Core 3.0 and newer.</summary>
        internal static int Double(double value, byte* dst)
        {
            if (OwnFloats.AreWritten)
            {
                return OwnFloats.Write(value, dst);
            }
            char* text = stackalloc char[MaxFloatLen];
            int len;
            value.TryFormat(new Span<char>(text, MaxFloatLen), out len, default(ReadOnlySpan<char>),
                CultureInfo.InvariantCulture);
            return Narrow(text, len, dst);
        }

        /// <summary>As <see cref="Double"/>.</summary>
        internal static int Single(float value, byte* dst)
        {
            if (OwnFloats.AreWritten)
            {
                return OwnFloats.Write(value, dst);
            }
            char* text = stackalloc char[MaxFloatLen];
            int len;
            value.TryFormat(new Span<char>(text, MaxFloatLen), out len, default(ReadOnlySpan<char>),
                CultureInfo.InvariantCulture);
            return Narrow(text, len, dst);
        }

        private static int Narrow(char* text, int len, byte* dst)
        {
            for (int i = 0; i < len; i++)
            {
                dst[i] = (byte)text[i];
            }
            return len;
        }
    }
}
