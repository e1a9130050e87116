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
            // Writes date and time without the offset, trims the fraction, and then appends the offset: to move the offset takes longer.
            int len = Date(value.DateTime, dst);
            int minutes = (int)(value.Offset.Ticks / TimeSpan.TicksPerMinute);
            int distance = Math.Abs(minutes);
            dst[len] = (byte)(minutes < 0 ? '-' : '+');
            PutTwoDigits(distance / 60, dst + len + 1);
            dst[len + 3] = (byte)':';
            PutTwoDigits(distance % 60, dst + len + 4);
            return len + 6;
        }

        private static void PutTwoDigits(int number, byte* dst)
        {
            dst[0] = (byte)('0' + number / 10);
            dst[1] = (byte)('0' + number % 10);
        }

        // Takes zeros off the end of the fraction, and the point if no digit is left.
        private static int Trim(byte* date, int len)
        {
            int kept = SecondsLen + FractionLen;
            if (date[kept - 1] != '0')
            {
                return len;
            }
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
