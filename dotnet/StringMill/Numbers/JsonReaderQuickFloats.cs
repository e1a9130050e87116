namespace StringMill
{
    /// <summary>
    /// The double nearest to the text of a number of at most 19 digits and near to one: the digits times a power of five to
    /// 64 bits, whose error is known. Where it could change the rounding, as one time in 400, nothing is said.
    /// </summary>
    internal static unsafe class JsonReaderQuickFloats
    {
        private const int MaxDigits = 19;

        // Powers of five up to this one fit 64 bits.
        private const int MaxPower = 27;

        // How far the upper half of a product may be below the truth, after a shift by one.
        private const ulong MaxError = 4;

        private const int RestBits = 11;
        private const ulong Half = 1UL << RestBits - 1;

        // Bits below the point of a significand of 64 bits, and the bias of an exponent.
        private const int Bias = 63 + 1023;

        // Five to each power from -MaxPower on, its highest bit set, rounded down; and the binary exponent that it has to be
        // taken with.
        private static readonly ulong[] Powers = new ulong[2 * MaxPower + 1];
        private static readonly int[] Exponents = new int[2 * MaxPower + 1];

        static JsonReaderQuickFloats()
        {
            ulong five = 1;
            for (int power = 0; power <= MaxPower; power++)
            {
                int zeros = Bits.LeadingZeros(five);
                Powers[MaxPower + power] = five << zeros;
                Exponents[MaxPower + power] = -zeros;
                if (power > 0)
                {
                    Powers[MaxPower - power] = Inverse(five, zeros);
                    Exponents[MaxPower - power] = zeros - 127;
                }
                five *= 5;
            }
        }

        // 2 to the power of 127 - zeros, divided by a number with so many of them that is no power of two.
        private static ulong Inverse(ulong number, int zeros)
        {
            ulong quotient = 0;
            ulong rest = 1UL << 63 - zeros;
            for (int bit = 0; bit < 64; bit++)
            {
                rest <<= 1;
                quotient <<= 1;
                if (rest >= number)
                {
                    rest -= number;
                    quotient |= 1;
                }
            }
            return quotient;
        }

        /// <summary>Reads a number; false where another has to.</summary>
        internal static bool TryDouble(byte* src, int len, out double value)
        {
            value = 0;
            byte* at = src;
            byte* end = src + len;
            bool isNegative = *at == '-';
            if (isNegative)
            {
                at++;
            }
            byte* first = at;
            byte* point = null;
            ulong digits = 0;
            for (; at < end; at++)
            {
                uint digit = (uint)(*at - '0');
                if (digit <= 9)
                {
                    digits = digits * 10 + digit;
                }
                else if (*at == '.')
                {
                    point = at;
                }
                else
                {
                    break;
                }
            }
            int power = point == null ? 0 : (int)(point + 1 - at);
            int count = (int)(at - first) - (point == null ? 0 : 1);
            if (*first == '0')
            {
                count -= Zeros(first, at);
            }
            if (count > MaxDigits || digits == 0 || (at < end && !TryAddExponent(at + 1, end, ref power))
                || power < -MaxPower || power > MaxPower)
            {
                return false;
            }
            int zeros = Bits.LeadingZeros(digits);
            ulong upper = Bits.UpperHalf(digits << zeros, Powers[MaxPower + power]);
            int exponent = Exponents[MaxPower + power] + power - zeros + 64 + Bias;
            if ((long)upper > 0)
            {
                upper <<= 1;
                exponent--;
            }
            ulong rest = upper & (2 * Half - 1);
            if (rest <= Half && rest + MaxError > Half)
            {
                return false;
            }
            // The highest bit is not stored: it is one more of the exponent. Nor does it matter where the sum carries.
            ulong bits = (upper >> RestBits) + ((ulong)(exponent - 1) << 52) + (rest > Half ? 1UL : 0);
            if (isNegative)
            {
                bits |= 1UL << 63;
            }
            value = *(double*)&bits;
            return true;
        }

        // How many zeros stand before the first digit that counts, one of which stands before the point.
        private static int Zeros(byte* at, byte* end)
        {
            int zeros = 0;
            for (; at < end && (*at == '0' || *at == '.'); at++)
            {
                zeros += *at == '0' ? 1 : 0;
            }
            return zeros;
        }

        private static bool TryAddExponent(byte* at, byte* end, ref int power)
        {
            bool isNegative = *at == '-';
            if (isNegative || *at == '+')
            {
                at++;
            }
            if (end - at > 4)
            {
                return false;
            }
            int exponent = 0;
            for (; at < end; at++)
            {
                exponent = exponent * 10 + (*at - '0');
            }
            power += isNegative ? -exponent : exponent;
            return true;
        }
    }
}
