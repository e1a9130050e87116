using System;
using System.Diagnostics.CodeAnalysis;

namespace StringMill
{
    /// <summary>
    /// The error of JSON text that is refused: its reason and place. A number or string that does not fit the type of a
    /// <c>Get</c> method of <see cref="JsonReader"/> is a <see cref="FormatException"/> instead, as in System.Text.Json. The
    /// message names the numbers as the properties do, which count from 0.
    /// </summary>
    public sealed class JsonReadException : Exception
    {
        internal JsonReadException(JsonReadError error, ErrorCode code, long lineNumber, long bytePositionInLine, long offset,
            Type memberType = null, Exception cause = null)
            : base(null, cause)
        {
            Error = error;
            Code = code;
            LineNumber = lineNumber;
            BytePositionInLine = bytePositionInLine;
            Offset = offset;
            MemberType = memberType;
        }

        /// <summary>
        /// The reason, then in the words of System.Text.Json the type, the path and the place, as far as they are known.
        /// </summary>
        public override string Message => Says(Error) + (MemberType == null ? "" : ": " + MemberType)
            + (Path == null ? ". " : ". Path: " + Path + " | ")
            + "LineNumber: " + LineNumber + " | BytePositionInLine: " + BytePositionInLine + ".";

        /// <summary>The reason.</summary>
        public JsonReadError Error { get; }

        /// <summary>The reason, as the code that every language shares.</summary>
        public ErrorCode Code { get; }

        /// <summary>
        /// Advice for the user: one sentence in the imperative, as <see cref="ErrorCodes.Remedy"/> of <see cref="Code"/>.
        /// </summary>
        public string Remedy => ErrorCodes.Remedy(Code);

        /// <summary>
        /// Where in the text, such as <c>$.Items[3].Price</c>, as the path of <c>JsonException</c>; set by
        /// <see cref="RecordPlan{T}"/>, else null.
        /// </summary>
        [MaybeNull]
        public string Path { get; internal set; }

        /// <summary>
        /// The type that cannot hold the value, if <see cref="Code"/> is <see cref="ErrorCode.JsonMemberType"/>, else null.
        /// </summary>
        [MaybeNull]
        public Type MemberType { get; }

        /// <summary>The number of lines before the fault, over all segments: the first line is 0.</summary>
        public long LineNumber { get; }

        /// <summary>The number of bytes between the start of the line and the fault, over all segments.</summary>
        public long BytePositionInLine { get; }

        /// <summary>
        /// The offset of the fault in the span of the reader, or in the stream: that of the unit which <see cref="Code"/> names, as in every language.
        /// <see cref="BytePositionInLine"/> is that of System.Text.Json, which can be some bytes later.
        /// </summary>
        public long Offset { get; internal set; }

        private static string Says(JsonReadError error)
        {
            switch (error)
            {
                case JsonReadError.InputEmpty: return "the input has no JSON value";
                case JsonReadError.ContainerUnclosed: return "input ends inside an object or array";
                case JsonReadError.Incomplete: return "input ends inside a JSON value";
                case JsonReadError.ValueExpected: return "expected a JSON value";
                case JsonReadError.NameExpected: return "expected a property name";
                case JsonReadError.NameOrValueExpected: return "input ends after a comma";
                case JsonReadError.ValueExpectedBeforeComma: return "comma without a value before it";
                case JsonReadError.ColonExpected: return "expected a colon";
                case JsonReadError.MemberValueExpected: return "input ends after a property name";
                case JsonReadError.BracketMismatched: return "closing brace or bracket that closes nothing";
                case JsonReadError.CommaTrailing: return "comma before a closing brace or bracket";
                case JsonReadError.CommaExpected: return "expected a comma or a closing brace or bracket";
                case JsonReadError.TrailingData: return "data after the JSON value";
                case JsonReadError.LimitDepth: return "nested deeper than the limit";
                case JsonReadError.StringUnterminated: return "input ends inside a string";
                case JsonReadError.ControlUnescaped: return "unescaped control character in a string";
                case JsonReadError.EscapeUnknown: return "unknown escape";
                case JsonReadError.EscapeHex: return "unicode escape without four hexadecimal digits";
                case JsonReadError.LiteralUnknown: return "neither true nor false nor null";
                case JsonReadError.NumberDigitExpected: return "expected a digit in a number";
                case JsonReadError.NumberIncomplete: return "input ends inside a number";
                case JsonReadError.NumberLeadingZero: return "number begins with a zero";
                case JsonReadError.NumberUnended: return "number is followed by what cannot follow it";
                case JsonReadError.NumberExponentExpected: return "expected an exponent or the end of a number";
                case JsonReadError.CommentUnknown: return "slash that begins no comment";
                case JsonReadError.CommentIncomplete: return "input ends inside a comment";
                case JsonReadError.CommentUnterminated: return "comment has no end";
                case JsonReadError.CommentLineSeparator: return "line separator in a comment of one line";
                case JsonReadError.Utf8IllFormed: return "ill-formed UTF-8";
                case JsonReadError.SurrogateLone: return "lone surrogate";
                case JsonReadError.ValueUnfit: return "value that the type of its member cannot hold";
                case JsonReadError.ValueRefused: return "value that the code of the record refused";
                case JsonReadError.MemberMissing: return "object lacks a required member";
                default: throw new ArgumentOutOfRangeException(nameof(error));
            }
        }
    }
}
