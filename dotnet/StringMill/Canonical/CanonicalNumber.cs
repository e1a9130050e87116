namespace StringMill
{
    /// <summary>
    /// Numbers of JSON as ECMAScript writes the nearest double, on every runtime. Standard: ECMA-262, Number::toString.
    /// </summary>
    internal static unsafe class CanonicalNumber
    {
        /// <summary>The longest text, that of -0.000001234567890123456.</summary>
        internal const int MaxLen = 25;

        // Numbers of up to this many digits are distinct as doubles.
        private const int Distinct = 15;

        // More zeros after the point are written with an exponent.
        private const int LeadingZeros = 5;

        private const ulong Infinity = 0x7FF0000000000000;

        /// <summary>
        /// Whether a number of JSON is surely as ECMAScript writes it; false for some others that are.
        /// </summary>
        internal static bool IsSame(byte* src, byte* end)
        {
            byte* first = *src == '-' ? src + 1 : src;
            byte* point = null;
            for (byte* at = first; at < end; at++)
            {
                if (*at == '.')
                {
                    point = at;
                }
                else if (*at > '9')
                {
                    return false;
                }
            }
            if (point == null)
            {
                return end - first <= Distinct && (*first != '0' || first == src);
            }
            bool isSmall = *first == '0' && Zeros(point + 1, end) > LeadingZeros;
            return end - first - 1 <= Distinct && end[-1] != '0' && !isSmall;
        }

        private static int Zeros(byte* src, byte* end)
        {
            byte* at = src;
            while (at < end && *at == '0')
            {
                at++;
            }
            return (int)(at - src);
        }

        /// <summary>
        /// Writes a number of JSON into room for <see cref="MaxLen"/>; returns the length, and 0 for a number that exceeds every
        /// double.
        /// </summary>
        internal static int Write(byte* src, byte* end, byte* dst)
        {
            ulong bits = NearestFloat.Of(src, (int)(end - src), 52, -1074, Infinity);
            if (bits >= Infinity)
            {
                return 0;
            }
            bits |= *src == '-' ? 1UL << 63 : 0;
            return OwnFloats.WriteEcmascript(*(double*)&bits, dst);
        }
    }
}
