using System;

namespace StringMill
{
    /// <summary>The operations in plain C#; see <see cref="Kernels"/> for what they take and return.</summary>
    internal static unsafe partial class PureKernels
    {
        private const int ReplacementCharacter = 0xFFFD;

        internal static int EscapeUtf16(JsonRules rules, char* src, int len, byte* dst, int cap, bool more,
            out int read, out int written)
        {
            char* at = src;
            char* end = src + len;
            byte* put = dst;
            byte* full = dst + cap;
            int error = 0;
            fixed (byte* special = rules.Special, escapes = rules.Escapes)
            {
                while (at < end)
                {
                    int unit = *at;
                    if (unit >= 0x80)
                    {
                        byte* next = PutUtf16(rules, ref at, end, put, full, more, ref error);
                        if (next == null)
                        {
                            break;
                        }
                        put = next;
                    }
                    else if (special[unit] == 0)
                    {
                        if (put == full)
                        {
                            break;
                        }
                        // Between words of other scripts a space stands alone.
                        if (at + 1 == end || at[1] >= 0x80)
                        {
                            *put++ = (byte)unit;
                            at++;
                            continue;
                        }
                        int run = CopyPlain(rules.Set, special, at, put, (int)Math.Min(end - at, full - put));
                        at += run;
                        put += run;
                    }
                    else
                    {
                        byte* next = PutText(escapes + unit * JsonRules.EscapeLen, put, full);
                        if (next == null)
                        {
                            break;
                        }
                        put = next;
                        at++;
                    }
                }
            }
            read = (int)(at - src);
            written = (int)(put - dst);
            return error;
        }

        /// <summary>
        /// Writes characters above U+007F, and moves <paramref name="at"/> past them. Null where the first has no room,
        /// is refused, or waits for more of the source.
        /// </summary>
        private static byte* PutUtf16(JsonRules rules, ref char* at, char* end, byte* put, byte* full, bool more,
            ref int error)
        {
            byte* done = null;
            NonAscii above = rules.Above;
            char* read = at;
            fixed (ushort* pairs = rules.HexPairs)
            {
                while (read < end && *read >= 0x80)
                {
                    int unit = *read;
                    byte* next;
                    int units = 1;
                    if ((unit & 0xF800) == 0xD800)
                    {
                        int code = Pair(read, end);
                        if (code >= 0)
                        {
                            units = 2;
                            next = PutCodePoint(rules, code, put, full);
                        }
                        else if (more && read + 1 == end && unit < 0xDC00)
                        {
                            break;
                        }
                        else
                        {
                            next = PutLone(rules, unit, put, full, ref error);
                        }
                    }
                    else if (above == NonAscii.Escaped && full - put >= 8 && BitConverter.IsLittleEndian)
                    {
                        // One store; the two bytes behind the escape are overwritten by what follows.
                        *(ulong*)put = '\\' | 'u' << 8 | (ulong)pairs[unit >> 8] << 16 | (ulong)pairs[unit & 0xFF] << 32;
                        next = put + 6;
                    }
                    else
                    {
                        next = PutCodePoint(rules, unit, put, full);
                    }
                    if (next == null)
                    {
                        break;
                    }
                    done = put = next;
                    read += units;
                }
            }
            if (done != null)
            {
                // What was done counts; the unit that was refused is met again.
                error = 0;
            }
            at = read;
            return done;
        }

        /// <summary>The character of a surrogate pair, or -1 where there is none.</summary>
        private static int Pair(char* at, char* end)
        {
            int high = at[0] - 0xD800;
            if (high >= 0x400 || end - at < 2)
            {
                return -1;
            }
            int low = at[1] - 0xDC00;
            return low < 0 || low >= 0x400 ? -1 : 0x10000 + (high << 10 | low);
        }

        private static byte* PutLone(JsonRules rules, int unit, byte* put, byte* full, ref int error)
        {
            switch (rules.PolicyUtf16)
            {
                case IllFormedUtf16.Replace:
                    return PutBytes(rules.Replacement, put, full);
                case IllFormedUtf16.Escape:
                    return PutEscape(rules, unit, put, full);
                default:
                    error = (int)ErrorCode.Utf16SurrogateLone;
                    return null;
            }
        }

        internal static int EscapeUtf8(JsonRules rules, byte* src, int len, byte* dst, int cap, bool more, out int read,
            out int written)
        {
            byte* at = src;
            byte* end = src + len;
            byte* put = dst;
            byte* full = dst + cap;
            int error = 0;
            fixed (byte* special = rules.Special, escapes = rules.Escapes)
            {
                while (at < end)
                {
                    int first = *at;
                    if (first >= 0x80)
                    {
                        byte* next = PutUtf8(rules, ref at, end, put, full, more, ref error);
                        if (next == null)
                        {
                            break;
                        }
                        put = next;
                    }
                    else if (special[first] == 0)
                    {
                        if (put == full)
                        {
                            break;
                        }
                        if (at + 1 == end || at[1] >= 0x80)
                        {
                            *put++ = (byte)first;
                            at++;
                            continue;
                        }
                        int run = CopyPlain(rules.Set, special, at, put, (int)Math.Min(end - at, full - put));
                        at += run;
                        put += run;
                    }
                    else
                    {
                        byte* next = PutText(escapes + first * JsonRules.EscapeLen, put, full);
                        if (next == null)
                        {
                            break;
                        }
                        put = next;
                        at++;
                    }
                }
            }
            read = (int)(at - src);
            written = (int)(put - dst);
            return error;
        }

        /// <summary>Writes one unit that does not begin with ASCII; otherwise as <see cref="PutUtf16"/>.</summary>
        private static byte* PutUtf8(JsonRules rules, ref byte* at, byte* end, byte* put, byte* full, bool more,
            ref int error)
        {
            if (rules.Policy == IllFormed.Copy && rules.Above == NonAscii.Plain)
            {
                return PutByte(ref at, put, full);
            }
            int value;
            int len = Utf8Unit.At(at, end, out value);
            byte* next;
            if (len > 0)
            {
                next = !rules.Escaped(value) ? PutSame(at, len, put, full) : PutEscape(rules, value, put, full);
            }
            else if (more && value == (int)ErrorCode.Utf8Incomplete)
            {
                return null;
            }
            else
            {
                // What is copied, nobody looks at: it passes byte by byte.
                len = rules.Policy == IllFormed.Copy ? 1 : -len;
                next = PutIllFormed(rules, at, len, value, put, full, ref error);
            }
            if (next != null)
            {
                at += len;
            }
            return next;
        }

        private static byte* PutByte(ref byte* at, byte* put, byte* full)
        {
            if (put == full)
            {
                return null;
            }
            *put = *at++;
            return put + 1;
        }

        private static byte* PutIllFormed(JsonRules rules, byte* at, int len, int why, byte* put, byte* full,
            ref int error)
        {
            switch (rules.Policy)
            {
                case IllFormed.Replace:
                    return PutBytes(rules.Replacement, put, full);
                case IllFormed.Copy:
                    return PutSame(at, len, put, full);
                default:
                    error = why;
                    return null;
            }
        }

        internal static int ValidateUtf8(byte* src, int len, bool more, out int read)
        {
            byte* at = src;
            byte* end = src + len;
            int error = 0;
            while (at < end)
            {
                if (*at < 0x80)
                {
                    at++;
                    while (end - at >= 8 && (*(ulong*)at & HighBits) == 0)
                    {
                        at += 8;
                    }
                    continue;
                }
                int value;
                int unit = Utf8Unit.At(at, end, out value);
                if (unit < 0)
                {
                    error = more && value == (int)ErrorCode.Utf8Incomplete ? 0 : value;
                    break;
                }
                at += unit;
            }
            read = (int)(at - src);
            return error;
        }

        internal static int FindSpecial(byte* src, int len)
        {
            int at = 0;
            while (len - at >= 8 && StringMarks(*(ulong*)(src + at)) == 0)
            {
                at += 8;
            }
            while (at < len && src[at] >= 0x20 && src[at] != '"' && src[at] != '\\')
            {
                at++;
            }
            return at;
        }

        internal static int PlainPrefixUtf16(JsonRules rules, char* src, int len)
        {
            int at = 0;
            fixed (byte* special = rules.Special)
            {
                ulong four;
                while (len - at >= 4 && ((four = *(ulong*)(src + at)) & NonAsciiUnits) == 0
                    && (special[(byte)four] | special[(byte)(four >> 16)] | special[(byte)(four >> 32)]
                        | special[four >> 48]) == 0)
                {
                    at += 4;
                }
                while (at < len)
                {
                    int unit = src[at];
                    if (unit < 0x80)
                    {
                        if (special[unit] != 0)
                        {
                            break;
                        }
                        at++;
                        continue;
                    }
                    bool half = (unit & 0xF800) == 0xD800;
                    int code = half ? Pair(src + at, src + len) : unit;
                    if (code < 0 || rules.Escaped(code))
                    {
                        break;
                    }
                    at += half ? 2 : 1;
                }
            }
            return at;
        }

        internal static int PlainPrefixUtf8(JsonRules rules, byte* src, int len)
        {
            int at = 0;
            fixed (byte* special = rules.Special)
            {
                while (at < len)
                {
                    int first = src[at];
                    if (first < 0x80)
                    {
                        if (special[first] != 0)
                        {
                            break;
                        }
                        at++;
                        continue;
                    }
                    int code;
                    int unit = Utf8Unit.At(src + at, src + len, out code);
                    if (unit < 0 || rules.Escaped(code))
                    {
                        break;
                    }
                    at += unit;
                }
            }
            return at;
        }
    }
}
