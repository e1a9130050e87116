using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace StringMill
{
    /// <summary>
    /// Leaf: the operations by the native library; see <see cref="KernelDriver"/> for their arguments.
    /// </summary>
    /// <remarks>
    /// No method is inlined: a method with a foreign call sets up a frame for the call at its beginning, also for texts that are too
    /// short for the call.
    /// </remarks>
    internal static unsafe class NativeKernels
    {
        /// <summary>
        /// The version of <c>stringmill.h</c> that <see cref="NativeDoor"/> follows: 0.1, as in SMILL_VERSION.
        /// </summary>
        private const uint VersionNeeded = 0 * 1000000 + 1 * 1000;

        /// <summary>
        /// Returns why the native library cannot be used, or null. Called once, by <see cref="KernelDriver"/>.
        /// </summary>
        internal static string Probe()
        {
            try
            {
                uint version = NativeDoor.Version();
                if (version / 1000 != VersionNeeded / 1000)
                {
                    return "the library " + NativeDoor.Library + " is of version " + version / 1000000 + "."
                        + version / 1000 % 1000 + ", and " + VersionNeeded / 1000000 + "." + VersionNeeded / 1000 % 1000
                        + " is needed";
                }
                CallEveryFunction();
                uint forced;
                return NativeDoor.TierForced(&forced) == 0 ? null
                    : "STRINGMILL_TIER names a tier that this machine does not have";
            }
            catch (DllNotFoundException e)
            {
                return "the library " + NativeDoor.Library + " was not found (" + FirstLine(e) + ")";
            }
            catch (EntryPointNotFoundException e)
            {
                return "the library " + NativeDoor.Library + " lacks a function (" + FirstLine(e) + ")";
            }
            catch (BadImageFormatException e)
            {
                return "the library " + NativeDoor.Library + " is for another machine (" + FirstLine(e) + ")";
            }
        }

        /// <summary>
        /// Calls every function of <see cref="NativeDoor"/>, so that a missing function is found here and not in the middle of a text. The
        /// library refuses each call. No reflection, which ahead-of-time compilers could strip.
        /// </summary>
        private static void CallEveryFunction()
        {
            NativeDoor.TierName(NativeDoor.TierBest());
            NativeDoor.RulesCustom(null, null, null, 0, null, null);
            NativeDoor.RulesFree(null);
            NativeDoor.RecordPlanNew(null, null, null);
            NativeDoor.RecordPlanFree(null);
            NativeDoor.RecordWrite(null);
            NativeDoor.RecordRead(null);
            NativeDoor.JsonEscape(null, null, null, null, null, 0, null, null);
            NativeDoor.JsonEscapeUtf16(null, null, null, null, null, 0, null, null);
            NativeDoor.JsonUnescape(0, null, null, null, null, 0, null, null);
            NativeDoor.JsonUnescapeUtf16(0, null, null, null, null, 0, null, null);
            NativeDoor.Utf8ToUtf16(0, null, null, null, null, 0, null, null);
            NativeDoor.Utf8Validate(null, null, 0, null);
            NativeDoor.Scan(0, null, null, 0, null);
            NativeDoor.Base64Encode(0, null, null, null, null, 0, null);
            NativeDoor.Base64Decode(0, null, null, null, null, 0, null);
        }

        /// <summary>Some runtimes list every place of their search, a line for each.</summary>
        private static string FirstLine(Exception e) => e.Message.Split('\n')[0].TrimEnd('\r', ' ', ':');

        /// <summary>Returns the name of the tier of calls.</summary>
        internal static string Tier() => Marshal.PtrToStringAnsi((IntPtr)NativeDoor.TierName(NativeDoor.TierBest()));

        [MethodImpl(MethodImplOptions.NoInlining)]
        internal static int EscapeUtf16(JsonRules rules, char* src, int len, byte* dst, int cap, bool more,
            out int read, out int written)
        {
            void* native = RulesUtf16(rules);
            NativeDoor.Progress progress;
            uint error = NativeDoor.JsonEscapeUtf16(native, src, (void*)len, dst, (void*)cap,
                more ? NativeDoor.MoreFollows : 0u, &progress, null);
            // The rules must live as long as the call.
            GC.KeepAlive(rules);
            return End(error, &progress, out read, out written);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        internal static int EscapeUtf8(JsonRules rules, byte* src, int len, byte* dst, int cap, bool more, out int read,
            out int written)
        {
            void* native = rules.NativeUtf8;
            if (native == null)
            {
                native = MakeRules(rules, ref rules.NativeUtf8, (uint)rules.Policy);
            }
            NativeDoor.Progress progress;
            uint error = NativeDoor.JsonEscape(native, src, (void*)len, dst, (void*)cap, more ? NativeDoor.MoreFollows : 0u,
                &progress, null);
            GC.KeepAlive(rules);
            return End(error, &progress, out read, out written);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        internal static int UnescapeUtf8(LoneSurrogates surrogates, byte* src, int len, byte* dst, int cap, bool more,
            out int read, out int written)
        {
            NativeDoor.Progress progress;
            uint error = NativeDoor.JsonUnescape((uint)surrogates, src, (void*)len, dst, (void*)cap,
                more ? NativeDoor.MoreFollows : 0u, &progress, null);
            return End(error, &progress, out read, out written);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        internal static int UnescapeUtf16(byte* src, int len, bool escaped, char* dst)
        {
            NativeDoor.Progress progress;
            uint error = escaped
                ? NativeDoor.JsonUnescapeUtf16((uint)LoneSurrogates.Reject, src, (void*)len, dst, (void*)len, 0u,
                    &progress, null)
                : NativeDoor.Utf8ToUtf16((uint)IllFormed.Reject, src, (void*)len, dst, (void*)len, 0u, &progress, null);
            int read;
            int written;
            return End(error, &progress, out read, out written) == 0 ? written : JsonReaderText.IllFormed;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        internal static int ValidateUtf8(byte* src, int len, bool more, out int read)
        {
            NativeDoor.Progress progress;
            uint error = NativeDoor.Utf8Validate(src, (void*)len, more ? NativeDoor.MoreFollows : 0u, &progress);
            int written;
            return End(error, &progress, out read, out written);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        internal static int FindSpecial(byte* src, int len)
        {
            NativeDoor.Progress progress;
            uint error = NativeDoor.Scan(NativeDoor.ClassString, src, (void*)len, 0u, &progress);
            int read;
            int written;
            End(error, &progress, out read, out written);
            return read;
        }

        /// <summary>Encodes bytes as base64; returns the length of the text.</summary>
        internal static int EncodeBase64(byte* src, int len, byte* dst, int cap)
        {
            NativeDoor.Progress progress;
            uint error = NativeDoor.Base64Encode(0, src, (void*)len, dst, (void*)cap, 0, &progress);
            int read;
            int written;
            End(error, &progress, out read, out written);
            return written;
        }

        /// <summary>Decodes base64 without white space; returns the number of bytes, or -1 for another text.</summary>
        internal static int DecodeBase64(byte* src, int len, byte* dst, int cap)
        {
            NativeDoor.Progress progress;
            uint error = NativeDoor.Base64Decode(NativeDoor.Base64DropsTrailingBits, src, (void*)len, dst, (void*)cap, 0,
                &progress);
            int read;
            int written;
            return End(error, &progress, out read, out written) == 0 && read == len ? written : -1;
        }

        /// <summary>Returns the rules of the native library for UTF-16.</summary>
        internal static void* RulesUtf16(JsonRules rules)
        {
            void* native = rules.NativeUtf16;
            return native != null ? native : MakeRules(rules, ref rules.NativeUtf16, (uint)rules.PolicyUtf16);
        }

        // Returns the error of the text, whose offset is `read`. Throws for an error of the call, which is a fault of this library.
        private static int End(uint error, NativeDoor.Progress* progress, out int read, out int written)
        {
            if (error >= 900)
            {
                throw new InvalidOperationException("the native library refuses the call: error " + error);
            }
            read = (int)(error == 0 ? progress->Read : progress->Offset);
            written = error == 0 ? (int)progress->Written : 0;
            return (int)error;
        }

        /// <summary>
        /// Makes the native rules of a profile for one kind of source. They live as long as <paramref name="rules"/>.
        /// </summary>
        private static void* MakeRules(JsonRules rules, ref void* place, uint policy)
        {
            KernelDriver.RequireNative();
            lock (rules)
            {
                if (place == null)
                {
                    place = NewRules(rules, policy);
                }
                return place;
            }
        }

        private static void* NewRules(JsonRules rules, uint policy)
        {
            // smill_profile: 128 times a length and seven bytes of text, then four numbers of 32 bits.
            byte* profile = stackalloc byte[128 * JsonRules.EscapeLen + 16];
            for (int ascii = 0; ascii < 128; ascii++)
            {
                int from = ascii * JsonRules.EscapeLen;
                profile[from] = rules.NeedsEscape[ascii] == 0 ? (byte)0 : rules.Escapes[from + 7];
                for (int i = 0; i < 7; i++)
                {
                    profile[from + 1 + i] = rules.Escapes[from + i];
                }
            }
            uint* traits = (uint*)(profile + 128 * JsonRules.EscapeLen);
            traits[0] = rules.Profile.UpperHex ? 1u : 0u;
            traits[1] = rules.Ion ? 1u : 0u;
            traits[2] = rules.Profile.EscapesReplacement ? 1u : 0u;
            traits[3] = rules.Profile.RefusesSurrogates ? 1u : 0u;
            CodePointRange[] ranges = rules.Profile.Ranges;
            uint[] borders = new uint[2 * ranges.Length + 1];
            for (int i = 0; i < ranges.Length; i++)
            {
                borders[2 * i] = (uint)ranges[i].First;
                borders[2 * i + 1] = (uint)ranges[i].Last;
            }
            void* newRules;
            uint error;
            fixed (uint* start = borders)
            {
                error = NativeDoor.RulesCustom(profile, start, (void*)ranges.Length, policy, &newRules, null);
            }
            if (error != 0)
            {
                throw new InvalidOperationException("the native library refuses the rules: error " + error);
            }
            return newRules;
        }

        /// <summary>Frees the rules of the native library.</summary>
        internal static void Free(JsonRules rules)
        {
            if (rules.NativeUtf8 != null)
            {
                NativeDoor.RulesFree(rules.NativeUtf8);
                rules.NativeUtf8 = null;
            }
            if (rules.NativeUtf16 != null)
            {
                NativeDoor.RulesFree(rules.NativeUtf16);
                rules.NativeUtf16 = null;
            }
        }
    }
}
