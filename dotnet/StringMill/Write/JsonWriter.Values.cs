using System;
using System.Diagnostics.CodeAnalysis;
using System.Text;

namespace StringMill
{
    // Values other than texts.
    public sealed unsafe partial class JsonWriter
    {
        private static readonly ulong[] Booleans = { Word("false   "), Word("true    ") };

        private static ulong Word(string ascii) => BitConverter.ToUInt64(Encoding.ASCII.GetBytes(ascii), 0);

        /// <summary>Writes <c>true</c> or <c>false</c>.</summary>
        public void WriteBooleanValue(bool value)
        {
            // One store and no branch: no processor predicts which value comes.
            int number = value ? 1 : 0;
            BeginValue(sizeof(ulong));
            fixed (byte* dst = &buffer[at])
            {
                *(ulong*)dst = Booleans[number];
            }
            at += "false".Length - number;
            // True comes before False.
            EndValue((JsonTokenKind)((int)JsonTokenKind.False - number));
        }

        /// <summary>Writes <c>null</c>.</summary>
        public void WriteNullValue() => PutLiteral("null", JsonTokenKind.Null);

        /// <summary>Writes an integer.</summary>
        public void WriteNumberValue(int value) => WriteNumberValue((long)value);

        /// <summary>Writes an integer.</summary>
        public void WriteNumberValue(uint value) => WriteNumberValue((ulong)value);

        /// <summary>Writes an integer.</summary>
        public void WriteNumberValue(long value)
        {
            BeginValue(JsonWriterNumbers.MaxIntegerLen);
            fixed (byte* dst = &buffer[at])
            {
                at += JsonWriterNumbers.Int64(value, dst);
            }
            EndValue(JsonTokenKind.Number);
        }

        /// <summary>Writes an integer.</summary>
        public void WriteNumberValue(ulong value)
        {
            BeginValue(JsonWriterNumbers.MaxIntegerLen);
            fixed (byte* dst = &buffer[at])
            {
                at += JsonWriterNumbers.UInt64(value, dst);
            }
            EndValue(JsonTokenKind.Number);
        }

        /// <summary>
        /// Writes a number with the fewest digits that read back as the same <see cref="double"/>, in the layout of .NET Core, on
        /// every runtime.
        /// </summary>
        /// <exception cref="ArgumentException">It is NaN or an infinity.</exception>
        public void WriteNumberValue(double value)
        {
            CheckFinite(double.IsNaN(value) || double.IsInfinity(value));
            BeginValue(JsonWriterNumbers.MaxFloatLen);
            fixed (byte* dst = &buffer[at])
            {
                at += JsonWriterNumbers.Double(value, dst);
            }
            EndValue(JsonTokenKind.Number);
        }

        /// <summary>As <see cref="WriteNumberValue(double)"/>, for a <see cref="float"/>.</summary>
        /// <exception cref="ArgumentException">It is NaN or an infinity.</exception>
        public void WriteNumberValue(float value)
        {
            CheckFinite(float.IsNaN(value) || float.IsInfinity(value));
            BeginValue(JsonWriterNumbers.MaxFloatLen);
            fixed (byte* dst = &buffer[at])
            {
                at += JsonWriterNumbers.Single(value, dst);
            }
            EndValue(JsonTokenKind.Number);
        }

        /// <summary>Writes a number with all its digits, trailing zeros included.</summary>
        public void WriteNumberValue(decimal value)
        {
            BeginValue(JsonWriterNumbers.MaxDecimalLen);
            fixed (byte* dst = &buffer[at])
            {
                at += JsonWriterNumbers.Decimal(value, dst);
            }
            EndValue(JsonTokenKind.Number);
        }

        /// <summary>
        /// Writes a date and time as a string of ISO 8601-1:2019, extended format, without trailing zeros of its fraction; with
        /// <c>Z</c> if its kind is UTC, with the offset of the zone if it is local.
        /// </summary>
        public void WriteStringValue(DateTime value)
        {
            BeginText(JsonWriterBinary.MaxDateLen);
            fixed (byte* dst = &buffer[at])
            {
                at += JsonWriterBinary.Date(value, dst);
            }
            EndText();
        }

        /// <summary>As <see cref="WriteStringValue(DateTime)"/>, always with the offset.</summary>
        public void WriteStringValue(DateTimeOffset value)
        {
            BeginText(JsonWriterBinary.MaxDateLen);
            fixed (byte* dst = &buffer[at])
            {
                at += JsonWriterBinary.Date(value, dst);
            }
            EndText();
        }

        /// <summary>Writes a GUID as a string of lower-case digits with hyphens and without braces.</summary>
        public void WriteStringValue(Guid value)
        {
            BeginText(JsonWriterBinary.GuidLen);
            fixed (byte* dst = &buffer[at])
            {
                at += JsonWriterBinary.Guid(value, dst);
            }
            EndText();
        }

        /// <summary>Writes bytes as a string of base64 with padding.</summary>
        /// <exception cref="ArgumentException">They are too many.</exception>
        public void WriteBase64StringValue(ReadOnlySpan<byte> bytes)
        {
            CheckBase64Len(bytes);
            int len = (bytes.Length + 2) / 3 * 4;
            BeginText(len);
            at += Base64Text.Encode(bytes, new Span<byte>(buffer, at, len));
            EndText();
        }

        /// <summary>Writes a member with a string, or <c>null</c>.</summary>
        public void WriteString(string name, [AllowNull] string value)
        {
            CheckLen(value == null ? 0 : value.Length);
            WritePropertyName(name);
            WriteStringValue(value);
        }

        /// <summary>Writes a member with a string of UTF-8.</summary>
        public void WriteString(ReadOnlySpan<byte> utf8Name, ReadOnlySpan<byte> utf8Value)
        {
            CheckLen(utf8Value.Length);
            WritePropertyName(utf8Name);
            WriteStringValue(utf8Value);
        }

        /// <summary>Writes a member with a date and time.</summary>
        public void WriteString(string name, DateTime value)
        {
            WritePropertyName(name);
            WriteStringValue(value);
        }

        /// <summary>Writes a member with a date and time and its offset.</summary>
        public void WriteString(string name, DateTimeOffset value)
        {
            WritePropertyName(name);
            WriteStringValue(value);
        }

        /// <summary>Writes a member with a GUID.</summary>
        public void WriteString(string name, Guid value)
        {
            WritePropertyName(name);
            WriteStringValue(value);
        }

        /// <summary>Writes a member with bytes in base64.</summary>
        public void WriteBase64String(string name, ReadOnlySpan<byte> bytes)
        {
            CheckBase64Len(bytes);
            WritePropertyName(name);
            WriteBase64StringValue(bytes);
        }

        /// <summary>Writes a member with an integer.</summary>
        public void WriteNumber(string name, long value)
        {
            WritePropertyName(name);
            WriteNumberValue(value);
        }

        /// <summary>Writes a member with an integer.</summary>
        public void WriteNumber(string name, ulong value)
        {
            WritePropertyName(name);
            WriteNumberValue(value);
        }

        /// <summary>Writes a member with a number.</summary>
        /// <exception cref="ArgumentException">It is NaN or an infinity.</exception>
        public void WriteNumber(string name, double value)
        {
            CheckFinite(double.IsNaN(value) || double.IsInfinity(value));
            WritePropertyName(name);
            WriteNumberValue(value);
        }

        /// <summary>Writes a member with a number.</summary>
        /// <exception cref="ArgumentException">It is NaN or an infinity.</exception>
        public void WriteNumber(string name, float value)
        {
            CheckFinite(float.IsNaN(value) || float.IsInfinity(value));
            WritePropertyName(name);
            WriteNumberValue(value);
        }

        /// <summary>Writes a member with a number.</summary>
        public void WriteNumber(string name, decimal value)
        {
            WritePropertyName(name);
            WriteNumberValue(value);
        }

        /// <summary>Writes a member with <c>true</c> or <c>false</c>.</summary>
        public void WriteBoolean(string name, bool value)
        {
            WritePropertyName(name);
            WriteBooleanValue(value);
        }

        /// <summary>Writes a member with <c>null</c>.</summary>
        public void WriteNull(string name)
        {
            WritePropertyName(name);
            WriteNullValue();
        }

        private void CheckBase64Len(ReadOnlySpan<byte> bytes)
        {
            if (bytes.Length > int.MaxValue / 4 * 3 - MarksLen - depth * indentSize)
            {
                throw new ArgumentException("too many bytes for a string of base64", nameof(bytes));
            }
        }

        private static void CheckFinite(bool isNot)
        {
            if (isNot)
            {
                throw new ArgumentException("neither NaN nor an infinity can be written");
            }
        }

        private void BeginText(int len)
        {
            BeginValue(len + 2);
            buffer[at++] = (byte)'"';
        }

        private void PutLiteral(string literal, JsonTokenKind kind)
        {
            BeginValue(literal.Length);
            for (int i = 0; i < literal.Length; i++)
            {
                buffer[at++] = (byte)literal[i];
            }
            EndValue(kind);
        }
    }
}
