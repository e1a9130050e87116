using System;

namespace StringMill
{
    /// <summary>Values that JSON has no form of its own for, as the text of strings: base64, dates, GUIDs.</summary>
    internal static unsafe class JsonWriterBinary
    {
        // YYYY-MM-DDThh:mm:ss.fffffff-hh:mm
        internal const int MaxDateLen = 33;
        internal const int GuidLen = 36;

        private const string Symbols = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        private const string Digits = "0123456789abcdef";

        /// <summary>
        /// Base64 with padding (RFC 4648, section 4), four symbols for each three bytes or what is left.
        /// </summary>
        internal static void Base64(byte* src, int len, byte* dst)
        {
            int at = 0;
            for (; len - at >= 3; at += 3)
            {
                int bits = src[at] << 16 | src[at + 1] << 8 | src[at + 2];
                dst[0] = (byte)Symbols[bits >> 18];
                dst[1] = (byte)Symbols[bits >> 12 & 63];
                dst[2] = (byte)Symbols[bits >> 6 & 63];
                dst[3] = (byte)Symbols[bits & 63];
                dst += 4;
            }
            if (at == len)
            {
                return;
            }
            int rest = src[at] << 16 | (len - at == 2 ? src[at + 1] << 8 : 0);
            dst[0] = (byte)Symbols[rest >> 18];
            dst[1] = (byte)Symbols[rest >> 12 & 63];
            dst[2] = (byte)(len - at == 2 ? Symbols[rest >> 6 & 63] : '=');
            dst[3] = (byte)'=';
        }

        internal static int Date(DateTime value, byte* dst)
        {
            int len = DateAndTime(value, dst);
            if (value.Kind == DateTimeKind.Utc)
            {
                dst[len++] = (byte)'Z';
            }
            else if (value.Kind == DateTimeKind.Local)
            {
                len += Offset(TimeZoneInfo.Local.GetUtcOffset(value), dst + len);
            }
            return len;
        }

        internal static int Date(DateTimeOffset value, byte* dst)
        {
            int len = DateAndTime(value.DateTime, dst);
            return len + Offset(value.Offset, dst + len);
        }

        private static int DateAndTime(DateTime value, byte* dst)
        {
            TwoDigits(value.Year / 100, dst);
            TwoDigits(value.Year % 100, dst + 2);
            dst[4] = (byte)'-';
            TwoDigits(value.Month, dst + 5);
            dst[7] = (byte)'-';
            TwoDigits(value.Day, dst + 8);
            dst[10] = (byte)'T';
            TwoDigits(value.Hour, dst + 11);
            dst[13] = (byte)':';
            TwoDigits(value.Minute, dst + 14);
            dst[16] = (byte)':';
            TwoDigits(value.Second, dst + 17);
            int fraction = (int)(value.Ticks % TimeSpan.TicksPerSecond);
            if (fraction == 0)
            {
                return 19;
            }
            dst[19] = (byte)'.';
            int digits = 7;
            for (; fraction % 10 == 0; digits--)
            {
                fraction /= 10;
            }
            for (int at = 19 + digits; at > 19; at--)
            {
                dst[at] = (byte)('0' + fraction % 10);
                fraction /= 10;
            }
            return 20 + digits;
        }

        private static int Offset(TimeSpan offset, byte* dst)
        {
            dst[0] = (byte)(offset.Ticks < 0 ? '-' : '+');
            TwoDigits(Math.Abs(offset.Hours), dst + 1);
            dst[3] = (byte)':';
            TwoDigits(Math.Abs(offset.Minutes), dst + 4);
            return 6;
        }

        private static void TwoDigits(int value, byte* dst)
        {
            dst[0] = (byte)('0' + value / 10);
            dst[1] = (byte)('0' + value % 10);
        }

        /// <summary>Eight, four, four, four and twelve digits, the first three groups as numbers.</summary>
        internal static void Guid(Guid value, byte* dst)
        {
            byte* bytes = (byte*)&value;
            HexDigits((ulong)*(uint*)bytes, 8, dst);
            dst[8] = (byte)'-';
            HexDigits(*(ushort*)(bytes + 4), 4, dst + 9);
            dst[13] = (byte)'-';
            HexDigits(*(ushort*)(bytes + 6), 4, dst + 14);
            dst[18] = (byte)'-';
            dst[23] = (byte)'-';
            for (int i = 0; i < 8; i++)
            {
                HexDigits(bytes[8 + i], 2, dst + 19 + 2 * i + (i >= 2 ? 1 : 0));
            }
        }

        private static void HexDigits(ulong value, int count, byte* dst)
        {
            for (int at = count - 1; at >= 0; at--)
            {
                dst[at] = (byte)Digits[(int)(value & 15)];
                value >>= 4;
            }
        }
    }
}
