using System;
using System.Diagnostics;

namespace StringMill
{
    /// <summary>
    /// Driver of every operation: it decides between the native library, from a measured length on, and C#. Both give the
    /// same bytes.
    ///
    /// <para>Each call reads <c>len</c> units from <c>src</c> and writes at most <c>cap</c> bytes or units to <c>dst</c>; it can
    /// overwrite the room after them. It stops early, at a whole unit, if the next has no room, and with <c>more</c> before a unit
    /// that the end of the source cuts. It returns 0, or an <see cref="ErrorCode"/> as a number; then <c>read</c> is its offset,
    /// and <c>written</c> has no meaning.</para>
    ///
    /// <para>The environment variable <c>STRINGMILL_KERNELS</c> forces <c>pure</c> or <c>native</c> at every length.</para>
    /// </summary>
    internal static unsafe class KernelDriver
    {
        /// <summary>The length of a part that has room for all its escapes in <see cref="Scratch"/>.</summary>
        private const int PlainPart = 680;
        private const int PlainFrom = 16;

        /// <summary>The length of <see cref="Scratch"/>.</summary>
        internal const int ScratchLen = 6 * PlainPart;

        [ThreadStatic]
        private static byte[] scratch;

        /// <summary>An array of this thread, for output that is copied before the next call.</summary>
        internal static byte[] Scratch => scratch ?? (scratch = new byte[ScratchLen]);

        /// <summary>From this number of units on the native library is faster; <see cref="int.MaxValue"/> without it.</summary>
        internal static readonly int NativeFrom;

        /// <summary>As <see cref="NativeFrom"/>, for UTF-8, in bytes.</summary>
        private static readonly int Utf8From;

        /// <summary>As <see cref="NativeFrom"/>, for strings with escapes into UTF-16, in bytes: short strings have few escapes.</summary>
        private static readonly int UnescapeFrom;

        /// <summary>The same on all runtimes: where a call is slow, an escape in C# is as much slower.</summary>
        private const int UnescapeMeasuredFrom = 160;

        /// <summary>Whether vectors of the runtime take plain text, of any length; not if the native library is forced.</summary>
        internal static readonly bool UsesVectors;

        /// <summary>Which kernels run, and why not others, in one line.</summary>
        internal static readonly string Summary;

        /// <summary>Why the forced kernels are missing; null if they run.</summary>
        private static readonly string Refusal;

        static KernelDriver()
        {
            string forcedKind = ForcedKind();
            string why = forcedKind == "pure" ? "not asked for" : NativeKernels.Probe();
            NativeFrom = Utf8From = UnescapeFrom = int.MaxValue;
            if (forcedKind == "native")
            {
                NativeFrom = Utf8From = UnescapeFrom = 0;
                Refusal = why == null ? null : "STRINGMILL_KERNELS is native, and that cannot be had: " + why;
            }
            else if (forcedKind.Length > 0 && forcedKind != "pure")
            {
                NativeFrom = Utf8From = UnescapeFrom = 0;
                Refusal = "STRINGMILL_KERNELS is '" + forcedKind + "'; it may be pure or native";
            }
            else if (why == null)
            {
                NativeFrom = MeasuredFrom();
                Utf8From = NativeFrom / 2;
                UnescapeFrom = UnescapeMeasuredFrom;
            }
            UsesVectors = PlainText.HasVectors && NativeFrom > 0;
            Summary = Refusal ?? SummaryOf(forcedKind, why);
            if (why != null)
            {
                Trace.WriteLine("StringMill: " + Summary);
            }
        }

        private static string ForcedKind()
        {
            return (Environment.GetEnvironmentVariable("STRINGMILL_KERNELS") ?? "").Trim().ToLowerInvariant();
        }

        private static string SummaryOf(string forcedKind, string why)
        {
            string kind = NativeFrom == int.MaxValue ? "pure" : "native (" + NativeKernels.Tier() + ")";
            if (forcedKind.Length > 0)
            {
                return "kernels: " + kind + "; forced";
            }
            return "kernels: " + kind + (why == null ? " from " + NativeFrom + " units on" : "; native: " + why);
        }

        /// <summary>
        /// A foreign call costs some 2 ns on CoreCLR, 100 ns in code that Mono compiled, and with many arguments a microsecond in
        /// its interpreter, in which a character in C# costs ten times as much.
        /// </summary>
        private static int MeasuredFrom()
        {
            if (Type.GetType("Mono.Runtime") == null)
            {
                return 24;
            }
            return IsInterpreted ? 64 : 128;
        }

        private static readonly bool IsInterpreted = Type.GetType("Mono.Runtime") != null && IsThisInterpreted();

        /// <summary>
        /// Whether Mono interprets this method. Mono has no call that says so. An exception that interpreted code throws has no offset
        /// in native code.
        /// </summary>
        private static bool IsThisInterpreted()
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

        /// <exception cref="InvalidOperationException">The forced kernels are missing.</exception>
        internal static void RequireNative()
        {
            if (Refusal != null)
            {
                throw new InvalidOperationException(Refusal);
            }
        }

        /// <summary>Escapes UTF-16 into the inside of a JSON string of UTF-8.</summary>
        internal static int EscapeUtf16(JsonRules rules, char* src, int len, byte* dst, int cap, bool more,
            out int read, out int written)
        {
            // Most texts are plain; the first vector is enough for most others.
            int plain = UsesVectors ? PlainText.Copy(rules, (byte*)src, sizeof(char), dst, Math.Min(len, cap)) : 0;
            read = written = plain;
            if (plain == len)
            {
                return 0;
            }
            int error = len - plain >= NativeFrom
                ? NativeKernels.EscapeUtf16(rules, src + plain, len - plain, dst + plain, cap - plain, more, out read, out written)
                : PureKernels.EscapeUtf16(rules, src + plain, len - plain, dst + plain, cap - plain, more, out read, out written);
            read += plain;
            written += plain;
            return error;
        }

        /// <summary>Escapes UTF-8, or bytes that should be UTF-8, into the inside of a JSON string.</summary>
        internal static int EscapeUtf8(JsonRules rules, byte* src, int len, byte* dst, int cap, bool more, out int read,
            out int written)
        {
            int plain = UsesVectors ? PlainText.Copy(rules, src, sizeof(byte), dst, Math.Min(len, cap)) : 0;
            read = written = plain;
            if (plain == len)
            {
                return 0;
            }
            int error = len - plain >= Utf8From
                ? NativeKernels.EscapeUtf8(rules, src + plain, len - plain, dst + plain, cap - plain, more, out read, out written)
                : PureKernels.EscapeUtf8(rules, src + plain, len - plain, dst + plain, cap - plain, more, out read, out written);
            read += plain;
            written += plain;
            return error;
        }

        /// <summary>
        /// Escapes UTF-16 into the inside of a JSON string of UTF-16, by way of UTF-8, a part at a time.
        /// </summary>
        internal static int EscapeToUtf16(JsonRules rules, char* src, int len, char* dst, int cap, bool more, out int read,
            out int written)
        {
            read = written = 0;
            if (TakesUnits(len) && (long)len * rules.PerUnit <= cap)
            {
                read = PureKernels.EscapeUnits(rules, src, len, dst, out written);
            }
            return read == len ? 0 : EscapeParts(rules, src, len, dst, cap, more, ref read, ref written);
        }

        // A method of its own: the runtime fills room on the stack with zeros.
        private static int EscapeParts(JsonRules rules, char* src, int len, char* dst, int cap, bool more, ref int read, ref int written)
        {
            char* few = stackalloc char[CharacterMax];
            fixed (byte* utf8 = Scratch)
            {
                while (read < len)
                {
                    int left = len - read;
                    int space = cap - written;
                    // A part whose longest UTF-8 fits also fits as UTF-16. Near the end, parts are single characters.
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
                    int error = EscapeUtf16(rules, src + read, part, utf8, ScratchLen, follows, out done, out bytes);
                    if (error != 0)
                    {
                        read += done;
                        return error;
                    }
                    int units = UnescapeUtf16(utf8, bytes, false, isTight ? few : dst + written);
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

        /// <summary>In longer texts runs of characters are frequent, and the path through UTF-8 is faster for them.</summary>
        internal const int UnitsMax = 64;

        /// <summary>Whether a text is short enough to escape it into UTF-16 unit by unit. An interpreter takes too long for that.</summary>
        internal static bool TakesUnits(int len) => len <= UnitsMax && NativeFrom > 0 && !IsInterpreted;

        /// <summary>The most bytes or units that a character becomes, by any rules.</summary>
        private const int CharacterMax = 16;

        /// <summary>Resolves the inside of a JSON string into UTF-8; stops before a quote.</summary>
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
        /// Turns UTF-8, or the inside of a JSON string whose escapes were checked, into UTF-16, which has room for a unit for each
        /// byte.
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
        /// As <see cref="FindSpecial"/>; with vectors, it also stops at a byte that is not ASCII: then
        /// <paramref name="isAscii"/> is true, and the bytes before the end are ASCII.
        /// </summary>
        internal static int FindTextEnd(byte* src, int len, out bool isAscii)
        {
            isAscii = UsesVectors;
            return isAscii ? PlainText.FindEnd(src, len, true) : FindSpecial(src, len);
        }

        /// <summary>Returns the number of leading bytes before a quote, a backslash or a control character below U+0020.</summary>
        internal static int FindSpecial(byte* src, int len)
        {
            if (UsesVectors || len < NativeFrom)
            {
                return PlainText.FindEnd(src, len, false);
            }
            // The source reaches to the end of the JSON text, but most of its strings are short.
            int near = PlainText.FindEnd(src, NativeFrom, false);
            if (near < NativeFrom)
            {
                return near;
            }
            RequireNative();
            return near + NativeKernels.FindSpecial(src + near, len - near);
        }

        /// <summary>Returns the number of leading units that the rules write as they are; a lone surrogate ends them.</summary>
        internal static int PlainPrefixUtf16(JsonRules rules, char* src, int len)
        {
            int at = UsesVectors ? PlainText.Copy(rules, (byte*)src, sizeof(char), null, len) : PlainAscii(rules, src, len);
            if (at == len || UsesVectors && (rules.Stops == null || src[at] < 0x80))
            {
                return at;
            }
            return at + PureKernels.PlainPrefixUtf16(rules, src + at, len - at);
        }

        /// <summary>
        /// Whether the rules write all of a text as it is. For a long text that is not ASCII an interpreter returns false without a
        /// search, which would take longer than to escape the text.
        /// </summary>
        internal static bool IsPlainUtf16(JsonRules rules, char* src, int len)
        {
            bool isLong = IsInterpreted && len >= Math.Max(NativeFrom, PlainFrom);
            return (isLong ? PlainAscii(rules, src, len) : PlainPrefixUtf16(rules, src, len)) == len;
        }

        // Escapes a part at a time: if the output is as long as the part, the part is ASCII without escapes.
        private static int PlainAscii(JsonRules rules, char* src, int len)
        {
            // A look at three units saves the call for most texts of other scripts.
            if (len < PlainFrom || rules.Set == AsciiSet.Other || (src[0] | src[len / 2] | src[len - 1]) >= 0x80)
            {
                return 0;
            }
            int at = 0;
            fixed (byte* dst = Scratch)
            {
                while (at < len)
                {
                    int part = Math.Min(PlainPart, len - at);
                    int read;
                    int written;
                    if (EscapeUtf16(rules, src + at, part, dst, ScratchLen, true, out read, out written) != 0
                        || read != part || written != part)
                    {
                        break;
                    }
                    at += part;
                }
            }
            return at;
        }
    }
}
