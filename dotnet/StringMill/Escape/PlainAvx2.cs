#if INTRINSICS
using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace StringMill
{
    /// <summary>
    /// Leaf: <see cref="PlainText"/> by AVX2. Two shuffles say whether a character is in a set of ASCII: one gives for the low half
    /// of a byte all high halves with which it is in the set, the other the bit of its own high half.
    /// </summary>
    /// <remarks>
    /// Loops are methods of their own, without inlining, so that short texts do not set up their constants. CoreCLR 3.1 would make
    /// a constant again for each block unless it is made before the loop.
    /// </remarks>
    internal static unsafe class PlainAvx2
    {
        private const int Half = 8;
        internal const int Narrow = 16;
        private const int Wide = 32;
        private const byte HalfBits = 0x0F;

        /// <summary>A constant for the compiler of the runtime. All processors with AVX2 have BMI1.</summary>
        internal static bool IsUsable => Avx2.IsSupported && Bmi1.IsSupported;

        /// <summary>Returns for each low half the bits of the high halves with which ASCII is in a set.</summary>
        internal static Vector128<byte> AsciiBits(Predicate<int> isIn)
        {
            byte* bits = stackalloc byte[Narrow];
            for (int ascii = 0; ascii < 128; ascii++)
            {
                bits[ascii & 15] |= (byte)(isIn(ascii) ? 1 << (ascii >> 4) : 0);
            }
            return Sse2.LoadVector128(bits);
        }

        /// <summary>As <see cref="PlainText.Copy"/>, of eight characters or more.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal static int Copy(JsonRules rules, byte* src, int unitLen, byte* dst, int len)
        {
            return len >= Wide ? CopyLong(rules, src, unitLen, dst, len)
                : len >= Narrow ? CopyHalves(rules, src, unitLen, dst, len)
                : CopyEnds(rules, src, unitLen, dst, len);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static int CopyLong(JsonRules rules, byte* src, int unitLen, byte* dst, int len)
        {
            Vector256<byte> plain = Vector256.Create(rules.PlainBits, rules.PlainBits);
            Vector256<byte> high = Vector256.Create(HighBits(), HighBits());
            Vector256<byte> half = Vector256.Create(HalfBits);
            int last = len - Wide;
            for (int at = 0; ; at = Math.Min(at + Wide, last))
            {
                Vector256<byte> bytes = unitLen == sizeof(char) ? Pack((char*)src + at) : Avx.LoadVector256(src + at);
                if (dst != null)
                {
                    Avx.Store(dst + at, bytes);
                }
                Vector256<byte> highHalves = Avx2.And(Vector256.AsByte(Avx2.ShiftRightLogical(Vector256.AsUInt16(bytes), 4)), half);
                uint special = (uint)Avx2.MoveMask(Avx2.CompareEqual(
                    Avx2.And(Avx2.Shuffle(plain, bytes), Avx2.Shuffle(high, highHalves)), Vector256<byte>.Zero));
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
            byte* end = src + (len - Narrow) * unitLen;
            bool isUtf16 = unitLen == sizeof(char);
            Vector128<byte> first = isUtf16 ? Pack((char*)src, (char*)src + Half) : Sse2.LoadVector128(src);
            Vector128<byte> last = isUtf16 ? Pack((char*)end, (char*)end + Half) : Sse2.LoadVector128(end);
            if (dst != null)
            {
                Sse2.Store(dst, first);
                Sse2.Store(dst + len - Narrow, last);
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
                : Vector128.AsByte(Vector128.Create(*(ulong*)src, *(ulong*)end));
            if (dst != null)
            {
                Sse2.StoreLow((double*)dst, Vector128.AsDouble(ends));
                Sse2.StoreHigh((double*)(dst + len - Half), Vector128.AsDouble(ends));
            }
            uint both = Specials(rules, ends);
            uint special = both & 0xFF | both >> Half << len - Half;
            return special == 0 ? len : FirstOf(special);
        }

        /// <summary>As <see cref="PlainText.FindEnd"/>.</summary>
        [MethodImpl(MethodImplOptions.NoInlining)]
        internal static int FindEnd(byte* src, int len, bool isAsciiOnly)
        {
            // Compared as signed numbers, bytes that are not ASCII are below a space too; flipped, they are above it.
            Vector256<sbyte> flip = Vector256.Create((sbyte)(isAsciiOnly ? 0 : -0x80));
            Vector256<sbyte> space = Vector256.Create((sbyte)(isAsciiOnly ? ' ' : ' ' - 0x80));
            Vector256<sbyte> quote = Vector256.Create((sbyte)'"');
            Vector256<sbyte> backslash = Vector256.Create((sbyte)'\\');
            int at = 0;
            for (; at <= len - Wide; at += Wide)
            {
                Vector256<sbyte> bytes = Avx.LoadVector256((sbyte*)src + at);
                Vector256<sbyte> marks = Avx2.Or(Avx2.CompareGreaterThan(space, Avx2.Xor(bytes, flip)),
                    Avx2.Or(Avx2.CompareEqual(bytes, quote), Avx2.CompareEqual(bytes, backslash)));
                uint ends = (uint)Avx2.MoveMask(marks);
                if (ends != 0)
                {
                    return at + FirstOf(ends);
                }
            }
            return at + PlainText.FindEndByWords(src + at, len - at, isAsciiOnly);
        }

        /// <summary>As <see cref="PlainText.Widen"/>, of sixteen characters or more.</summary>
        [MethodImpl(MethodImplOptions.NoInlining)]
        internal static void Widen(byte* src, char* dst, int len)
        {
            int last = len - Narrow;
            Avx.Store((short*)dst, Avx2.ConvertToVector256Int16(src));
            // A store that is not aligned is in two lines of the cache each second time.
            for (int at = Narrow - ((int)dst & 2 * Narrow - 1) / sizeof(char); at < last; at += Narrow)
            {
                Avx.Store((short*)(dst + at), Avx2.ConvertToVector256Int16(src + at));
            }
            Avx.Store((short*)(dst + last), Avx2.ConvertToVector256Int16(src + last));
        }

        // For each high half its bit; none if it is not ASCII.
        private static Vector128<byte> HighBits() => Vector128.Create((byte)1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static uint Specials(JsonRules rules, Vector128<byte> bytes)
        {
            Vector128<byte> highHalves = Sse2.And(
                Vector128.AsByte(Sse2.ShiftRightLogical(Vector128.AsUInt16(bytes), 4)), Vector128.Create(HalfBits));
            Vector128<byte> found = Sse2.And(Ssse3.Shuffle(rules.PlainBits, bytes), Ssse3.Shuffle(HighBits(), highHalves));
            return (uint)Sse2.MoveMask(Sse2.CompareEqual(found, Vector128<byte>.Zero));
        }

        // A unit above U+00FF becomes 0xFF, and one above U+7FFF zero, which is in no set.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector128<byte> Pack(char* low, char* high)
        {
            return Sse2.PackUnsignedSaturate(Sse2.LoadVector128((short*)low), Sse2.LoadVector128((short*)high));
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector256<byte> Pack(char* src)
        {
            // The halves of both sources come in turn.
            Vector256<byte> turned = Avx2.PackUnsignedSaturate(
                Avx.LoadVector256((short*)src), Avx.LoadVector256((short*)src + Narrow));
            return Vector256.AsByte(Avx2.Permute4x64(Vector256.AsInt64(turned), 0xD8));
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static int FirstOf(uint bits) => (int)Bmi1.TrailingZeroCount(bits);
    }
}
#endif
