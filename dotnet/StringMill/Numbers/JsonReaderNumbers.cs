using System;
using System.Buffers.Text;

namespace StringMill
{
    /// <summary>Converts the text of a JSON number, whose grammar the reader has checked, into numbers of .NET.</summary>
    internal static class JsonReaderNumbers
    {
        internal static bool TryUInt64(ReadOnlySpan<byte> src, out ulong value)
        {
            int read;
            bool fits = Utf8Parser.TryParse(src, out value, out read) && read == src.Length;
            value = fits ? value : 0;
            return fits;
        }

        internal static bool TryInt64(ReadOnlySpan<byte> src, out long value)
        {
            int read;
            bool fits = Utf8Parser.TryParse(src, out value, out read) && read == src.Length;
            value = fits ? value : 0;
            return fits;
        }

        internal static bool TryDecimal(ReadOnlySpan<byte> src, out decimal value)
        {
            int read;
            bool fits = Utf8Parser.TryParse(src, out value, out read) && read == src.Length;
            value = fits ? value : 0;
            return fits;
        }

        /// <summary>Returns the nearest double, an infinity if the number is too large.</summary>
        internal static double Double(ReadOnlySpan<byte> src)
        {
            if (OwnFloats.AreRead)
            {
                return OwnFloats.ReadDouble(src);
            }
            double value;
            int read;
            return Utf8Parser.TryParse(src, out value, out read) ? value : ZeroOrInfinity(src);
        }

        /// <summary>Returns the nearest float, an infinity if the number is too large.</summary>
        internal static float Single(ReadOnlySpan<byte> src)
        {
            if (OwnFloats.AreRead)
            {
                return OwnFloats.ReadSingle(src);
            }
            float value;
            int read;
            return Utf8Parser.TryParse(src, out value, out read) ? value : (float)ZeroOrInfinity(src);
        }

        // The parser refuses an exponent beyond 32 bits. No text is long enough for its digits to balance such an exponent.
        private static double ZeroOrInfinity(ReadOnlySpan<byte> src)
        {
            bool isZero = true;
            int at = 0;
            for (; at < src.Length && (src[at] | 0x20) != 'e'; at++)
            {
                isZero &= src[at] < '1' || src[at] > '9';
            }
            bool isTiny = at + 1 < src.Length && src[at + 1] == '-';
            double magnitude = isZero || isTiny ? 0 : double.PositiveInfinity;
            return src[0] == '-' ? -magnitude : magnitude;
        }
    }
}
