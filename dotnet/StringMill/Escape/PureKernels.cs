using System;
using System.Runtime.CompilerServices;
using System.Text;

namespace StringMill
{
    /// <summary>
    /// The operations in C#; see <see cref="KernelDriver"/> for their arguments. <see cref="Escape"/> is the driver: it alternates
    /// between the leaf for ASCII that needs no escape, one escape, and a run of other characters.
    /// </summary>
    internal static unsafe partial class PureKernels
    {
        private const int ReplacementCharacter = 0xFFFD;

        /// <summary>The most bytes of UTF-8 for a code unit.</summary>
        private const int Utf8Max = 3;

        private const int FewMax = 16;
        private const int RunFrom = 16;

        internal static int EscapeUtf16(JsonRules rules, char* src, int len, byte* dst, int cap, bool more,
            out int read, out int written) =>
            Escape(rules, (byte*)src, sizeof(char), len, dst, cap, more, out read, out written);

        internal static int EscapeUtf8(JsonRules rules, byte* src, int len, byte* dst, int cap, bool more, out int read,
            out int written) =>
            Escape(rules, src, sizeof(byte), len, dst, cap, more, out read, out written);

        private static int Escape(JsonRules rules, byte* src, int unitLen, int len, byte* dst, int cap, bool more,
            out int read, out int written)
        {
            int shift = unitLen - 1;
            byte* at = src;
            byte* end = src + ((long)len << shift);
            byte* put = dst;
            byte* full = dst + cap;
            int error = 0;
            fixed (byte* special = rules.NeedsEscape, escapes = rules.Escapes)
            {
                while (at != end)
                {
                    int unit = unitLen == sizeof(char) ? *(char*)at : (int)*at;
                    byte* next;
                    if (unit < 0x80 && special[unit] == 0)
                    {
                        int run = PlainText.Copy(rules, at, unitLen, put, (int)Math.Min(end - at >> shift, full - put));
                        next = run == 0 ? null : put + run;
                        at += run << shift;
                    }
                    else if (unit < 0x80)
                    {
                        next = PutText(escapes + unit * JsonRules.EscapeLen, put, full);
                        at += next == null ? 0 : unitLen;
                    }
                    else if (unitLen == sizeof(char))
                    {
                        next = PutUtf16(rules, ref at, (char*)end, put, full, more, ref error);
                    }
                    else
                    {
                        next = PutUtf8(rules, ref at, end, put, full, more, ref error);
                    }
                    if (next == null)
                    {
                        break;
                    }
                    put = next;
                }
            }
            read = (int)(at - src >> shift);
            written = (int)(put - dst);
            return error;
        }

        /// <summary>
        /// Leaf: escapes UTF-16 into UTF-16, a unit at a time, into room for all escapes. Stops in front of surrogates, and of
        /// characters above U+007F with an escape of Ion.
        /// </summary>
        /// <returns>The number of units read.</returns>
        internal static int EscapeUnits(JsonRules rules, char* src, int len, char* dst, out int written)
        {
            char* put = dst;
            int at = 0;
            fixed (ushort* pairs = rules.HexPairs)
            fixed (byte* special = rules.NeedsEscape, escapes = rules.Escapes, stops = rules.Stops)
            {
                for (; at < len; at++)
                {
                    int unit = src[at];
                    if (unit < 0x80 ? special[unit] == 0 : stops != null && stops[unit] == 0)
                    {
                        *put++ = (char)unit;
                    }
                    else if (unit < 0x80)
                    {
                        byte* escape = escapes + unit * JsonRules.EscapeLen;
                        for (byte* end = escape + escape[JsonRules.EscapeLen - 1]; escape < end; escape++)
                        {
                            *put++ = (char)*escape;
                        }
                    }
                    else if (rules.Ion || (unit & 0xF800) == 0xD800)
                    {
                        break;
                    }
                    else
                    {
                        put[0] = '\\';
                        put[1] = 'u';
                        byte* high = (byte*)(pairs + (unit >> 8));
                        byte* low = (byte*)(pairs + (unit & 0xFF));
                        put[2] = (char)high[0];
                        put[3] = (char)high[1];
                        put[4] = (char)low[0];
                        put[5] = (char)low[1];
                        put += 6;
                    }
                }
            }
            written = (int)(put - dst);
            return at;
        }

        /// <summary>
        /// Writes a run of characters, the first of which is above U+007F, and moves <paramref name="place"/> past them. Null if the
        /// first has no room, is refused, or waits for more of the source.
        /// </summary>
        private static byte* PutUtf16(JsonRules rules, ref byte* place, char* end, byte* put, byte* full, bool more,
            ref int error)
        {
            char* at = (char*)place;
            byte* first = put;
            if (rules.NonAscii == NonAscii.Escaped)
            {
                put = PutEscapes(rules, ref at, end, put, full);
            }
            else
            {
                put = PutFew(rules, ref at, end, put, full);
                bool isOver = at == end || put != first && *at < 0x80;
                int run = isOver ? 0 : UnescapedLen(rules, at, (int)Math.Min(end - at, (full - put) / Utf8Max));
                put += run == 0 ? 0 : Encoding.UTF8.GetBytes(at, run, put, (int)Math.Min(full - put, int.MaxValue));
                at += run;
            }
            if (put == first)
            {
                put = PutCharacter(rules, ref at, end, put, full, more, ref error);
            }
            place = (byte*)at;
            return put;
        }

        // Writes the first characters of a run one by one: a call of the runtime's encoder takes as long as ten characters.
        private static byte* PutFew(JsonRules rules, ref char* at, char* end, byte* put, byte* full)
        {
            char* read = at;
            char* last = read + Math.Min(Math.Min(end - read, FewMax), (full - put) / Utf8Max);
            fixed (byte* stops = rules.Stops)
            {
                for (; read < last && stops[*read] == 0; read++)
                {
                    int unit = *read;
                    if (unit < 0x80)
                    {
                        // Two ASCII characters begin a run, which vectors copy faster.
                        if (end - read >= RunFrom && read[1] < 0x80)
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

        private static byte* PutEscapes(JsonRules rules, ref char* at, char* end, byte* put, byte* full)
        {
            fixed (ushort* pairs = rules.HexPairs)
            {
                while (at < end && *at >= 0x80 && (*at & 0xF800) != 0xD800 && full - put >= 8 && BitConverter.IsLittleEndian)
                {
                    *(ulong*)put = UnicodeEscape(pairs, *at++);
                    put += 6;
                }
            }
            return put;
        }

        private static byte* PutCharacter(JsonRules rules, ref char* at, char* end, byte* put, byte* full, bool more,
            ref int error)
        {
            int unit = *at;
            int units = 1;
            byte* next;
            if ((unit & 0xF800) != 0xD800)
            {
                next = PutCodePoint(rules, unit, put, full);
            }
            else
            {
                int code = Pair(at, end);
                if (code >= 0)
                {
                    units = 2;
                    next = PutCodePoint(rules, code, put, full);
                }
                else
                {
                    bool waits = more && at + 1 == end && unit < 0xDC00;
                    next = waits ? null : PutLone(rules, unit, put, full, ref error);
                }
            }
            at += next == null ? 0 : units;
            return next;
        }

        /// <summary>Returns the character of a surrogate pair, or -1 if there is none.</summary>
        private static int Pair(char* at, char* end)
        {
            int high = at[0] - 0xD800;
            if (high < 0 || high >= 0x400 || end - at < 2)
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
                case IllFormedUtf16.Replace: return PutBytes(rules.Replacement, put, full);
                case IllFormedUtf16.Escape: return PutEscape(rules, unit, put, full);
                default:
                    error = (int)ErrorCode.Utf16SurrogateLone;
                    return null;
            }
        }

        /// <summary>As <see cref="PutUtf16"/>, of UTF-8.</summary>
        private static byte* PutUtf8(JsonRules rules, ref byte* at, byte* end, byte* put, byte* full, bool more,
            ref int error)
        {
            byte* next = PutRun(rules, ref at, end, put, full);
            if (next != put)
            {
                return next;
            }
            int value = 0;
            bool isCopied = rules.Policy == IllFormed.Copy && rules.NonAscii == NonAscii.Copied;
            int len = isCopied ? -1 : Utf8Unit.At(at, end, out value);
            if (len > 0)
            {
                next = rules.IsEscaped(value) ? PutEscape(rules, value, put, full) : PutSame(at, len, put, full);
            }
            else if (more && value == (int)ErrorCode.Utf8Incomplete)
            {
                return null;
            }
            else if (rules.Policy == IllFormed.Copy)
            {
                // The policy copies ill-formed bytes without a check, one by one.
                len = 1;
                next = PutSame(at, 1, put, full);
            }
            else
            {
                len = -len;
                error = rules.Policy == IllFormed.Replace ? 0 : value;
                next = error == 0 ? PutBytes(rules.Replacement, put, full) : null;
            }
            at += next == null ? 0 : len;
            return next;
        }

        /// <summary>
        /// Writes leading characters of two bytes and three, and single spaces between them, and moves <paramref name="at"/> past
        /// them. Stops at other characters, at ill-formed text, at characters with an escape of Ion, and near
        /// <paramref name="full"/>.
        /// </summary>
        private static byte* PutRun(JsonRules rules, ref byte* at, byte* end, byte* put, byte* full)
        {
            byte* read = at;
            bool allEscaped = rules.NonAscii == NonAscii.Escaped;
            bool hasEscapes = !rules.Ion && BitConverter.IsLittleEndian;
            fixed (ushort* pairs = rules.HexPairs)
            fixed (byte* stops = rules.Stops, special = rules.NeedsEscape)
            {
                while (end - read >= 3 && full - put >= 8)
                {
                    int first = *read;
                    if (first < 0x80)
                    {
                        if (read[1] < 0x80 || special[first] != 0)
                        {
                            break;
                        }
                        *put++ = *read++;
                        continue;
                    }
                    if (first < 0xC2 || first > 0xEF || (read[1] & 0xC0) != 0x80)
                    {
                        break;
                    }
                    int len = first < 0xE0 ? 2 : 3;
                    int unit = (first & 0x1F) << 6 | read[1] & 0x3F;
                    if (len == 3)
                    {
                        unit = unit << 6 & 0xFFFF | read[2] & 0x3F;
                        if ((read[2] & 0xC0) != 0x80 || unit < 0x800 || (unit & 0xF800) == 0xD800)
                        {
                            break;
                        }
                    }
                    if (!allEscaped && stops[unit] == 0)
                    {
                        put[0] = (byte)first;
                        put[1] = read[1];
                        put[2] = read[2];
                        put += len;
                    }
                    else if (hasEscapes)
                    {
                        *(ulong*)put = UnicodeEscape(pairs, unit);
                        put += 6;
                    }
                    else
                    {
                        break;
                    }
                    read += len;
                }
            }
            at = read;
            return put;
        }

        /// <summary>Returns an escape for one store of eight bytes. The next text overwrites the last two.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static ulong UnicodeEscape(ushort* pairs, int unit)
        {
            return '\\' | 'u' << 8 | (ulong)pairs[unit >> 8] << 16 | (ulong)pairs[unit & 0xFF] << 32;
        }

        internal static int ValidateUtf8(byte* src, int len, bool more, out int read)
        {
            int at = 0;
            int error = 0;
            while (error == 0)
            {
                at += PlainText.AsciiLen(src + at, len - at);
                if (at == len)
                {
                    break;
                }
                int unit = Utf8Unit.At(src + at, src + len, out error);
                bool isCut = more && unit < 0 && error == (int)ErrorCode.Utf8Incomplete;
                if (isCut)
                {
                    error = 0;
                    break;
                }
                error = unit < 0 ? error : 0;
                at += unit < 0 ? 0 : unit;
            }
            read = at;
            return error;
        }

        /// <summary>Returns the number of leading units that the rules write as they are.</summary>
        internal static int PlainPrefixUtf16(JsonRules rules, char* src, int len)
        {
            if (rules.Stops == null)
            {
                return PlainText.Copy(rules, (byte*)src, sizeof(char), null, len);
            }
            int at = 0;
            while (true)
            {
                at += UnescapedLen(rules, src + at, len - at);
                int code = at < len ? Pair(src + at, src + len) : -1;
                if (code < 0 || rules.IsEscaped(code))
                {
                    return at;
                }
                at += 2;
            }
        }

        /// <summary>Returns the number of leading units that are neither escaped nor surrogates.</summary>
        private static int UnescapedLen(JsonRules rules, char* src, int len)
        {
            char* at = src;
            char* end = src + len;
            fixed (byte* stops = rules.Stops)
            {
                while (end - at >= 4 && (stops[at[0]] | stops[at[1]] | stops[at[2]] | stops[at[3]]) == 0)
                {
                    at += 4;
                }
                while (at < end && stops[*at] == 0)
                {
                    at++;
                }
            }
            return (int)(at - src);
        }

        /// <summary>Returns the number of leading bytes that the rules write as they are; ill-formed UTF-8 ends them.</summary>
        internal static int PlainPrefixUtf8(JsonRules rules, byte* src, int len)
        {
            int at = 0;
            while (true)
            {
                at += PlainText.Copy(rules, src + at, sizeof(byte), null, len - at);
                int code = 0;
                int unit = at == len || src[at] < 0x80 ? 0 : Utf8Unit.At(src + at, src + len, out code);
                if (unit <= 0 || rules.IsEscaped(code))
                {
                    return at;
                }
                at += unit;
            }
        }
    }
}
