using System;
using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.InteropServices;

namespace StringMill
{
    // Strings, names and comments.
    public unsafe ref partial struct JsonReader
    {
        /// <summary>Returns a string or name, its escapes resolved; null for the literal <c>null</c>.</summary>
        [return: MaybeNull]
        public string GetString()
        {
            if (token == JsonTokenKind.Null)
            {
                return null;
            }
            RequireText();
            if (!valueIsAscii || valueLength == 0)
            {
                return MakeString(valueIsEscaped);
            }
            fixed (byte* data = &MemoryMarshal.GetReference(segment))
            {
                return PlainText.MakeAsciiString(data + valueStart, valueLength);
            }
        }

        /// <summary>Returns the text of a comment, without the marks around it.</summary>
        public string GetComment()
        {
            if (token != JsonTokenKind.Comment)
            {
                throw Misplaced("a comment");
            }
            return MakeString(false);
        }

        /// <summary>Gives the UTF-8 of a string or name without a copy, if it has no escapes.</summary>
        /// <param name="utf8">The well-formed bytes, borrowed from the span of the reader; empty if false is returned.</param>
        /// <returns>
        /// Whether it has no escapes; <see cref="CopyString(Span{byte})"/> resolves them.
        /// </returns>
        public bool TryGetUtf8(out ReadOnlySpan<byte> utf8)
        {
            RequireText();
            utf8 = default(ReadOnlySpan<byte>);
            if (valueIsEscaped)
            {
                return false;
            }
            utf8 = ValueSpan;
            CheckWellFormed(utf8);
            return true;
        }

        /// <summary>Copies a string or name as UTF-8, its escapes resolved.</summary>
        /// <param name="destination">Room; the length of <see cref="ValueSpan"/> always suffices.</param>
        /// <returns>The number of bytes written.</returns>
        /// <exception cref="ArgumentException"><paramref name="destination"/> is too short.</exception>
        public int CopyString(Span<byte> destination)
        {
            RequireText();
            int written = CopyUnescaped(destination);
            CheckWellFormed(destination.Slice(0, written));
            return written;
        }

        /// <summary>Copies a string or name as UTF-16, its escapes resolved.</summary>
        /// <param name="destination">Room; the length of <see cref="ValueSpan"/> always suffices.</param>
        /// <returns>The number of code units written.</returns>
        /// <exception cref="ArgumentException"><paramref name="destination"/> is too short.</exception>
        public int CopyString(Span<char> destination)
        {
            RequireText();
            if (destination.Length >= valueLength)
            {
                fixed (char* dst = &MemoryMarshal.GetReference(destination))
                {
                    return Utf16Into(dst);
                }
            }
            char[] pooled = ArrayPool<char>.Shared.Rent(valueLength);
            try
            {
                int units = Utf16Into(pooled);
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

        /// <summary>Whether a string or name, its escapes resolved, equals a text.</summary>
        /// <param name="utf8">The text, as UTF-8; ill-formed text is equal to nothing.</param>
        public bool ValueTextEquals(ReadOnlySpan<byte> utf8)
        {
            RequireText();
            if (!valueIsEscaped)
            {
                return utf8.SequenceEqual(ValueSpan);
            }
            // An escape spells at least one byte and has at most six.
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

        /// <summary>Whether a string or name, its escapes resolved, equals a text.</summary>
        /// <param name="text">The text; one with a lone surrogate is equal to nothing, null is the empty text.</param>
        public bool ValueTextEquals([AllowNull] string text) => ValueTextEquals(text.AsSpan());

        /// <summary>Whether a string or name, its escapes resolved, equals a text.</summary>
        /// <param name="text">The text; one with a lone surrogate is equal to nothing.</param>
        public bool ValueTextEquals(ReadOnlySpan<char> text)
        {
            RequireText();
            if (valueLength < text.Length || valueLength / (valueIsEscaped ? 6 : 3) > text.Length)
            {
                return false;
            }
            bool equal;
            if (!valueIsEscaped && TryCompareAscii(text, out equal))
            {
                return equal;
            }
            if (valueLength <= JsonReaderText.StackLen)
            {
                char* room = stackalloc char[JsonReaderText.StackLen];
                return text.SequenceEqual(new ReadOnlySpan<char>(room, Utf16Into(room)));
            }
            char[] pooled = ArrayPool<char>.Shared.Rent(valueLength);
            try
            {
                return text.SequenceEqual(new ReadOnlySpan<char>(pooled, 0, Utf16Into(pooled)));
            }
            finally
            {
                ArrayPool<char>.Shared.Return(pooled);
            }
        }

        private void RequireText()
        {
            if (token != JsonTokenKind.String && token != JsonTokenKind.PropertyName)
            {
                throw Misplaced("a string");
            }
        }

        private string MakeString(bool escaped)
        {
            fixed (byte* data = &MemoryMarshal.GetReference(segment))
            {
                return JsonReaderText.MakeString(data + valueStart, valueLength, escaped) ?? throw IllFormed();
            }
        }

        private int Utf16Into(char[] room)
        {
            fixed (char* dst = room)
            {
                return Utf16Into(dst);
            }
        }

        // Writes the text as UTF-16 into room for a unit for each byte.
        private int Utf16Into(char* dst)
        {
            fixed (byte* data = &MemoryMarshal.GetReference(segment))
            {
                int units = KernelDriver.UnescapeUtf16(data + valueStart, valueLength, valueIsEscaped, dst);
                return units >= 0 ? units : throw IllFormed();
            }
        }

        private int CopyUnescaped(Span<byte> destination)
        {
            int written;
            fixed (byte* data = &MemoryMarshal.GetReference(segment))
            fixed (byte* dst = &MemoryMarshal.GetReference(destination))
            {
                written = JsonReaderText.UnescapeUtf8(data + valueStart, valueLength, valueIsEscaped, dst, destination.Length);
            }
            if (written == JsonReaderText.RoomShort)
            {
                throw TooShort();
            }
            return written >= 0 ? written : throw IllFormed();
        }

        // Compares an ASCII value without a copy. False if the value is not ASCII; then the caller decodes it.
        private bool TryCompareAscii(ReadOnlySpan<char> text, out bool equal)
        {
            int all = 0;
            int differing = valueLength - text.Length;
            fixed (byte* data = &MemoryMarshal.GetReference(segment))
            fixed (char* units = &MemoryMarshal.GetReference(text))
            {
                byte* src = data + valueStart;
                for (int i = 0; i < text.Length; i++)
                {
                    all |= src[i];
                    differing |= src[i] ^ units[i];
                }
                for (int i = text.Length; i < valueLength; i++)
                {
                    all |= src[i];
                }
            }
            equal = differing == 0;
            return all < 0x80;
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
                if (KernelDriver.ValidateUtf8(src, utf8.Length, false, out read) != 0)
                {
                    throw IllFormed();
                }
            }
        }

        private Exception Misplaced(string asked)
        {
            return new InvalidOperationException("the token is not " + asked + " but of type " + token);
        }

        private static Exception IllFormed()
        {
            return new InvalidOperationException("the text has ill-formed UTF-8 or an escape that is a lone surrogate");
        }

        private static Exception TooShort() => new ArgumentException("the destination is too short", "destination");
    }
}
