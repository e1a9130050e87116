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
    /// Leaf: <see cref="PlainText"/> by vectors of 16 bytes, on x64, ARM64 and WebAssembly. Two shuffles find whether a character is in
    /// a set of ASCII. For the low half of a byte, the first has a bit for each high half that makes a character of the set; the
    /// second has the bit of the high half of this byte. Operations that differ between processors are at the end. With AVX2, loops over long texts have vectors of 32 bytes.
    /// </summary>
    /// <remarks>
    /// Loops are methods of their own, without inlining, so that short texts do not set up their constants.
    /// </remarks>
    internal static unsafe class PlainVectors
    {
        private const int HalfLen = 8;
        internal const int NarrowLen = 16;
        private const int WideLen = 32;
        private const byte HalfBits = 0x0F;

        /// <summary>A constant for the compiler of the runtime.</summary>
        internal static bool IsUsable =>
            BitConverter.IsLittleEndian && (Ssse3.IsSupported || AdvSimd.Arm64.IsSupported || PackedSimd.IsSupported);

        /// <summary>Returns for each low half the bits of the high halves with which ASCII is in a set.</summary>
        internal static Vector128<byte> AsciiBits(Predicate<int> isIn)
        {
            byte* bits = stackalloc byte[NarrowLen];
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
            return len < NarrowLen ? CopyEnds(rules, src, unitLen, dst, len)
                : len < WideLen ? CopyHalves(rules, src, unitLen, dst, len)
                : Avx2.IsSupported ? CopyWide(rules, src, unitLen, dst, len)
                : CopyPairs(rules, src, unitLen, dst, len);
        }

        // Copies two vectors in each iteration.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static int CopyPairs(JsonRules rules, byte* src, int unitLen, byte* dst, int len)
        {
            Vector128<byte> plain = rules.PlainBits;
            Vector128<byte> high = HighBits();
            int last = len - WideLen;
            for (int at = 0; ; at = Math.Min(at + WideLen, last))
            {
                Vector128<byte> first = Load(src, unitLen, at);
                Vector128<byte> second = Load(src, unitLen, at + NarrowLen);
                if (dst != null)
                {
                    first.Store(dst + at);
                    second.Store(dst + at + NarrowLen);
                }
                Vector128<byte> firstFound = SetBits(plain, high, first);
                Vector128<byte> secondFound = SetBits(plain, high, second);
                if (Vector128.EqualsAny(Vector128.Min(firstFound, secondFound), Vector128<byte>.Zero))
                {
                    return at + FirstOf(ZerosOf(firstFound) | ZerosOf(secondFound) << NarrowLen);
                }
                if (at == last)
                {
                    return len;
                }
            }
        }

        // Copies vectors of 32 bytes, whose halves use the same table. 3 to 5 % faster than CopyPairs on long texts.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static int CopyWide(JsonRules rules, byte* src, int unitLen, byte* dst, int len)
        {
            Vector256<byte> plain = Vector256.Create(rules.PlainBits, rules.PlainBits);
            Vector256<byte> high = Vector256.Create(HighBits(), HighBits());
            int last = len - WideLen;
            for (int at = 0; ; at = Math.Min(at + WideLen, last))
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

        // Copies the first 16 characters and the last 16, which can overlap.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static int CopyHalves(JsonRules rules, byte* src, int unitLen, byte* dst, int len)
        {
            Vector128<byte> first = Load(src, unitLen, 0);
            Vector128<byte> last = Load(src, unitLen, len - NarrowLen);
            if (dst != null)
            {
                first.Store(dst);
                last.Store(dst + len - NarrowLen);
            }
            uint special = Specials(rules, first) | Specials(rules, last) << len - NarrowLen;
            return special == 0 ? len : FirstOf(special);
        }

        // Copies the first 8 characters and the last 8, which can overlap.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static int CopyEnds(JsonRules rules, byte* src, int unitLen, byte* dst, int len)
        {
            byte* end = src + (len - HalfLen) * unitLen;
            Vector128<byte> ends = unitLen == sizeof(char) ? Pack((char*)src, (char*)end)
                : Vector128.Create(*(ulong*)src, *(ulong*)end).AsByte();
            if (dst != null)
            {
                *(ulong*)dst = ends.AsUInt64().GetElement(0);
                *(ulong*)(dst + len - HalfLen) = ends.AsUInt64().GetElement(1);
            }
            uint both = Specials(rules, ends);
            uint special = both & 0xFF | both >> HalfLen << len - HalfLen;
            return special == 0 ? len : FirstOf(special);
        }

        /// <summary>As <see cref="PlainText.FindEnd"/>.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal static int FindEnd(byte* src, int len, bool isAsciiOnly)
        {
            // As signed numbers, bytes that are not ASCII are below a space too; with the top bit flipped they are above it.
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
            for (; at <= len - NarrowLen; at += NarrowLen)
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
            for (; at <= len - WideLen; at += WideLen)
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
            int last = len - NarrowLen;
            Widen(src, dst);
            // Aligned stores: an unaligned one can touch two cache lines.
            for (int at = NarrowLen - ((int)dst & 2 * NarrowLen - 1) / sizeof(char); at < last; at += NarrowLen)
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
            Vector128.WidenUpper(bytes).Store((ushort*)dst + HalfLen);
        }

        // For each high half of a byte its bit; 0 for those of bytes that are not ASCII.
        private static Vector128<byte> HighBits() => Vector128.Create((byte)1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static uint Specials(JsonRules rules, Vector128<byte> bytes) => ZerosOf(SetBits(rules.PlainBits, HighBits(), bytes));

        // Zero for each byte that is not in the set.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector128<byte> SetBits(Vector128<byte> plain, Vector128<byte> high, Vector128<byte> bytes)
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
            return unitLen == sizeof(char) ? Pack((char*)src + at, (char*)src + at + HalfLen) : Vector128.Load(src + at);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static int FirstOf(uint bits) => BitOperations.TrailingZeroCount(bits);

        // Looks up the low half of each ASCII byte in a table. The result for other bytes is any entry, or zero.
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
            // The pack instruction interleaves the halves of both sources.
            Vector256<byte> halvesInTurn = Avx2.PackUnsignedSaturate(
                Vector256.Load((short*)src), Vector256.Load((short*)src + NarrowLen));
            return Avx2.Permute4x64(halvesInTurn.AsInt64(), 0xD8).AsByte();
        }
    }
}
#endif
