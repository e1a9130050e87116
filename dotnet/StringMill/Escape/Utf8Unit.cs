namespace StringMill
{
    /// <summary>
    /// Decodes one sequence, or ill-formed piece, of UTF-8. Standard: Unicode, table 3-7 and definition D93b.
    /// </summary>
    internal static unsafe class Utf8Unit
    {
        /// <summary>
        /// Decodes the unit at <paramref name="at"/>, which is before <paramref name="end"/>. A positive result is the length of a
        /// sequence, and <paramref name="value"/> its scalar value. A negative one is that of a maximal subpart, and
        /// <paramref name="value"/> the number of its <see cref="ErrorCode"/>.
        /// </summary>
        internal static int At(byte* at, byte* end, out int value)
        {
            int lead = *at;
            if (lead < 0x80)
            {
                value = lead;
                return 1;
            }
            if (lead < 0xC2 || lead > 0xF4)
            {
                value = (int)(lead < 0xC0 ? ErrorCode.Utf8StrayContinuation
                    : lead < 0xC2 ? ErrorCode.Utf8Overlong : ErrorCode.Utf8ImpossibleByte);
                return -1;
            }
            if (end - at < 2)
            {
                value = (int)ErrorCode.Utf8Incomplete;
                return -1;
            }
            int second = at[1];
            int announced = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
            value = WrongSecond(lead, second);
            if (value != 0)
            {
                return -1;
            }
            value = (lead & 0x7F >> announced) << 6 | second & 0x3F;
            for (int len = 2; len < announced; len++)
            {
                if (at + len == end)
                {
                    value = (int)ErrorCode.Utf8Incomplete;
                    return -len;
                }
                int next = at[len];
                if ((next & 0xC0) != 0x80)
                {
                    value = (int)ErrorCode.Utf8MissingContinuation;
                    return -len;
                }
                value = value << 6 | next & 0x3F;
            }
            return announced;
        }

        /// <summary>Whether the end cuts the sequence here.</summary>
        internal static bool IsCut(byte* at, byte* end)
        {
            int value;
            return At(at, end, out value) < 0 && value == (int)ErrorCode.Utf8Incomplete;
        }

        /// <summary>Returns the error of a second byte, or 0.</summary>
        private static int WrongSecond(int lead, int second)
        {
            if ((second & 0xC0) != 0x80)
            {
                return (int)ErrorCode.Utf8MissingContinuation;
            }
            switch (lead)
            {
                case 0xE0: return second < 0xA0 ? (int)ErrorCode.Utf8Overlong : 0;
                case 0xED: return second >= 0xA0 ? (int)ErrorCode.Utf8Surrogate : 0;
                case 0xF0: return second < 0x90 ? (int)ErrorCode.Utf8Overlong : 0;
                case 0xF4: return second >= 0x90 ? (int)ErrorCode.Utf8AboveMax : 0;
                default: return 0;
            }
        }
    }
}
