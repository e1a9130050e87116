using System.Diagnostics.CodeAnalysis;
using System;
using System.Buffers;
using System.Runtime.InteropServices;

namespace StringMill
{
    public sealed unsafe partial class JsonWriter
    {
        // No unit of text becomes more bytes, by any encoder.
        private const int UnitMax = 128;

        /// <summary>Writes the name of a property, escaped; its value must follow.</summary>
        /// <exception cref="ArgumentNullException"><paramref name="name"/> is null.</exception>
        /// <exception cref="ArgumentException">It is too long, or ill-formed and the encoder refuses that.</exception>
        public void WritePropertyName(string name) =>
            WritePropertyName((name ?? throw new ArgumentNullException(nameof(name))).AsSpan());

        /// <summary>Writes the name of a property, escaped; its value must follow.</summary>
        /// <exception cref="ArgumentException">It is too long, or ill-formed and the encoder refuses that.</exception>
        public void WritePropertyName(ReadOnlySpan<char> name)
        {
            CheckLen(name.Length);
            BeginName(name.Length);
            fixed (char* src = &MemoryMarshal.GetReference(name))
            {
                PutText(src, name.Length);
            }
            EndName();
        }

        /// <summary>Writes the name of a property, escaped; its value must follow.</summary>
        /// <exception cref="ArgumentException">It is too long, or ill-formed and the encoder refuses that.</exception>
        public void WritePropertyName(ReadOnlySpan<byte> utf8Name)
        {
            CheckLen(utf8Name.Length);
            BeginName(utf8Name.Length);
            fixed (byte* src = &MemoryMarshal.GetReference(utf8Name))
            {
                PutUtf8(src, utf8Name.Length);
            }
            EndName();
        }

        /// <summary>Writes a string, escaped; for null the literal <c>null</c>.</summary>
        /// <exception cref="ArgumentException">It is too long, or ill-formed and the encoder refuses that.</exception>
        public void WriteStringValue([AllowNull] string value)
        {
            if (value == null)
            {
                WriteNullValue();
                return;
            }
            CheckLen(value.Length);
            BeginValue(value.Length);
            fixed (char* src = value)
            {
                PutText(src, value.Length);
            }
            EndText();
        }

        /// <summary>Writes a string, escaped.</summary>
        /// <exception cref="ArgumentException">It is too long, or ill-formed and the encoder refuses that.</exception>
        public void WriteStringValue(ReadOnlySpan<char> value)
        {
            CheckLen(value.Length);
            BeginValue(value.Length);
            fixed (char* src = &MemoryMarshal.GetReference(value))
            {
                PutText(src, value.Length);
            }
            EndText();
        }

        /// <summary>Writes a string, escaped.</summary>
        /// <exception cref="ArgumentException">It is too long, or ill-formed and the encoder refuses that.</exception>
        public void WriteStringValue(ReadOnlySpan<byte> utf8Value)
        {
            CheckLen(utf8Value.Length);
            BeginValue(utf8Value.Length);
            fixed (byte* src = &MemoryMarshal.GetReference(utf8Value))
            {
                PutUtf8(src, utf8Value.Length);
            }
            EndText();
        }

        /// <summary>Writes a comment between <c>/*</c> and its end, which are no JSON, without escapes.</summary>
        /// <exception cref="ArgumentNullException"><paramref name="value"/> is null.</exception>
        /// <exception cref="ArgumentException">
        /// It has the end of a comment or a lone surrogate, or is too long.
        /// </exception>
        public void WriteCommentValue(string value)
        {
            if (value == null)
            {
                throw new ArgumentNullException(nameof(value));
            }
            CheckLen(value.Length);
            byte[] utf8;
            try
            {
                utf8 = new System.Text.UTF8Encoding(false, true).GetBytes(value);
            }
            catch (System.Text.EncoderFallbackException fault)
            {
                throw new ArgumentException("the comment has a lone surrogate", nameof(value), fault);
            }
            WriteCommentValue(utf8);
        }

        /// <summary>Writes a comment between <c>/*</c> and its end, which are no JSON, without escapes.</summary>
        /// <exception cref="ArgumentException">
        /// It has the end of a comment or ill-formed UTF-8, or is too long.
        /// </exception>
        public void WriteCommentValue(ReadOnlySpan<byte> utf8Value)
        {
            CheckLen(utf8Value.Length);
            fixed (byte* src = &MemoryMarshal.GetReference(utf8Value))
            {
                for (int i = 1; i < utf8Value.Length; i++)
                {
                    if (src[i] == '/' && src[i - 1] == '*')
                    {
                        throw new ArgumentException("the comment holds the end of a comment", nameof(utf8Value));
                    }
                }
                int read;
                bool isWellFormed = KernelDriver.ValidateUtf8(src, utf8Value.Length, false, out read) == 0;
                if (!isWellFormed)
                {
                    throw new ArgumentException("the comment has ill-formed UTF-8", nameof(utf8Value));
                }
            }
            Need(utf8Value.Length + MarksLen);
            bool isFirst = token == JsonTokenKind.None && !isCommentFirst;
            if (isIndented && !isFirst)
            {
                unfinishedStart = BytesCommitted + BytesPending;
                StartLine(depth, utf8Value.Length + MarksLen);
            }
            buffer[at++] = (byte)'/';
            buffer[at++] = (byte)'*';
            PutRaw(utf8Value);
            buffer[at++] = (byte)'*';
            buffer[at++] = (byte)'/';
            if (token == JsonTokenKind.None || token == JsonTokenKind.PropertyName)
            {
                isCommentFirst = true;
            }
        }

        /// <summary>Writes a JSON value as it is, without a line of its own.</summary>
        /// <param name="utf8Json">The value, as UTF-8.</param>
        /// <param name="skipInputValidation">Whether to write it without a check.</param>
        /// <exception cref="ArgumentException">It is empty.</exception>
        /// <exception cref="JsonReadException">It is no JSON value, or nested deeper than 64.</exception>
        public void WriteRawValue(ReadOnlySpan<byte> utf8Json, bool skipInputValidation = false)
        {
            if (isValidated)
            {
                ValidateValue();
            }
            if (utf8Json.Length == 0 || utf8Json.Length == int.MaxValue)
            {
                throw new ArgumentException("the value is empty or too long", nameof(utf8Json));
            }
            JsonTokenKind lastToken = JsonTokenKind.String;
            if (!skipInputValidation)
            {
                var reader = new JsonReader(utf8Json);
                while (reader.Read())
                {
                    lastToken = reader.TokenType;
                }
            }
            Need(utf8Json.Length + 1);
            if (isCommaDue)
            {
                buffer[at++] = (byte)',';
            }
            PutRaw(utf8Json);
            EndValue(lastToken);
        }

        private static void CheckLen(int len)
        {
            if (len > MaxTextLen)
            {
                throw new ArgumentException("the text is longer than " + MaxTextLen);
            }
        }

        private void EndText()
        {
            NeedInside(1);
            buffer[at++] = (byte)'"';
            EndValue(JsonTokenKind.String);
        }

        private void PutText(char* src, int len) => PutText(src, null, len);

        private void PutUtf8(byte* src, int len) => PutText(null, src, len);

        // Writes the opening quote and the text, which is UTF-16 or UTF-8, escaped.
        private void PutText(char* units, byte* bytes, int len)
        {
            buffer[at++] = (byte)'"';
            int done = 0;
            while (done < len)
            {
                int read;
                int written;
                int code;
                NeedInside(UnitMax);
                fixed (byte* dst = &buffer[at])
                {
                    code = units != null
                        ? KernelDriver.EscapeUtf16(rules, units + done, len - done, dst, end - at, false, out read, out written)
                        : KernelDriver.EscapeUtf8(rules, bytes + done, len - done, dst, end - at, false, out read, out written);
                }
                if (code != 0)
                {
                    throw IllFormed(done + read);
                }
                done += read;
                at += written;
                if (done < len)
                {
                    GrowInside(UnitMax + (len - done));
                }
            }
        }

        private void PutRaw(ReadOnlySpan<byte> bytes)
        {
            bytes.CopyTo(new Span<byte>(buffer, at, bytes.Length));
            at += bytes.Length;
        }

        private Exception IllFormed(int offset)
        {
            TakeBack();
            return new ArgumentException("the text is ill-formed at unit " + offset + ", and the encoder refuses that");
        }
    }
}
