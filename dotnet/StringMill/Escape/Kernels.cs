using System;
using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace StringMill
{
    /// <summary>
    /// The hot part of every operation: by the native library above a length that was measured, in plain C# below it,
    /// and wherever the library cannot be had. Both give the same bytes.
    ///
    /// <para>Each call reads <c>len</c> units from <c>src</c> on and writes at most <c>cap</c> bytes or units to
    /// <c>dst</c>; what is behind those written may be overwritten. It stops early, at a whole unit, where the next has
    /// no room, and with <c>more</c> in front of a unit that the end of the source cuts. It returns 0, or an
    /// <see cref="ErrorCode"/> as a number; then <c>read</c> is its offset, and <c>written</c> is of no meaning.</para>
    ///
    /// <para>The environment variable <c>STRINGMILL_KERNELS</c> forces <c>pure</c> or <c>native</c>; what is forced
    /// runs at every length.</para>
    /// </summary>
    internal static unsafe class Kernels
    {
        /// <summary>Where room for every escape of a part is, the native library looks least often for room.</summary>
        private const int PlainPart = 680;
        private const int PlainFrom = 16;

        /// <summary>The length of <see cref="Room"/>.</summary>
        internal const int RoomLen = 6 * PlainPart;

        [ThreadStatic]
        private static byte[] room;

        /// <summary>An array of this thread for what somebody makes and uses at once.</summary>
        internal static byte[] Room => room ?? (room = new byte[RoomLen]);

        /// <summary>From so many units on the native library is quicker; never, where it cannot be used.</summary>
        internal static readonly int NativeFrom;

        /// <summary>The same of UTF-8, in bytes, of which characters that C# takes long for have more than one.</summary>
        private static readonly int Utf8From;

        /// <summary>The same of strings with escapes, into UTF-16, in bytes: short ones have few escapes.</summary>
        private static readonly int UnescapeFrom;

        /// <summary>Alike on all runtimes, since the time of an escape in C# and of a call grow together.</summary>
        private const int UnescapeMeasuredFrom = 160;

        /// <summary>
        /// Whether what only looks at text, or copies it, is left to vectors of the runtime; not where the native library is
        /// forced.
        /// </summary>
        internal static readonly bool UsesVectors;

        /// <summary>Which kernels run, and why not others, in one line.</summary>
        internal static readonly string Says;

        /// <summary>Why what is forced cannot be had; null where all is well.</summary>
        private static readonly string Refused;

        static Kernels()
        {
            string forced = Forced();
            string why = forced == "pure" ? "not asked for" : NativeKernels.Probe();
            NativeFrom = Utf8From = UnescapeFrom = int.MaxValue;
            if (forced == "native")
            {
                NativeFrom = Utf8From = UnescapeFrom = 0;
                Refused = why == null ? null : "STRINGMILL_KERNELS is native, and that cannot be had: " + why;
            }
            else if (forced.Length > 0 && forced != "pure")
            {
                NativeFrom = Utf8From = UnescapeFrom = 0;
                Refused = "STRINGMILL_KERNELS is '" + forced + "'; it may be pure or native";
            }
            else if (why == null)
            {
                NativeFrom = MeasuredFrom();
                Utf8From = NativeFrom / 2;
                UnescapeFrom = UnescapeMeasuredFrom;
            }
            UsesVectors = PlainText.IsQuick && NativeFrom > 0;
            VectorsTo = NativeFrom == int.MaxValue || PlainText.HasShuffles ? int.MaxValue : VectorsMeasuredTo;
            Says = Refused ?? Line(forced, why);
            if (why != null)
            {
                Trace.WriteLine("StringMill: " + Says);
            }
        }

        private static string Forced()
        {
            return (Environment.GetEnvironmentVariable("STRINGMILL_KERNELS") ?? "").Trim().ToLowerInvariant();
        }

        private static string Line(string forced, string why)
        {
            string kind = NativeFrom == int.MaxValue ? "pure" : "native (" + NativeKernels.Tier() + ")";
            if (forced.Length > 0)
            {
                return "kernels: " + kind + "; forced";
            }
            return "kernels: " + kind + (why == null ? " from " + NativeFrom + " units on" : "; native: " + why);
        }

        /// <summary>
        /// Where a call out of the runtime pays: on CoreCLR it costs some 2 ns, on Mono 100 ns in code that was compiled,
        /// and with many arguments a microsecond in the interpreter, where a character in C# costs ten times what it does
        /// in compiled code.
        /// </summary>
        private static int MeasuredFrom()
        {
            if (Type.GetType("Mono.Runtime") == null)
            {
                return 24;
            }
            return IsInterpreted ? 64 : 128;
        }

        private static readonly bool IsInterpreted = Type.GetType("Mono.Runtime") != null && Interpreted();

        /// <summary>
        /// Whether Mono interprets this method. It does not tell; but what is thrown there has no place in the method's
        /// code.
        /// </summary>
        private static bool Interpreted()
        {
            try
            {
                throw new NotSupportedException();
            }
            catch (NotSupportedException e)
            {
                return new StackTrace(e, false).GetFrame(0).GetILOffset() == StackFrame.OFFSET_UNKNOWN;
            }
        }

        /// <exception cref="InvalidOperationException">What is forced cannot be had.</exception>
        internal static void RequireNative()
        {
            if (Refused != null)
            {
                throw new InvalidOperationException(Refused);
            }
        }

        /// <summary>UTF-16 into the inside of a JSON string of UTF-8.</summary>
        internal static int EscapeUtf16(JsonRules rules, char* src, int len, byte* dst, int cap, bool more,
            out int read, out int written)
        {
            // Most texts are plain, and of most that are not the first vectors tell.
            if (UsesVectors && len <= cap && len < VectorsTo && PlainText.TryNarrow(rules, src, dst, len))
            {
                read = written = len;
                return 0;
            }
            return EscapeUnplainUtf16(rules, src, len, dst, cap, more, out read, out written);
        }

        /// <summary>The same of a text that is known not to be plain.</summary>
        internal static int EscapeUnplainUtf16(JsonRules rules, char* src, int len, byte* dst, int cap, bool more,
            out int read, out int written)
        {
            return len >= NativeFrom
                ? NativeKernels.EscapeUtf16(rules, src, len, dst, cap, more, out read, out written)
                : PureKernels.EscapeUtf16(rules, src, len, dst, cap, more, out read, out written);
        }

        /// <summary>
        /// UTF-16 that is not all plain into the inside of a JSON string of UTF-16, by way of UTF-8, a part at a time.
        /// </summary>
        internal static int EscapeToUtf16(JsonRules rules, char* src, int len, char* dst, int cap, bool more, out int read,
            out int written)
        {
            char* few = stackalloc char[CharacterMax];
            read = written = 0;
            fixed (byte* utf8 = Room)
            {
                while (read < len)
                {
                    int left = len - read;
                    int space = cap - written;
                    // What has room at its worst as UTF-8 has it as UTF-16 too; where that is too little, one by one.
                    int part = Math.Min(Math.Min(left, PlainPart), space / rules.PerUnit);
                    bool isTight = part < Math.Min(left, 2);
                    bool follows = more || part < left;
                    if (isTight)
                    {
                        part = left > 1 && char.IsSurrogatePair(src[read], src[read + 1]) ? 2 : 1;
                        follows = more && left == 1;
                    }
                    int done;
                    int bytes;
                    int error = EscapeUnplainUtf16(rules, src + read, part, utf8, RoomLen, follows, out done, out bytes);
                    if (error != 0)
                    {
                        read += done;
                        return error;
                    }
                    int units = ToUtf16(rules, utf8, bytes, isTight ? few : dst + written);
                    if (done == 0 || units > space)
                    {
                        break;
                    }
                    for (int i = 0; isTight && i < units; i++)
                    {
                        dst[written + i] = few[i];
                    }
                    read += done;
                    written += units;
                }
            }
            return 0;
        }

        /// <summary>No character becomes more, by any rules.</summary>
        private const int CharacterMax = 16;

        private static int ToUtf16(JsonRules rules, byte* src, int len, char* dst)
        {
            if (UsesVectors && rules.Above == NonAscii.Escaped)
            {
                PlainText.Widen(src, dst, len);
                return len;
            }
            return UnescapeUtf16(src, len, false, dst);
        }

        /// <summary>
        /// Copies UTF-16 as bytes, if all of it is ASCII that the rules write as it is; for runtimes that compile.
        /// </summary>
        internal static bool TryNarrow(JsonRules rules, char* src, byte* dst, int len)
        {
            if (len < VectorsTo)
            {
                return PlainText.TryNarrow(rules, src, dst, len);
            }
            int read;
            int written;
            return NativeKernels.EscapeUtf16(rules, src, len, dst, len, false, out read, out written) == 0 && read == len;
        }

        /// <summary>
        /// How many bytes a text becomes, where that is counted much sooner than it is escaped; else -1. A lone surrogate
        /// counts as an escape, whatever is done about it.
        /// </summary>
        internal static long EscapedLen(JsonRules rules, char* src, int len)
        {
#if INTRINSICS
            if (rules.IsCounted && len >= PlainAvx2.CountedFrom)
            {
                return PlainAvx2.EscapedLen(rules, src, len);
            }
#endif
            return -1;
        }

        /// <summary>
        /// Up to here vectors of the runtime copy plain text as quickly as the native library; those with shuffles always.
        /// </summary>
        internal static readonly int VectorsTo;

        private const int VectorsMeasuredTo = 2048;

        /// <summary>UTF-8, or what should be, into the inside of a JSON string.</summary>
        internal static int EscapeUtf8(JsonRules rules, byte* src, int len, byte* dst, int cap, bool more, out int read,
            out int written)
        {
#if INTRINSICS
            // Most texts are plain, and of most that are not the first vectors tell.
            if (UsesVectors && len >= PlainText.Word && len <= cap && rules.HasPlainBits && PlainAvx2.TryCopy(rules, src, dst, len))
            {
                read = written = len;
                return 0;
            }
#endif
            return len >= Utf8From
                ? NativeKernels.EscapeUtf8(rules, src, len, dst, cap, more, out read, out written)
                : PureKernels.EscapeUtf8(rules, src, len, dst, cap, more, out read, out written);
        }

        /// <summary>The inside of a JSON string into the UTF-8 that it stands for; stops in front of a quote.</summary>
        internal static int UnescapeUtf8(LoneSurrogates surrogates, byte* src, int len, byte* dst, int cap, bool more,
            out int read, out int written)
        {
            if (len < NativeFrom)
            {
                return PureKernels.UnescapeUtf8(surrogates, src, len, dst, cap, more, out read, out written);
            }
            RequireNative();
            return NativeKernels.UnescapeUtf8(surrogates, src, len, dst, cap, more, out read, out written);
        }

        /// <summary>
        /// UTF-8, or the inside of a JSON string whose escapes were checked, into UTF-16, for which there is room for a
        /// unit for each byte.
        /// </summary>
        /// <returns>The length, or <see cref="JsonReaderText.IllFormed"/>.</returns>
        internal static int UnescapeUtf16(byte* src, int len, bool escaped, char* dst)
        {
            if (len < (escaped ? UnescapeFrom : NativeFrom))
            {
                return JsonReaderText.ToUtf16(src, len, escaped, dst);
            }
            RequireNative();
            return NativeKernels.UnescapeUtf16(src, len, escaped, dst);
        }

        /// <summary>Whether bytes are well-formed UTF-8.</summary>
        internal static int ValidateUtf8(byte* src, int len, bool more, out int read)
        {
            if (len < NativeFrom)
            {
                return PureKernels.ValidateUtf8(src, len, more, out read);
            }
            RequireNative();
            return NativeKernels.ValidateUtf8(src, len, more, out read);
        }

        /// <summary>
        /// As <see cref="FindSpecial"/>, or up to what is no ASCII: then there is none before it, and that is told.
        /// </summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal static int FindTextEnd(byte* src, int len, out bool isAscii)
        {
#if INTRINSICS
            isAscii = UsesVectors && PlainText.HasShuffles && len >= PlainText.Word;
            if (isAscii)
            {
                return PlainAvx2.FindEnd(src, len);
            }
#else
            isAscii = false;
#endif
            return FindSpecial(src, len);
        }

        /// <summary>How many leading bytes are no quote, no backslash and no control character below U+0020.</summary>
        internal static int FindSpecial(byte* src, int len)
        {
            if (UsesVectors)
            {
                return PlainText.FindSpecial(src, len);
            }
            if (len < NativeFrom)
            {
                return PureKernels.FindSpecial(src, len);
            }
            // The bytes reach to the end of the text, and most strings in it are short.
            int near = PureKernels.FindSpecial(src, NativeFrom);
            if (near < NativeFrom)
            {
                return near;
            }
            RequireNative();
            return near + NativeKernels.FindSpecial(src + near, len - near);
        }

        /// <summary>How many leading units the rules write as they are; a lone surrogate ends them.</summary>
        internal static int PlainPrefixUtf16(JsonRules rules, char* src, int len)
        {
            int at;
#if INTRINSICS
            if (UsesVectors && rules.HasPlainBits)
            {
                at = len >= PlainText.Word ? PlainAvx2.FindSpecial(rules, src, len) : 0;
            }
            else
#endif
            {
                at = PlainAscii(rules, src, len);
            }
            return at == len ? at : at + PureKernels.PlainPrefixUtf16(rules, src + at, len - at);
        }

        /// <summary>
        /// Whether the rules write all of a text as it is; an interpreter does not ask that of a long one that is not ASCII.
        /// </summary>
        internal static bool IsPlainUtf16(JsonRules rules, char* src, int len)
        {
            if (UsesVectors)
            {
                // Vectors know of ASCII alone, and the first unit tells of most texts that are not.
                return len == 0 || (*src < 0x80 && PlainText.IsPlain(rules, src, len))
                    || (rules.Stops != null && PureKernels.PlainPrefixUtf16(rules, src, len) == len);
            }
            bool isNative = IsInterpreted && len >= Math.Max(NativeFrom, PlainFrom);
            return (isNative ? PlainAscii(rules, src, len) : PlainPrefixUtf16(rules, src, len)) == len;
        }

        // Escapes a part at a time: where that is as long as it was, it is all ASCII and has not changed.
        private static int PlainAscii(JsonRules rules, char* src, int len)
        {
            // A look at some spares the call for most texts of other scripts.
            if (len < PlainFrom || rules.Set == AsciiSet.Other || (src[0] | src[len / 2] | src[len - 1]) >= 0x80)
            {
                return 0;
            }
            int at = 0;
            fixed (byte* dst = Room)
            {
                while (at < len)
                {
                    int part = Math.Min(PlainPart, len - at);
                    int read;
                    int written;
                    if (EscapeUtf16(rules, src + at, part, dst, RoomLen, true, out read, out written) != 0
                        || read != part || written != part)
                    {
                        break;
                    }
                    at += part;
                }
            }
            return at;
        }

        /// <summary>How many leading bytes the rules write as they are; ill-formed UTF-8 ends them.</summary>
        internal static int PlainPrefixUtf8(JsonRules rules, byte* src, int len)
        {
            int at = 0;
#if INTRINSICS
            if (UsesVectors && len >= PlainText.Word && rules.HasPlainBits)
            {
                at = PlainAvx2.FindSpecial(rules, src, len);
            }
#endif
            return at == len ? at : at + PureKernels.PlainPrefixUtf8(rules, src + at, len - at);
        }
    }
}
