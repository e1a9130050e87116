using System.Runtime.CompilerServices;

namespace StringMill
{
    public unsafe ref partial struct JsonReader
    {
        // The result of the search for a token.
        private enum Found
        {
            Token,

            // The segment ends before the token does; the next reader begins where this search began.
            Incomplete,

            // The segment ends before the token does; the next reader begins after the comments that were skipped.
            IncompleteAfterComments,
        }

        private bool ReadToken(byte* data)
        {
            valueLength = 0;
            valueIsEscaped = false;
            if (!SkipWhiteSpace(data))
            {
                return EndReached();
            }

            byte first = data[consumed];
            tokenStart = consumed;
            if (token == JsonTokenKind.None)
            {
                return ReadFirst(data, first);
            }
            if (first == '/')
            {
                return ReadNextOrRollBack(data, first);
            }
            switch (token)
            {
                case JsonTokenKind.StartObject: return ReadFirstMember(data, first);
                case JsonTokenKind.StartArray: return ReadFirstElement(data, first);
                case JsonTokenKind.PropertyName: return ReadValue(data, first);
                default:
                    // The last segment is never read again, and a comment is refused.
                    return isFinal && nesting.Depth > 0 && options.CommentHandling == JsonComments.Disallow
                        ? ReadSeparatorOrEnd(data, first) == Found.Token : ReadNextOrRollBack(data, first);
            }
        }

        // The end of the segment: returns false, or refuses the text if it is incomplete and nothing follows.
        private bool EndReached()
        {
            if (failure != null)
            {
                throw failure;
            }
            if (isNotPrimitive && isFinal)
            {
                if (nesting.Depth != 0)
                {
                    Fail(JsonReadError.ContainerUnclosed, consumed);
                }
                if (options.CommentHandling == JsonComments.Allow && token == JsonTokenKind.Comment)
                {
                    return false;
                }
                if (token != JsonTokenKind.EndArray && token != JsonTokenKind.EndObject)
                {
                    Fail(JsonReadError.Incomplete, consumed);
                }
            }
            return false;
        }

        // As EndReached, but more must follow.
        private bool EndReached(JsonReadError error)
        {
            if (isFinal)
            {
                Fail(error, consumed);
            }
            return false;
        }

        // True if a byte that is no white space follows. In most cases that is the next byte, and no call is needed.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private bool SkipWhiteSpace(byte* data) => consumed < segment.Length && data[consumed] > ' ' || SkipBlanks(data);

        private bool SkipBlanks(byte* data)
        {
            int at = consumed;
            int end = segment.Length;
            while (at < end)
            {
                byte next = data[at];
                if (next > ' ')
                {
                    break;
                }
                if (next == '\n')
                {
                    line++;
                    lineStart = at + 1;
                }
                else if (next != ' ' && next != '\r' && next != '\t')
                {
                    break;
                }
                at++;
            }
            consumed = at;
            return at < end;
        }

        // Reads the first token of a text, or of one more value of it.
        private bool ReadFirst(byte* data, byte first)
        {
            if (first == '{' || first == '[')
            {
                Open(first == '{');
                isNotPrimitive = true;
                return true;
            }
            if (first == '-' || IsDigit(first))
            {
                if (!ReadDigits(data))
                {
                    return false;
                }
            }
            else if (!ReadValue(data, first))
            {
                return false;
            }
            isNotPrimitive = token == JsonTokenKind.StartObject || token == JsonTokenKind.StartArray;
            return true;
        }

        private bool ReadFirstMember(byte* data, byte first)
        {
            if (first == '}')
            {
                Close(true);
                return true;
            }
            if (first != '"')
            {
                Fail(JsonReadError.NameExpected, consumed);
            }
            int consumedBefore = consumed;
            long lineBefore = line;
            long lineStartBefore = lineStart;
            if (ReadName(data))
            {
                return true;
            }
            consumed = consumedBefore;
            line = lineBefore;
            lineStart = lineStartBefore;
            token = JsonTokenKind.StartObject;
            return false;
        }

        private bool ReadFirstElement(byte* data, byte first)
        {
            if (first == ']')
            {
                Close(false);
                return true;
            }
            return ReadValue(data, first);
        }

        private bool ReadName(byte* data)
        {
            commaBeforeComment = false;
            if (!ReadText(data))
            {
                return false;
            }
            if (!SkipWhiteSpace(data))
            {
                return EndReached(JsonReadError.MemberValueExpected);
            }
            if (data[consumed] != ':')
            {
                Fail(JsonReadError.ColonExpected, consumed);
            }
            consumed++;
            token = JsonTokenKind.PropertyName;
            return true;
        }

        private bool ReadValue(byte* data, byte first)
        {
            for (;;)
            {
                commaBeforeComment = false;
                if (first == '-' || IsDigit(first))
                {
                    return ReadNumber(data);
                }
                switch (first)
                {
                    case (byte)'"': return ReadText(data);
                    case (byte)'{':
                    case (byte)'[':
                        if (nesting.Depth >= maxDepth)
                        {
                            Fail(JsonReadError.LimitDepth, consumed);
                        }
                        Open(first == '{');
                        return true;
                    case (byte)'t': return ReadLiteral(data, "true", JsonTokenKind.True);
                    case (byte)'f': return ReadLiteral(data, "false", JsonTokenKind.False);
                    case (byte)'n': return ReadLiteral(data, "null", JsonTokenKind.Null);
                }
                if (first != '/' || options.CommentHandling == JsonComments.Disallow)
                {
                    Fail(JsonReadError.ValueExpected, consumed);
                }
                if (options.CommentHandling == JsonComments.Allow)
                {
                    return ReadComment(data);
                }
                if (!SkipComment(data))
                {
                    return false;
                }
                if (consumed >= segment.Length)
                {
                    return EndReachedAfterComment();
                }
                if (!SkipWhiteSpace(data))
                {
                    return EndReached();
                }
                first = data[consumed];
                tokenStart = consumed;
            }
        }

        // As EndReached, but an open container is accepted right after a comment.
        private bool EndReachedAfterComment()
        {
            if (isNotPrimitive && isFinal && token != JsonTokenKind.EndArray && token != JsonTokenKind.EndObject)
            {
                Fail(JsonReadError.Incomplete, consumed);
            }
            return false;
        }

        private void Open(bool isObject)
        {
            nesting.Push(isObject);
            valueStart = consumed;
            valueLength = 1;
            consumed++;
            token = isObject ? JsonTokenKind.StartObject : JsonTokenKind.StartArray;
            inObject = isObject;
        }

        private void Close(bool isObject)
        {
            if (inObject != isObject || nesting.Depth <= 0)
            {
                Fail(JsonReadError.BracketMismatched, consumed);
            }
            if (commaBeforeComment)
            {
                if (!options.AllowTrailingCommas)
                {
                    Fail(JsonReadError.CommaTrailing, consumed);
                }
                commaBeforeComment = false;
            }
            token = isObject ? JsonTokenKind.EndObject : JsonTokenKind.EndArray;
            valueStart = consumed;
            valueLength = 1;
            consumed++;
            inObject = nesting.Pop();
        }

        private bool ReadNextOrRollBack(byte* data, byte first)
        {
            int consumedBefore = consumed;
            long lineBefore = line;
            long lineStartBefore = lineStart;
            JsonTokenKind tokenBefore = token;
            bool commaBefore = commaBeforeComment;
            Found found = ReadNext(data, first);
            if (found == Found.Incomplete)
            {
                consumed = consumedBefore;
                line = lineBefore;
                lineStart = lineStartBefore;
                token = tokenBefore;
                commaBeforeComment = commaBefore;
            }
            return found == Found.Token;
        }

        // Reads the token after a value, a closing bracket or a comment.
        private Found ReadNext(byte* data, byte first)
        {
            if (options.CommentHandling == JsonComments.Skip)
            {
                return ReadNextAfterSkippedComments(data, first);
            }
            if (options.CommentHandling == JsonComments.Allow)
            {
                if (first == '/')
                {
                    return OrIncomplete(ReadComment(data));
                }
                if (token == JsonTokenKind.Comment)
                {
                    return ReadNextAfterComment(data);
                }
            }
            if (nesting.Depth == 0)
            {
                return ReadNextValue(data, first);
            }
            return ReadSeparatorOrEnd(data, first);
        }

        private static Found OrIncomplete(bool found) => found ? Found.Token : Found.Incomplete;

        // Reads the token after a whole value at the top.
        private Found ReadNextValue(byte* data, byte first)
        {
            if (!options.AllowMultipleValues)
            {
                Fail(JsonReadError.TrailingData, consumed);
            }
            return OrIncomplete(ReadFirst(data, first));
        }

        private Found ReadSeparatorOrEnd(byte* data, byte first)
        {
            switch (first)
            {
                case (byte)',': return ReadAfterComma(data);
                case (byte)'}':
                    Close(true);
                    return Found.Token;
                case (byte)']':
                    Close(false);
                    return Found.Token;
                default:
                    Fail(JsonReadError.CommaExpected, consumed);
                    return Found.Incomplete;
            }
        }

        private Found ReadAfterComma(byte* data)
        {
            if (consumed + 1 >= segment.Length)
            {
                EndReached(JsonReadError.NameOrValueExpected);
                return Found.Incomplete;
            }
            consumed++;
            if (!SkipWhiteSpace(data))
            {
                EndReached(JsonReadError.NameOrValueExpected);
                return Found.Incomplete;
            }
            if (data[consumed] == '/' && options.CommentHandling == JsonComments.Skip)
            {
                if (!SkipComments(data, true))
                {
                    return Found.Incomplete;
                }
            }
            byte first = data[consumed];
            tokenStart = consumed;
            if (first == '/' && options.CommentHandling == JsonComments.Allow)
            {
                commaBeforeComment = true;
                return OrIncomplete(ReadComment(data));
            }
            if (first == (inObject ? '}' : ']'))
            {
                if (!options.AllowTrailingCommas)
                {
                    Fail(JsonReadError.CommaTrailing, consumed);
                }
                Close(inObject);
                return Found.Token;
            }
            return ReadNameOrElement(data, first);
        }

        private Found ReadNameOrElement(byte* data, byte first)
        {
            if (!inObject)
            {
                return OrIncomplete(ReadValue(data, first));
            }
            if (first != '"')
            {
                Fail(JsonReadError.NameExpected, consumed);
            }
            return OrIncomplete(ReadName(data));
        }

        // The last token was a comment: the token before it decides which ones can follow.
        private Found ReadNextAfterComment(byte* data)
        {
            bool wasPrimitive = beforeComment >= JsonTokenKind.String && beforeComment <= JsonTokenKind.Null;
            if (wasPrimitive)
            {
                token = inObject ? JsonTokenKind.StartObject : JsonTokenKind.StartArray;
            }
            else
            {
                token = beforeComment;
            }

            byte first = data[consumed];
            if (nesting.Depth == 0 && token != JsonTokenKind.None)
            {
                return ReadNextValue(data, first);
            }
            if (first == ',')
            {
                bool noValueBefore = beforeComment <= JsonTokenKind.StartObject
                    || beforeComment == JsonTokenKind.StartArray || commaBeforeComment;
                if (noValueBefore)
                {
                    Fail(JsonReadError.ValueExpectedBeforeComma, consumed);
                }
                return ReadAfterComma(data);
            }
            if (first == '}' || first == ']')
            {
                Close(first == '}');
                return Found.Token;
            }
            switch (token)
            {
                case JsonTokenKind.None: return OrIncomplete(ReadFirst(data, first));
                case JsonTokenKind.StartObject: return OrIncomplete(ReadFirstMember(data, first));
                case JsonTokenKind.StartArray: return OrIncomplete(ReadFirstElement(data, first));
                case JsonTokenKind.PropertyName: return OrIncomplete(ReadValue(data, first));
                default: return ReadNameOrElement(data, first);
            }
        }

        // Comments can come before any token, and are skipped.
        private Found ReadNextAfterSkippedComments(byte* data, byte first)
        {
            if (first == '/')
            {
                if (!SkipComments(data, false))
                {
                    return Found.IncompleteAfterComments;
                }
                first = data[consumed];
            }
            tokenStart = consumed;
            switch (token)
            {
                case JsonTokenKind.StartObject:
                    return ReadFirstMember(data, first) ? Found.Token : Found.IncompleteAfterComments;
                case JsonTokenKind.StartArray:
                    return ReadFirstElement(data, first) ? Found.Token : Found.IncompleteAfterComments;
                case JsonTokenKind.PropertyName:
                    return ReadValue(data, first) ? Found.Token : Found.IncompleteAfterComments;
            }
            if (nesting.Depth == 0)
            {
                return ReadNextValue(data, first);
            }
            return ReadSeparatorOrEnd(data, first);
        }
    }
}
