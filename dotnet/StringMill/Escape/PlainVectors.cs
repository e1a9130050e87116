#if NET8_0_OR_GREATER
using System;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.Wasm;
using System.Runtime.Intrinsics.X86;

namespace StringMill
{
    /// <summary>
    /// Leaf: <see cref="PlainText"/> by vectors of 16 bytes, on x64, ARM64 and WebAssembly. Two shuffles say whether a character is in
    /// a set of ASCII: one gives for the low half of a byte all high halves with which it is in the set, the other the bit of its own
    /// high half. Operations that differ between processors are at the end. With AVX2, loops over long texts have vectors of 32 bytes.
    /// </summary>
    /// <remarks>
    /// Loops are methods of their own, without inlining, so that short texts do not set up their constants.
    /// </remarks>
    internal static unsafe class PlainVectors
    {
        private const int Half = 8;
        internal const int Narrow = 16;
        private const int Wide = 32;
        private const byte HalfBits = 0x0F;

        /// <summary>A constant for the compiler of the runtime.</summary>
        internal static bool IsUsable =>
            BitConverter.IsLittleEndian && (Ssse3.IsSupported || AdvSimd.Arm64.IsSupported || PackedSimd.IsSupported);

        /// <summary>Returns for each low half the bits of the high halves with which ASCII is in a set.</summary>
        internal static Vector128<byte> AsciiBits(Predicate<int> isIn)
        {
            byte* bits = stackalloc byte[Narrow];
            for (int ascii = 0; ascii < 128; ascii++)
            {
                bits[ascii & 15] |= (byte)(isIn(ascii) ? 1 << (ascii >> 4) : 0);
            }
            return Vector128.Load(bits);
        }

        /// <summary>As <see cref="PlainText.Copy"/>, of eight characters or more.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal static int Copy(JsonRules rules, byte* src, int unitLen, byte* dst, int len)
        {
            return len < Narrow ? CopyEnds(rules, src, unitLen, dst, len)
                : len < Wide ? CopyHalves(rules, src, unitLen, dst, len)
                : Avx2.IsSupported ? CopyWide(rules, src, unitLen, dst, len)
                : CopyPairs(rules, src, unitLen, dst, len);
        }

        // Two vectors for each turn of the loop.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static int CopyPairs(JsonRules rules, byte* src, int unitLen, byte* dst, int len)
        {
            Vector128<byte> plain = rules.PlainBits;
            Vector128<byte> high = HighBits();
            int last = len - Wide;
            for (int at = 0; ; at = Math.Min(at + Wide, last))
            {
                Vector128<byte> first = Load(src, unitLen, at);
                Vector128<byte> second = Load(src, unitLen, at + Narrow);
                if (dst != null)
                {
                    first.Store(dst + at);
                    second.Store(dst + at + Narrow);
                }
                Vector128<byte> firstFound = Found(plain, high, first);
                Vector128<byte> secondFound = Found(plain, high, second);
                if (Vector128.EqualsAny(Vector128.Min(firstFound, secondFound), Vector128<byte>.Zero))
                {
                    return at + FirstOf(ZerosOf(firstFound) | ZerosOf(secondFound) << Narrow);
                }
                if (at == last)
                {
                    return len;
                }
            }
        }

        // Vectors of 32 bytes, whose halves are shuffled alike. On long texts 3 to 5 % faster than pairs.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static int CopyWide(JsonRules rules, byte* src, int unitLen, byte* dst, int len)
        {
            Vector256<byte> plain = Vector256.Create(rules.PlainBits, rules.PlainBits);
            Vector256<byte> high = Vector256.Create(HighBits(), HighBits());
            int last = len - Wide;
            for (int at = 0; ; at = Math.Min(at + Wide, last))
            {
                Vector256<byte> bytes = unitLen == sizeof(char) ? PackWide((char*)src + at) : Vector256.Load(src + at);
                if (dst != null)
                {
                    bytes.Store(dst + at);
                }
                Vector256<byte> highHalves = Vector256.ShiftRightLogical(bytes.AsUInt16(), 4).AsByte() & Vector256.Create(HalfBits);
                Vector256<byte> found = Avx2.Shuffle(plain, bytes) & Avx2.Shuffle(high, highHalves);
                uint special = Vector256.Equals(found, Vector256<byte>.Zero).ExtractMostSignificantBits();
                if (special != 0)
                {
                    return at + FirstOf(special);
                }
                if (at == last)
                {
                    return len;
                }
            }
        }

        // The first sixteen characters and the last, which can overlap.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static int CopyHalves(JsonRules rules, byte* src, int unitLen, byte* dst, int len)
        {
            Vector128<byte> first = Load(src, unitLen, 0);
            Vector128<byte> last = Load(src, unitLen, len - Narrow);
            if (dst != null)
            {
                first.Store(dst);
                last.Store(dst + len - Narrow);
            }
            uint special = Specials(rules, first) | Specials(rules, last) << len - Narrow;
            return special == 0 ? len : FirstOf(special);
        }

        // The same of the first eight and the last.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static int CopyEnds(JsonRules rules, byte* src, int unitLen, byte* dst, int len)
        {
            byte* end = src + (len - Half) * unitLen;
            Vector128<byte> ends = unitLen == sizeof(char) ? Pack((char*)src, (char*)end)
                : Vector128.Create(*(ulong*)src, *(ulong*)end).AsByte();
            if (dst != null)
            {
                *(ulong*)dst = ends.AsUInt64().GetElement(0);
                *(ulong*)(dst + len - Half) = ends.AsUInt64().GetElement(1);
            }
            uint both = Specials(rules, ends);
            uint special = both & 0xFF | both >> Half << len - Half;
            return special == 0 ? len : FirstOf(special);
        }

        /// <summary>As <see cref="PlainText.FindEnd"/>.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal static int FindEnd(byte* src, int len, bool isAsciiOnly)
        {
            // Compared as signed numbers, bytes that are not ASCII are below a space too; flipped, they are above it.
            sbyte flip = (sbyte)(isAsciiOnly ? 0 : -0x80);
            return Vector256.IsHardwareAccelerated ? FindEndWide(src, len, flip) : FindEndNarrow(src, len, flip);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static int FindEndNarrow(byte* src, int len, sbyte flip)
        {
            Vector128<sbyte> flips = Vector128.Create(flip);
            Vector128<sbyte> spaces = Vector128.Create((sbyte)(flip ^ ' '));
            Vector128<sbyte> quotes = Vector128.Create((sbyte)'"');
            Vector128<sbyte> backslashes = Vector128.Create((sbyte)'\\');
            int at = 0;
            for (; at <= len - Narrow; at += Narrow)
            {
                Vector128<sbyte> bytes = Vector128.Load((sbyte*)src + at);
                Vector128<sbyte> ends = Vector128.LessThan(bytes ^ flips, spaces) | Vector128.Equals(bytes, quotes)
                    | Vector128.Equals(bytes, backslashes);
                if (ends != Vector128<sbyte>.Zero)
                {
                    return at + FirstOf(ends.ExtractMostSignificantBits());
                }
            }
            return at + PlainText.FindEndByWords(src + at, len - at, flip == 0);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static int FindEndWide(byte* src, int len, sbyte flip)
        {
            Vector256<sbyte> flips = Vector256.Create(flip);
            Vector256<sbyte> spaces = Vector256.Create((sbyte)(flip ^ ' '));
            Vector256<sbyte> quotes = Vector256.Create((sbyte)'"');
            Vector256<sbyte> backslashes = Vector256.Create((sbyte)'\\');
            int at = 0;
            for (; at <= len - Wide; at += Wide)
            {
                Vector256<sbyte> bytes = Vector256.Load((sbyte*)src + at);
                Vector256<sbyte> ends = Vector256.LessThan(bytes ^ flips, spaces) | Vector256.Equals(bytes, quotes)
                    | Vector256.Equals(bytes, backslashes);
                uint bits = ends.ExtractMostSignificantBits();
                if (bits != 0)
                {
                    return at + FirstOf(bits);
                }
            }
            return at + PlainText.FindEndByWords(src + at, len - at, flip == 0);
        }

        /// <summary>As <see cref="PlainText.Widen"/>, of sixteen characters or more.</summary>
        [MethodImpl(MethodImplOptions.NoInlining)]
        internal static void Widen(byte* src, char* dst, int len)
        {
            int last = len - Narrow;
            Widen(src, dst);
            // Of stores that are not aligned, some are in two lines of the cache.
            for (int at = Narrow - ((int)dst & 2 * Narrow - 1) / sizeof(char); at < last; at += Narrow)
            {
                Widen(src + at, dst + at);
            }
            Widen(src + last, dst + last);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static void Widen(byte* src, char* dst)
        {
            if (Avx2.IsSupported)
            {
                Avx2.ConvertToVector256Int16(src).Store((short*)dst);
                return;
            }
            Vector128<byte> bytes = Vector128.Load(src);
            Vector128.WidenLower(bytes).Store((ushort*)dst);
            Vector128.WidenUpper(bytes).Store((ushort*)dst + Half);
        }

        // For each high half its bit; none if it is not ASCII.
        private static Vector128<byte> HighBits() => Vector128.Create((byte)1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static uint Specials(JsonRules rules, Vector128<byte> bytes) => ZerosOf(Found(rules.PlainBits, HighBits(), bytes));

        // Zero for each byte that is not in the set.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector128<byte> Found(Vector128<byte> plain, Vector128<byte> high, Vector128<byte> bytes)
        {
            Vector128<byte> highHalves = Vector128.ShiftRightLogical(bytes.AsUInt16(), 4).AsByte() & Vector128.Create(HalfBits);
            return ShuffleLow(plain, bytes) & ShuffleLow(high, highHalves);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static uint ZerosOf(Vector128<byte> found) =>
            Vector128.Equals(found, Vector128<byte>.Zero).ExtractMostSignificantBits();

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector128<byte> Load(byte* src, int unitLen, int at)
        {
            return unitLen == sizeof(char) ? Pack((char*)src + at, (char*)src + at + Half) : Vector128.Load(src + at);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static int FirstOf(uint bits) => BitOperations.TrailingZeroCount(bits);

        // An entry of a table for the low half of each ASCII byte. For other bytes any entry, or zero.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector128<byte> ShuffleLow(Vector128<byte> table, Vector128<byte> bytes)
        {
            if (Ssse3.IsSupported)
            {
                return Ssse3.Shuffle(table, bytes);
            }
            Vector128<byte> halves = bytes & Vector128.Create(HalfBits);
            return AdvSimd.Arm64.IsSupported ? AdvSimd.Arm64.VectorTableLookup(table, halves) : PackedSimd.Swizzle(table, halves);
        }

        // A unit above U+00FF becomes 0xFF, and one above U+7FFF zero, which is in no set.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector128<byte> Pack(char* low, char* high)
        {
            Vector128<short> first = Vector128.Load((short*)low);
            Vector128<short> second = Vector128.Load((short*)high);
            if (Sse2.IsSupported)
            {
                return Sse2.PackUnsignedSaturate(first, second);
            }
            return AdvSimd.IsSupported
                ? AdvSimd.ExtractNarrowingSaturateUnsignedUpper(AdvSimd.ExtractNarrowingSaturateUnsignedLower(first), second)
                : PackedSimd.ConvertNarrowingSaturateUnsigned(first, second);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector256<byte> PackWide(char* src)
        {
            // The halves of both sources come in turn.
            Vector256<byte> turned = Avx2.PackUnsignedSaturate(
                Vector256.Load((short*)src), Vector256.Load((short*)src + Narrow));
            return Avx2.Permute4x64(turned.AsInt64(), 0xD8).AsByte();
        }
    }
}
#endif
