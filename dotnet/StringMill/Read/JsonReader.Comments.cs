namespace StringMill
{
    public unsafe ref partial struct JsonReader
    {
        // Skips comments and the white space after them; true if another byte follows. After a comma, one must.
        private bool SkipComments(byte* data, bool afterComma)
        {
            while (data[consumed] == '/')
            {
                if (!SkipComment(data))
                {
                    return false;
                }
                if (!SkipWhiteSpace(data))
                {
                    return afterComma ? EndReached(JsonReadError.NameOrValueExpected) : EndReached();
                }
            }
            return true;
        }

        // Skips the comment at the slash; false if the segment ends inside it.
        private bool SkipComment(byte* data)
        {
            int length;
            if (consumed + 1 >= this.data.Length)
            {
                return EndReached(JsonReadError.ValueExpected);
            }
            switch (data[consumed + 1])
            {
                case (byte)'/':
                    return SkipLineComment(data, out length);
                case (byte)'*':
                    return SkipBlockComment(data, out length);
                default:
                    Fail(JsonReadError.ValueExpected, consumed);
                    return false;
            }
        }

        // Reads the comment at the slash as a token; false if the segment ends inside it.
        private bool ReadComment(byte* data)
        {
            int start = consumed + 2;
            int length;
            if (consumed + 1 >= this.data.Length)
            {
                return EndReached(JsonReadError.CommentIncomplete);
            }
            switch (data[consumed + 1])
            {
                case (byte)'/':
                    if (!SkipLineComment(data, out length))
                    {
                        return false;
                    }
                    break;
                case (byte)'*':
                    if (!SkipBlockComment(data, out length))
                    {
                        return false;
                    }
                    break;
                default:
                    Fail(JsonReadError.CommentUnknown, consumed);
                    return false;
            }
            valueStart = start;
            valueLength = length;
            if (token != JsonTokenKind.Comment)
            {
                beforeComment = token;
            }
            token = JsonTokenKind.Comment;
            return true;
        }

        // Skips to LF, CR, both, or the end of the text; length excludes the marks.
        private bool SkipLineComment(byte* data, out int length)
        {
            int start = consumed + 2;
            int end = this.data.Length;
            int at = start;
            while (at < end && data[at] != '\n' && data[at] != '\r')
            {
                // Other readers end a line at U+2028 and U+2029 and would see other tokens.
                bool separator = data[at] == 0xE2 && end - at > 2 && data[at + 1] == 0x80 && (data[at + 2] | 1) == 0xA9;
                if (separator)
                {
                    Fail(JsonReadError.CommentLineSeparator, consumed);
                }
                at++;
            }
            length = at - start;
            if (at >= end)
            {
                if (!isFinal)
                {
                    return false;
                }
                CheckText(data, start, at, false);
                consumed = end;
                return true;
            }
            if (data[at] == '\r')
            {
                if (at + 1 < end)
                {
                    if (data[at + 1] == '\n')
                    {
                        at++;
                    }
                }
                else if (!isFinal)
                {
                    return false;
                }
            }
            CheckText(data, start, start + length, false);
            consumed = at + 1;
            line++;
            lineStart = consumed;
            return true;
        }

        private bool SkipBlockComment(byte* data, out int length)
        {
            int start = consumed + 2;
            int end = this.data.Length;
            long line = this.line;
            long lineStart = this.lineStart;
            length = 0;
            for (int at = start; at < end; at++)
            {
                if (data[at] == '\n')
                {
                    line++;
                    lineStart = at + 1;
                }
                else if (data[at] == '/' && at > start && data[at - 1] == '*')
                {
                    length = at - 1 - start;
                    CheckText(data, start, at - 1, false);
                    consumed = at + 1;
                    this.line = line;
                    this.lineStart = lineStart;
                    return true;
                }
            }
            return EndReached(JsonReadError.CommentUnterminated);
        }
    }
}
