using System;
using System.Buffers;
using System.Runtime.InteropServices;

namespace StringMill
{
    // Calls for records beside the public ones.
    public unsafe ref partial struct JsonReader
    {
        /// <summary>A string or name.</summary>
        /// <exception cref="JsonReadException">It has ill-formed UTF-8 or a lone surrogate.</exception>
        internal string GetWellFormedString()
        {
            try
            {
                return GetString();
            }
            catch (InvalidOperationException)
            {
                FailIllFormed();
                throw;
            }
        }

        /// <summary>Decodes a string of base64 without white space.</summary>
        /// <returns>False for any other string, also for base64 with white space.</returns>
        internal bool TryGetBase64(out byte[] bytes)
        {
            if (!valueIsEscaped)
            {
                return Base64Text.TryDecode(ValueSpan, out bytes);
            }
            byte[] pooled = ArrayPool<byte>.Shared.Rent(valueLength);
            fixed (byte* data = &MemoryMarshal.GetReference(segment))
            fixed (byte* dst = pooled)
            {
                int read;
                int len;
                int error = KernelDriver.UnescapeUtf8(LoneSurrogates.Reject, data + valueStart, valueLength, dst, pooled.Length, false,
                    out read, out len);
                bytes = null;
                bool isRead = error == 0 && read == valueLength
                    && Base64Text.TryDecode(new ReadOnlySpan<byte>(pooled, 0, len), out bytes);
                ArrayPool<byte>.Shared.Return(pooled);
                return isRead;
            }
        }

        /// <summary>A reader at the name that was read, as at a string.</summary>
        internal JsonReader NameAsString()
        {
            CheckName();
            JsonReader name = this;
            name.token = JsonTokenKind.String;
            return name;
        }

        /// <summary>Refuses the object that ends here: it lacks a required member.</summary>
        internal void FailMissing()
        {
            throw new JsonReadException(JsonReadError.MemberMissing, ErrorCode.JsonMemberMissing, line, consumed - lineStart, tokenStart);
        }

        /// <summary>Refuses the value that was read: a type cannot hold it.</summary>
        internal void FailUnfit(Type type) => throw Unfit(JsonReadError.ValueUnfit, type, null);

        /// <summary>The error of the value that was read, after which code of the record threw an exception.</summary>
        internal JsonReadException Refused(Exception cause) => Unfit(JsonReadError.ValueRefused, null, cause);

        private JsonReadException Unfit(JsonReadError error, Type type, Exception cause)
        {
            return new JsonReadException(error, ErrorCode.JsonMemberType, line, consumed - lineStart, tokenStart, type, cause);
        }

        /// <summary>Refuses the name that was read if it has an escape that is a lone surrogate.</summary>
        internal void CheckName()
        {
            if (valueIsEscaped)
            {
                fixed (byte* data = &MemoryMarshal.GetReference(segment))
                {
                    int lone = JsonReaderText.FindLoneSurrogate(data + valueStart, valueLength);
                    if (lone < valueLength)
                    {
                        throw new JsonReadException(JsonReadError.SurrogateLone, ErrorCode.SurrogateLone, line,
                            consumed - lineStart, valueStart + lone);
                    }
                }
            }
        }

        /// <summary>Refuses the string that was read, which is ill-formed.</summary>
        internal void FailIllFormed()
        {
            fixed (byte* data = &MemoryMarshal.GetReference(segment))
            {
                int at;
                JsonReadError error = FindIllFormed(data, valueStart, valueStart + valueLength, valueIsEscaped, out at);
                ErrorCode code = error == JsonReadError.SurrogateLone ? ErrorCode.SurrogateLone : IllFormedAt(data, at);
                throw new JsonReadException(error, code, line, consumed - lineStart, at);
            }
        }
    }
}
