using System;
using System.Buffers.Binary;

namespace StringMill
{
    /// <summary>
    /// Reads dates and times in the extended format of ISO 8601-1:2019, as System.Text.Json does: with at most 16 digits of a
    /// fraction of a second, seven of which count.
    /// </summary>
    internal static unsafe class JsonReaderDates
    {
        internal const int MinLen = 10;

        // 2017-06-12T05:30:45.7680000123456789-07:00
        internal const int MaxLen = 42;

        private const ulong EachByte = 0x0101010101010101;

        // "0000-00-" and "00T00:00", the first character in the lowest byte.
        private const ulong YearAndMonth = 0x2D30302D30303030;
        private const ulong DayToMinute = 0x30303A3030543030;

        // Summands that set the highest bit of a byte: 0x76 if a digit is ten or more, 0x7F if a mark differs.
        private const ulong YearAndMonthLimits = 0x7F76767F76767676;
        private const ulong DayToMinuteLimits = 0x76767F76767F7676;

        private const int CountedDigits = 7;
        private const int MaxFractionDigits = 16;

        /// <summary>The numbers of a date, whose ranges are not checked yet.</summary>
        internal struct Parts
        {
            internal int Year;
            internal int Month;
            internal int Day;
            internal int Hour;
            internal int Minute;
            internal int Second;
            internal int Fraction;
            internal int OffsetHours;
            internal int OffsetMinutes;

            // 'Z', '+' or '-'; zero without an offset.
            internal byte Offset;

            internal bool TryDateTime(out DateTime value)
            {
                if (Offset == 'Z' || Offset == 0)
                {
                    return TryTime(Offset == 'Z' ? DateTimeKind.Utc : DateTimeKind.Unspecified, out value);
                }
                DateTimeOffset withOffset;
                bool isDate = TryDateTimeOffset(out withOffset);
                value = isDate ? withOffset.LocalDateTime : default(DateTime);
                return isDate;
            }

            internal bool TryDateTimeOffset(out DateTimeOffset value)
            {
                value = default(DateTimeOffset);
                DateTime time;
                bool isDate = TryTime(Offset == 0 ? DateTimeKind.Local : DateTimeKind.Unspecified, out time);
                if (!isDate || OffsetHours > 14 || OffsetMinutes > 59 || (OffsetHours == 14 && OffsetMinutes != 0))
                {
                    return false;
                }
                try
                {
                    var offset = new TimeSpan(OffsetHours, OffsetMinutes, 0);
                    value = Offset == 0 ? new DateTimeOffset(time)
                        : new DateTimeOffset(time, Offset == '-' ? offset.Negate() : offset);
                    return true;
                }
                catch (ArgumentOutOfRangeException)
                {
                    // The offset moves the time out of the years 1 to 9999.
                    return false;
                }
            }

            private bool TryTime(DateTimeKind kind, out DateTime value)
            {
                bool isDate = Year >= 1 && Month >= 1 && Month <= 12 && Day >= 1 && Day <= DateTime.DaysInMonth(Year, Month)
                    && Hour <= 23 && Minute <= 59 && Second <= 59;
                long ticks = ((Hour * 60 + Minute) * 60 + Second) * TimeSpan.TicksPerSecond + Fraction;
                value = isDate ? new DateTime(new DateTime(Year, Month, Day).Ticks + ticks, kind) : default(DateTime);
                return isDate;
            }
        }

        internal static bool TryParse(byte* src, int len, out Parts parts)
        {
            parts = default(Parts);
            if (len < MinLen || len > MaxLen)
            {
                return false;
            }
            ulong pairs;
            bool isMonth = TryPairs(src, YearAndMonth, YearAndMonthLimits, out pairs);
            parts.Year = (byte)pairs * 100 + (byte)(pairs >> 16);
            parts.Month = (byte)(pairs >> 40);
            if (len < 16)
            {
                return isMonth & len == MinLen && TwoDigits(src + 8, out parts.Day);
            }
            bool hasMinutes = TryPairs(src + 8, DayToMinute, DayToMinuteLimits, out pairs) & isMonth;
            parts.Day = (byte)pairs;
            parts.Hour = (byte)(pairs >> 24);
            parts.Minute = (byte)(pairs >> 48);
            if (!hasMinutes || len == 16)
            {
                return hasMinutes;
            }
            if (src[16] != ':')
            {
                return TryParseOffset(src + 16, len - 16, ref parts);
            }
            bool hasSeconds = len >= 19 && TwoDigits(src + 17, out parts.Second);
            if (!hasSeconds || len == 19)
            {
                return hasSeconds;
            }
            if (src[19] != '.')
            {
                return TryParseOffset(src + 19, len - 19, ref parts);
            }
            int at = 20 + ReadFraction(src + 20, len - 20, ref parts);
            return len >= 21 && (at == len || TryParseOffset(src + at, len - at, ref parts));
        }

        /// <summary>
        /// Reads eight characters at once: pairs of digits and the marks between them. The number of a pair replaces its first digit.
        /// In an interpreter a loop over digits would take several times as long.
        /// </summary>
        /// <param name="src">Eight bytes.</param>
        /// <param name="form">A zero for each digit, and the marks.</param>
        /// <param name="limits">The limits of its differences.</param>
        /// <param name="pairs">The numbers, the first in the lowest byte.</param>
        /// <returns>False for any other text.</returns>
        private static bool TryPairs(byte* src, ulong form, ulong limits, out ulong pairs)
        {
            ulong word = *(ulong*)src;
            ulong digits = (BitConverter.IsLittleEndian ? word : BinaryPrimitives.ReverseEndianness(word)) ^ form;
            pairs = digits * 10 + (digits >> 8);
            return ((digits + limits | digits) & 0x80 * EachByte) == 0;
        }

        private static int ReadFraction(byte* src, int len, ref Parts parts)
        {
            int digits = 0;
            int fraction = 0;
            for (; digits < len && digits < MaxFractionDigits && (uint)(src[digits] - '0') <= 9; digits++)
            {
                fraction = digits < CountedDigits ? fraction * 10 + (src[digits] - '0') : fraction;
            }
            for (int i = digits; i < CountedDigits; i++)
            {
                fraction *= 10;
            }
            parts.Fraction = fraction;
            return digits;
        }

        // Reads the offset up to the end of the text: Z, or a sign, hours, and optional minutes.
        private static bool TryParseOffset(byte* src, int len, ref Parts parts)
        {
            parts.Offset = src[0];
            if (src[0] == 'Z')
            {
                return len == 1;
            }
            bool hasHours = (src[0] == '+' || src[0] == '-') && len >= 3 && TwoDigits(src + 1, out parts.OffsetHours);
            return hasHours && (len == 3 || (len == 6 && src[3] == ':' && TwoDigits(src + 4, out parts.OffsetMinutes)));
        }

        private static bool TwoDigits(byte* src, out int value)
        {
            uint tens = (uint)(src[0] - '0');
            uint ones = (uint)(src[1] - '0');
            value = (int)(tens * 10 + ones);
            return tens <= 9 && ones <= 9;
        }
    }
}
