namespace StringMill
{
    /// <summary>The inside of a JSON string into the text that it stands for. Standard: RFC 8259, section 7.</summary>
    internal static unsafe partial class PureKernels
    {
        /// <summary>In place of a code point: the end of the source hides it.</summary>
        private const int Cut = -1;

        internal static int UnescapeUtf8(LoneSurrogates surrogates, byte* src, int len, byte* dst, int cap, bool more,
            out int read, out int written)
        {
            byte* at = src;
            byte* end = src + len;
            byte* put = dst;
            byte* full = dst + cap;
            int error = 0;
            while (at < end && *at != '"')
            {
                int first = *at;
                if (first >= 0x20 && first < 0x80 && first != '\\')
                {
                    byte* past = PutByte(ref at, put, full);
                    if (past == null)
                    {
                        break;
                    }
                    put = past;
                    continue;
                }
                int code;
                int unit = EscapedUnit(surrogates, at, end, more, out code);
                if (unit <= 0)
                {
                    error = unit == 0 && more ? 0 : code;
                    break;
                }
                byte* next = PutUtf8(code, put, full);
                if (next == null)
                {
                    break;
                }
                put = next;
                at += unit;
            }
            read = (int)(at - src);
            written = (int)(put - dst);
            return error;
        }

        /// <summary>
        /// The length of what stands at a place and is no quote; <paramref name="code"/> is its character. Not positive
        /// where it is wrong: <paramref name="code"/> is the error; 0 where more of the source might change that.
        /// </summary>
        private static int EscapedUnit(LoneSurrogates surrogates, byte* at, byte* end, bool more, out int code)
        {
            if (*at >= 0x80)
            {
                int unit = Utf8Unit.At(at, end, out code);
                return unit < 0 && code == (int)ErrorCode.Utf8Incomplete ? 0 : unit;
            }
            if (*at != '\\')
            {
                code = (int)ErrorCode.ControlUnescaped;
                return -1;
            }
            if (end - at == 1)
            {
                code = (int)ErrorCode.EscapeIncomplete;
                return 0;
            }
            if (at[1] == 'u')
            {
                return UnicodeEscape(surrogates, at, end, more, out code);
            }
            code = ShortForm(at[1]);
            if (code >= 0)
            {
                return 2;
            }
            code = (int)ErrorCode.EscapeUnknown;
            return -1;
        }

        private static int ShortForm(int letter)
        {
            switch (letter)
            {
                case '"': return '"';
                case '\\': return '\\';
                case '/': return '/';
                case 'b': return '\b';
                case 'f': return '\f';
                case 'n': return '\n';
                case 'r': return '\r';
                case 't': return '\t';
                default: return -1;
            }
        }

        private static int UnicodeEscape(LoneSurrogates surrogates, byte* at, byte* end, bool more, out int code)
        {
            code = FourDigits(at + 2, end);
            if (code < 0)
            {
                bool cut = code == Cut;
                code = (int)(cut ? ErrorCode.EscapeIncomplete : ErrorCode.EscapeHex);
                return cut ? 0 : -1;
            }
            if ((code & 0xF800) != 0xD800)
            {
                return 6;
            }
            int low = code < 0xDC00 ? LowSurrogate(at + 6, end) : Cut - 1;
            if (low >= 0)
            {
                code = 0x10000 + ((code & 0x3FF) << 10 | low & 0x3FF);
                return 12;
            }
            bool waits = more && low == Cut;
            if (surrogates == LoneSurrogates.Replace && !waits)
            {
                code = ReplacementCharacter;
                return 6;
            }
            code = (int)ErrorCode.SurrogateLone;
            return waits ? 0 : -1;
        }

        /// <summary>
        /// The low surrogate whose escape stands at a place; <see cref="Cut"/>, or less where there is none.
        /// </summary>
        private static int LowSurrogate(byte* at, byte* end)
        {
            if (at < end && at[0] != '\\' || at + 1 < end && at[1] != 'u')
            {
                return Cut - 1;
            }
            int low = at + 2 > end ? Cut : FourDigits(at + 2, end);
            return low >= 0 && (low & 0xFC00) != 0xDC00 ? Cut - 1 : low;
        }

        /// <summary>
        /// The number that four digits spell; <see cref="Cut"/> where the end hides one, less where one is none.
        /// </summary>
        private static int FourDigits(byte* at, byte* end)
        {
            int number = 0;
            for (int i = 0; i < 4; i++)
            {
                if (at + i >= end)
                {
                    return Cut;
                }
                int digit = HexDigit(at[i]);
                if (digit < 0)
                {
                    return Cut - 1;
                }
                number = number << 4 | digit;
            }
            return number;
        }

        private static int HexDigit(int letter)
        {
            if (letter >= '0' && letter <= '9')
            {
                return letter - '0';
            }
            int lower = letter | 0x20;
            return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
        }
    }
}
