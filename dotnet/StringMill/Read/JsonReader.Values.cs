using System.Diagnostics.CodeAnalysis;
using System;
using System.Buffers;
using System.Runtime.InteropServices;
using System.Text;

namespace StringMill
{
    public unsafe ref partial struct JsonReader
    {
        /// <summary>The value of <c>true</c> or <c>false</c>.</summary>
        /// <exception cref="InvalidOperationException">The token is neither.</exception>
        public bool GetBoolean()
        {
            if (token == JsonTokenKind.True)
            {
                return true;
            }
            if (token == JsonTokenKind.False)
            {
                return false;
            }
            throw Misplaced("a boolean");
        }

        /// <summary>A string or name, its escapes resolved; null for the literal <c>null</c>.</summary>
        /// <exception cref="InvalidOperationException">
        /// The token is none of these, or the text is ill-formed: it has ill-formed UTF-8 or a lone surrogate.
        /// </exception>
        [return: MaybeNull]
        public string GetString()
        {
            if (token == JsonTokenKind.Null)
            {
                return null;
            }
            if (!IsText)
            {
                throw Misplaced("a string");
            }
            if (!valueIsAscii || valueLength == 0)
            {
                return MakeString(valueIsEscaped);
            }
            fixed (byte* data = &MemoryMarshal.GetReference(this.data))
            {
                return PlainText.MakeAsciiString(data + valueStart, valueLength);
            }
        }

        /// <summary>The text of a comment, without the marks around it.</summary>
        /// <exception cref="InvalidOperationException">The token is no comment, or has ill-formed UTF-8.</exception>
        public string GetComment()
        {
            if (token != JsonTokenKind.Comment)
            {
                throw Misplaced("a comment");
            }
            return MakeString(false);
        }

        /// <summary>
        /// The UTF-8 of a string or name without a copy, which is there where it has no escapes.
        /// </summary>
        /// <param name="utf8">The well-formed bytes, borrowed from the span that was given; empty where false.</param>
        /// <returns>
        /// Whether it has no escapes; where it has, <see cref="CopyString(Span{byte})"/> resolves them.
        /// </returns>
        /// <exception cref="InvalidOperationException">The token is neither, or has ill-formed UTF-8.</exception>
        public bool TryGetUtf8(out ReadOnlySpan<byte> utf8)
        {
            if (!IsText)
            {
                throw Misplaced("a string");
            }
            utf8 = default(ReadOnlySpan<byte>);
            if (valueIsEscaped)
            {
                return false;
            }
            utf8 = ValueSpan;
            CheckWellFormed(utf8);
            return true;
        }

        /// <summary>Copies a string or name, its escapes resolved, as UTF-8.</summary>
        /// <param name="destination">Room; the length of <see cref="ValueSpan"/> always suffices.</param>
        /// <returns>How many bytes were written.</returns>
        /// <exception cref="InvalidOperationException">
        /// The token is neither, or has ill-formed UTF-8 or a lone surrogate.
        /// </exception>
        /// <exception cref="ArgumentException"><paramref name="destination"/> is too short.</exception>
        public int CopyString(Span<byte> destination)
        {
            if (!IsText)
            {
                throw Misplaced("a string");
            }
            int written = CopyUnescaped(destination);
            CheckWellFormed(destination.Slice(0, written));
            return written;
        }

        /// <summary>Copies a string or name, its escapes resolved, as UTF-16.</summary>
        /// <param name="destination">Room; the length of <see cref="ValueSpan"/> always suffices.</param>
        /// <returns>How many code units were written.</returns>
        /// <exception cref="InvalidOperationException">
        /// The token is neither, or has ill-formed UTF-8 or a lone surrogate.
        /// </exception>
        /// <exception cref="ArgumentException"><paramref name="destination"/> is too short.</exception>
        public int CopyString(Span<char> destination)
        {
            if (!IsText)
            {
                throw Misplaced("a string");
            }
            if (destination.Length >= valueLength)
            {
                fixed (char* dst = &MemoryMarshal.GetReference(destination))
                {
                    return Utf16Into(dst, valueIsEscaped);
                }
            }
            char[] pooled = ArrayPool<char>.Shared.Rent(valueLength);
            try
            {
                int units;
                fixed (char* dst = pooled)
                {
                    units = Utf16Into(dst, valueIsEscaped);
                }
                if (units > destination.Length)
                {
                    throw TooShort();
                }
                new ReadOnlySpan<char>(pooled, 0, units).CopyTo(destination);
                return units;
            }
            finally
            {
                ArrayPool<char>.Shared.Return(pooled);
            }
        }

        /// <summary>Whether a string or name, its escapes resolved, is the given one.</summary>
        /// <param name="utf8">The text, as UTF-8; ill-formed text is equal to nothing.</param>
        /// <exception cref="InvalidOperationException">The token is neither, or has a lone surrogate.</exception>
        public bool ValueTextEquals(ReadOnlySpan<byte> utf8)
        {
            if (!IsText)
            {
                throw Misplaced("a string");
            }
            if (!valueIsEscaped)
            {
                return utf8.SequenceEqual(ValueSpan);
            }

            // An escape is at most six bytes for one.
            if (valueLength < utf8.Length || valueLength / 6 > utf8.Length)
            {
                return false;
            }
            if (valueLength <= JsonReaderText.StackLen)
            {
                byte* room = stackalloc byte[JsonReaderText.StackLen];
                var unescaped = new Span<byte>(room, JsonReaderText.StackLen);
                return utf8.SequenceEqual(unescaped.Slice(0, CopyUnescaped(unescaped)));
            }
            byte[] pooled = ArrayPool<byte>.Shared.Rent(valueLength);
            try
            {
                return utf8.SequenceEqual(new ReadOnlySpan<byte>(pooled, 0, CopyUnescaped(pooled)));
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(pooled);
            }
        }

        /// <summary>Whether a string or name, its escapes resolved, is the given one.</summary>
        /// <param name="text">The text; one with a lone surrogate is equal to nothing, null is the empty text.</param>
        /// <exception cref="InvalidOperationException">
        /// The token is neither, or has ill-formed UTF-8 or a lone surrogate.
        /// </exception>
        public bool ValueTextEquals([AllowNull] string text)
        {
            if (!IsText)
            {
                throw Misplaced("a string");
            }
            int len = text == null ? 0 : text.Length;
            if (valueLength < len || valueLength / (valueIsEscaped ? 6 : 3) > len)
            {
                return false;
            }
            bool equal;
            if (!valueIsEscaped && TryCompareAscii(text, len, out equal))
            {
                return equal;
            }
            if (valueLength <= JsonReaderText.StackLen)
            {
                char* room = stackalloc char[JsonReaderText.StackLen];
                return IsEqual(text, room, Utf16Into(room, valueIsEscaped));
            }
            char[] pooled = ArrayPool<char>.Shared.Rent(valueLength);
            try
            {
                fixed (char* room = pooled)
                {
                    return IsEqual(text, room, Utf16Into(room, valueIsEscaped));
                }
            }
            finally
            {
                ArrayPool<char>.Shared.Return(pooled);
            }
        }

        /// <summary>A number as a 32-bit integer.</summary>
        /// <returns>False where it has a fraction or exponent, or is out of range.</returns>
        /// <exception cref="InvalidOperationException">The token is no number.</exception>
        public bool TryGetInt32(out int value)
        {
            long wide;
            bool fits = TryGetInt64(out wide) && wide >= int.MinValue && wide <= int.MaxValue;
            value = fits ? (int)wide : 0;
            return fits;
        }

        /// <summary>A number as an unsigned 32-bit integer.</summary>
        /// <returns>False where it has a fraction or exponent, or is out of range.</returns>
        /// <exception cref="InvalidOperationException">The token is no number.</exception>
        public bool TryGetUInt32(out uint value)
        {
            ulong wide;
            bool fits = TryGetUInt64(out wide) && wide <= uint.MaxValue;
            value = fits ? (uint)wide : 0;
            return fits;
        }

        /// <summary>A number as a 64-bit integer.</summary>
        /// <returns>False where it has a fraction or exponent, or is out of range.</returns>
        /// <exception cref="InvalidOperationException">The token is no number.</exception>
        public bool TryGetInt64(out long value)
        {
            RequireNumber();
            fixed (byte* data = &MemoryMarshal.GetReference(this.data))
            {
                return JsonReaderNumbers.TryInt64(data + valueStart, valueLength, out value);
            }
        }

        /// <summary>A number as an unsigned 64-bit integer.</summary>
        /// <returns>False where it has a fraction or exponent, or is out of range.</returns>
        /// <exception cref="InvalidOperationException">The token is no number.</exception>
        public bool TryGetUInt64(out ulong value)
        {
            RequireNumber();
            fixed (byte* data = &MemoryMarshal.GetReference(this.data))
            {
                return JsonReaderNumbers.TryUInt64(data + valueStart, valueLength, out value);
            }
        }

        /// <summary>
        /// A number as the nearest <see cref="double"/>, an infinity where it is too large, on every runtime.
        /// </summary>
        /// <returns>True; every number has one.</returns>
        /// <exception cref="InvalidOperationException">The token is no number.</exception>
        public bool TryGetDouble(out double value)
        {
            RequireNumber();
            fixed (byte* data = &MemoryMarshal.GetReference(this.data))
            {
                value = JsonReaderNumbers.Double(data + valueStart, valueLength);
                return true;
            }
        }

        /// <summary>
        /// A number as the nearest <see cref="float"/>, an infinity where it is too large, on every runtime.
        /// </summary>
        /// <returns>True; every number has one.</returns>
        /// <exception cref="InvalidOperationException">The token is no number.</exception>
        public bool TryGetSingle(out float value)
        {
            RequireNumber();
            fixed (byte* data = &MemoryMarshal.GetReference(this.data))
            {
                value = JsonReaderNumbers.Single(data + valueStart, valueLength);
                return true;
            }
        }

        /// <summary>A number as a <see cref="decimal"/>, rounded to its 28 or 29 digits.</summary>
        /// <returns>False where it is out of range.</returns>
        /// <exception cref="InvalidOperationException">The token is no number.</exception>
        public bool TryGetDecimal(out decimal value)
        {
            RequireNumber();
            fixed (byte* data = &MemoryMarshal.GetReference(this.data))
            {
                return JsonReaderNumbers.TryDecimal(data + valueStart, valueLength, out value);
            }
        }

        /// <summary>
        /// A string as a date and time of ISO 8601-1:2019, extended format:
        /// <c>YYYY-MM-DD[Thh:mm[:ss[.s]][Z|(+|-)hh[:mm]]]</c>.
        /// </summary>
        /// <param name="value">Of kind UTC with <c>Z</c>, local with another offset, else unspecified.</param>
        /// <returns>False where it is none.</returns>
        /// <exception cref="InvalidOperationException">The token is no string, or has a lone surrogate.</exception>
        public bool TryGetDateTime(out DateTime value)
        {
            byte* room = stackalloc byte[JsonReaderDates.MaxEscapedLen];
            JsonReaderDates.Parts parts;
            value = default(DateTime);
            return TryGetDate(room, out parts) && parts.TryDateTime(out value);
        }

        /// <summary>As <see cref="TryGetDateTime"/>; without an offset the time is local.</summary>
        /// <returns>False where it is none.</returns>
        /// <exception cref="InvalidOperationException">The token is no string, or has a lone surrogate.</exception>
        public bool TryGetDateTimeOffset(out DateTimeOffset value)
        {
            byte* room = stackalloc byte[JsonReaderDates.MaxEscapedLen];
            JsonReaderDates.Parts parts;
            value = default(DateTimeOffset);
            return TryGetDate(room, out parts) && parts.TryDateTimeOffset(out value);
        }

        /// <summary>As <see cref="TryGetInt32"/>.</summary>
        /// <exception cref="FormatException">It has a fraction or exponent, or is out of range.</exception>
        /// <exception cref="InvalidOperationException">The token is no number.</exception>
        public int GetInt32()
        {
            int value;
            if (!TryGetInt32(out value))
            {
                throw new FormatException("the number is no 32-bit integer");
            }
            return value;
        }

        /// <summary>As <see cref="TryGetInt64"/>.</summary>
        /// <exception cref="FormatException">It has a fraction or exponent, or is out of range.</exception>
        /// <exception cref="InvalidOperationException">The token is no number.</exception>
        public long GetInt64()
        {
            long value;
            if (!TryGetInt64(out value))
            {
                throw new FormatException("the number is no 64-bit integer");
            }
            return value;
        }

        /// <summary>As <see cref="TryGetUInt64"/>.</summary>
        /// <exception cref="FormatException">It has a fraction or exponent, or is out of range.</exception>
        /// <exception cref="InvalidOperationException">The token is no number.</exception>
        public ulong GetUInt64()
        {
            ulong value;
            if (!TryGetUInt64(out value))
            {
                throw new FormatException("the number is no unsigned 64-bit integer");
            }
            return value;
        }

        /// <summary>As <see cref="TryGetDouble"/>.</summary>
        /// <exception cref="InvalidOperationException">The token is no number.</exception>
        public double GetDouble()
        {
            double value;
            TryGetDouble(out value);
            return value;
        }

        /// <summary>As <see cref="TryGetDecimal"/>.</summary>
        /// <exception cref="FormatException">It is out of range.</exception>
        /// <exception cref="InvalidOperationException">The token is no number.</exception>
        public decimal GetDecimal()
        {
            decimal value;
            if (!TryGetDecimal(out value))
            {
                throw new FormatException("the number is out of the range of decimal");
            }
            return value;
        }

        /// <summary>As <see cref="TryGetDateTime"/>.</summary>
        /// <exception cref="FormatException">The string is no date of that form.</exception>
        /// <exception cref="InvalidOperationException">The token is no string, or has a lone surrogate.</exception>
        public DateTime GetDateTime()
        {
            DateTime value;
            if (!TryGetDateTime(out value))
            {
                throw new FormatException("the string is no date of ISO 8601");
            }
            return value;
        }

        private bool IsText
        {
            get { return token == JsonTokenKind.String || token == JsonTokenKind.PropertyName; }
        }

        private string MakeString(bool escaped)
        {
            fixed (byte* data = &MemoryMarshal.GetReference(this.data))
            {
                return JsonReaderText.MakeString(data + valueStart, valueLength, escaped) ?? throw IllFormed();
            }
        }

        // The text as UTF-16, where there is room for a unit for each byte.
        private int Utf16Into(char* dst, bool escaped)
        {
            fixed (byte* data = &MemoryMarshal.GetReference(this.data))
            {
                int units = Kernels.UnescapeUtf16(data + valueStart, valueLength, escaped, dst);
                if (units < 0)
                {
                    throw IllFormed();
                }
                return units;
            }
        }

        private int CopyUnescaped(Span<byte> destination)
        {
            if (!valueIsEscaped)
            {
                if (valueLength > destination.Length)
                {
                    throw TooShort();
                }
                ValueSpan.CopyTo(destination);
                return valueLength;
            }
            int written;
            fixed (byte* data = &MemoryMarshal.GetReference(this.data))
            fixed (byte* dst = &MemoryMarshal.GetReference(destination))
            {
                written = JsonReaderText.UnescapeUtf8(data + valueStart, valueLength, dst, destination.Length);
            }
            if (written == JsonReaderText.RoomShort)
            {
                throw TooShort();
            }
            if (written < 0)
            {
                throw IllFormed();
            }
            return written;
        }

        private bool TryGetDate(byte* room, out JsonReaderDates.Parts parts)
        {
            if (token != JsonTokenKind.String)
            {
                throw Misplaced("a string");
            }
            parts = default(JsonReaderDates.Parts);
            int max = valueIsEscaped ? JsonReaderDates.MaxEscapedLen : JsonReaderDates.MaxLen;
            if (valueLength < JsonReaderDates.MinLen || valueLength > max)
            {
                return false;
            }
            int len = CopyUnescaped(new Span<byte>(room, JsonReaderDates.MaxEscapedLen));
            return JsonReaderDates.TryParse(room, len, out parts);
        }

        // Names are nearly always ASCII, which need not become UTF-16 to be compared. False where the value is not.
        private bool TryCompareAscii(string text, int len, out bool equal)
        {
            int all = 0;
            int differing = valueLength - len;
            fixed (byte* data = &MemoryMarshal.GetReference(this.data))
            fixed (char* units = text)
            {
                byte* src = data + valueStart;
                for (int i = 0; i < len; i++)
                {
                    all |= src[i];
                    differing |= src[i] ^ units[i];
                }
                for (int i = len; i < valueLength; i++)
                {
                    all |= src[i];
                }
            }
            equal = differing == 0;
            return all < 0x80;
        }

        private static bool IsEqual(string text, char* other, int len)
        {
            if (text == null)
            {
                return len == 0;
            }
            if (text.Length != len)
            {
                return false;
            }
            for (int i = 0; i < len; i++)
            {
                if (text[i] != other[i])
                {
                    return false;
                }
            }
            return true;
        }

        private void CheckWellFormed(ReadOnlySpan<byte> utf8)
        {
            if (options.Policy == JsonTextPolicy.Strict)
            {
                return;
            }
            fixed (byte* src = &MemoryMarshal.GetReference(utf8))
            {
                int read;
                if (Kernels.ValidateUtf8(src, utf8.Length, false, out read) != 0)
                {
                    throw IllFormed();
                }
            }
        }

        private void RequireNumber()
        {
            if (token != JsonTokenKind.Number)
            {
                throw Misplaced("a number");
            }
        }

        private Exception Misplaced(string asked)
        {
            return new InvalidOperationException("the token is not " + asked + " but of type " + this.token);
        }

        private static Exception IllFormed()
        {
            return new InvalidOperationException("the text has ill-formed UTF-8 or an escape that is a lone surrogate");
        }

        private static Exception TooShort()
        {
            return new ArgumentException("the destination is too short", "destination");
        }
    }
}
