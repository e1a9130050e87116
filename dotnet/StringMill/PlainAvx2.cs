#if INTRINSICS
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace StringMill
{
    /// <summary>
    /// <see cref="PlainText"/> of eight characters or more by shuffles, which tell at once whether characters are in a set:
    /// one gives for the low half of a byte all high halves with which it stands for itself, the other the bit of its own.
    /// </summary>
    internal static unsafe class PlainAvx2
    {
        private const int Half = 8;
        private const int Narrow = 16;
        private const int Wide = 32;

        /// <summary>Which the compiler of the runtime knows; a field it would have to look at.</summary>
        internal static bool IsUsable => Avx2.IsSupported;

        /// <summary>By low halves the bits of the high halves with which ASCII is not special.</summary>
        internal static Vector128<byte> PlainBits(byte[] special)
        {
            byte[] bits = new byte[Narrow];
            for (int ascii = 0; ascii < special.Length; ascii++)
            {
                if (special[ascii] == 0)
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

        /// <summary>As <see cref="PlainText.IsPlain"/>, of a set that has U+0000.</summary>
        internal static bool IsPlain(JsonRules rules, char* src, int len)
        {
            Vector128<byte> plain = rules.PlainBits;
            Vector128<byte> high = rules.HighBits;
            if (len < Wide)
            {
                if (len <= Narrow)
                {
                    return ArePlain(Pack(src, src + len - Half), plain, high);
                }
                return ArePlain(Pack(src, src + Half), plain, high)
                    && ArePlain(Pack(src + len - Narrow, src + len - Half), plain, high);
            }
            Vector256<byte> wide = Vector256.Create(plain, plain);
            Vector256<byte> wideHigh = Vector256.Create(high, high);
            char* last = src + len - Wide;
            for (; src < last; src += Wide)
            {
                if (!ArePlain(Pack(src), wide, wideHigh))
                {
                    return false;
                }
            }
            return ArePlain(Pack(last), wide, wideHigh);
        }

        /// <summary>As <see cref="PlainText.TryNarrow"/>.</summary>
        internal static bool TryNarrow(JsonRules rules, char* src, byte* dst, int len)
        {
            Vector128<byte> plain = rules.PlainBits;
            Vector128<byte> high = rules.HighBits;
            if (len < Wide)
            {
                char* from = src + len - Half;
                if (len <= Narrow)
                {
                    Vector128<byte> ends = Pack(src, from);
                    Sse2.StoreLow((double*)dst, Vector128.AsDouble(ends));
                    Sse2.StoreHigh((double*)(dst + len - Half), Vector128.AsDouble(ends));
                    return ArePlain(ends, plain, high);
                }
                Vector128<byte> first = Pack(src, src + Half);
                Vector128<byte> second = Pack(from - Half, from);
                Sse2.Store(dst, first);
                Sse2.Store(dst + len - Narrow, second);
                return ArePlain(first, plain, high) && ArePlain(second, plain, high);
            }
            Vector256<byte> wide = Vector256.Create(plain, plain);
            Vector256<byte> wideHigh = Vector256.Create(high, high);
            char* last = src + len - Wide;
            byte* to = dst + len - Wide;
            for (; src < last; src += Wide)
            {
                Vector256<byte> bytes = Pack(src);
                if (!ArePlain(bytes, wide, wideHigh))
                {
                    return false;
                }
                Store(dst, bytes);
                dst += Wide;
            }
            Vector256<byte> rest = Pack(last);
            Store(to, rest);
            return ArePlain(rest, wide, wideHigh);
        }

        internal const int WidensFrom = Wide;

        /// <summary>As <see cref="PlainText.Widen"/>, from <see cref="WidensFrom"/> bytes on.</summary>
        internal static void Widen(byte* src, char* dst, int len)
        {
            byte* last = src + len - Wide;
            char* to = dst + len - Wide;
            for (; src < last; src += Wide)
            {
                Avx.Store((short*)dst, Avx2.ConvertToVector256Int16(src));
                Avx.Store((short*)dst + Narrow, Avx2.ConvertToVector256Int16(src + Narrow));
                dst += Wide;
            }
            Avx.Store((short*)to, Avx2.ConvertToVector256Int16(last));
            Avx.Store((short*)to + Narrow, Avx2.ConvertToVector256Int16(last + Narrow));
        }

        // What is above U+00FF becomes 0xFF, and above U+7FFF zero, which no set leaves out.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector128<byte> Pack(char* low, char* high)
        {
            return Sse2.PackUnsignedSaturate(Sse2.LoadVector128((short*)low), Sse2.LoadVector128((short*)high));
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
            Avx.Store((long*)dst, Avx2.Permute4x64(Vector256.AsInt64(bytes), 0xD8));
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static bool ArePlain(Vector128<byte> bytes, Vector128<byte> plain, Vector128<byte> high)
        {
            Vector128<byte> halves = Sse2.And(
                Vector128.AsByte(Sse2.ShiftRightLogical(Vector128.AsUInt16(bytes), 4)), Vector128.Create((byte)0x0F));
            Vector128<byte> found = Sse2.And(Ssse3.Shuffle(plain, bytes), Ssse3.Shuffle(high, halves));
            return Sse2.MoveMask(Sse2.CompareEqual(found, Vector128<byte>.Zero)) == 0;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static bool ArePlain(Vector256<byte> bytes, Vector256<byte> plain, Vector256<byte> high)
        {
            Vector256<byte> halves = Avx2.And(
                Vector256.AsByte(Avx2.ShiftRightLogical(Vector256.AsUInt16(bytes), 4)), Vector256.Create((byte)0x0F));
            Vector256<byte> found = Avx2.And(Avx2.Shuffle(plain, bytes), Avx2.Shuffle(high, halves));
            return Avx2.MoveMask(Avx2.CompareEqual(found, Vector256<byte>.Zero)) == 0;
        }
    }
}
#endif
