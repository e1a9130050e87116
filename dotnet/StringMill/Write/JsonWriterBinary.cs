using System;
using System.Buffers.Text;

namespace StringMill
{
    /// <summary>Writes values without a form of their own in JSON as the text of strings; returns the length.</summary>
    internal static unsafe class JsonWriterBinary
    {
        // YYYY-MM-DDThh:mm:ss.fffffff-hh:mm
        internal const int MaxDateLen = 33;
        internal const int GuidLen = 36;

        private const int SecondsLen = 19;
        private const int FractionLen = 8;

        internal static int Date(DateTime value, byte* dst)
        {
            int len;
            Utf8Formatter.TryFormat(value, new Span<byte>(dst, MaxDateLen), out len, 'O');
            return Trim(dst, len);
        }

        internal static int Date(DateTimeOffset value, byte* dst)
        {
            int len;
            Utf8Formatter.TryFormat(value, new Span<byte>(dst, MaxDateLen), out len, 'O');
            return Trim(dst, len);
        }

        // Takes zeros off the end of the fraction, and the point if no digit is left.
        private static int Trim(byte* date, int len)
        {
            int kept = SecondsLen + FractionLen;
            while (date[kept - 1] == '0')
            {
                kept--;
            }
            if (date[kept - 1] == '.')
            {
                kept--;
            }
            for (int from = SecondsLen + FractionLen; from < len; from++)
            {
                date[kept++] = date[from];
            }
            return kept;
        }

        internal static int Guid(Guid value, byte* dst)
        {
            int len;
            Utf8Formatter.TryFormat(value, new Span<byte>(dst, GuidLen), out len);
            return len;
        }
    }
}
