using System;

namespace StringMill
{
    /// <summary>Resolves the escapes inside of a JSON string. Standard: RFC 8259, section 7.</summary>
    internal static unsafe partial class PureKernels
    {
        /// <summary>Returned instead of a code point that the end of the source cuts.</summary>
        private const int Incomplete = -1;

        internal static int UnescapeUtf8(LoneSurrogates surrogates, byte* src, int len, byte* dst, int cap, bool more,
            out int read, out int written)
        {
            byte* at = src;
            byte* end = src + len;
            byte* put = dst;
            byte* full = dst + cap;
            int error = 0;
            while (true)
            {
                int run = PlainText.FindEnd(at, (int)Math.Min(end - at, full - put), true);
                Buffer.MemoryCopy(at, put, run, run);
                at += run;
                put += run;
                // The run stops at a plain character only if the room is full.
                bool isDone = at == end || *at == '"' || (*at >= ' ' && *at < 0x80 && *at != '\\');
                if (isDone)
                {
                    break;
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
        /// Returns the length of an escape or of a character that is no quote; <paramref name="code"/> is the character. Returns -1
        /// for an error, and 0 for an error that more of the source could remove; then <paramref name="code"/> is the error.
        /// </summary>
        internal static int EscapedUnit(LoneSurrogates surrogates, byte* at, byte* end, bool more, out int code)
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

        /// <summary>Returns the character of an escape of one letter, or -1.</summary>
        internal static int ShortForm(int letter)
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
                bool isIncomplete = code == Incomplete;
                code = (int)(isIncomplete ? ErrorCode.EscapeIncomplete : ErrorCode.EscapeHex);
                return isIncomplete ? 0 : -1;
            }
            if ((code & 0xF800) != 0xD800)
            {
                return 6;
            }
            int low = code < 0xDC00 ? LowSurrogate(at + 6, end) : Incomplete - 1;
            if (low >= 0)
            {
                code = 0x10000 + ((code & 0x3FF) << 10 | low & 0x3FF);
                return 12;
            }
            bool waits = more && low == Incomplete;
            if (surrogates == LoneSurrogates.Replace && !waits)
            {
                code = ReplacementCharacter;
                return 6;
            }
            code = (int)ErrorCode.SurrogateLone;
            return waits ? 0 : -1;
        }

        /// <summary>
        /// Returns the low surrogate of an escape, or <see cref="Incomplete"/>; a lower number if the escape is another one.
        /// </summary>
        private static int LowSurrogate(byte* at, byte* end)
        {
            if (at < end && at[0] != '\\' || at + 1 < end && at[1] != 'u')
            {
                return Incomplete - 1;
            }
            int low = at + 2 > end ? Incomplete : FourDigits(at + 2, end);
            return low >= 0 && (low & 0xFC00) != 0xDC00 ? Incomplete - 1 : low;
        }

        /// <summary>
        /// Returns the number of four hexadecimal digits, or <see cref="Incomplete"/> if the source ends before the fourth; a lower number
        /// if a character is not a digit.
        /// </summary>
        private static int FourDigits(byte* at, byte* end)
        {
            if (end - at >= 4)
            {
                int number = JsonReaderText.HexUnit(at);
                return number < 0 ? Incomplete - 1 : number;
            }
            while (at < end && JsonReaderText.HexDigit(*at) >= 0)
            {
                at++;
            }
            return at < end ? Incomplete - 1 : Incomplete;
        }
    }
}
