using System;
using System.Text.Json;

namespace StringMill
{
    /// <summary>Errors of StringMill as those of System.Text.Json.</summary>
    /// <example>
    /// <code>
    /// new RecordOptions { TranslateError = StringMillErrors.ToJsonException }    // Deserialize throws JsonException
    /// </code>
    /// </example>
    public static class StringMillErrors
    {
        /// <summary>Returns the same error as a <see cref="JsonException"/>.</summary>
        /// <param name="fault">Becomes the inner exception.</param>
        /// <returns>
        /// A <see cref="StringMillJsonException"/> with the message, path, line, byte, code and remedy of <paramref name="fault"/>.
        /// </returns>
        /// <exception cref="ArgumentNullException"><paramref name="fault"/> is null.</exception>
        public static JsonException ToJsonException(this JsonReadException fault)
        {
            if (fault == null)
            {
                throw new ArgumentNullException(nameof(fault));
            }
            return new StringMillJsonException(fault);
        }
    }

    /// <summary>A <see cref="JsonException"/> with the code and remedy of a <see cref="JsonReadException"/>, its inner exception.</summary>
    public sealed class StringMillJsonException : JsonException
    {
        internal StringMillJsonException(JsonReadException fault)
            : base(fault.Message, fault.Path, fault.LineNumber, fault.BytePositionInLine, fault)
        {
            Error = fault;
        }

        /// <summary>The same error.</summary>
        public JsonReadException Error { get; }

        /// <summary>The reason, as the code that every language shares.</summary>
        public ErrorCode Code => Error.Code;

        /// <summary>Advice for the user: one sentence in the imperative.</summary>
        public string Remedy => Error.Remedy;

        /// <summary>The offset in the text, as <see cref="JsonReadException.Offset"/>.</summary>
        public long Offset => Error.Offset;
    }
}
