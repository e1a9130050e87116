using System;

namespace StringMill
{
    /// <summary>
    /// Dates and times in the extended format of ISO 8601-1:2019, with at most 16 digits of a fraction of a second, of
    /// which seven count. What is accepted is what System.Text.Json accepts.
    /// </summary>
    internal static unsafe class JsonReaderDates
    {
        internal const int MinLen = 10;

        // 2017-06-12T05:30:45.7680000123456789-07:00, and all of it as escapes.
        internal const int MaxLen = 42;
        internal const int MaxEscapedLen = 6 * MaxLen;

        private const int CountedDigits = 7;
        private const int MaxFractionDigits = 16;

        /// <summary>The numbers of a date as they stand in its text, not yet checked for their ranges.</summary>
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

            // 'Z', '+' or '-'; zero where there is none.
            internal byte Offset;

            internal bool TryDateTime(out DateTime value)
            {
                value = default(DateTime);
                if (Offset == 'Z')
                {
                    return TryDateTime(DateTimeKind.Utc, out value);
                }
                if (Offset == 0)
                {
                    return TryDateTime(DateTimeKind.Unspecified, out value);
                }
                DateTimeOffset withOffset;
                if (!TryDateTimeOffset(out withOffset))
                {
                    return false;
                }
                value = withOffset.LocalDateTime;
                return true;
            }

            internal bool TryDateTimeOffset(out DateTimeOffset value)
            {
                value = default(DateTimeOffset);
                DateTime time;
                DateTimeKind kind = Offset == 0 ? DateTimeKind.Local : DateTimeKind.Unspecified;
                if (!TryDateTime(kind, out time))
                {
                    return false;
                }
                if (OffsetHours > 14 || OffsetMinutes > 59 || (OffsetHours == 14 && OffsetMinutes != 0))
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

            private bool TryDateTime(DateTimeKind kind, out DateTime value)
            {
                value = default(DateTime);
                if (Year < 1 || Month < 1 || Month > 12 || Day < 1 || Day > DateTime.DaysInMonth(Year, Month))
                {
                    return false;
                }
                if (Hour > 23 || Minute > 59 || Second > 59)
                {
                    return false;
                }
                value = new DateTime(new DateTime(Year, Month, Day, Hour, Minute, Second).Ticks + Fraction, kind);
                return true;
            }
        }

        internal static bool TryParse(byte* src, int len, out Parts parts)
        {
            parts = default(Parts);
            if (len < MinLen || len > MaxLen)
            {
                return false;
            }
            int century;
            int year;
            if (!TwoDigits(src, out century) || !TwoDigits(src + 2, out year))
            {
                return false;
            }
            parts.Year = century * 100 + year;
            if (src[4] != '-' || !TwoDigits(src + 5, out parts.Month))
            {
                return false;
            }
            if (src[7] != '-' || !TwoDigits(src + 8, out parts.Day))
            {
                return false;
            }
            if (len == 10)
            {
                return true;
            }

            if (len < 16 || src[10] != 'T' || !TwoDigits(src + 11, out parts.Hour))
            {
                return false;
            }
            if (src[13] != ':' || !TwoDigits(src + 14, out parts.Minute))
            {
                return false;
            }
            if (len == 16)
            {
                return true;
            }
            if (src[16] != ':')
            {
                return TryParseOffset(src + 16, len - 16, ref parts);
            }

            if (len < 19 || !TwoDigits(src + 17, out parts.Second))
            {
                return false;
            }
            if (len == 19)
            {
                return true;
            }
            if (src[19] != '.')
            {
                return TryParseOffset(src + 19, len - 19, ref parts);
            }

            int at = 20;
            int digits = 0;
            while (at < len && digits < MaxFractionDigits && (uint)(src[at] - '0') <= 9)
            {
                if (digits < CountedDigits)
                {
                    parts.Fraction = parts.Fraction * 10 + (src[at] - '0');
                }
                digits++;
                at++;
            }
            for (int i = digits; i < CountedDigits; i++)
            {
                parts.Fraction *= 10;
            }
            if (len < 21)
            {
                return false;
            }
            return at == len || TryParseOffset(src + at, len - at, ref parts);
        }

        // Z, or a sign, hours, and minutes or not, to the end of the text.
        private static bool TryParseOffset(byte* src, int len, ref Parts parts)
        {
            parts.Offset = src[0];
            if (src[0] == 'Z')
            {
                return len == 1;
            }
            if (src[0] != '+' && src[0] != '-')
            {
                return false;
            }
            if (len < 3 || !TwoDigits(src + 1, out parts.OffsetHours))
            {
                return false;
            }
            if (len == 3)
            {
                return true;
            }
            return len == 6 && src[3] == ':' && TwoDigits(src + 4, out parts.OffsetMinutes);
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
