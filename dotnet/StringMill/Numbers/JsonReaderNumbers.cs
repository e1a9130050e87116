using System;
using System.Buffers.Text;

namespace StringMill
{
    /// <summary>Converts the text of a JSON number, whose grammar the reader has checked, into numbers of .NET.</summary>
    internal static unsafe class JsonReaderNumbers
    {
        internal static bool TryUInt64(byte* src, int len, out ulong value)
        {
            int read;
            bool fits = Utf8Parser.TryParse(new ReadOnlySpan<byte>(src, len), out value, out read) && read == len;
            value = fits ? value : 0;
            return fits;
        }

        internal static bool TryInt64(byte* src, int len, out long value)
        {
            int read;
            bool fits = Utf8Parser.TryParse(new ReadOnlySpan<byte>(src, len), out value, out read) && read == len;
            value = fits ? value : 0;
            return fits;
        }

        internal static bool TryDecimal(byte* src, int len, out decimal value)
        {
            int read;
            bool fits = Utf8Parser.TryParse(new ReadOnlySpan<byte>(src, len), out value, out read) && read == len;
            value = fits ? value : 0;
            return fits;
        }

        /// <summary>Returns the nearest double, an infinity if the number is too large.</summary>
        internal static double Double(byte* src, int len)
        {
            if (OwnFloats.AreRead)
            {
                return OwnFloats.ReadDouble(src, len);
            }
            double value;
            int read;
            return Utf8Parser.TryParse(new ReadOnlySpan<byte>(src, len), out value, out read) ? value : ZeroOrInfinity(src, len);
        }

        /// <summary>Returns the nearest float, an infinity if the number is too large.</summary>
        internal static float Single(byte* src, int len)
        {
            if (OwnFloats.AreRead)
            {
                return OwnFloats.ReadSingle(src, len);
            }
            float value;
            int read;
            return Utf8Parser.TryParse(new ReadOnlySpan<byte>(src, len), out value, out read) ? value
                : (float)ZeroOrInfinity(src, len);
        }

        // The parser refuses an exponent beyond 32 bits. No digits in memory make up for it.
        private static double ZeroOrInfinity(byte* src, int len)
        {
            bool isZero = true;
            int at = 0;
            for (; at < len && (src[at] | 0x20) != 'e'; at++)
            {
                isZero &= src[at] < '1' || src[at] > '9';
            }
            bool isTiny = at + 1 < len && src[at + 1] == '-';
            double magnitude = isZero || isTiny ? 0 : double.PositiveInfinity;
            return src[0] == '-' ? -magnitude : magnitude;
        }
    }
}
