using System.Runtime.CompilerServices;
#if INTRINSICS
using System.Runtime.Intrinsics.X86;
#endif

namespace StringMill
{
    /// <summary>What processors have an instruction for.</summary>
    internal static class Bits
    {
        /// <summary>How many zeros stand above the highest bit of a number that is not zero.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal static int LeadingZeros(ulong number)
        {
#if INTRINSICS
            if (Lzcnt.X64.IsSupported)
            {
                return (int)Lzcnt.X64.LeadingZeroCount(number);
            }
#endif
            int zeros = 0;
            for (int step = 32; step > 0; step >>= 1)
            {
                if (number >> 64 - step == 0)
                {
                    number <<= step;
                    zeros += step;
                }
            }
            return zeros;
        }

        /// <summary>How many of the lowest bytes of a number are zero, which is not.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal static int TrailingZeroBytes(ulong number)
        {
#if INTRINSICS
            if (Bmi1.X64.IsSupported)
            {
                return (int)Bmi1.X64.TrailingZeroCount(number) >> 3;
            }
#endif
            const ulong EachByte = 0x0101010101010101;
            ulong below = (number & (0 - number)) - 1;
            return (int)((below >> 7 & EachByte) * EachByte >> 56);
        }

        /// <summary>The upper half of a product.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal static ulong UpperHalf(ulong a, ulong b)
        {
#if INTRINSICS
            if (Bmi2.X64.IsSupported)
            {
                return Bmi2.X64.MultiplyNoFlags(a, b);
            }
#endif
            ulong aLow = (uint)a;
            ulong aHigh = a >> 32;
            ulong bLow = (uint)b;
            ulong bHigh = b >> 32;
            ulong middle = aHigh * bLow + (aLow * bLow >> 32);
            ulong other = aLow * bHigh + (uint)middle;
            return aHigh * bHigh + (middle >> 32) + (other >> 32);
        }
    }
}
