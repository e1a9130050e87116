using System;
using System.Buffers;
using System.Text;

namespace StringMill
{
    /// <summary>
    /// The text of a JSON string, between its quotes, turned into what it means: escapes are resolved, UTF-8 is
    /// checked. The escapes themselves were checked by the reader. Standard: RFC 8259, section 7.
    /// </summary>
    internal static unsafe class JsonReaderText
    {
        // What the functions give instead of a length.
        internal const int IllFormed = -1;
        internal const int RoomShort = -2;

        // Texts up to this length are worked on beside the stack, so that no array is needed.
        internal const int StackLen = 256;

        private static readonly Encoding StrictUtf8 = new UTF8Encoding(false, true);

        // From so many bytes on, CoreCLR makes strings of UTF-8 more quickly than C# does; Mono does not.
        private static readonly int RuntimeDecodesFrom = Type.GetType("Mono.Runtime") == null ? 32 : int.MaxValue;

        /// <summary>
        /// UTF-8, or the inside of a JSON string whose escapes were checked, as a string; null where it is ill-formed.
        /// </summary>
        internal static string MakeString(byte* src, int len, bool escaped)
        {
            if (len == 0)
            {
                return "";
            }
            if (!escaped)
            {
                string plain = Kernels.UsesVectors || len < Kernels.NativeFrom ? PlainText.MakeString(src, len) : null;
                if (plain != null)
                {
                    return plain;
                }
                // Of short texts it makes one sooner than is copied what the native library gives.
                if (len / 2 < Kernels.NativeFrom && (Kernels.UsesVectors || len >= RuntimeDecodesFrom))
                {
                    return MakeStringByRuntime(src, len);
                }
            }
            if (len <= StackLen)
            {
                return MakeStringOnStack(src, len, escaped);
            }
            char[] pooled = ArrayPool<char>.Shared.Rent(len);
            try
            {
                fixed (char* room = pooled)
                {
                    int units = Kernels.UnescapeUtf16(src, len, escaped, room);
                    return StringOf(room, units);
                }
            }
            finally
            {
                ArrayPool<char>.Shared.Return(pooled);
            }
        }

        // Apart, since room on the stack is filled with zeros wherever it is in a method.
        private static string MakeStringOnStack(byte* src, int len, bool escaped)
        {
            if (len <= StackLen / 4)
            {
                char* little = stackalloc char[StackLen / 4];
                return StringOf(little, Kernels.UnescapeUtf16(src, len, escaped, little));
            }
            char* room = stackalloc char[StackLen];
            return StringOf(room, Kernels.UnescapeUtf16(src, len, escaped, room));
        }

        private static string StringOf(char* units, int len)
        {
            return len < 0 ? null : Fresh.TextOf(units, len);
        }

        private static string MakeStringByRuntime(byte* src, int len)
        {
            try
            {
                return StrictUtf8.GetString(src, len);
            }
            catch (DecoderFallbackException)
            {
                return null;
            }
        }

        /// <summary>The value of a hexadecimal digit, or -1.</summary>
        internal static int HexDigit(byte unit)
        {
            int digit = unit - '0';
            if ((uint)digit <= 9)
            {
                return digit;
            }
            int letter = (unit | 0x20) - 'a';
            return (uint)letter <= 5 ? letter + 10 : -1;
        }

        /// <summary>The number that four hexadecimal digits are, or -1.</summary>
        internal static int HexUnit(byte* digits)
        {
            if (!BitConverter.IsLittleEndian)
            {
                int first = HexDigit(digits[0]);
                int second = HexDigit(digits[1]);
                int third = HexDigit(digits[2]);
                int fourth = HexDigit(digits[3]);
                return (first | second | third | fourth) < 0 ? -1 : first << 12 | second << 8 | third << 4 | fourth;
            }

            // Four at once: the top bit of a byte tells whether it is at least a limit, where none is above 0x7F.
            uint four = *(uint*)digits;
            uint letters = four | 0x20202020;
            uint isDigit = four + 0x50505050 & ~(four + 0x46464646);
            uint isLetter = letters + 0x1F1F1F1F & ~(letters + 0x19191919);
            if (((isDigit | isLetter) & ~four & 0x80808080) != 0x80808080)
            {
                return -1;
            }
            uint values = (four & 0x0F0F0F0F) + (four >> 6 & 0x01010101) * 9;
            uint pairs = values << 4 | values >> 8;
            return (int)((pairs & 0xFF) << 8 | (pairs >> 16 & 0xFF));
        }

        /// <summary>
        /// Offset of the first escape that is a lone surrogate, or <paramref name="len"/>. Where the end is inside a pair,
        /// its first half is alone.
        /// </summary>
        internal static int FindLoneSurrogate(byte* src, int len)
        {
            int at = 0;
            while (at < len)
            {
                if (src[at] != '\\')
                {
                    at++;
                    continue;
                }
                if (len - at < 2 || src[at + 1] != 'u')
                {
                    at += 2;
                    continue;
                }
                if (len - at < 6)
                {
                    return len;
                }
                int unit = HexUnit(src + at + 2);
                if (unit >= 0xDC00 && unit <= 0xDFFF)
                {
                    return at;
                }
                if (unit < 0xD800 || unit > 0xDBFF)
                {
                    at += 6;
                    continue;
                }
                if (len - at < 12 || src[at + 6] != '\\' || src[at + 7] != 'u' || (HexUnit(src + at + 8) & ~0x3FF) != 0xDC00)
                {
                    return at;
                }
                at += 12;
            }
            return len;
        }

        /// <summary>
        /// The text as UTF-8, into <paramref name="dst"/>; the raw bytes are copied and not judged.
        /// </summary>
        /// <returns>
        /// The length, or <see cref="IllFormed"/> where an escape is a lone surrogate, or <see cref="RoomShort"/>.
        /// </returns>
        internal static int UnescapeUtf8(byte* src, int len, byte* dst, int cap)
        {
            int at = 0;
            int written = 0;
            while (at < len)
            {
                if (src[at] != '\\')
                {
                    int plain = FindBackslash(src + at, len - at);
                    if (plain > cap - written)
                    {
                        return RoomShort;
                    }
                    Buffer.MemoryCopy(src + at, dst + written, cap - written, plain);
                    at += plain;
                    written += plain;
                    if (at >= len)
                    {
                        break;
                    }
                }
                int scalar = ReadEscape(src, len, ref at);
                if (scalar < 0)
                {
                    return IllFormed;
                }
                int size = scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4;
                if (size > cap - written)
                {
                    return RoomShort;
                }
                WriteUtf8(scalar, size, dst + written);
                written += size;
            }
            return written;
        }

        /// <summary>The text as UTF-16, into <paramref name="dst"/>, which has room for a unit for each byte.</summary>
        /// <returns>The length, or <see cref="IllFormed"/>.</returns>
        internal static int ToUtf16(byte* src, int len, bool escaped, char* dst)
        {
            int at = 0;
            int written = 0;
            while (at < len)
            {
                if (!escaped || src[at] != '\\')
                {
                    int plain = escaped ? FindBackslash(src + at, len - at) : len;
                    int units = Utf8ToUtf16(src + at, plain, dst + written);
                    if (units < 0)
                    {
                        return IllFormed;
                    }
                    at += plain;
                    written += units;
                    if (at >= len)
                    {
                        break;
                    }
                }
                int scalar = ReadEscape(src, len, ref at);
                if (scalar < 0)
                {
                    return IllFormed;
                }
                if (scalar < 0x10000)
                {
                    dst[written++] = (char)scalar;
                }
                else
                {
                    dst[written++] = (char)(0xD7C0 + (scalar >> 10));
                    dst[written++] = (char)(0xDC00 | (scalar & 0x3FF));
                }
            }
            return written;
        }

        // How many leading bytes are no backslash.
        private static int FindBackslash(byte* src, int len)
        {
            int at = 0;
            for (; len - at >= 8; at += 8)
            {
                // A byte of this is zero where a backslash stands; the subtraction borrows there first.
                ulong differing = *(ulong*)(src + at) ^ 0x5C5C5C5C5C5C5C5C;
                if ((differing - 0x0101010101010101 & ~differing & 0x8080808080808080) != 0)
                {
                    break;
                }
            }
            while (at < len && src[at] != '\\')
            {
                at++;
            }
            return at;
        }

        // UTF-8 without escapes as UTF-16, of which there is room for a unit for each byte; IllFormed where it is.
        private static int Utf8ToUtf16(byte* src, int len, char* dst)
        {
            int at = 0;
            int written = 0;
            while (at < len)
            {
                while (len - at >= 8 && (*(ulong*)(src + at) & 0x8080808080808080) == 0)
                {
                    Widen(src + at, dst + written);
                    Widen(src + at + 4, dst + written + 4);
                    at += 8;
                    written += 8;
                }
                if (at == len)
                {
                    break;
                }
                byte lead = src[at];
                if (lead < 0x80)
                {
                    dst[written++] = (char)lead;
                    at++;
                    continue;
                }
                int size = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
                if (size == 0 || size > len - at)
                {
                    return IllFormed;
                }

                // Table 3-7 of Unicode: four leads narrow what may follow them.
                int min = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
                int max = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
                int second = src[at + 1];
                if (second < min || second > max)
                {
                    return IllFormed;
                }
                int scalar = (lead & (0x7F >> size)) << 6 | (second & 0x3F);
                for (int i = 2; i < size; i++)
                {
                    if ((src[at + i] & 0xC0) != 0x80)
                    {
                        return IllFormed;
                    }
                    scalar = scalar << 6 | (src[at + i] & 0x3F);
                }
                at += size;
                if (scalar < 0x10000)
                {
                    dst[written++] = (char)scalar;
                }
                else
                {
                    dst[written++] = (char)(0xD7C0 + (scalar >> 10));
                    dst[written++] = (char)(0xDC00 | (scalar & 0x3FF));
                }
            }
            return written;
        }

        // Four bytes of ASCII, spread over four units in one word.
        private static void Widen(byte* src, char* dst)
        {
            if (BitConverter.IsLittleEndian)
            {
                ulong word = *(uint*)src;
                word = (word | word << 16) & 0x0000FFFF0000FFFF;
                *(ulong*)dst = (word | word << 8) & 0x00FF00FF00FF00FF;
                return;
            }
            for (int i = 0; i < 4; i++)
            {
                dst[i] = (char)src[i];
            }
        }

        // The scalar value of the escape at the backslash, of two escapes where they are a pair; -1 for a lone
        // surrogate.
        private static int ReadEscape(byte* src, int len, ref int at)
        {
            byte kind = src[at + 1];
            at += 2;
            switch (kind)
            {
                case (byte)'b': return '\b';
                case (byte)'f': return '\f';
                case (byte)'n': return '\n';
                case (byte)'r': return '\r';
                case (byte)'t': return '\t';
                case (byte)'u': break;
                default: return kind;
            }
            int unit = HexUnit(src + at);
            at += 4;
            if ((unit & ~0x7FF) != 0xD800)
            {
                return unit;
            }
            if (unit >= 0xDC00 || len - at < 6 || src[at] != '\\' || src[at + 1] != 'u')
            {
                return -1;
            }
            int low = HexUnit(src + at + 2);
            if ((low & ~0x3FF) != 0xDC00)
            {
                return -1;
            }
            at += 6;
            return 0x10000 + ((unit & 0x3FF) << 10 | (low & 0x3FF));
        }

        private static void WriteUtf8(int scalar, int size, byte* dst)
        {
            switch (size)
            {
                case 1:
                    dst[0] = (byte)scalar;
                    break;
                case 2:
                    dst[0] = (byte)(0xC0 | scalar >> 6);
                    dst[1] = (byte)(0x80 | (scalar & 0x3F));
                    break;
                case 3:
                    dst[0] = (byte)(0xE0 | scalar >> 12);
                    dst[1] = (byte)(0x80 | (scalar >> 6 & 0x3F));
                    dst[2] = (byte)(0x80 | (scalar & 0x3F));
                    break;
                default:
                    dst[0] = (byte)(0xF0 | scalar >> 18);
                    dst[1] = (byte)(0x80 | (scalar >> 12 & 0x3F));
                    dst[2] = (byte)(0x80 | (scalar >> 6 & 0x3F));
                    dst[3] = (byte)(0x80 | (scalar & 0x3F));
                    break;
            }
        }
    }
}
