using System;

namespace StringMill
{
    /// <summary>The error of an input or request that is refused: a code that all languages share, and a place.</summary>
    public sealed class StringMillException : FormatException
    {
        /// <summary>Makes an error.</summary>
        /// <param name="code">The reason.</param>
        /// <param name="offset">The place, in units of the input from its beginning.</param>
        public StringMillException(ErrorCode code, long offset)
            : base(ErrorCodes.Says(code) + Place(ErrorCodes.Unit(code), offset))
        {
            Code = code;
            Offset = offset;
        }

        /// <summary>The reason.</summary>
        public ErrorCode Code { get; }

        /// <summary>Advice for the user: one sentence in the imperative, as <see cref="ErrorCodes.Remedy"/>.</summary>
        public string Remedy => ErrorCodes.Remedy(Code);

        /// <summary>The place, in units of the input (bytes or UTF-16 code units) from its beginning.</summary>
        public long Offset { get; }

        private static string Place(string unit, long offset)
        {
            return unit.Length == 0 ? "" : " at " + unit + " " + offset;
        }
    }
}
