using System;

namespace StringMill
{
    /// <summary>An input or a request that is refused: a code that all languages share, and a place.</summary>
    public sealed class StringMillException : FormatException
    {
        /// <summary>Makes one.</summary>
        /// <param name="code">What is wrong.</param>
        /// <param name="offset">Where: units of the input, from its beginning.</param>
        public StringMillException(ErrorCode code, long offset)
            : base(ErrorCodes.Says(code) + " at " + ErrorCodes.Unit(code) + " " + offset)
        {
            Code = code;
            Offset = offset;
        }

        /// <summary>What is wrong.</summary>
        public ErrorCode Code { get; }

        /// <summary>Advice for the user: one sentence in the imperative, as <see cref="ErrorCodes.Remedy"/>.</summary>
        public string Remedy => ErrorCodes.Remedy(Code);

        /// <summary>Where: units of the input (bytes or UTF-16 code units) from its beginning.</summary>
        public long Offset { get; }
    }
}
