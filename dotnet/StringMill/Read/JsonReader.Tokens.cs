namespace StringMill
{
    public unsafe ref partial struct JsonReader
    {
        // The native library skips the escapes of a string after it had PassEscapesAfter of them, if PassEscapesFrom bytes of the
        // segment are left. A call resolves them into PassedLen bytes, which are dropped.
        private const int PassEscapesAfter = 24;
        private const int PassEscapesFrom = 64;
        private const int PassedLen = 512;

        // Reads a string or name from its quote; false if the segment ends inside it.
        private bool ReadText(byte* data)
        {
            int start = consumed + 1;
            int end = segment.Length;
            int at = start + KernelDriver.FindTextEnd(data + start, end - start, out valueIsAscii);
            if (at >= end || data[at] != '"' || options.Policy != JsonTextPolicy.Dotnet)
            {
                valueIsAscii = false;
                return ReadOtherText(data, start, at);
            }
            return EndText(start, at, false);
        }

        // Reads a text that is not plain up to its quote.
        private bool ReadOtherText(byte* data, int start, int at)
        {
            int end = segment.Length;
            int escapes = 0;
            for (;;)
            {
                // Escapes often follow each other, and the search costs a call.
                if (at >= end || data[at] != '\\')
                {
                    at += KernelDriver.FindSpecial(data + at, end - at);
                }
                if (at >= end)
                {
                    return TextEndReached(data, start, escapes > 0);
                }
                byte special = data[at];
                if (special == '"')
                {
                    break;
                }
                if (special != '\\')
                {
                    FailText(data, start, JsonReadError.ControlUnescaped, at, escapes > 0);
                }
                escapes++;
                if (escapes > PassEscapesAfter && end - at >= PassEscapesFrom && end - at >= KernelDriver.NativeFrom)
                {
                    int passed = PassEscapes(data + at, end - at);
                    at += passed;
                    if (passed > 0)
                    {
                        continue;
                    }
                }
                if (!CheckEscape(data, start, ref at))
                {
                    return false;
                }
            }
            if (options.Policy != JsonTextPolicy.Dotnet)
            {
                CheckText(data, start, at, escapes > 0);
            }
            return EndText(start, at, escapes > 0);
        }

        // Checks the escape at a backslash and moves past it; false if the segment ends inside it.
        private bool CheckEscape(byte* data, int start, ref int at)
        {
            int end = segment.Length;
            at++;
            if (at >= end)
            {
                return TextEndReached(data, start, true);
            }
            byte letter = data[at];
            if (letter != 'u' && PureKernels.ShortForm(letter) < 0)
            {
                FailText(data, start, JsonReadError.EscapeUnknown, at, true);
            }
            at++;
            if (letter != 'u')
            {
                return true;
            }
            if (end - at >= 4 && JsonReaderText.HexUnit(data + at) >= 0)
            {
                at += 4;
                return true;
            }
            for (int digitsEnd = at + 4; at < digitsEnd; at++)
            {
                if (at >= end)
                {
                    return TextEndReached(data, start, true);
                }
                if (JsonReaderText.HexDigit(data[at]) < 0)
                {
                    FailText(data, start, JsonReadError.EscapeHex, at, true);
                }
            }
            return true;
        }

        private bool EndText(int start, int end, bool escaped)
        {
            valueStart = start;
            valueLength = end - start;
            valueIsEscaped = escaped;
            token = JsonTokenKind.String;
            consumed = end + 1;
            return true;
        }

        // Returns the number of bytes, from a backslash on, that are whole escapes and text between them. The kernel that resolves
        // escapes counts them; its output is dropped.
        private static int PassEscapes(byte* src, int len)
        {
            byte* room = stackalloc byte[PassedLen];
            int passed = 0;
            int read;
            do
            {
                int written;
                KernelDriver.UnescapeUtf8(LoneSurrogates.Replace, src + passed, len - passed, room, PassedLen, true,
                    out read, out written);
                passed += read;
            }
            while (read >= PassedLen && passed < len);
            return passed;
        }

        private bool TextEndReached(byte* data, int start, bool escaped)
        {
            if (isFinal)
            {
                FailText(data, start, JsonReadError.StringUnterminated, segment.Length, escaped);
            }
            return false;
        }

        // Refuses a string at its first wrong byte; under the strict policy that can be an ill-formed one before `at`.
        private void FailText(byte* data, int start, JsonReadError error, int at, bool escaped)
        {
            CheckText(data, start, at, escaped);
            Fail(error, at);
        }

        // Checks the text of a string, name or comment by the strict policy. A part can end inside an escape.
        private void CheckText(byte* data, int start, int end, bool escaped)
        {
            if (options.Policy == JsonTextPolicy.Dotnet)
            {
                return;
            }
            int at;
            JsonReadError error = FindIllFormed(data, start, end, escaped, out at);
            if (at < end)
            {
                Fail(error, at);
            }
        }

        // Finds the first ill-formed byte or escape, or the end.
        private static JsonReadError FindIllFormed(byte* data, int start, int end, bool escaped, out int at)
        {
            int wellFormed;
            KernelDriver.ValidateUtf8(data + start, end - start, false, out wellFormed);
            int lone = escaped ? JsonReaderText.FindLoneSurrogate(data + start, wellFormed) : wellFormed;
            at = start + lone;
            return lone < wellFormed ? JsonReadError.SurrogateLone : JsonReadError.Utf8IllFormed;
        }

        private bool ReadLiteral(byte* data, string literal, JsonTokenKind kind)
        {
            int end = segment.Length;
            for (int i = 1; i < literal.Length; i++)
            {
                if (consumed + i >= end)
                {
                    if (isFinal)
                    {
                        Fail(JsonReadError.LiteralUnknown, consumed + i);
                    }
                    return false;
                }
                if (data[consumed + i] != literal[i])
                {
                    Fail(JsonReadError.LiteralUnknown, consumed + i);
                }
            }
            valueStart = consumed;
            valueLength = literal.Length;
            token = kind;
            consumed += literal.Length;
            return true;
        }

        // Reads a number inside a container: at the end of the text its closing bracket is missing.
        private bool ReadNumber(byte* data)
        {
            if (!ReadDigits(data))
            {
                return false;
            }
            if (consumed >= segment.Length && isNotPrimitive)
            {
                Fail(JsonReadError.NumberUnended, consumed);
            }
            return true;
        }

        private bool ReadDigits(byte* data)
        {
            int end = segment.Length;
            int first = data[consumed] == '-' ? consumed + 1 : consumed;
            if (!IsDigitNext(data, first))
            {
                return false;
            }
            int at = data[first] == '0' ? first + 1 : SkipDigits(data, first + 1, end);
            if (at >= end || EndsNumber(data[at]))
            {
                return EndNumber(at);
            }
            byte next = data[at];
            if (next != '.' && (next | 0x20) != 'e')
            {
                Fail(IsDigit(next) ? JsonReadError.NumberLeadingZero : JsonReadError.NumberUnended, at);
            }
            if (next == '.')
            {
                at++;
                if (!IsDigitNext(data, at))
                {
                    return false;
                }
                at = SkipDigits(data, at + 1, end);
                if (at >= end || EndsNumber(data[at]))
                {
                    return EndNumber(at);
                }
                if ((data[at] | 0x20) != 'e')
                {
                    Fail(JsonReadError.NumberExponentExpected, at);
                }
            }
            at++;
            at += at < end && (data[at] == '+' || data[at] == '-') ? 1 : 0;
            if (!IsDigitNext(data, at))
            {
                return false;
            }
            at = SkipDigits(data, at + 1, end);
            if (at < end && !EndsNumber(data[at]))
            {
                Fail(JsonReadError.NumberUnended, at);
            }
            return EndNumber(at);
        }

        private static bool IsDigit(byte unit) => (uint)(unit - '0') <= 9;

        private static int SkipDigits(byte* data, int at, int end)
        {
            while (at < end && (uint)(data[at] - '0') <= 9)
            {
                at++;
            }
            return at;
        }

        // Requires a digit; false if the segment ends instead.
        private bool IsDigitNext(byte* data, int at)
        {
            if (at >= segment.Length)
            {
                if (isFinal)
                {
                    Fail(JsonReadError.NumberIncomplete, at);
                }
                return false;
            }
            if (!IsDigit(data[at]))
            {
                Fail(JsonReadError.NumberDigitExpected, at);
            }
            return true;
        }

        private static bool EndsNumber(byte next) => next == ',' || next == '}' || next == ']' || next == ' ' || next == '\n'
            || next == '\r' || next == '\t' || next == '/';

        private bool EndNumber(int end)
        {
            // The next segment could have more digits; in the last one the number is whole.
            if (end == segment.Length && !isFinal)
            {
                return false;
            }
            valueStart = consumed;
            valueLength = end - consumed;
            token = JsonTokenKind.Number;
            consumed = end;
            return true;
        }
    }
}
