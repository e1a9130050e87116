using System;
using System.Buffers;
using System.Text;
#if NET8_0_OR_GREATER
using System.Text.Unicode;
#endif

namespace StringMill
{
    /// <summary>
    /// Leaf: the inside of a JSON string into its text. Resolves escapes, which the reader has checked, and checks UTF-8. Standard:
    /// RFC 8259, section 7.
    /// </summary>
    internal static unsafe class JsonReaderText
    {
        // Returned instead of a length.
        internal const int IllFormed = -1;
        internal const int RoomShort = -2;

        // Up to this length, to decode into a buffer and to copy is faster than to count the units and to decode into a new string.
        private const int OnceLen = 256;

        // Shorter texts need no array, but room on the stack.
        internal const int StackLen = 256;

        private static readonly Encoding StrictUtf8 = new UTF8Encoding(false, true);

        // From this length on, CoreCLR makes strings of UTF-8 faster than C# does; Mono never does.
        private static readonly int RuntimeDecodesFrom = Type.GetType("Mono.Runtime") == null ? 32 : int.MaxValue;

        /// <summary>
        /// Makes a string of UTF-8, or of the inside of a JSON string whose escapes were checked; null if it is ill-formed.
        /// </summary>
        internal static string MakeString(byte* src, int len, bool escaped)
        {
            if (len == 0)
            {
                return "";
            }
            if (!escaped)
            {
#if NET8_0_OR_GREATER
                if (len <= OnceLen && KernelDriver.UsesVectors)
                {
                    return MakeStringAtOnce(src, len);
                }
#endif
                bool byUnits = KernelDriver.UsesVectors || len < Math.Min(KernelDriver.NativeFrom, RuntimeDecodesFrom);
                string plain = byUnits ? PlainText.MakeString(src, len) : null;
                if (plain != null)
                {
                    return plain;
                }
                // For short texts the runtime is faster than a copy of the output of the native library.
                if (len / 2 < KernelDriver.NativeFrom && (KernelDriver.UsesVectors || len >= RuntimeDecodesFrom))
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
                    int units = KernelDriver.UnescapeUtf16(src, len, escaped, room);
                    return StringOf(room, units);
                }
            }
            finally
            {
                ArrayPool<char>.Shared.Return(pooled);
            }
        }

#if NET8_0_OR_GREATER
        // Apart from KernelDriver.Scratch, which can be the source.
        [ThreadStatic]
        private static char[] decodeRoom;

        private static string MakeStringAtOnce(byte* src, int len)
        {
            char[] room = decodeRoom ?? (decodeRoom = new char[OnceLen]);
            int read;
            int units;
            return Utf8.ToUtf16(new ReadOnlySpan<byte>(src, len), room, out read, out units, false) == OperationStatus.Done
                ? new string(room, 0, units) : null;
        }
#endif

        // A method of its own: the runtime fills room on the stack with zeros at the beginning of the method.
        private static string MakeStringOnStack(byte* src, int len, bool escaped)
        {
            char* room = stackalloc char[StackLen];
            return StringOf(room, KernelDriver.UnescapeUtf16(src, len, escaped, room));
        }

        private static string StringOf(char* units, int len) => len < 0 ? null : Allocate.Text(units, len);

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

        /// <summary>Returns the value of a hexadecimal digit, or -1.</summary>
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

        /// <summary>Returns the number of four hexadecimal digits, or -1.</summary>
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

            // Four at decodeRoom: if no byte is above 0x7F, adding to it sets the top bit from a limit on.
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
        /// Returns the offset of the first escape that is a lone surrogate, or <paramref name="len"/>. The end can be inside an
        /// escape; inside a pair, its first half is alone.
        /// </summary>
        internal static int FindLoneSurrogate(byte* src, int len)
        {
            int at = 0;
            while ((at += FindBackslash(src + at, len - at)) < len)
            {
                int code;
                int unit = PureKernels.EscapedUnit(LoneSurrogates.Reject, src + at, src + len, false, out code);
                if (unit <= 0)
                {
                    return code == (int)ErrorCode.SurrogateLone ? at : len;
                }
                at += unit;
            }
            return len;
        }

        /// <summary>
        /// Writes the text as UTF-8 into <paramref name="dst"/>. Raw bytes are copied without a check.
        /// </summary>
        /// <returns>
        /// The length, or <see cref="IllFormed"/> if an escape is a lone surrogate, or <see cref="RoomShort"/>.
        /// </returns>
        internal static int UnescapeUtf8(byte* src, int len, bool escaped, byte* dst, int cap)
        {
            int at = 0;
            byte* put = dst;
            byte* full = dst + cap;
            while (true)
            {
                int plain = escaped ? FindBackslash(src + at, len - at) : len;
                if (plain > full - put)
                {
                    return RoomShort;
                }
                Buffer.MemoryCopy(src + at, put, plain, plain);
                at += plain;
                put += plain;
                if (at == len)
                {
                    return (int)(put - dst);
                }
                int code;
                int unit = PureKernels.EscapedUnit(LoneSurrogates.Reject, src + at, src + len, false, out code);
                if (unit <= 0)
                {
                    return IllFormed;
                }
                put = PureKernels.PutUtf8(code, put, full);
                if (put == null)
                {
                    return RoomShort;
                }
                at += unit;
            }
        }

        /// <summary>Writes the text as UTF-16 into <paramref name="dst"/>, which has room for a unit for each byte.</summary>
        /// <returns>The length, or <see cref="IllFormed"/>.</returns>
        internal static int ToUtf16(byte* src, int len, bool escaped, char* dst)
        {
            int at = 0;
            char* put = dst;
            while (at < len)
            {
                if (src[at] < 0x80 && (!escaped || src[at] != '\\'))
                {
                    int run = escaped ? PlainText.FindEnd(src + at, len - at, true) : PlainText.AsciiLen(src + at, len - at);
                    PlainText.Widen(src + at, put, run);
                    at += run;
                    put += run;
                    continue;
                }
                // Letters of most other alphabets have two bytes.
                if (src[at] >= 0xC2 && src[at] < 0xE0 && len - at >= 2 && (src[at + 1] & 0xC0) == 0x80)
                {
                    *put++ = (char)((src[at] & 0x1F) << 6 | src[at + 1] & 0x3F);
                    at += 2;
                    continue;
                }
                int code;
                int unit = escaped ? PureKernels.EscapedUnit(LoneSurrogates.Reject, src + at, src + len, false, out code)
                    : Utf8Unit.At(src + at, src + len, out code);
                if (unit <= 0)
                {
                    return IllFormed;
                }
                at += unit;
                if (code >= 0x10000)
                {
                    *put++ = (char)(0xD7C0 + (code >> 10));
                    code = 0xDC00 | code & 0x3FF;
                }
                *put++ = (char)code;
            }
            return (int)(put - dst);
        }

        private static int FindBackslash(byte* src, int len)
        {
            int at = new ReadOnlySpan<byte>(src, len).IndexOf((byte)'\\');
            return at < 0 ? len : at;
        }
    }
}
