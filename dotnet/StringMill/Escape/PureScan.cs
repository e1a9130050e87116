namespace StringMill
{
    /// <summary>
    /// Runs of ASCII that stand for themselves, eight characters at a time: an ASCII byte differs from a constant where
    /// adding 0x7F to their difference sets its highest bit, and no byte carries into the next.
    /// </summary>
    internal static unsafe partial class PureKernels
    {
        private const ulong HighBits = 0x8080808080808080;
        private const ulong LowBits = 0x7F7F7F7F7F7F7F7F;
        private const ulong EachByte = 0x0101010101010101;

        private const ulong Controls = 0x60 * EachByte;
        private const ulong Quotes = '"' * EachByte;
        private const ulong Backslashes = '\\' * EachByte;
        private const ulong Deletes = 0x7F * EachByte;
        private const ulong Ampersands = '&' * EachByte;
        private const ulong Pluses = '+' * EachByte;
        private const ulong LessThans = '<' * EachByte;
        private const ulong Backticks = '`' * EachByte;

        /// <summary>With it an apostrophe is an ampersand.</summary>
        private const ulong ButBit0 = 0xFE * EachByte;

        /// <summary>With it &gt; is &lt;.</summary>
        private const ulong ButBit1 = 0xFD * EachByte;

        /// <summary>In four code units: what is not ASCII.</summary>
        private const ulong NonAsciiUnits = 0xFF80FF80FF80FF80;

        /// <summary>
        /// Copies ASCII that stands for itself, of which the first unit is known to, and says how much that is.
        /// </summary>
        private static int CopyPlain(JsonRules rules, byte* special, char* src, byte* dst, int len)
        {
#if INTRINSICS
            if (len >= 8 && len < PlainAvx2.Wide && rules.HasPlainBits)
            {
                return PlainAvx2.CopyShort(rules, src, dst, len);
            }
#endif
            AsciiSet set = rules.Set;
            int at = 0;
            if (len >= 8 && set != AsciiSet.Other)
            {
                at = set == AsciiSet.DotNet ? CopyDotNet(src, dst, len)
                    : CopyJson(set == AsciiSet.Json ? Quotes : Deletes, src, dst, len);
            }
            int unit;
            while (at < len && (unit = src[at]) < 0x80 && special[unit] == 0)
            {
                dst[at++] = (byte)unit;
            }
            return at;
        }

        /// <summary>The same of UTF-8.</summary>
        private static int CopyPlain(JsonRules rules, byte* special, byte* src, byte* dst, int len)
        {
#if INTRINSICS
            if (len >= 8 && len < PlainAvx2.Wide && rules.HasPlainBits)
            {
                return PlainAvx2.CopyShort(rules, src, dst, len);
            }
#endif
            AsciiSet set = rules.Set;
            int at = 0;
            if (len >= 8 && set != AsciiSet.Other)
            {
                at = set == AsciiSet.DotNet ? CopyDotNet(src, dst, len)
                    : CopyJson(set == AsciiSet.Json ? Quotes : Deletes, src, dst, len);
            }
            int first;
            while (at < len && (first = src[at]) < 0x80 && special[first] == 0)
            {
                dst[at++] = (byte)first;
            }
            return at;
        }

        // The loops below say the same four times: a call, or a question, for each word is what an interpreter has no
        // time for.

        /// <summary>Whole words of what <see cref="AsciiSet.DotNet"/> does not name.</summary>
        private static int CopyDotNet(char* src, byte* dst, int len)
        {
            ulong* from = (ulong*)src;
            ulong* to = (ulong*)dst;
            for (int left = len - 8; left >= 0; left -= 8)
            {
                ulong word = *from;
                ulong high = from[1];
                if (((word | high) & NonAsciiUnits) != 0)
                {
                    break;
                }
                // Four code units become four bytes of one half.
                word |= word >> 8;
                high |= high >> 8;
                word = word & 0xFFFF | word >> 16 & 0xFFFF0000 | (high & 0xFFFF | high >> 16 & 0xFFFF0000) << 32;
                if (((word + Controls) & ((word ^ Quotes) + LowBits) & ((word ^ Backslashes) + LowBits)
                    & ((word ^ Deletes) + LowBits) & (((word ^ Ampersands) & ButBit0) + LowBits)
                    & ((word ^ Pluses) + LowBits) & (((word ^ LessThans) & ButBit1) + LowBits)
                    & ((word ^ Backticks) + LowBits) & HighBits) != HighBits)
                {
                    break;
                }
                *to++ = word;
                from += 2;
            }
            return (int)((byte*)to - dst);
        }

        /// <summary>Whole words without controls, quotes, backslashes, and a character more.</summary>
        private static int CopyJson(ulong deletes, char* src, byte* dst, int len)
        {
            ulong* from = (ulong*)src;
            ulong* to = (ulong*)dst;
            for (int left = len - 8; left >= 0; left -= 8)
            {
                ulong word = *from;
                ulong high = from[1];
                if (((word | high) & NonAsciiUnits) != 0)
                {
                    break;
                }
                // Four code units become four bytes of one half.
                word |= word >> 8;
                high |= high >> 8;
                word = word & 0xFFFF | word >> 16 & 0xFFFF0000 | (high & 0xFFFF | high >> 16 & 0xFFFF0000) << 32;
                if (((word + Controls) & ((word ^ Quotes) + LowBits) & ((word ^ Backslashes) + LowBits)
                    & ((word ^ deletes) + LowBits) & HighBits) != HighBits)
                {
                    break;
                }
                *to++ = word;
                from += 2;
            }
            return (int)((byte*)to - dst);
        }

        /// <summary>The same of UTF-8.</summary>
        private static int CopyDotNet(byte* src, byte* dst, int len)
        {
            ulong* from = (ulong*)src;
            ulong* to = (ulong*)dst;
            for (int left = len - 8; left >= 0; left -= 8)
            {
                ulong word = *from;
                if ((word & HighBits) != 0
                    || ((word + Controls) & ((word ^ Quotes) + LowBits) & ((word ^ Backslashes) + LowBits)
                    & ((word ^ Deletes) + LowBits) & (((word ^ Ampersands) & ButBit0) + LowBits)
                    & ((word ^ Pluses) + LowBits) & (((word ^ LessThans) & ButBit1) + LowBits)
                    & ((word ^ Backticks) + LowBits) & HighBits) != HighBits)
                {
                    break;
                }
                *to++ = word;
                from++;
            }
            return (int)((byte*)to - dst);
        }

        /// <summary>The same of UTF-8.</summary>
        private static int CopyJson(ulong deletes, byte* src, byte* dst, int len)
        {
            ulong* from = (ulong*)src;
            ulong* to = (ulong*)dst;
            for (int left = len - 8; left >= 0; left -= 8)
            {
                ulong word = *from;
                if ((word & HighBits) != 0
                    || ((word + Controls) & ((word ^ Quotes) + LowBits) & ((word ^ Backslashes) + LowBits)
                    & ((word ^ deletes) + LowBits) & HighBits) != HighBits)
                {
                    break;
                }
                *to++ = word;
                from++;
            }
            return (int)((byte*)to - dst);
        }

        /// <summary>The highest bit of each of eight bytes that a JSON string does not hold as it is.</summary>
        private static ulong StringMarks(ulong word)
        {
            ulong ascii = word & LowBits;
            ulong plain = (ascii + Controls) & ((ascii ^ Quotes) + LowBits) & ((ascii ^ Backslashes) + LowBits);
            return ~(plain | word) & HighBits;
        }
    }
}
