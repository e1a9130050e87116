namespace StringMill
{
    /// <summary>
    /// The fewest digits that read back as a float, and of those the nearest, by three products of a significand and a
    /// power of ten.
    /// </summary>
    /// <remarks>
    /// The method of Raffaello Giulietti ("The Schubfach way to render doubles", 2020). The float and the borders
    /// half-way to those beside it are scaled by one power of ten, so that the digits are one of the two whole numbers
    /// around it, or of the two multiples of ten. Of a product the upper part suffices, with a lowest bit that tells
    /// whether anything was below it.
    /// </remarks>
    internal static class ShortestDigits
    {
        private const int MinPower = -292;
        private const int MaxPower = 324;

        // 5 to the power of 324 has 753 bits, 5 to that of 292 has 679, and 128 bits of its inverse are needed.
        private const int Words = 24;
        private const int InverseWords = 27;

        // Of each power of ten the upper 128 bits, rounded up: the upper and the lower half.
        private static readonly ulong[] Powers = MakePowers();

        /// <summary>The digits of significand * 2^exponent, which have to be taken with a power of ten.</summary>
        /// <param name="significand">Not zero, and of at most 53 bits.</param>
        /// <param name="exponent">From -1074 to 971.</param>
        /// <param name="lowerIsNearer">Whether the float below is half as near as the one above.</param>
        /// <param name="shunsBorders">Whether a border reads back as neither of its floats, not as the even one.</param>
        /// <param name="power">The power of ten.</param>
        internal static ulong Of(ulong significand, int exponent, bool lowerIsNearer, bool shunsBorders, out int power)
        {
            // The logarithm of 2 to the base of ten, and that of three quarters, times 2^22; then that of ten to the
            // base of two, times 2^19.
            power = exponent * 1262611 - (lowerIsNearer ? 524031 : 0) >> 22;
            int shift = exponent + (-power * 1741647 >> 19) + 1;
            int at = 2 * (-power - MinPower);
            ulong upper = Powers[at];
            ulong lower = Powers[at + 1];
            ulong quarters = significand << 2;
            ulong odd = shunsBorders ? 1 : significand & 1;
            ulong value = RoundToOdd(upper, lower, quarters << shift);
            ulong low = RoundToOdd(upper, lower, quarters - (lowerIsNearer ? 1UL : 2UL) << shift) + odd;
            ulong high = RoundToOdd(upper, lower, quarters + 2 << shift) - odd;

            ulong digits = value >> 2;
            if (digits >= 10)
            {
                // Where a digit less suffices, one number alone is between the borders.
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

        private static ulong RoundToOdd(ulong upper, ulong lower, ulong number)
        {
            ulong rest = unchecked(number * upper);
            ulong sum = rest + Bits.UpperHalf(number, lower);
            ulong product = Bits.UpperHalf(number, upper) + (sum < rest ? 1UL : 0);
            return product | (sum > 1 ? 1UL : 0);
        }

        private static unsafe ulong[] MakePowers()
        {
            ulong[] powers = new ulong[2 * (MaxPower - MinPower + 1)];
            uint* number = stackalloc uint[InverseWords];
            LongInteger.Set(number, Words, 1);
            for (int power = 0; power <= MaxPower; power++)
            {
                Put(powers, power, number, Words);
                LongInteger.Multiply(number, Words, 5);
            }
            // What is left of 2^863 divided by five again and again is what is left of one division by the power.
            LongInteger.Set(number, InverseWords, 0);
            number[InverseWords - 1] = 0x80000000;
            for (int power = -1; power >= MinPower; power--)
            {
                LongInteger.Divide(number, InverseWords, 5);
                Put(powers, power, number, InverseWords);
            }
            return powers;
        }

        private static unsafe void Put(ulong[] powers, int power, uint* number, int words)
        {
            bool isExact = power >= 0;
            int top = words - 1;
            while (number[top] == 0)
            {
                top--;
            }
            for (int i = 0; i < top - 4; i++)
            {
                isExact &= number[i] == 0;
            }
            int zeros = 0;
            while ((number[top] << zeros & 0x80000000) == 0)
            {
                zeros++;
            }
            ulong upper = 0;
            ulong lower = 0;
            for (int i = 0; i < 4; i++)
            {
                ulong pair = (ulong)Word(number, top - i) << 32 | Word(number, top - i - 1);
                uint word = (uint)(pair << zeros >> 32);
                upper = upper << 32 | lower >> 32;
                lower = lower << 32 | word;
            }
            isExact &= Word(number, top - 4) << zeros == 0;
            if (!isExact && ++lower == 0)
            {
                upper++;
            }
            int at = 2 * (power - MinPower);
            powers[at] = upper;
            powers[at + 1] = lower;
        }

        private static unsafe uint Word(uint* number, int at)
        {
            return at < 0 ? 0 : number[at];
        }
    }
}
