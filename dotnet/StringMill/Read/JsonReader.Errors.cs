using System.Runtime.InteropServices;

namespace StringMill
{
    // An error has the position of System.Text.Json, and the code and offset of spec/errors.toml.
    public unsafe ref partial struct JsonReader
    {
        private void Fail(JsonReadError error, int at)
        {
            int offset = at;
            ErrorCode code;
            fixed (byte* data = &MemoryMarshal.GetReference(segment))
            {
                code = CodeOf(data, error, ref offset);
            }
            failure = new JsonReadException(error, code, line, at - lineStart, offset);
            // So the next Read calls EndReached, which throws the same exception.
            consumedBeforeFailure = consumed;
            consumed = segment.Length;
            throw failure;
        }

        private ErrorCode CodeOf(byte* data, JsonReadError error, ref int at)
        {
            switch (error)
            {
                case JsonReadError.InputEmpty: return ErrorCode.JsonValueExpected;
                case JsonReadError.ContainerUnclosed:
                case JsonReadError.Incomplete:
                case JsonReadError.NameOrValueExpected:
                case JsonReadError.MemberValueExpected:
                case JsonReadError.NumberIncomplete:
                case JsonReadError.CommentIncomplete:
                case JsonReadError.CommentUnterminated:
                    at = segment.Length;
                    return ErrorCode.JsonIncomplete;
                case JsonReadError.LimitDepth: return ErrorCode.LimitDepth;
                case JsonReadError.StringUnterminated: return CodeOfUnterminated(data, ref at);
                case JsonReadError.ControlUnescaped: return ErrorCode.ControlUnescaped;
                case JsonReadError.EscapeUnknown:
                    at--;
                    return ErrorCode.EscapeUnknown;
                case JsonReadError.EscapeHex:
                    // Only digits are between the u of the escape and the wrong byte.
                    do
                    {
                        at--;
                    }
                    while (data[at] != 'u');
                    at--;
                    return ErrorCode.EscapeHex;
                case JsonReadError.LiteralUnknown:
                    return at < segment.Length ? ErrorCode.JsonLiteralUnknown : ErrorCode.JsonIncomplete;
                case JsonReadError.NumberDigitExpected: return ErrorCode.NumberDigitExpected;
                case JsonReadError.NumberLeadingZero: return ErrorCode.NumberLeadingZero;
                case JsonReadError.Utf8IllFormed: return IllFormedAt(data, at);
                case JsonReadError.SurrogateLone: return ErrorCode.SurrogateLone;
                default: return CodeBetweenTokens(data, error, at);
            }
        }

        // The code of a wrong byte between tokens.
        private ErrorCode CodeBetweenTokens(byte* data, JsonReadError error, int at)
        {
            if (at >= segment.Length)
            {
                return ErrorCode.JsonIncomplete;
            }
            ErrorCode illFormed = IllFormedAt(data, at);
            if (illFormed != 0)
            {
                return illFormed;
            }
            // The reader checks for a slash that begins no comment first, whatever the last token was.
            bool isSlash = error == JsonReadError.CommaExpected && data[at] == '/';
            if (isSlash && token == JsonTokenKind.StartObject)
            {
                return ErrorCode.JsonStringExpected;
            }
            if (isSlash && (token == JsonTokenKind.StartArray || token == JsonTokenKind.PropertyName))
            {
                return ErrorCode.JsonValueExpected;
            }
            switch (error)
            {
                case JsonReadError.NameExpected: return ErrorCode.JsonStringExpected;
                case JsonReadError.ColonExpected: return ErrorCode.JsonColonExpected;
                case JsonReadError.CommaTrailing:
                    return inObject ? ErrorCode.JsonStringExpected : ErrorCode.JsonValueExpected;
                case JsonReadError.TrailingData: return ErrorCode.JsonTrailing;
                case JsonReadError.CommaExpected:
                case JsonReadError.BracketMismatched:
                case JsonReadError.NumberUnended:
                case JsonReadError.NumberExponentExpected:
                    return nesting.Depth == 0 ? ErrorCode.JsonTrailing
                        : inObject ? ErrorCode.JsonCommaExpected : ErrorCode.JsonBracketExpected;
                default:
                    bool isMark = at == 0 && segment.Length >= 3 && data[0] == 0xEF && data[1] == 0xBB && data[2] == 0xBF
                        && line == 0 && lineStart == 0;
                    return isMark ? ErrorCode.JsonByteOrderMark : ErrorCode.JsonValueExpected;
            }
        }

        // The code of a string without a closing quote: the input can end inside an escape.
        private ErrorCode CodeOfUnterminated(byte* data, ref int at)
        {
            int end = segment.Length;
            at = tokenStart + 1;
            while (at < end)
            {
                if (data[at] != '\\')
                {
                    at++;
                    continue;
                }
                int len = at + 1 < end && data[at + 1] == 'u' ? 6 : 2;
                if (end - at < len)
                {
                    return ErrorCode.EscapeIncomplete;
                }
                at += len;
            }
            return ErrorCode.StringUnterminated;
        }

        // The error of an ill-formed character; zero if it is well-formed.
        private ErrorCode IllFormedAt(byte* data, int at)
        {
            const int CharacterMax = 4;
            int left = segment.Length - at;
            int read;
            // A character that the segment cuts can still be well-formed.
            int error = PureKernels.ValidateUtf8(data + at, left < CharacterMax ? left : CharacterMax, !isFinal, out read);
            return read == 0 ? (ErrorCode)error : 0;
        }
    }
}
