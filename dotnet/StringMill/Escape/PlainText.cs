using System;
#if VECTORS
using System.Numerics;
#endif
using System.Runtime.CompilerServices;

namespace StringMill
{
    /// <summary>
    /// Whole texts of ASCII that stands for itself, between UTF-16 and bytes, for runtimes that compile: 32 characters at
    /// a time where they have vectors, else eight, and the last ones once more with those before them. An interpreter has
    /// <see cref="PureKernels"/> and the native library.
    /// </summary>
    internal static unsafe class PlainText
    {
        private const ulong HighBits = 0x8080808080808080;
        private const ulong LowBits = 0x7F7F7F7F7F7F7F7F;
        private const ulong EachByte = 0x0101010101010101;
        private const ulong NonAsciiUnits = 0xFF80FF80FF80FF80;

        internal const int Word = 8;

#if VECTORS
        /// <summary>Code units that fill a vector of bytes.</summary>
        private struct Units
        {
            internal Vector<ushort> Low;
            internal Vector<ushort> High;
        }

        /// <summary>Whether the runtime compiles these methods, and has vectors for them.</summary>
        internal static readonly bool IsQuick = Vector.IsHardwareAccelerated && BitConverter.IsLittleEndian;

        /// <summary>How many bytes a vector has; where there are none, more than any text.</summary>
        internal static readonly int Lanes = Vector.IsHardwareAccelerated ? Vector<byte>.Count : int.MaxValue;
#else
        internal static readonly bool IsQuick = false;
#endif

        /// <summary>Whether there are vectors that can look up, for <c>PlainAvx2</c>.</summary>
#if INTRINSICS
        internal static bool HasShuffles => PlainAvx2.IsUsable;
#else
        internal static bool HasShuffles => false;
#endif

        /// <summary>Copies a text as bytes, if all of it is ASCII that stands for itself.</summary>
        /// <returns>False where it is not; then the room holds anything.</returns>
        internal static bool TryNarrow(JsonRules rules, char* src, byte* dst, int len)
        {
#if INTRINSICS
            if (len >= Word && rules.HasPlainBits)
            {
                return PlainAvx2.TryNarrow(rules, src, dst, len);
            }
#endif
            AsciiSet set = rules.Set;
            if (len < Word || set == AsciiSet.Other)
            {
                return TryNarrowEach(rules.Special, src, dst, len);
            }
#if VECTORS
            if (len >= Lanes)
            {
                int done = NarrowVectors(set, src, dst, len);
                return done == len
                    || (len - done < Lanes && NarrowVectors(set, src + len - Lanes, dst + len - Lanes, Lanes) != 0);
            }
#endif
            for (int at = 0; at < len - Word; at += Word)
            {
                if (!TryNarrowWord(set, src + at, dst + at))
                {
                    return false;
                }
            }
            return TryNarrowWord(set, src + len - Word, dst + len - Word);
        }

        /// <summary>Whether all of a text is ASCII that stands for itself.</summary>
        internal static bool IsPlain(JsonRules rules, char* src, int len)
        {
#if INTRINSICS
            if (len >= Word && rules.HasPlainBits)
            {
                return PlainAvx2.FindSpecial(rules, src, len) == len;
            }
#endif
            AsciiSet set = rules.Set;
            if (len < Word || set == AsciiSet.Other)
            {
                byte[] special = rules.Special;
                int plain = 0;
                while (plain < len && src[plain] < 0x80 && special[src[plain]] == 0)
                {
                    plain++;
                }
                return plain == len;
            }
#if VECTORS
            if (len >= Lanes)
            {
                int done = PlainVectors(set, src, len);
                return done == len || (len - done < Lanes && PlainVectors(set, src + len - Lanes, Lanes) != 0);
            }
#endif
            ulong word;
            for (int at = 0; at < len - Word; at += Word)
            {
                if (!TryNarrowWord(set, src + at, (byte*)&word))
                {
                    return false;
                }
            }
            return TryNarrowWord(set, src + len - Word, (byte*)&word);
        }

        private static bool TryNarrowEach(byte[] special, char* src, byte* dst, int len)
        {
            for (int at = 0; at < len; at++)
            {
                int unit = src[at];
                if (unit >= 0x80 || special[unit] != 0)
                {
                    return false;
                }
                dst[at] = (byte)unit;
            }
            return true;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static bool TryNarrowWord(AsciiSet set, char* src, byte* dst)
        {
            ulong low = *(ulong*)src;
            ulong high = *(ulong*)(src + Word / 2);
            if (((low | high) & NonAsciiUnits) != 0)
            {
                return false;
            }
            // Four code units become four bytes of one half.
            low |= low >> 8;
            high |= high >> 8;
            low = low & 0xFFFF | low >> 16 & 0xFFFF0000;
            high = high & 0xFFFF | high >> 16 & 0xFFFF0000;
            ulong word = low | high << 32;
            *(ulong*)dst = word;
            return ArePlain(set, word);
        }

        /// <summary>Whether eight ASCII bytes stand for themselves; see <see cref="PureKernels"/>.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static bool ArePlain(AsciiSet set, ulong word)
        {
            ulong plain = (word + 0x60 * EachByte) & ((word ^ '"' * EachByte) + LowBits)
                & ((word ^ '\\' * EachByte) + LowBits);
            if (set != AsciiSet.Json)
            {
                plain &= (word ^ LowBits) + LowBits;
                if (set == AsciiSet.DotNet)
                {
                    // With the lowest bit an apostrophe is an ampersand, and with the next > is <.
                    plain &= (((word ^ '&' * EachByte) & 0xFE * EachByte) + LowBits)
                        & ((word ^ '+' * EachByte) + LowBits)
                        & (((word ^ '<' * EachByte) & 0xFD * EachByte) + LowBits)
                        & ((word ^ '`' * EachByte) + LowBits);
                }
            }
            return (plain & HighBits) == HighBits;
        }

        /// <summary>
        /// How many leading bytes of a JSON string are ASCII that it holds as it is; where the text ends, it is all of it.
        /// </summary>
        internal static int Find(byte* src, int len)
        {
            int at = 0;
            if (len >= Word)
            {
#if INTRINSICS
                if (HasShuffles)
                {
                    return PlainAvx2.FindEnd(src, len);
                }
#endif
                // A name or a short text ends in the first word.
                ulong marks = Marks(*(ulong*)src);
                if (marks != 0)
                {
                    return First(marks);
                }
                at = Word;
#if VECTORS
                if (len >= Lanes)
                {
                    at = FindVectors(src, len);
                }
#endif
                for (; at < len - Word; at += Word)
                {
                    marks = Marks(*(ulong*)(src + at));
                    if (marks != 0)
                    {
                        return at + First(marks);
                    }
                }
                at = len - Word;
                marks = Marks(*(ulong*)(src + at));
                return marks != 0 ? at + First(marks) : len;
            }
            while (at < len && src[at] >= ' ' && src[at] < 0x80 && src[at] != '"' && src[at] != '\\')
            {
                at++;
            }
            return at;
        }

        /// <summary>How many leading bytes are no quote, no backslash and no control character.</summary>
        internal static int FindSpecial(byte* src, int len)
        {
            int at = 0;
            if (len >= Word)
            {
                ulong marks = SpecialMarks(*(ulong*)src);
                if (marks != 0)
                {
                    return First(marks);
                }
                at = Word;
#if VECTORS
                if (len >= Lanes)
                {
                    at = FindSpecialVectors(src, len);
                }
#endif
            }
            for (; at <= len - Word; at += Word)
            {
                ulong marks = SpecialMarks(*(ulong*)(src + at));
                if (marks != 0)
                {
                    return at + First(marks);
                }
            }
            while (at < len && src[at] >= ' ' && src[at] != '"' && src[at] != '\\')
            {
                at++;
            }
            return at;
        }

        // As Marks, but of what is ASCII.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static ulong SpecialMarks(ulong word)
        {
            return ((word - 0x20 * EachByte) | ((word ^ '"' * EachByte) - EachByte)
                | ((word ^ '\\' * EachByte) - EachByte)) & ~word & HighBits;
        }

        /// <summary>
        /// The highest bit of the first byte, from the lowest on, that is no ASCII or not itself in a JSON string; what is
        /// above it does not count.
        /// </summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static ulong Marks(ulong word)
        {
            return ((word - 0x20 * EachByte) | ((word ^ '"' * EachByte) - EachByte)
                | ((word ^ '\\' * EachByte) - EachByte) | word) & HighBits;
        }

        // The number of the lowest byte that is marked.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static int First(ulong marks)
        {
            ulong below = (marks & (0 - marks)) - 1;
            // Of each whole byte below it a bit counts.
            return (int)((below & EachByte) * EachByte >> 56) - 1;
        }

        /// <summary>Writes ASCII as UTF-16.</summary>
        internal static void Widen(byte* src, char* dst, int len)
        {
            int at = 0;
            if (len >= Word)
            {
#if INTRINSICS
                if (HasShuffles)
                {
                    PlainAvx2.Widen(src, dst, len);
                    return;
                }
#endif
#if VECTORS
                if (len >= Lanes)
                {
                    WidenVectors(src, dst, len);
                    return;
                }
#endif
                for (; at < len - Word; at += Word)
                {
                    WidenWord(src + at, dst + at);
                }
                WidenWord(src + len - Word, dst + len - Word);
                return;
            }
            for (; at < len; at++)
            {
                dst[at] = (char)src[at];
            }
        }

        /// <summary>A string of ASCII; null where it is none.</summary>
        internal static string MakeString(byte* src, int len)
        {
            return IsAscii(src, len) ? MakeAsciiString(src, len) : null;
        }

        /// <summary>The string of ASCII, not empty.</summary>
        internal static string MakeAsciiString(byte* src, int len)
        {
            // Nobody has seen it yet.
            string text = Fresh.Text(len);
            fixed (char* dst = text)
            {
                Widen(src, dst, len);
            }
            return text;
        }

        private static bool IsAscii(byte* src, int len)
        {
            ulong all = 0;
            int at = 0;
            if (len >= Word)
            {
                // Of most texts that are not ASCII the first word is none.
                all = *(ulong*)src | *(ulong*)(src + len - Word);
#if VECTORS
                if (len >= Lanes && (all & HighBits) == 0)
                {
                    at = len / Vector<byte>.Count;
                    all = HighBitsOf(new Span<Vector<byte>>(src, at));
                    at *= Vector<byte>.Count;
                }
#endif
                for (; at < len - Word && (all & HighBits) == 0; at += Word)
                {
                    all |= *(ulong*)(src + at);
                }
                return (all & HighBits) == 0;
            }
            for (; at < len; at++)
            {
                all |= src[at];
            }
            return all < 0x80;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static void WidenWord(byte* src, char* dst)
        {
            *(ulong*)dst = Spread(*(uint*)src);
            *(ulong*)(dst + Word / 2) = Spread(*(uint*)(src + Word / 2));
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static ulong Spread(ulong four)
        {
            four = (four | four << 16) & 0x0000FFFF0000FFFF;
            return (four | four << 8) & 0x00FF00FF00FF00FF;
        }

#if VECTORS
        /// <summary>How many leading characters stand for themselves, in whole vectors.</summary>
        private static int PlainVectors(AsciiSet set, char* src, int len)
        {
            Span<Units> from = new Span<Units>(src, len / Vector<byte>.Count);
            return Vector<byte>.Count * (set == AsciiSet.DotNet ? PlainDotNet(from)
                : PlainJson(from, set == AsciiSet.Json ? '"' : 0x7F));
        }

        /// <summary>Copies whole vectors of what stands for itself, and says how much that is.</summary>
        internal static int NarrowVectors(AsciiSet set, char* src, byte* dst, int len)
        {
            int count = len / Vector<byte>.Count;
            Span<Units> from = new Span<Units>(src, count);
            Span<Vector<byte>> to = new Span<Vector<byte>>(dst, count);
            return Vector<byte>.Count
                * (set == AsciiSet.DotNet ? NarrowDotNet(from, to) : NarrowJson(from, to, set == AsciiSet.Json ? '"' : 0x7F));
        }

        private static int NarrowDotNet(Span<Units> from, Span<Vector<byte>> to)
        {
            Vector<ushort> above = new Vector<ushort>(0xFF00);
            Vector<sbyte> behindSpace = new Vector<sbyte>((sbyte)' ' + 1);
            Vector<sbyte> quote = new Vector<sbyte>((sbyte)'"');
            Vector<sbyte> backslash = new Vector<sbyte>((sbyte)'\\');
            Vector<sbyte> ampersand = new Vector<sbyte>((sbyte)'&');
            Vector<sbyte> plus = new Vector<sbyte>((sbyte)'+');
            Vector<sbyte> less = new Vector<sbyte>((sbyte)'<');
            Vector<sbyte> backtick = new Vector<sbyte>((sbyte)'`');
            Vector<sbyte> butBit0 = new Vector<sbyte>(unchecked((sbyte)0xFE));
            Vector<sbyte> butBit1 = new Vector<sbyte>(unchecked((sbyte)0xFD));
            int at = 0;
            for (; at < from.Length && at < to.Length; at++)
            {
                Vector<ushort> low = from[at].Low;
                Vector<ushort> high = from[at].High;
                Vector<byte> bytes = Vector.Narrow(low, high);
                Vector<sbyte> lanes = Vector.AsVectorSByte(bytes);
                // What is no ASCII is negative, and so is what follows DEL; both are below a space.
                Vector<sbyte> marks = Vector.LessThan(lanes + Vector<sbyte>.One, behindSpace)
                    | Vector.Equals(lanes, quote) | Vector.Equals(lanes, backslash)
                    | Vector.Equals(lanes & butBit0, ampersand) | Vector.Equals(lanes, plus)
                    | Vector.Equals(lanes & butBit1, less) | Vector.Equals(lanes, backtick);
                if ((Vector.AsVectorUInt16(marks) | ((low | high) & above)) != Vector<ushort>.Zero)
                {
                    break;
                }
                to[at] = bytes;
            }
            return at;
        }

        private static int NarrowJson(Span<Units> from, Span<Vector<byte>> to, int more)
        {
            Vector<ushort> above = new Vector<ushort>(0xFF00);
            Vector<sbyte> space = new Vector<sbyte>((sbyte)' ');
            Vector<sbyte> quote = new Vector<sbyte>((sbyte)'"');
            Vector<sbyte> backslash = new Vector<sbyte>((sbyte)'\\');
            Vector<sbyte> last = new Vector<sbyte>((sbyte)more);
            int at = 0;
            for (; at < from.Length && at < to.Length; at++)
            {
                Vector<ushort> low = from[at].Low;
                Vector<ushort> high = from[at].High;
                Vector<byte> bytes = Vector.Narrow(low, high);
                Vector<sbyte> lanes = Vector.AsVectorSByte(bytes);
                Vector<sbyte> marks = Vector.LessThan(lanes, space) | Vector.Equals(lanes, quote)
                    | Vector.Equals(lanes, backslash) | Vector.Equals(lanes, last);
                if ((Vector.AsVectorUInt16(marks) | ((low | high) & above)) != Vector<ushort>.Zero)
                {
                    break;
                }
                to[at] = bytes;
            }
            return at;
        }

        // The same without a copy: what is asked of each vector stands in each loop, since a call for it costs more.

        private static int PlainDotNet(Span<Units> from)
        {
            Vector<ushort> above = new Vector<ushort>(0xFF00);
            Vector<sbyte> behindSpace = new Vector<sbyte>((sbyte)' ' + 1);
            Vector<sbyte> quote = new Vector<sbyte>((sbyte)'"');
            Vector<sbyte> quoteBits = new Vector<sbyte>(unchecked((sbyte)0xFA));
            Vector<sbyte> less = new Vector<sbyte>(0x1C);
            Vector<sbyte> lessBits = new Vector<sbyte>(unchecked((sbyte)0x9D));
            Vector<sbyte> plus = new Vector<sbyte>((sbyte)'+');
            Vector<sbyte> backtick = new Vector<sbyte>((sbyte)'`');
            int at = 0;
            for (; at < from.Length; at++)
            {
                Vector<ushort> low = from[at].Low;
                Vector<ushort> high = from[at].High;
                Vector<sbyte> lanes = Vector.AsVectorSByte(Vector.Narrow(low, high));
                // By the bits that are compared # is a quote, as & and ' are; ^ | ~ are a backslash, as < and > are.
                Vector<sbyte> marks = Vector.LessThan(lanes + Vector<sbyte>.One, behindSpace)
                    | Vector.Equals(lanes & quoteBits, quote) | Vector.Equals(lanes & lessBits, less)
                    | Vector.Equals(lanes, plus) | Vector.Equals(lanes, backtick);
                if ((Vector.AsVectorUInt16(marks) | ((low | high) & above)) != Vector<ushort>.Zero
                    && !IsPlainDotNet(ref from[at]))
                {
                    break;
                }
            }
            return at;
        }

        private static bool IsPlainDotNet(ref Units units)
        {
            Units copy = units;
            char* src = (char*)&copy;
            ulong word;
            for (int at = 0; at < Vector<byte>.Count; at += Word)
            {
                if (!TryNarrowWord(AsciiSet.DotNet, src + at, (byte*)&word))
                {
                    return false;
                }
            }
            return true;
        }

        private static int PlainJson(Span<Units> from, int more)
        {
            Vector<ushort> above = new Vector<ushort>(0xFF00);
            Vector<sbyte> space = new Vector<sbyte>((sbyte)' ');
            Vector<sbyte> quote = new Vector<sbyte>((sbyte)'"');
            Vector<sbyte> backslash = new Vector<sbyte>((sbyte)'\\');
            Vector<sbyte> last = new Vector<sbyte>((sbyte)more);
            int at = 0;
            for (; at < from.Length; at++)
            {
                Vector<ushort> low = from[at].Low;
                Vector<ushort> high = from[at].High;
                Vector<sbyte> lanes = Vector.AsVectorSByte(Vector.Narrow(low, high));
                Vector<sbyte> marks = Vector.LessThan(lanes, space) | Vector.Equals(lanes, quote)
                    | Vector.Equals(lanes, backslash) | Vector.Equals(lanes, last);
                if ((Vector.AsVectorUInt16(marks) | ((low | high) & above)) != Vector<ushort>.Zero)
                {
                    break;
                }
            }
            return at;
        }

        // Up to the vector that holds what is looked for.
        private static int FindVectors(byte* src, int len)
        {
            Span<Vector<sbyte>> from = new Span<Vector<sbyte>>(src, len / Vector<byte>.Count);
            Vector<sbyte> space = new Vector<sbyte>((sbyte)' ');
            Vector<sbyte> quote = new Vector<sbyte>((sbyte)'"');
            Vector<sbyte> backslash = new Vector<sbyte>((sbyte)'\\');
            int at = 0;
            for (; at < from.Length; at++)
            {
                Vector<sbyte> lanes = from[at];
                if ((Vector.LessThan(lanes, space) | Vector.Equals(lanes, quote) | Vector.Equals(lanes, backslash))
                    != Vector<sbyte>.Zero)
                {
                    break;
                }
            }
            return at * Vector<byte>.Count;
        }

        private static ulong HighBitsOf(Span<Vector<byte>> from)
        {
            Vector<byte> all = Vector<byte>.Zero;
            for (int at = 0; at < from.Length; at++)
            {
                all |= from[at];
            }
            return Vector.LessThanAny(Vector.AsVectorSByte(all), Vector<sbyte>.Zero) ? HighBits : 0;
        }

        private static int FindSpecialVectors(byte* src, int len)
        {
            Span<Vector<sbyte>> from = new Span<Vector<sbyte>>(src, len / Vector<byte>.Count);
            // With the highest bit turned, order is that of bytes.
            Vector<sbyte> highest = new Vector<sbyte>(sbyte.MinValue);
            Vector<sbyte> space = new Vector<sbyte>(unchecked((sbyte)(' ' ^ 0x80)));
            Vector<sbyte> quote = new Vector<sbyte>((sbyte)'"');
            Vector<sbyte> backslash = new Vector<sbyte>((sbyte)'\\');
            int at = 0;
            for (; at < from.Length; at++)
            {
                Vector<sbyte> lanes = from[at];
                if ((Vector.LessThan(lanes ^ highest, space) | Vector.Equals(lanes, quote)
                    | Vector.Equals(lanes, backslash)) != Vector<sbyte>.Zero)
                {
                    break;
                }
            }
            return at * Vector<byte>.Count;
        }

        private static void WidenVectors(byte* src, char* dst, int len)
        {
            int count = len / Vector<byte>.Count;
            WidenVectors(new Span<Vector<byte>>(src, count), new Span<Units>(dst, count));
            int last = len - Vector<byte>.Count;
            WidenVectors(new Span<Vector<byte>>(src + last, 1), new Span<Units>(dst + last, 1));
        }

        private static void WidenVectors(Span<Vector<byte>> from, Span<Units> to)
        {
            for (int at = 0; at < from.Length && at < to.Length; at++)
            {
                Vector<ushort> low;
                Vector<ushort> high;
                Vector.Widen(from[at], out low, out high);
                to[at].Low = low;
                to[at].High = high;
            }
        }
#endif
    }
}
