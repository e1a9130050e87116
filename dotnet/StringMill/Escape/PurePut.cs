namespace StringMill
{
    /// <summary>
    /// Writes single characters and escapes. Each method writes at <c>put</c> and returns the end of the written text. Without room
    /// before <c>full</c> it writes nothing and returns null.
    /// </summary>
    internal static unsafe partial class PureKernels
    {
        /// <summary>Writes an entry of <see cref="JsonRules.Escapes"/>.</summary>
        private static byte* PutText(byte* entry, byte* put, byte* full)
        {
            int len = entry[7];
            if (full - put >= JsonRules.EscapeLen)
            {
                *(ulong*)put = *(ulong*)entry;
                return put + len;
            }
            return PutSame(entry, len, put, full);
        }

        private static byte* PutSame(byte* text, int len, byte* put, byte* full)
        {
            if (full - put < len)
            {
                return null;
            }
            for (int i = 0; i < len; i++)
            {
                put[i] = text[i];
            }
            return put + len;
        }

        private static byte* PutBytes(byte[] text, byte* put, byte* full)
        {
            fixed (byte* start = text)
            {
                return PutSame(start, text.Length, put, full);
            }
        }

        /// <summary>Writes a character above U+007F as it is or escaped, by the rules.</summary>
        internal static byte* PutCodePoint(JsonRules rules, int code, byte* put, byte* full)
        {
            return rules.IsEscaped(code) ? PutEscape(rules, code, put, full) : PutUtf8(code, put, full);
        }

        /// <summary>Writes the escape of any character into room for it; returns its length.</summary>
        internal static int PutEscaped(JsonRules rules, int code, byte* put, int room)
        {
            if (code >= 0x80)
            {
                return (int)(PutEscape(rules, code, put, put + room) - put);
            }
            fixed (byte* escapes = rules.Escapes)
            {
                return (int)(PutText(escapes + code * JsonRules.EscapeLen, put, put + room) - put);
            }
        }

        /// <summary>Writes a character as UTF-8.</summary>
        internal static byte* PutUtf8(int code, byte* put, byte* full)
        {
            int len = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
            if (full - put < len)
            {
                return null;
            }
            for (int at = len - 1; at > 0; at--)
            {
                put[at] = (byte)(0x80 | code & 0x3F);
                code >>= 6;
            }
            // A lead byte begins with a set bit for each byte of the sequence.
            put[0] = (byte)(len == 1 ? code : 0xF00 >> len | code);
            return put + len;
        }

        /// <summary>Writes the escape of a character, or of a surrogate, above U+007F.</summary>
        internal static byte* PutEscape(JsonRules rules, int code, byte* put, byte* full)
        {
            int len = rules.Ion ? IonEscapeLen(code) : code < 0x10000 ? 6 : 12;
            if (full - put < len)
            {
                return null;
            }
            fixed (ushort* pairs = rules.HexPairs)
            {
                if (len == 6)
                {
                    PutUnicode(pairs, code, put);
                }
                else if (len == 12)
                {
                    PutUnicode(pairs, 0xD7C0 + (code >> 10), put);
                    PutUnicode(pairs, 0xDC00 | code & 0x3FF, put + 6);
                }
                else
                {
                    PutIonEscape(pairs, code, put);
                }
            }
            return put + len;
        }

        private static int IonEscapeLen(int code) => code < 0x100 ? 4 : code < 0x10000 ? 6 : 10;

        /// <summary>Writes a backslash, <c>u</c> and four digits.</summary>
        private static void PutUnicode(ushort* pairs, int unit, byte* put)
        {
            put[0] = (byte)'\\';
            put[1] = (byte)'u';
            *(ushort*)(put + 2) = pairs[unit >> 8];
            *(ushort*)(put + 4) = pairs[unit & 0xFF];
        }

        /// <summary>Writes <c>\xXX</c> up to U+00FF, <c>\UXXXXXXXX</c> above U+FFFF.</summary>
        private static void PutIonEscape(ushort* pairs, int code, byte* put)
        {
            put[0] = (byte)'\\';
            if (code < 0x100)
            {
                put[1] = (byte)'x';
                *(ushort*)(put + 2) = pairs[code];
                return;
            }
            put[1] = (byte)'U';
            *(ushort*)(put + 2) = pairs[0];
            *(ushort*)(put + 4) = pairs[code >> 16];
            *(ushort*)(put + 6) = pairs[code >> 8 & 0xFF];
            *(ushort*)(put + 8) = pairs[code & 0xFF];
        }
    }
}
