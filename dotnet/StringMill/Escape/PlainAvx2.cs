#if INTRINSICS
using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace StringMill
{
    /// <summary>
    /// <see cref="PlainText"/> of eight characters or more by shuffles, which tell at once whether characters are in a set:
    /// one gives for the low half of a byte all high halves with which it stands for itself, the other the bit of its own.
    /// And what else of text of ASCII goes by AVX2, from eight characters on too.
    /// </summary>
    /// <remarks>
    /// Loops are methods of their own and stay so: a method takes in so much of others and no more, and a loop that comes
    /// last would have to call for each block. What a loop compares with is made in front of it: CoreCLR 3.1 makes it anew
    /// for each block else.
    /// </remarks>
    internal static unsafe class PlainAvx2
    {
        private const int Half = 8;
        private const int Narrow = 16;
        /// <summary>The length of a block.</summary>
        internal const int Wide = 32;

        /// <summary>So much room <see cref="Escape(JsonRules, byte*, ref char*, char*, ref byte*, byte*)"/> asks for.</summary>
        internal const int EscapeRoom = Wide + JsonRules.EscapeLen;

        private const int AlignsFrom = 8 * Wide;
        private const byte HalfBits = 0x0F;
        private const sbyte QuoteBit = '"' ^ ' ';
        private const sbyte BelowTurned = ' ' + 1;

        /// <summary>From so many units on <see cref="EscapedLen"/> counts.</summary>
        internal const int CountedFrom = Wide;

        /// <summary>Which the compiler of the runtime knows; a field it would have to look at. All processors with the one
        /// have the others.</summary>
        internal static bool IsUsable => Avx2.IsSupported && Bmi1.IsSupported && Popcnt.IsSupported;

        /// <summary>By low halves the bits of the high halves with which ASCII is in a set.</summary>
        internal static Vector128<byte> AsciiBits(Predicate<int> isIn)
        {
            byte[] bits = new byte[Narrow];
            for (int ascii = 0; ascii < 128; ascii++)
            {
                if (isIn(ascii))
                {
                    bits[ascii & 15] |= (byte)(1 << (ascii >> 4));
                }
            }
            return Load(bits);
        }

        /// <summary>By high halves their bits, which what is no ASCII has not.</summary>
        internal static Vector128<byte> HighBits()
        {
            return Load(new byte[] { 1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0 });
        }

        private static Vector128<byte> Load(byte[] bytes)
        {
            fixed (byte* first = bytes)
            {
                return Sse2.LoadVector128(first);
            }
        }

        /// <summary>How many leading characters, of eight or more, are ASCII that stands for itself.</summary>
        internal static int FindSpecial(JsonRules rules, char* src, int len)
        {
            return len >= Wide ? FindSpecial(rules, (byte*)src, sizeof(char), len)
                : len >= Narrow ? FindInHalves(rules, Pack(src, src + Half), Pack(src + len - Narrow, src + len - Half), len)
                : FindInEnds(rules, Pack(src, src + len - Half), len);
        }

        /// <summary>The same of UTF-8.</summary>
        internal static int FindSpecial(JsonRules rules, byte* src, int len)
        {
            return len >= Wide ? FindSpecial(rules, src, sizeof(byte), len)
                : len >= Narrow ? FindInHalves(rules, Sse2.LoadVector128(src), Sse2.LoadVector128(src + len - Narrow), len)
                : FindInEnds(rules, Ends(src, len), len);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static int FindSpecial(JsonRules rules, byte* src, int unitLen, int len)
        {
            Vector256<byte> plain = Vector256.Create(rules.PlainBits, rules.PlainBits);
            Vector256<byte> high = Vector256.Create(rules.HighBits, rules.HighBits);
            Vector256<byte> half = Vector256.Create(HalfBits);
            int last = len - Wide;
            for (int at = 0; at < last; at += Wide)
            {
                uint special = Zeros(BitsOf(Block(src + at * unitLen, unitLen), plain, high, half));
                if (special != 0)
                {
                    return at + FirstOf(special);
                }
            }
            // What the last block shares with the one before it was found plain.
            uint rest = Zeros(BitsOf(Block(src + last * unitLen, unitLen), plain, high, half));
            return rest == 0 ? len : last + FirstOf(rest);
        }

        /// <summary>As <see cref="PlainText.TryNarrow"/>.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal static bool TryNarrow(JsonRules rules, char* src, byte* dst, int len)
        {
            return len >= Wide ? TryNarrowLong(rules, src, dst, len)
                : len > Narrow ? TryNarrowHalves(rules, src, dst, len)
                : StoreEnds(dst, dst + len - Half, Pack(src, src + len - Half), rules);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static bool StoreEnds(byte* dst, byte* last, Vector128<byte> ends, JsonRules rules)
        {
            Sse2.StoreLow((double*)dst, Vector128.AsDouble(ends));
            Sse2.StoreHigh((double*)last, Vector128.AsDouble(ends));
            return ArePlain(ends, rules.PlainBits, rules.HighBits);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static bool TryNarrowHalves(JsonRules rules, char* src, byte* dst, int len)
        {
            char* last = src + len - Narrow;
            Vector128<byte> first = Pack(src, src + Half);
            Vector128<byte> second = Pack(last, last + Half);
            Sse2.Store(dst, first);
            Sse2.Store(dst + len - Narrow, second);
            return ArePlain(first, rules.PlainBits, rules.HighBits) && ArePlain(second, rules.PlainBits, rules.HighBits);
        }

        // Not inlined, as what is around it would then have its vectors to clear.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static bool TryNarrowLong(JsonRules rules, char* src, byte* dst, int len)
        {
            Vector256<byte> plain = Vector256.Create(rules.PlainBits, rules.PlainBits);
            Vector256<byte> high = Vector256.Create(rules.HighBits, rules.HighBits);
            Vector256<byte> half = Vector256.Create(HalfBits);
            char* last = src + len - Wide;
            byte* to = dst + len - Wide;
            // One look tells of four.
            for (; src < last - 3 * Wide; src += 4 * Wide)
            {
                Vector256<byte> first = Pack(src);
                Vector256<byte> second = Pack(src + Wide);
                Vector256<byte> third = Pack(src + 2 * Wide);
                Vector256<byte> fourth = Pack(src + 3 * Wide);
                Store(dst, first);
                Store(dst + Wide, second);
                Store(dst + 2 * Wide, third);
                Store(dst + 3 * Wide, fourth);
                if (HasZero(Avx2.Min(
                    Avx2.Min(BitsOf(first, plain, high, half), BitsOf(second, plain, high, half)),
                    Avx2.Min(BitsOf(third, plain, high, half), BitsOf(fourth, plain, high, half)))))
                {
                    return false;
                }
                dst += 4 * Wide;
            }
            Vector256<byte> rest = Pack(last);
            Store(to, rest);
            Vector256<byte> found = BitsOf(rest, plain, high, half);
            for (; src < last; src += Wide)
            {
                Vector256<byte> bytes = Pack(src);
                Store(dst, bytes);
                found = Avx2.Min(found, BitsOf(bytes, plain, high, half));
                dst += Wide;
            }
            return !HasZero(found);
        }

        /// <summary>As <see cref="PlainText.TryNarrow"/>, of eight bytes or more of UTF-8.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal static bool TryCopy(JsonRules rules, byte* src, byte* dst, int len)
        {
            return len >= Wide ? TryCopyLong(rules, src, dst, len)
                : len > Narrow ? CopyShort(rules, src, dst, len) == len
                : StoreEnds(dst, dst + len - Half, Ends(src, len), rules);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static bool TryCopyLong(JsonRules rules, byte* src, byte* dst, int len)
        {
            Vector256<byte> plain = Vector256.Create(rules.PlainBits, rules.PlainBits);
            Vector256<byte> high = Vector256.Create(rules.HighBits, rules.HighBits);
            Vector256<byte> half = Vector256.Create(HalfBits);
            byte* last = src + len - Wide;
            byte* to = dst + len - Wide;
            for (; src < last; src += Wide)
            {
                Vector256<byte> bytes = Avx.LoadVector256(src);
                Avx.Store(dst, bytes);
                if (HasZero(BitsOf(bytes, plain, high, half)))
                {
                    return false;
                }
                dst += Wide;
            }
            Vector256<byte> rest = Avx.LoadVector256(last);
            Avx.Store(to, rest);
            return !HasZero(BitsOf(rest, plain, high, half));
        }

        /// <summary>
        /// Escapes ASCII as long as a block of it is there, and room for that and an escape; moves both places.
        /// </summary>
        internal static void Escape(JsonRules rules, byte* escapes, ref char* at, char* end, ref byte* put, byte* full)
        {
            byte* src = (byte*)at;
            Escape(rules, escapes, sizeof(char), ref src, (byte*)end, ref put, full);
            at = (char*)src;
        }

        /// <summary>The same of UTF-8.</summary>
        internal static void Escape(JsonRules rules, byte* escapes, ref byte* at, byte* end, ref byte* put, byte* full)
        {
            Escape(rules, escapes, sizeof(byte), ref at, end, ref put, full);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void Escape(
            JsonRules rules, byte* escapes, int unitLen, ref byte* at, byte* end, ref byte* put, byte* full)
        {
            Vector256<byte> plain = Vector256.Create(rules.PlainBits, rules.PlainBits);
            Vector256<byte> high = Vector256.Create(rules.HighBits, rules.HighBits);
            Vector256<byte> half = Vector256.Create(HalfBits);
            byte* src = at;
            byte* dst = put;
            byte* last = end - Wide * unitLen;
            byte* lastRoom = full - EscapeRoom;
            while (src <= last && dst <= lastRoom)
            {
                Vector256<byte> bytes = Block(src, unitLen);
                Avx.Store(dst, bytes);
                uint special = Zeros(BitsOf(bytes, plain, high, half));
                if (special == 0)
                {
                    src += Wide * unitLen;
                    dst += Wide;
                    continue;
                }
                int run = FirstOf(special);
                src += run * unitLen;
                dst += run;
                int unit = unitLen == sizeof(char) ? *(char*)src : (int)*src;
                if (unit >= 0x80)
                {
                    break;
                }
                byte* entry = escapes + unit * JsonRules.EscapeLen;
                *(ulong*)dst = *(ulong*)entry;
                dst += entry[JsonRules.EscapeLen - 1];
                src += unitLen;
            }
            at = src;
            put = dst;
        }

        /// <summary>
        /// Copies the leading ASCII that stands for itself, of eight characters or more and less than a block; how much that is.
        /// </summary>
        internal static int CopyShort(JsonRules rules, char* src, byte* dst, int len)
        {
            return len < Narrow ? CopyEnds(rules, Pack(src, src + len - Half), dst, len)
                : CopyHalves(rules, Pack(src, src + Half), Pack(src + len - Narrow, src + len - Half), dst, len);
        }

        /// <summary>The same of UTF-8.</summary>
        internal static int CopyShort(JsonRules rules, byte* src, byte* dst, int len)
        {
            return len < Narrow ? CopyEnds(rules, Ends(src, len), dst, len)
                : CopyHalves(rules, Sse2.LoadVector128(src), Sse2.LoadVector128(src + len - Narrow), dst, len);
        }

        private static int CopyHalves(JsonRules rules, Vector128<byte> first, Vector128<byte> last, byte* dst, int len)
        {
            Sse2.Store(dst, first);
            Sse2.Store(dst + len - Narrow, last);
            return FindInHalves(rules, first, last, len);
        }

        private static int CopyEnds(JsonRules rules, Vector128<byte> ends, byte* dst, int len)
        {
            Sse2.StoreLow((double*)dst, Vector128.AsDouble(ends));
            Sse2.StoreHigh((double*)(dst + len - Half), Vector128.AsDouble(ends));
            return FindInEnds(rules, ends, len);
        }

        // The first sixteen characters and the last, which may share some.
        private static int FindInHalves(JsonRules rules, Vector128<byte> first, Vector128<byte> last, int len)
        {
            uint special = Zeros(BitsOf(first, rules.PlainBits, rules.HighBits))
                | Zeros(BitsOf(last, rules.PlainBits, rules.HighBits)) << len - Narrow;
            return special == 0 ? len : FirstOf(special);
        }

        // The same of the first eight and the last.
        private static int FindInEnds(JsonRules rules, Vector128<byte> ends, int len)
        {
            uint both = Zeros(BitsOf(ends, rules.PlainBits, rules.HighBits));
            uint special = both & 0xFF | both >> Half << len - Half;
            return special == 0 ? len : FirstOf(special);
        }

        /// <summary>
        /// How many bytes a text becomes by rules whose escapes can be counted: what is not plain becomes six bytes, or two.
        /// </summary>
        [MethodImpl(MethodImplOptions.NoInlining)]
        internal static long EscapedLen(JsonRules rules, char* src, int len)
        {
            Vector256<byte> plain = Vector256.Create(rules.PlainBits, rules.PlainBits);
            Vector256<byte> two = Vector256.Create(rules.TwoBits, rules.TwoBits);
            Vector256<byte> high = Vector256.Create(rules.HighBits, rules.HighBits);
            Vector256<byte> half = Vector256.Create(HalfBits);
            char* last = src + len - Wide;
            uint notPlain = 0;
            uint notTwo = 0;
            for (; src <= last; src += Wide)
            {
                Vector256<byte> bytes = Pack(src);
                notPlain += Popcnt.PopCount(Zeros(BitsOf(bytes, plain, high, half)));
                notTwo += Popcnt.PopCount(Zeros(BitsOf(bytes, two, high, half)));
            }
            // Of the last block what those before it had not.
            int counted = (int)(src - last);
            if (counted < Wide)
            {
                Vector256<byte> bytes = InOrder(Pack(last));
                notPlain += Popcnt.PopCount(Zeros(BitsOf(bytes, plain, high, half)) >> counted);
                notTwo += Popcnt.PopCount(Zeros(BitsOf(bytes, two, high, half)) >> counted);
            }
            return len + 5L * notPlain - 4L * (len - notTwo);
        }

        /// <summary>
        /// How many leading units, of a block or more, have no bit in <see cref="JsonRules.Stops"/>. Of most texts the letters
        /// that are not in pages without any bit are in one page, which is kept.
        /// </summary>
        [MethodImpl(MethodImplOptions.NoInlining)]
        internal static int FindStop(uint* stops, char* src, int len)
        {
            Vector256<short> lowBytes = Vector256.Create((short)byte.MaxValue);
            Vector256<byte> bits = Vector256.AsByte(Vector256.Create(0x8040201008040201));
            Vector256<byte> half = Vector256.Create(HalfBits);
            uint* pages = stops + JsonRules.StopPages;
            Vector256<byte> pagesLow = Row(pages);
            Vector256<byte> pagesHigh = Row(pages + PageLen / 2);
            Vector256<byte> zeroLow = Row(stops);
            Vector256<byte> zeroHigh = Row(stops + PageLen / 2);
            Vector256<byte> page = Vector256<byte>.Zero;
            Vector256<byte> pageLow = zeroLow;
            Vector256<byte> pageHigh = zeroHigh;
            int last = len - Wide;
            for (int at = 0; ; at = Math.Min(at + Wide, last))
            {
                Vector256<short> first = Avx.LoadVector256((short*)(src + at));
                Vector256<short> second = Avx.LoadVector256((short*)(src + at + Narrow));
                Vector256<byte> low = Avx2.PackUnsignedSaturate(Avx2.And(first, lowBytes), Avx2.And(second, lowBytes));
                Vector256<byte> high = Avx2.PackUnsignedSaturate(
                    Avx2.ShiftRightLogical(first, 8), Avx2.ShiftRightLogical(second, 8));
                Vector256<byte> inPage = Avx2.And(Avx2.CompareEqual(high, page), HasNot(pageLow, pageHigh, low, bits, half));
                Vector256<byte> inZero = Avx2.And(
                    Avx2.CompareEqual(high, Vector256<byte>.Zero), HasNot(zeroLow, zeroHigh, low, bits, half));
                uint passed = BitsInOrder(Avx2.Or(Avx2.Or(inPage, inZero), HasNot(pagesLow, pagesHigh, high, bits, half)));
                while (passed != uint.MaxValue)
                {
                    int unit = src[at + FirstOf(~passed)];
                    if ((stops[unit >> 5] & 1u << unit) != 0)
                    {
                        return at + FirstOf(~passed);
                    }
                    page = Vector256.Create((byte)(unit >> 8));
                    pageLow = Row(stops + (unit >> 8) * PageLen);
                    pageHigh = Row(stops + (unit >> 8) * PageLen + PageLen / 2);
                    passed |= BitsInOrder(Avx2.And(Avx2.CompareEqual(high, page), HasNot(pageLow, pageHigh, low, bits, half)));
                }
                if (at == last)
                {
                    return len;
                }
            }
        }

        /// <summary>Words of a page: 256 units.</summary>
        private const int PageLen = 8;

        // Half of a page twice: shuffles look up in sixteen bytes.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector256<byte> Row(uint* half)
        {
            return Avx2.BroadcastVector128ToVector256((byte*)half);
        }

        // All ones for a byte whose bit is not in the row.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector256<byte> HasNot(
            Vector256<byte> rowLow, Vector256<byte> rowHigh, Vector256<byte> bytes, Vector256<byte> bits, Vector256<byte> half)
        {
            Vector256<byte> index = Avx2.And(Vector256.AsByte(Avx2.ShiftRightLogical(Vector256.AsUInt16(bytes), 3)), half);
            Vector256<byte> row = Avx2.BlendVariable(Avx2.Shuffle(rowLow, index), Avx2.Shuffle(rowHigh, index), bytes);
            return Avx2.CompareEqual(
                Avx2.And(row, Avx2.Shuffle(bits, Avx2.And(bytes, half))), Vector256<byte>.Zero);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static uint BitsInOrder(Vector256<byte> lanes)
        {
            return (uint)Avx2.MoveMask(InOrder(lanes));
        }

        /// <summary>As <see cref="PlainText.Widen"/>.</summary>
        internal static void Widen(byte* src, char* dst, int len)
        {
            if (len >= AlignsFrom)
            {
                WidenAligned(src, dst, len);
                return;
            }
            if (len >= Wide)
            {
                WidenLong(src, dst, len);
                return;
            }
            if (len >= Narrow)
            {
                Avx.Store((short*)dst, Avx2.ConvertToVector256Int16(src));
                Avx.Store((short*)dst + len - Narrow, Avx2.ConvertToVector256Int16(src + len - Narrow));
                return;
            }
            Sse2.Store((short*)dst, Sse41.ConvertToVector128Int16(src));
            Sse2.Store((short*)dst + len - Half, Sse41.ConvertToVector128Int16(src + len - Half));
        }

        /// <summary>The string of a long text; null where it is not all ASCII that may stand in a JSON string.</summary>
        internal static string MakeStringOfPlain(byte* src, int len)
        {
            string text = Fresh.Text(len);
            fixed (char* pinned = text)
            {
                char* dst = pinned;
                return WidenAligned(src, dst, len) ? text : null;
            }
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void WidenLong(byte* src, char* dst, int len)
        {
            byte* last = src + len - Wide;
            char* to = dst + len - Wide;
            for (; src < last; src += Wide)
            {
                WidenBlock(src, dst);
                dst += Wide;
            }
            WidenBlock(last, to);
        }

        // Characters of a string begin where stores of whole blocks would be in two lines of the cache each. The stores are
        // the time; so whether it may all stand in a JSON string is told too.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static bool WidenAligned(byte* src, char* dst, int len)
        {
            Vector256<sbyte> turned = Vector256.Create(QuoteBit);
            Vector256<sbyte> below = Vector256.Create(BelowTurned);
            Vector256<sbyte> backslash = Vector256.Create((sbyte)'\\');
            byte* last = src + len - Wide;
            char* to = dst + len - Wide;
            Vector256<sbyte> ends = Avx2.Or(
                Ends(src, turned, below, backslash), Ends(last, turned, below, backslash));
            WidenBlock(src, dst);
            int begun = Narrow - ((int)dst & Wide - 1) / sizeof(char);
            src += begun;
            dst += begun;
            for (; src < last; src += Wide)
            {
                ends = Avx2.Or(ends, Ends(src, turned, below, backslash));
                WidenBlock(src, dst);
                dst += Wide;
            }
            WidenBlock(last, to);
            return Bits(ends) == 0;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static void WidenBlock(byte* src, char* dst)
        {
            Avx.Store((short*)dst, Avx2.ConvertToVector256Int16(src));
            Avx.Store((short*)dst + Narrow, Avx2.ConvertToVector256Int16(src + Narrow));
        }

        /// <summary>How many leading bytes are text of ASCII that may stand in a JSON string.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal static int FindEnd(byte* src, int len)
        {
            if (len < Wide)
            {
                return FindShortEnd(src, len);
            }
            uint ends = Bits(Ends(src));
            return ends != 0 ? FirstOf(ends) : FindLaterEnd(src, len);
        }

        // The first bytes and the last ones, which may share some.
        private static int FindShortEnd(byte* src, int len)
        {
            uint ends;
            if (len >= Narrow)
            {
                byte* last = src + len - Narrow;
                ends = Ends(Sse2.LoadVector128((sbyte*)src)) | Ends(Sse2.LoadVector128((sbyte*)last)) << len - Narrow;
            }
            else
            {
                uint both = Ends(Vector128.AsSByte(Ends(src, len)));
                ends = both & 0xFF | both >> Half << len - Half;
            }
            return ends == 0 ? len : FirstOf(ends);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static int FindLaterEnd(byte* src, int len)
        {
            Vector256<sbyte> turned = Vector256.Create(QuoteBit);
            Vector256<sbyte> below = Vector256.Create(BelowTurned);
            Vector256<sbyte> backslash = Vector256.Create((sbyte)'\\');
            byte* at = src + Wide;
            byte* last = src + len - Wide;
            uint ends;
            // One look tells of four.
            for (; at <= last - 3 * Wide; at += 4 * Wide)
            {
                Vector256<sbyte> first = Ends(at, turned, below, backslash);
                Vector256<sbyte> second = Ends(at + Wide, turned, below, backslash);
                Vector256<sbyte> third = Ends(at + 2 * Wide, turned, below, backslash);
                Vector256<sbyte> fourth = Ends(at + 3 * Wide, turned, below, backslash);
                if (Bits(Avx2.Or(Avx2.Or(first, second), Avx2.Or(third, fourth))) != 0)
                {
                    break;
                }
            }
            for (; at <= last; at += Wide)
            {
                ends = Bits(Ends(at, turned, below, backslash));
                if (ends != 0)
                {
                    return (int)(at - src) + FirstOf(ends);
                }
            }
            // What the last block shares with the one before it has no ends.
            ends = Bits(Ends(last, turned, below, backslash));
            return ends == 0 ? len : len - Wide + FirstOf(ends);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector256<sbyte> Ends(byte* src)
        {
            return Ends(src, Vector256.Create(QuoteBit), Vector256.Create(BelowTurned), Vector256.Create((sbyte)'\\'));
        }

        // What is below a space, a quote, which is a space with that bit turned, and what is negative: no ASCII.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector256<sbyte> Ends(
            byte* src, Vector256<sbyte> turned, Vector256<sbyte> below, Vector256<sbyte> backslash)
        {
            Vector256<sbyte> bytes = Avx.LoadVector256((sbyte*)src);
            return Avx2.Or(Avx2.CompareGreaterThan(below, Avx2.Xor(bytes, turned)), Avx2.CompareEqual(bytes, backslash));
        }

        // The same of a short vector, a bit for each.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static uint Ends(Vector128<sbyte> bytes)
        {
            return (uint)Sse2.MoveMask(Sse2.Or(Sse2.CompareLessThan(bytes, Vector128.Create((sbyte)' ')),
                Sse2.Or(Sse2.CompareEqual(bytes, Vector128.Create((sbyte)'"')),
                    Sse2.CompareEqual(bytes, Vector128.Create((sbyte)'\\')))));
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static int FirstOf(uint bits)
        {
            return (int)Bmi1.TrailingZeroCount(bits);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static uint Bits(Vector256<sbyte> lanes)
        {
            return (uint)Avx2.MoveMask(lanes);
        }

        // What is above U+00FF becomes 0xFF, and above U+7FFF zero, which no set leaves out.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector128<byte> Pack(char* low, char* high)
        {
            return Sse2.PackUnsignedSaturate(Sse2.LoadVector128((short*)low), Sse2.LoadVector128((short*)high));
        }

        // The first eight bytes and the last, which may share some.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector128<byte> Ends(byte* src, int len)
        {
            return Vector128.AsByte(Vector128.Create(*(ulong*)src, *(ulong*)(src + len - Half)));
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector256<byte> Block(byte* src, int unitLen)
        {
            return unitLen == sizeof(char) ? InOrder(Pack((char*)src)) : Avx.LoadVector256(src);
        }

        // The halves of both sources come in turn.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector256<byte> Pack(char* src)
        {
            return Avx2.PackUnsignedSaturate(Avx.LoadVector256((short*)src), Avx.LoadVector256((short*)(src + Narrow)));
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static void Store(byte* dst, Vector256<byte> bytes)
        {
            Avx.Store(dst, InOrder(bytes));
        }

        // Of what was packed.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector256<byte> InOrder(Vector256<byte> bytes)
        {
            return Vector256.AsByte(Avx2.Permute4x64(Vector256.AsInt64(bytes), 0xD8));
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static bool ArePlain(Vector128<byte> bytes, Vector128<byte> plain, Vector128<byte> high)
        {
            return Zeros(BitsOf(bytes, plain, high)) == 0;
        }

        /// <summary>Not zero for what is in a set.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector128<byte> BitsOf(Vector128<byte> bytes, Vector128<byte> set, Vector128<byte> high)
        {
            Vector128<byte> halves = Sse2.And(
                Vector128.AsByte(Sse2.ShiftRightLogical(Vector128.AsUInt16(bytes), 4)), Vector128.Create(HalfBits));
            return Sse2.And(Ssse3.Shuffle(set, bytes), Ssse3.Shuffle(high, halves));
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector256<byte> BitsOf(
            Vector256<byte> bytes, Vector256<byte> set, Vector256<byte> high, Vector256<byte> half)
        {
            return Avx2.And(Avx2.Shuffle(set, bytes), Avx2.Shuffle(high, Avx2.And(
                Vector256.AsByte(Avx2.ShiftRightLogical(Vector256.AsUInt16(bytes), 4)), half)));
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static bool HasZero(Vector256<byte> bytes)
        {
            return Zeros(bytes) != 0;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static uint Zeros(Vector256<byte> bytes)
        {
            return (uint)Avx2.MoveMask(Avx2.CompareEqual(bytes, Vector256<byte>.Zero));
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static uint Zeros(Vector128<byte> bytes)
        {
            return (uint)Sse2.MoveMask(Sse2.CompareEqual(bytes, Vector128<byte>.Zero));
        }
    }
}
#endif
