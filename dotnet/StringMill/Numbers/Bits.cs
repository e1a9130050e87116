namespace StringMill
{
    /// <summary>Bits and products of 64-bit integers.</summary>
    internal static class Bits
    {
        /// <summary>Returns the number of zeros above the highest bit of a number that is not zero.</summary>
        internal static int LeadingZeros(ulong number)
        {
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

        /// <summary>Returns the upper half of a product.</summary>
        internal static ulong UpperHalf(ulong a, ulong b)
        {
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
