using System;
using System.Runtime.CompilerServices;
using System.Text;

namespace StringMill
{
    /// <summary>The operations in plain C#; see <see cref="Kernels"/> for what they take and return.</summary>
    internal static unsafe partial class PureKernels
    {
        private const int ReplacementCharacter = 0xFFFD;

        /// <summary>So many bytes of UTF-8 a code unit may become.</summary>
        private const int Utf8Max = 3;

        /// <summary>From so many units on that are not escaped, the encoding of the runtime is quicker.</summary>
        private const int TranscodedFrom = 24;

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
#if INTRINSICS
                        if (end - at >= PlainAvx2.Wide && full - put >= PlainAvx2.EscapeRoom && rules.HasPlainBits)
                        {
                            PlainAvx2.Escape(rules, escapes, ref at, end, ref put, full);
                            continue;
                        }
#endif
                        int run = CopyPlain(rules, special, at, put, (int)Math.Min(end - at, full - put));
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
            bool allEscaped = rules.Above == NonAscii.Escaped;
            if (!allEscaped)
            {
                byte* behind = PutRun(rules, ref at, end, put, full);
                if (behind != put)
                {
                    return behind;
                }
            }
            byte* done = null;
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
                    else if (allEscaped && full - put >= 8 && BitConverter.IsLittleEndian)
                    {
                        *(ulong*)put = UnicodeEscape(pairs, unit);
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
                    if (!allEscaped)
                    {
                        break;
                    }
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

        /// <summary>
        /// Writes leading units that are not escaped, and moves <paramref name="at"/> past them; stops at ASCII that is not
        /// alone, unless they are many, and where room is nearly at its end.
        /// </summary>
        private static byte* PutRun(JsonRules rules, ref char* at, char* end, byte* put, byte* full)
        {
            char* read = at;
            fixed (uint* stops = rules.Stops)
            {
                if (end - read >= TranscodedFrom)
                {
                    int run = Unstopped(stops, read, (int)Math.Min(end - read, (full - put) / Utf8Max));
                    if (run >= TranscodedFrom)
                    {
                        at = read + run;
                        return put + Encoding.UTF8.GetBytes(read, run, put, (int)Math.Min(full - put, int.MaxValue));
                    }
                }
                for (; read < end && full - put >= Utf8Max; read++)
                {
                    uint unit = *read;
                    if ((stops[unit >> 5] & 1u << (int)unit) != 0)
                    {
                        break;
                    }
                    if (unit < 0x80)
                    {
                        // Between words a space stands alone.
                        if (read + 1 == end || read[1] < 0x80)
                        {
                            break;
                        }
                        *put++ = (byte)unit;
                    }
                    else if (unit < 0x800)
                    {
                        put[0] = (byte)(0xC0 | unit >> 6);
                        put[1] = (byte)(0x80 | unit & 0x3F);
                        put += 2;
                    }
                    else
                    {
                        put[0] = (byte)(0xE0 | unit >> 12);
                        put[1] = (byte)(0x80 | unit >> 6 & 0x3F);
                        put[2] = (byte)(0x80 | unit & 0x3F);
                        put += 3;
                    }
                }
            }
            at = read;
            return put;
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
                        byte* next = PutUtf8(rules, special, ref at, end, put, full, more, ref error);
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
#if INTRINSICS
                        if (end - at >= PlainAvx2.Wide && full - put >= PlainAvx2.EscapeRoom && rules.HasPlainBits)
                        {
                            PlainAvx2.Escape(rules, escapes, ref at, end, ref put, full);
                            continue;
                        }
#endif
                        int run = CopyPlain(rules, special, at, put, (int)Math.Min(end - at, full - put));
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

        /// <summary>Writes a unit or more that do not begin with ASCII; otherwise as <see cref="PutUtf16"/>.</summary>
        private static byte* PutUtf8(JsonRules rules, byte* special, ref byte* at, byte* end, byte* put, byte* full,
            bool more, ref int error)
        {
            if (rules.Policy == IllFormed.Copy && rules.Above == NonAscii.Plain)
            {
                return PutByte(ref at, put, full);
            }
            byte* first = at;
            put = PutRun(rules, special, ref at, end, put, full);
            if (at != first)
            {
                return put;
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

        /// <summary>
        /// Writes leading characters of two bytes and three, and moves <paramref name="at"/> past them; stops at what else
        /// there is, at what is ill-formed or has another escape than most, and where room is nearly at its end.
        /// </summary>
        private static byte* PutRun(JsonRules rules, byte* special, ref byte* at, byte* end, byte* put, byte* full)
        {
            byte* read = at;
            bool allEscaped = rules.Above == NonAscii.Escaped;
            fixed (ushort* pairs = rules.HexPairs)
            fixed (uint* stops = rules.Stops)
            {
                while (end - read >= 2 && full - put >= 8)
                {
                    int first = *read;
                    int second = read[1];
                    if (first < 0x80)
                    {
                        // Between words a space stands alone.
                        if (second < 0x80 || special[first] != 0)
                        {
                            break;
                        }
                        *put++ = (byte)first;
                        read++;
                        continue;
                    }
                    int unit;
                    int len;
                    if (first < 0xE0)
                    {
                        unit = (first & 0x1F) << 6 | second & 0x3F;
                        len = 2;
                        if (first < 0xC2 || (second & 0xC0) != 0x80)
                        {
                            break;
                        }
                    }
                    else
                    {
                        if (first > 0xEF || end - read < 3 || (second & 0xC0) != 0x80 || (read[2] & 0xC0) != 0x80)
                        {
                            break;
                        }
                        unit = (first & 0x0F) << 12 | (second & 0x3F) << 6 | read[2] & 0x3F;
                        len = 3;
                        if (unit < 0x800 || (unit & 0xF800) == 0xD800)
                        {
                            break;
                        }
                    }
                    if (!allEscaped && (stops[unit >> 5] & 1u << unit) == 0)
                    {
                        put[0] = (byte)first;
                        put[1] = (byte)second;
                        if (len == 3)
                        {
                            put[2] = read[2];
                        }
                        put += len;
                    }
                    else if (rules.Ion || !BitConverter.IsLittleEndian)
                    {
                        break;
                    }
                    else
                    {
                        *(ulong*)put = UnicodeEscape(pairs, unit);
                        put += 6;
                    }
                    read += len;
                }
            }
            at = read;
            return put;
        }

        /// <summary>An escape for one store: of the two bytes behind it, what follows takes the place.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static ulong UnicodeEscape(ushort* pairs, int unit)
        {
            return '\\' | 'u' << 8 | (ulong)pairs[unit >> 8] << 16 | (ulong)pairs[unit & 0xFF] << 32;
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
            return rules.Stops == null ? PlainAscii(rules.Special, src, len) : PlainUnits(rules, src, len);
        }

        private static int PlainAscii(byte[] table, char* src, int len)
        {
            int at = 0;
            fixed (byte* special = table)
            {
                ulong four;
                while (len - at >= 4 && ((four = *(ulong*)(src + at)) & NonAsciiUnits) == 0
                    && (special[(byte)four] | special[(byte)(four >> 16)] | special[(byte)(four >> 32)]
                        | special[four >> 48]) == 0)
                {
                    at += 4;
                }
                while (at < len && src[at] < 0x80 && special[src[at]] == 0)
                {
                    at++;
                }
            }
            return at;
        }

        private static int PlainUnits(JsonRules rules, char* src, int len)
        {
            int at = 0;
            fixed (uint* stops = rules.Stops)
            {
                while (true)
                {
                    at += Unstopped(stops, src + at, len - at);
                    int code = at < len ? Pair(src + at, src + len) : -1;
                    if (code < 0 || rules.Escaped(code))
                    {
                        return at;
                    }
                    at += 2;
                }
            }
        }

        /// <summary>How many leading units have no bit.</summary>
        private static int Unstopped(uint* stops, char* src, int len)
        {
#if INTRINSICS
            if (len >= PlainAvx2.Wide && PlainAvx2.IsUsable)
            {
                return PlainAvx2.FindStop(stops, src, len);
            }
#endif
            char* at = src;
            char* end = src + len;
            char* last = end - 4;
            for (; at <= last; at += 4)
            {
                uint a = at[0];
                uint b = at[1];
                uint c = at[2];
                uint d = at[3];
                // In this form compilers know the question for a bit.
                if ((stops[a >> 5] & 1u << (int)a) != 0 || (stops[b >> 5] & 1u << (int)b) != 0
                    || (stops[c >> 5] & 1u << (int)c) != 0 || (stops[d >> 5] & 1u << (int)d) != 0)
                {
                    break;
                }
            }
            while (at < end && (stops[*at >> 5] & 1u << *at) == 0)
            {
                at++;
            }
            return (int)(at - src);
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
