namespace StringMill
{
    public unsafe ref partial struct JsonReader
    {
        // Skips comments and the white space after them; true if another byte follows. After a comma, a missing byte is an error.
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
            return SkipComment(data, JsonReadError.ValueExpected, JsonReadError.ValueExpected, out length);
        }

        // Reads the comment at the slash as a token; false if the segment ends inside it.
        private bool ReadComment(byte* data)
        {
            int start = consumed + 2;
            int length;
            if (!SkipComment(data, JsonReadError.CommentIncomplete, JsonReadError.CommentUnknown, out length))
            {
                return false;
            }
            valueStart = start;
            valueLength = length;
            beforeComment = token != JsonTokenKind.Comment ? token : beforeComment;
            token = JsonTokenKind.Comment;
            return true;
        }

        private bool SkipComment(byte* data, JsonReadError incomplete, JsonReadError unknown, out int length)
        {
            length = 0;
            if (consumed + 1 >= segment.Length)
            {
                return EndReached(incomplete);
            }
            switch (data[consumed + 1])
            {
                case (byte)'/': return SkipLineComment(data, out length);
                case (byte)'*': return SkipBlockComment(data, out length);
            }
            Fail(unknown, consumed);
            return false;
        }

        // Skips past LF, CR, CR LF, or to the end of the text. The length counts neither the slashes nor the line end.
        private bool SkipLineComment(byte* data, out int length)
        {
            int start = consumed + 2;
            int end = segment.Length;
            int at = start;
            while (at < end && data[at] != '\n' && data[at] != '\r')
            {
                // Some other readers end a line at U+2028 and U+2029, and would find tokens in the rest of the comment.
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
            int end = segment.Length;
            long lineAtEnd = line;
            long lineStartAtEnd = lineStart;
            length = 0;
            for (int at = start; at < end; at++)
            {
                if (data[at] == '\n')
                {
                    lineAtEnd++;
                    lineStartAtEnd = at + 1;
                }
                else if (data[at] == '/' && at > start && data[at - 1] == '*')
                {
                    length = at - 1 - start;
                    CheckText(data, start, at - 1, false);
                    consumed = at + 1;
                    line = lineAtEnd;
                    lineStart = lineStartAtEnd;
                    return true;
                }
            }
            return EndReached(JsonReadError.CommentUnterminated);
        }
    }
}
