using System;
using System.Buffers.Text;
using System.Runtime.InteropServices;

namespace StringMill
{
    // Booleans, numbers, dates and GUIDs. A Try method returns false, and the method without Try throws FormatException, if the
    // value does not fit the type.
    public unsafe ref partial struct JsonReader
    {
        private const int GuidLen = 36;

        // The most bytes of JSON that spell one byte.
        private const int MaxEscape = 6;

        /// <summary>Returns the value of <c>true</c> or <c>false</c>.</summary>
        public bool GetBoolean()
        {
            if (token != JsonTokenKind.True && token != JsonTokenKind.False)
            {
                throw Misplaced("a boolean");
            }
            return token == JsonTokenKind.True;
        }

        /// <summary>Reads a number as a 32-bit integer.</summary>
        /// <returns>False if it has a fraction or exponent, or is out of range.</returns>
        public bool TryGetInt32(out int value)
        {
            long wide;
            bool fits = TryGetInt64(out wide) && wide >= int.MinValue && wide <= int.MaxValue;
            value = fits ? (int)wide : 0;
            return fits;
        }

        /// <summary>Reads a number as an unsigned 32-bit integer.</summary>
        /// <returns>False if it has a fraction or exponent, or is out of range.</returns>
        public bool TryGetUInt32(out uint value)
        {
            ulong wide;
            bool fits = TryGetUInt64(out wide) && wide <= uint.MaxValue;
            value = fits ? (uint)wide : 0;
            return fits;
        }

        /// <summary>Reads a number as a 64-bit integer.</summary>
        /// <returns>False if it has a fraction or exponent, or is out of range.</returns>
        public bool TryGetInt64(out long value)
        {
            RequireNumber();
            return JsonReaderNumbers.TryInt64(ValueSpan, out value);
        }

        /// <summary>Reads a number as an unsigned 64-bit integer.</summary>
        /// <returns>False if it has a fraction or exponent, or is out of range.</returns>
        public bool TryGetUInt64(out ulong value)
        {
            RequireNumber();
            return JsonReaderNumbers.TryUInt64(ValueSpan, out value);
        }

        /// <summary>Reads a number as the nearest <see cref="double"/>, an infinity if it is too large, on every runtime.</summary>
        /// <returns>Always true: every number has a nearest float.</returns>
        public bool TryGetDouble(out double value)
        {
            RequireNumber();
            value = JsonReaderNumbers.Double(ValueSpan);
            return true;
        }

        /// <summary>Reads a number as the nearest <see cref="float"/>, an infinity if it is too large, on every runtime.</summary>
        /// <returns>Always true: every number has a nearest float.</returns>
        public bool TryGetSingle(out float value)
        {
            RequireNumber();
            value = JsonReaderNumbers.Single(ValueSpan);
            return true;
        }

        /// <summary>Reads a number as a <see cref="decimal"/>, rounded to its 28 or 29 digits.</summary>
        /// <returns>False if it is out of range.</returns>
        public bool TryGetDecimal(out decimal value)
        {
            RequireNumber();
            return JsonReaderNumbers.TryDecimal(ValueSpan, out value);
        }

        /// <summary>
        /// Reads a string as a date and time of ISO 8601-1:2019, extended format:
        /// <c>YYYY-MM-DD[Thh:mm[:ss[.s]][Z|(+|-)hh[:mm]]]</c>.
        /// </summary>
        /// <param name="value">Of kind UTC with <c>Z</c>, local with another offset, else unspecified.</param>
        /// <returns>False if it has another form.</returns>
        public bool TryGetDateTime(out DateTime value)
        {
            JsonReaderDates.Parts parts;
            value = default(DateTime);
            return TryGetDate(out parts) && parts.TryDateTime(out value);
        }

        /// <summary>As <see cref="TryGetDateTime"/>; without an offset the time is local.</summary>
        /// <returns>False if it has another form.</returns>
        public bool TryGetDateTimeOffset(out DateTimeOffset value)
        {
            JsonReaderDates.Parts parts;
            value = default(DateTimeOffset);
            return TryGetDate(out parts) && parts.TryDateTimeOffset(out value);
        }

        /// <summary>Reads a string as a GUID of 32 digits in five groups, with hyphens and without braces.</summary>
        /// <returns>False if it has another form.</returns>
        public bool TryGetGuid(out Guid value)
        {
            RequireString();
            return valueIsEscaped ? TryUnescapeGuid(out value) : TryParseGuid(ValueSpan, out value);
        }

        // A method of its own: the runtime fills room on the stack with zeros.
        private bool TryUnescapeGuid(out Guid value)
        {
            byte* room = stackalloc byte[MaxEscape * GuidLen];
            return TryParseGuid(new ReadOnlySpan<byte>(room, UnescapeShort(room, 0, GuidLen)), out value);
        }

        private static bool TryParseGuid(ReadOnlySpan<byte> text, out Guid value)
        {
            int read = 0;
            bool isGuid = Utf8Parser.TryParse(text, out value, out read) && read == GuidLen && text.Length == GuidLen;
            value = isGuid ? value : default(Guid);
            return isGuid;
        }

        /// <summary>As <see cref="TryGetInt32"/>.</summary>
        public int GetInt32()
        {
            int value;
            return TryGetInt32(out value) ? value : throw Unfit("number", "32-bit integer");
        }

        /// <summary>As <see cref="TryGetUInt32"/>.</summary>
        public uint GetUInt32()
        {
            uint value;
            return TryGetUInt32(out value) ? value : throw Unfit("number", "unsigned 32-bit integer");
        }

        /// <summary>As <see cref="TryGetInt64"/>.</summary>
        public long GetInt64()
        {
            long value;
            return TryGetInt64(out value) ? value : throw Unfit("number", "64-bit integer");
        }

        /// <summary>As <see cref="TryGetUInt64"/>.</summary>
        public ulong GetUInt64()
        {
            ulong value;
            return TryGetUInt64(out value) ? value : throw Unfit("number", "unsigned 64-bit integer");
        }

        /// <summary>As <see cref="TryGetDouble"/>.</summary>
        public double GetDouble()
        {
            double value;
            TryGetDouble(out value);
            return value;
        }

        /// <summary>As <see cref="TryGetSingle"/>.</summary>
        public float GetSingle()
        {
            float value;
            TryGetSingle(out value);
            return value;
        }

        /// <summary>As <see cref="TryGetDecimal"/>.</summary>
        public decimal GetDecimal()
        {
            decimal value;
            return TryGetDecimal(out value) ? value : throw Unfit("number", "decimal");
        }

        /// <summary>As <see cref="TryGetDateTime"/>.</summary>
        public DateTime GetDateTime()
        {
            DateTime value;
            return TryGetDateTime(out value) ? value : throw Unfit("string", "date of ISO 8601");
        }

        /// <summary>As <see cref="TryGetDateTimeOffset"/>.</summary>
        public DateTimeOffset GetDateTimeOffset()
        {
            DateTimeOffset value;
            return TryGetDateTimeOffset(out value) ? value : throw Unfit("string", "date of ISO 8601");
        }

        /// <summary>As <see cref="TryGetGuid"/>.</summary>
        public Guid GetGuid()
        {
            Guid value;
            return TryGetGuid(out value) ? value : throw Unfit("string", "GUID");
        }

        private bool TryGetDate(out JsonReaderDates.Parts parts)
        {
            RequireString();
            if (valueIsEscaped)
            {
                return TryUnescapeDate(out parts);
            }
            fixed (byte* data = &MemoryMarshal.GetReference(segment))
            {
                return JsonReaderDates.TryParse(data + valueStart, valueLength, out parts);
            }
        }

        private bool TryUnescapeDate(out JsonReaderDates.Parts parts)
        {
            byte* room = stackalloc byte[MaxEscape * JsonReaderDates.MaxLen];
            return JsonReaderDates.TryParse(room, UnescapeShort(room, JsonReaderDates.MinLen, JsonReaderDates.MaxLen), out parts);
        }

        // Copies a string, its escapes resolved, into room for each byte of the longest one; 0 if its text is too short or too long.
        private int UnescapeShort(byte* room, int min, int max)
        {
            if (valueLength < min || valueLength > MaxEscape * max)
            {
                return 0;
            }
            fixed (byte* data = &MemoryMarshal.GetReference(segment))
            {
                int len = JsonReaderText.UnescapeUtf8(data + valueStart, valueLength, true, room, MaxEscape * max);
                return len != JsonReaderText.IllFormed ? len : throw IllFormed();
            }
        }

        private void RequireString()
        {
            if (token != JsonTokenKind.String)
            {
                throw Misplaced("a string");
            }
        }

        private void RequireNumber()
        {
            if (token != JsonTokenKind.Number)
            {
                throw Misplaced("a number");
            }
        }

        private static FormatException Unfit(string kind, string type) => new FormatException("the " + kind + " is no " + type);
    }
}
