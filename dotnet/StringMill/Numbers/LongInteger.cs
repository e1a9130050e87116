namespace StringMill
{
    /// <summary>
    /// Integers of so many words of 32 bits, the lowest first, on the stack of who uses them; what does not fit is
    /// lost, so the caller knows how much room suffices.
    /// </summary>
    internal static unsafe class LongInteger
    {
        internal static void Set(uint* number, int words, ulong value)
        {
            for (int i = 2; i < words; i++)
            {
                number[i] = 0;
            }
            number[0] = (uint)value;
            number[1] = (uint)(value >> 32);
        }

        internal static void ShiftLeft(uint* number, int words, int bits)
        {
            int whole = bits >> 5;
            int rest = bits & 31;
            for (int i = words - 1; i >= 0; i--)
            {
                ulong pair = i >= whole ? (ulong)number[i - whole] << 32 : 0;
                if (i > whole)
                {
                    pair |= number[i - whole - 1];
                }
                number[i] = (uint)(pair << rest >> 32);
            }
        }

        internal static void Multiply(uint* number, int words, uint factor)
        {
            MultiplyAdd(number, words, factor, 0);
        }

        /// <summary>Times ten to a power, which may be none, nine digits at a time.</summary>
        internal static void MultiplyByPower(uint* number, int words, int power)
        {
            for (; power >= 9; power -= 9)
            {
                Multiply(number, words, 1000000000);
            }
            for (; power > 0; power--)
            {
                Multiply(number, words, 10);
            }
        }

        internal static void MultiplyAdd(uint* number, int words, uint factor, uint more)
        {
            ulong carry = more;
            for (int i = 0; i < words; i++)
            {
                carry += (ulong)number[i] * factor;
                number[i] = (uint)carry;
                carry >>= 32;
            }
        }

        internal static void Divide(uint* number, int words, uint divisor)
        {
            ulong rest = 0;
            for (int i = words - 1; i >= 0; i--)
            {
                rest = rest << 32 | number[i];
                number[i] = (uint)(rest / divisor);
                rest %= divisor;
            }
        }

        internal static int Compare(uint* first, int words, uint* second)
        {
            int i = words - 1;
            while (i > 0 && first[i] == second[i])
            {
                i--;
            }
            return first[i].CompareTo(second[i]);
        }
    }
}
