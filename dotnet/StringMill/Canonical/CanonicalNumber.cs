namespace StringMill
{
    /// <summary>
    /// Writes numbers of JSON as ECMAScript writes the nearest double, the same on every runtime. Standard: ECMA-262, Number::toString.
    /// </summary>
    internal static unsafe class CanonicalNumber
    {
        /// <summary>The longest text, that of -0.000001234567890123456.</summary>
        internal const int MaxLen = 25;

        internal const int Overflows = 0;
        internal const int Changes = -1;

        // Numbers of up to this many digits are distinct as doubles.
        private const int Distinct = 15;

        // A number with more zeros after the point is written with an exponent.
        private const int LeadingZeros = 5;

        private const ulong Infinity = 0x7FF0000000000000;

        /// <summary>
        /// Whether a number of JSON is surely as ECMAScript writes it; also false for some numbers that are.
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
        /// Writes a number of JSON into room for <see cref="MaxLen"/>; returns the length, <see cref="Overflows"/> for a number that
        /// exceeds every double, and <see cref="Changes"/> for an integer that a double cannot hold, unless <c>roundIntegers</c> is set.
        /// </summary>
        internal static int Write(byte* src, byte* end, byte* dst, bool roundIntegers)
        {
            ulong bits = NearestFloat.Of(src, (int)(end - src), 52, -1074, Infinity);
            if (bits >= Infinity)
            {
                return Overflows;
            }
            ulong signed = bits | (*src == '-' ? 1UL << 63 : 0);
            int len = OwnFloats.WriteEcmascript(*(double*)&signed, dst);
            bool holds = roundIntegers || !IsLongInteger(src, end) || HasDigits(src, end, dst, dst + len) || IsExact(src, end, bits);
            return holds ? len : Changes;
        }

        private static bool IsLongInteger(byte* src, byte* end)
        {
            if (end - src <= Distinct)
            {
                return false;
            }
            for (byte* at = src + 1; at < end; at++)
            {
                if (*at < '0' || *at > '9')
                {
                    return false;
                }
            }
            return true;
        }

        /// <summary>
        /// Whether a text of the double nearest to an integer has the digits of the integer, apart from zeros at the end.
        /// </summary>
        private static bool HasDigits(byte* src, byte* end, byte* text, byte* textEnd)
        {
            src += *src == '-' ? 1 : 0;
            text += *text == '-' ? 1 : 0;
            while (end[-1] == '0')
            {
                end--;
            }
            for (; text < textEnd && *text != 'e'; text++)
            {
                if (*text == '.')
                {
                    continue;
                }
                byte digit = src < end ? *src++ : (byte)'0';
                if (*text != digit)
                {
                    return false;
                }
            }
            return src == end;
        }

        /// <summary>Whether an integer is the exact value of a double, which is given without its sign.</summary>
        private static bool IsExact(byte* src, byte* end, ulong bits)
        {
            int doublings = (int)(bits >> 52) - 1075;
            if (doublings < 0)
            {
                return false;
            }
            src += *src == '-' ? 1 : 0;
            // Digits of the double, the lowest first. The double is near the integer, so it has at most one digit more.
            byte[] digits = new byte[end - src + 1];
            ulong rest = (bits & ((1UL << 52) - 1)) | (1UL << 52);
            for (int at = 0; rest > 0; at++, rest /= 10)
            {
                digits[at] = (byte)(rest % 10);
            }
            for (; doublings > 0; doublings--)
            {
                int carry = 0;
                for (int at = 0; at < digits.Length; at++)
                {
                    int twice = 2 * digits[at] + carry;
                    carry = twice >= 10 ? 1 : 0;
                    digits[at] = (byte)(twice - 10 * carry);
                }
            }
            for (int at = 0; at < digits.Length - 1; at++)
            {
                if (digits[at] != end[-1 - at] - '0')
                {
                    return false;
                }
            }
            return digits[digits.Length - 1] == 0;
        }
    }
}
