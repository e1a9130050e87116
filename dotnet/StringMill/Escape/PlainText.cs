using System;
#if NET8_0_OR_GREATER
using System.Numerics;
#endif
using System.Runtime.CompilerServices;

namespace StringMill
{
    /// <summary>
    /// Leaf: copies leading ASCII that needs no escape, and converts ASCII between UTF-16 and bytes. <c>PlainVectors</c> does so if
    /// the processor has vectors, else this class by words of eight characters.
    /// </summary>
    /// <remarks>
    /// An ASCII byte differs from a constant if adding 0x7F to their difference sets its highest bit. No byte carries into the next.
    /// </remarks>
    internal static unsafe class PlainText
    {
        private const ulong HighBits = 0x8080808080808080;
        private const ulong LowBits = 0x7F7F7F7F7F7F7F7F;
        private const ulong EachByte = 0x0101010101010101;
        private const ulong NonAsciiUnits = 0xFF80FF80FF80FF80;

        private const ulong Quotes = '"' * EachByte;
        private const ulong Backslashes = '\\' * EachByte;
        private const ulong Deletes = 0x7F * EachByte;

        internal const int WordLen = 8;
        private const int HalfLen = WordLen / 2;

        /// <summary>Whether the processor has the vectors of <c>PlainVectors</c>.</summary>
#if NET8_0_OR_GREATER
        internal static bool HasVectors => PlainVectors.IsUsable;
#else
        internal static bool HasVectors => false;
#endif

        /// <summary>Copies the leading ASCII that the rules write as it is; returns its length.</summary>
        /// <param name="rules">The rules.</param>
        /// <param name="src">Bytes of UTF-8, or code units of UTF-16.</param>
        /// <param name="unitLen">1 for UTF-8, 2 for UTF-16.</param>
        /// <param name="dst">Room for the text, all of which can be overwritten; null to only look.</param>
        /// <param name="len">The number of units.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal static int Copy(JsonRules rules, byte* src, int unitLen, byte* dst, int len)
        {
            // In text of other scripts ASCII is often a single space, which needs no set-up of words or vectors.
            bool isRun = len >= WordLen && (unitLen == sizeof(char) ? (*(uint*)src & 0xFF80FF80) == 0 : (*(ushort*)src & 0x8080) == 0);
#if NET8_0_OR_GREATER
            if (isRun && rules.HasPlainBits)
            {
                return PlainVectors.Copy(rules, src, unitLen, dst, len);
            }
#endif
            return CopyUnits(rules, src, unitLen, dst, len, isRun && rules.Set != AsciiSet.Other);
        }

        private static int CopyUnits(JsonRules rules, byte* src, int unitLen, byte* dst, int len, bool byWords)
        {
            int at = byWords ? CopyWords(rules.Set, src, unitLen, dst, len) : 0;
            byte[] special = rules.NeedsEscape;
            for (; at < len; at++)
            {
                int unit = unitLen == sizeof(char) ? ((char*)src)[at] : (int)src[at];
                if (unit >= 0x80 || special[unit] != 0)
                {
                    break;
                }
                if (dst != null)
                {
                    dst[at] = (byte)unit;
                }
            }
            return at;
        }

        // Whole words. The loop calls no method: in an interpreter a call for each word would take longer than the word.
        private static int CopyWords(AsciiSet set, byte* src, int unitLen, byte* dst, int len)
        {
            bool isDotNet = set == AsciiSet.DotNet;
            ulong last = set == AsciiSet.Json ? Quotes : Deletes;
            int at = 0;
            for (; at <= len - WordLen; at += WordLen)
            {
                ulong word = *(ulong*)src;
                if (unitLen == sizeof(char))
                {
                    ulong high = *(ulong*)(src + WordLen);
                    if (((word | high) & NonAsciiUnits) != 0)
                    {
                        break;
                    }
                    // Four code units become four bytes, in one half of the word.
                    word |= word >> 8;
                    high |= high >> 8;
                    word = word & 0xFFFF | word >> 16 & 0xFFFF0000 | (high & 0xFFFF | high >> 16 & 0xFFFF0000) << 32;
                }
                else if ((word & HighBits) != 0)
                {
                    break;
                }
                ulong plain = (word + 0x60 * EachByte) & ((word ^ Quotes) + LowBits) & ((word ^ Backslashes) + LowBits)
                    & ((word ^ last) + LowBits);
                if (isDotNet)
                {
                    // Without its lowest bit an apostrophe is an ampersand, and without the next bit > is <.
                    plain &= (((word ^ '&' * EachByte) & 0xFE * EachByte) + LowBits) & ((word ^ '+' * EachByte) + LowBits)
                        & (((word ^ '<' * EachByte) & 0xFD * EachByte) + LowBits) & ((word ^ '`' * EachByte) + LowBits);
                }
                if ((plain & HighBits) != HighBits)
                {
                    break;
                }
                if (dst != null)
                {
                    *(ulong*)(dst + at) = word;
                }
                src += WordLen * unitLen;
            }
            return at;
        }

        /// <summary>
        /// Returns the number of leading bytes before a quote, a backslash, a control character or, with <paramref name="isAsciiOnly"/>, a
        /// byte that is not ASCII.
        /// </summary>
        internal static int FindEnd(byte* src, int len, bool isAsciiOnly)
        {
#if NET8_0_OR_GREATER
            if (len >= WordLen && PlainVectors.IsUsable)
            {
                return PlainVectors.FindEnd(src, len, isAsciiOnly);
            }
#endif
            return FindEndByWords(src, len, isAsciiOnly);
        }

        internal static int FindEndByWords(byte* src, int len, bool isAsciiOnly)
        {
            ulong ascii = isAsciiOnly ? HighBits : 0;
            int at = 0;
            for (; at <= len - WordLen; at += WordLen)
            {
                ulong word = *(ulong*)(src + at);
                // The lowest mark is right; a borrow can set false marks above it.
                ulong marks = ((word - 0x20 * EachByte) | ((word ^ Quotes) - EachByte) | ((word ^ Backslashes) - EachByte))
                    & ~word & HighBits | word & ascii;
                if (marks != 0)
                {
#if NET8_0_OR_GREATER
                    if (BitConverter.IsLittleEndian)
                    {
                        return at + BitOperations.TrailingZeroCount(marks) / 8;
                    }
#endif
                    break;
                }
            }
            while (at < len && src[at] >= ' ' && src[at] != '"' && src[at] != '\\' && (src[at] < 0x80 || !isAsciiOnly))
            {
                at++;
            }
            return at;
        }

        /// <summary>Writes ASCII as UTF-16.</summary>
        internal static void Widen(byte* src, char* dst, int len)
        {
#if NET8_0_OR_GREATER
            if (len >= PlainVectors.NarrowLen && PlainVectors.IsUsable)
            {
                PlainVectors.Widen(src, dst, len);
                return;
            }
#endif
            if (len < HalfLen || !BitConverter.IsLittleEndian)
            {
                for (int i = 0; i < len; i++)
                {
                    dst[i] = (char)src[i];
                }
                return;
            }
            for (int at = 0; at < len - WordLen; at += WordLen)
            {
                *(ulong*)(dst + at) = Spread(*(uint*)(src + at));
                *(ulong*)(dst + at + HalfLen) = Spread(*(uint*)(src + at + HalfLen));
            }
            // The last two words can overlap those before them.
            int next = Math.Max(len - WordLen, 0);
            int last = len - HalfLen;
            *(ulong*)(dst + next) = Spread(*(uint*)(src + next));
            *(ulong*)(dst + last) = Spread(*(uint*)(src + last));
        }

        private static ulong Spread(ulong four)
        {
            four = (four | four << 16) & 0x0000FFFF0000FFFF;
            return (four | four << 8) & 0x00FF00FF00FF00FF;
        }

        /// <summary>Makes a string of ASCII; null if it is not ASCII.</summary>
        internal static string MakeString(byte* src, int len) => AsciiLen(src, len) == len ? MakeAsciiString(src, len) : null;

        /// <summary>Makes a string of ASCII, which is not empty.</summary>
        internal static string MakeAsciiString(byte* src, int len)
        {
            // Strings never change, but no other code has this new one yet.
            string text = new string('\0', len);
            fixed (char* dst = text)
            {
                Widen(src, dst, len);
            }
            return text;
        }

        /// <summary>Returns the number of leading bytes that are ASCII.</summary>
        internal static int AsciiLen(byte* src, int len)
        {
            int at = 0;
            while (at <= len - WordLen && (*(ulong*)(src + at) & HighBits) == 0)
            {
                at += WordLen;
            }
            while (at < len && src[at] < 0x80)
            {
                at++;
            }
            return at;
        }
    }
}
