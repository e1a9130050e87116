using System.Numerics;
using System.Threading;

namespace StringMill
{
    /// <summary>
    /// Finds the fewest digits that read back as a float, and of those the nearest, by three products of a significand and a
    /// power of ten.
    /// </summary>
    /// <remarks>
    /// The method of Raffaello Giulietti ("The Schubfach way to render doubles", 2020). One power of ten scales the float and the
    /// borders half-way to its neighbours. Then the digits are one of the two integers next to the scaled float, or of the two multiples
    /// of ten next to it. The upper part of a product suffices, if its lowest bit is set when the lower part is not zero.
    /// </remarks>
    internal static class ShortestDigits
    {
        private const int MinPower = -292;
        private const int MaxPower = 324;

        /// <summary>The upper 128 bits of a power of ten, rounded up.</summary>
        private sealed class Power
        {
            internal ulong Upper;
            internal ulong Lower;
        }

        // Each entry is computed at its first use.
        private static readonly Power[] Powers = new Power[MaxPower - MinPower + 1];

        /// <summary>Returns the digits of significand * 2^exponent.</summary>
        /// <param name="significand">Not zero, at most 53 bits.</param>
        /// <param name="exponent">From -1074 to 971.</param>
        /// <param name="lowerIsNearer">Whether the float below is half as far as the one above.</param>
        /// <param name="power">The power of ten to multiply the digits with.</param>
        internal static ulong Of(ulong significand, int exponent, bool lowerIsNearer, out int power)
        {
            // The logarithm of 2 to the base of ten, and that of three quarters, times 2^22; then that of ten to the
            // base of two, times 2^19.
            power = exponent * 1262611 - (lowerIsNearer ? 524031 : 0) >> 22;
            int shift = exponent + (-power * 1741647 >> 19) + 1;
            Power scale = PowerOf(-power);
            ulong quarters = significand << 2;
            ulong odd = significand & 1;
            ulong value = RoundToOdd(scale, quarters << shift);
            ulong low = RoundToOdd(scale, quarters - (lowerIsNearer ? 1UL : 2UL) << shift) + odd;
            ulong high = RoundToOdd(scale, quarters + 2 << shift) - odd;

            ulong digits = value >> 2;
            if (digits >= 10)
            {
                // If one digit less suffices, exactly one of the two multiples is between the borders.
                ulong tens = digits / 10 * 10;
                bool isDown = low <= tens << 2;
                bool isUp = tens + 10 << 2 <= high;
                if (isDown != isUp)
                {
                    return isUp ? tens + 10 : tens;
                }
            }
            bool readsDown = low <= digits << 2;
            bool readsUp = digits + 1 << 2 <= high;
            ulong half = (digits << 2) + 2;
            bool roundsUp = readsDown != readsUp ? readsUp : value > half || (value == half && (digits & 1) != 0);
            return roundsUp ? digits + 1 : digits;
        }

        private static ulong RoundToOdd(Power scale, ulong number)
        {
            ulong rest = unchecked(number * scale.Upper);
            ulong sum = rest + Bits.UpperHalf(number, scale.Lower);
            ulong product = Bits.UpperHalf(number, scale.Upper) + (sum < rest ? 1UL : 0);
            return product | (sum > 1 ? 1UL : 0);
        }

        private static Power PowerOf(int power)
        {
            Power made = Volatile.Read(ref Powers[power - MinPower]);
            if (made == null)
            {
                made = Make(power);
                Volatile.Write(ref Powers[power - MinPower], made);
            }
            return made;
        }

        private static Power Make(int power)
        {
            BigInteger five = BigInteger.Pow(5, power < 0 ? -power : power);
            int bits = BitLen(five);
            // Both rounded up. The division is never exact, so its result is the quotient plus one.
            BigInteger upper = power < 0 ? (BigInteger.One << 127 + bits) / five + 1
                : bits <= 128 ? five << 128 - bits : (five - 1 >> bits - 128) + 1;
            return new Power { Upper = (ulong)(upper >> 64), Lower = (ulong)(upper & ulong.MaxValue) };
        }

        /// <summary>Returns the number of bits of a positive integer.</summary>
        internal static int BitLen(BigInteger number)
        {
            byte[] bytes = number.ToByteArray();
            int top = bytes.Length - 1;
            // ToByteArray adds a byte of zeros, as the sign, to a number whose highest bit is set.
            top -= bytes[top] == 0 ? 1 : 0;
            return 8 * top + 64 - Bits.LeadingZeros(bytes[top]);
        }
    }
}
