using System;
#if NET8_0_OR_GREATER
using System.Runtime.Intrinsics;
#endif
using System.Text;

namespace StringMill
{
    /// <summary>How characters above U+007F are written.</summary>
    internal enum NonAscii
    {
        /// <summary>All as they are.</summary>
        Copied,

        /// <summary>All as <c>\uXXXX</c>, in pairs above U+FFFF.</summary>
        Escaped,

        /// <summary>By the ranges of the profile.</summary>
        Ranges,
    }

    /// <summary>Which ASCII characters are escaped, if many profiles share that set. Each set contains the one before it.</summary>
    internal enum AsciiSet
    {
        /// <summary>Any other set.</summary>
        Other,

        /// <summary>Controls below U+0020, the quote and the backslash.</summary>
        Json,

        /// <summary>DEL too.</summary>
        JsonAndDelete,

        /// <summary><c>&amp; ' + &lt; &gt;</c> and the backtick too.</summary>
        DotNet,
    }

    /// <summary>
    /// Rules: a profile and policies as flat tables for the kernels. Never changes; any number of threads can share one.
    /// </summary>
    internal sealed unsafe class JsonRules
    {
        /// <summary>Bytes of an entry of <see cref="Escapes"/>: seven of text, one of length.</summary>
        internal const int EscapeLen = 8;

        /// <summary>
        /// For each ASCII character its text, up to seven bytes, and in the eighth their number. So one store of eight bytes writes
        /// an escape, whatever the byte order of the machine.
        /// </summary>
        internal readonly byte[] Escapes = new byte[128 * EscapeLen];

        /// <summary>For each ASCII character 0 if it is written as it is, else 1.</summary>
        internal readonly byte[] NeedsEscape = new byte[128];

        /// <summary>Which ASCII characters are escaped.</summary>
        internal readonly AsciiSet Set;

#if NET8_0_OR_GREATER
        /// <summary>
        /// Whether <see cref="PlainBits"/> can be used: a unit above U+7FFF looks like U+0000 when it is narrowed, so that one must
        /// be escaped.
        /// </summary>
        internal readonly bool HasPlainBits;

        /// <summary>ASCII that is written as it is; see <see cref="PlainVectors.AsciiBits"/>.</summary>
        internal readonly Vector128<byte> PlainBits;
#endif

        /// <summary>How characters above U+007F are written.</summary>
        internal readonly NonAscii NonAscii;

        /// <summary>Not 0 for each code unit that is escaped or a surrogate; null if all above U+007F are escaped.</summary>
        internal readonly byte[] Stops;

        /// <summary>The text instead of ill-formed input, if the policy replaces it.</summary>
        internal readonly byte[] Replacement;

        /// <summary>For each byte its two hexadecimal digits, in their order in memory.</summary>
        internal readonly ushort[] HexPairs;

        /// <summary>Whether escapes have the form of Ion.</summary>
        internal readonly bool Ion;

        internal readonly Profile Profile;
        internal readonly IllFormed Policy;
        internal readonly IllFormedUtf16 PolicyUtf16;

        /// <summary>The most bytes that one byte of UTF-8 can become.</summary>
        internal readonly int PerByte;

        /// <summary>The most bytes that one code unit can become.</summary>
        internal readonly int PerUnit;

        /// <summary>The rules of the native library, for UTF-8 and UTF-16; null until first needed.</summary>
        internal void* NativeUtf8;
        internal void* NativeUtf16;

        private static readonly ushort[] LowerPairs = MakeHexPairs("0123456789abcdef");
        private static readonly ushort[] UpperPairs = MakeHexPairs("0123456789ABCDEF");

        /// <exception cref="StringMillException">
        /// <see cref="ErrorCode.PolicyUnsupported"/>: the policy writes lone surrogate escapes, and readers of the profile refuse
        /// them.
        /// </exception>
        internal JsonRules(Profile profile, IllFormed policy, IllFormedUtf16 policyUtf16)
        {
            if (policyUtf16 == IllFormedUtf16.Escape && profile.RefusesSurrogates)
            {
                throw new StringMillException(ErrorCode.PolicyUnsupported, 0);
            }
            Profile = profile;
            Policy = policy;
            PolicyUtf16 = policyUtf16;
            Ion = profile.Form == EscapeForm.Ion;
            HexPairs = profile.UpperHex ? UpperPairs : LowerPairs;
            int longestEscape = 1;
            for (int ascii = 0; ascii < 128; ascii++)
            {
                longestEscape = Math.Max(longestEscape, SetEscape(ascii, profile.AsciiEscape((char)ascii)));
            }
            Set = WhichSet();
#if NET8_0_OR_GREATER
            if (PlainVectors.IsUsable)
            {
                PlainBits = PlainVectors.AsciiBits(ascii => NeedsEscape[ascii] == 0);
                HasPlainBits = NeedsEscape[0] != 0;
            }
#endif
            CodePointRange[] ranges = profile.Ranges;
            NonAscii = HowNonAscii(ranges);
            Stops = NonAscii == NonAscii.Escaped ? null : MakeStops(ranges);
            Replacement = MakeReplacement();
            bool replaces = policy == IllFormed.Replace;
            PerByte = Math.Max(longestEscape, Math.Max(NonAscii == NonAscii.Copied ? 1 : 3, replaces ? Replacement.Length : 1));
            // An escape of one code unit is six bytes in every form; the ten bytes above U+FFFF stand for two units.
            PerUnit = Math.Max(longestEscape, NonAscii == NonAscii.Copied && policyUtf16 == IllFormedUtf16.Reject ? 3 : 6);
        }

        // These three serve code that is compiled against another Span than this library, and so cannot use JsonEncoder.

        /// <summary>Returns the rules of an encoder.</summary>
        internal static JsonRules Of(JsonEncoder encoder) => encoder.Rules;

        /// <summary>Returns an encoder of a profile.</summary>
        internal static JsonEncoder EncoderOf(Profile profile) => JsonEncoder.Of(profile);

        /// <summary>Escapes a text.</summary>
        internal static string Escape(JsonEncoder encoder, string text) => encoder.EscapeToString(text);

        ~JsonRules()
        {
            NativeKernels.Free(this);
        }

        private static ushort[] MakeHexPairs(string digits)
        {
            ushort[] pairs = new ushort[256];
            fixed (ushort* start = pairs)
            {
                byte* bytes = (byte*)start;
                for (int value = 0; value < 256; value++)
                {
                    bytes[2 * value] = (byte)digits[value >> 4];
                    bytes[2 * value + 1] = (byte)digits[value & 15];
                }
            }
            return pairs;
        }

        private int SetEscape(int ascii, string text)
        {
            byte[] bytes = Encoding.ASCII.GetBytes(text ?? ((char)ascii).ToString());
            Buffer.BlockCopy(bytes, 0, Escapes, ascii * EscapeLen, bytes.Length);
            Escapes[ascii * EscapeLen + 7] = (byte)bytes.Length;
            NeedsEscape[ascii] = (byte)(text == null ? 0 : 1);
            return bytes.Length;
        }

        private AsciiSet WhichSet()
        {
            if (!BitConverter.IsLittleEndian)
            {
                // The leaf for words takes the first of four code units for the lowest.
                return AsciiSet.Other;
            }
            return IsSet("\"\\") ? AsciiSet.Json : IsSet("\"\\\u007f") ? AsciiSet.JsonAndDelete
                : IsSet("\"\\\u007f&'+<>`") ? AsciiSet.DotNet : AsciiSet.Other;
        }

        // Whether controls below U+0020 and these characters are escaped, and no other ASCII.
        private bool IsSet(string others)
        {
            for (int ascii = 0; ascii < 128; ascii++)
            {
                if (NeedsEscape[ascii] != 0 != (ascii < 0x20 || others.IndexOf((char)ascii) >= 0))
                {
                    return false;
                }
            }
            return true;
        }

        private NonAscii HowNonAscii(CodePointRange[] ranges)
        {
            if (ranges.Length == 0)
            {
                return NonAscii.Copied;
            }
            bool all = ranges.Length == 1 && ranges[0].First == 0x80 && ranges[0].Last == 0x10FFFF;
            return all && !Ion ? NonAscii.Escaped : NonAscii.Ranges;
        }

        private byte[] MakeStops(CodePointRange[] ranges)
        {
            byte[] stops = new byte[0x10000];
            NeedsEscape.CopyTo(stops, 0);
            Add(stops, 0xD800, 0xDFFF);
            foreach (CodePointRange range in ranges)
            {
                Add(stops, range.First, Math.Min(range.Last, 0xFFFF));
            }
            return stops;
        }

        private static void Add(byte[] stops, int first, int last)
        {
            for (int unit = first; unit <= last; unit++)
            {
                stops[unit] = 1;
            }
        }

        private byte[] MakeReplacement()
        {
            byte[] room = new byte[8];
            fixed (byte* start = room)
            {
                byte* end = Profile.EscapesReplacement
                    ? PureKernels.PutEscape(this, 0xFFFD, start, start + 8)
                    : PureKernels.PutCodePoint(this, 0xFFFD, start, start + 8);
                Array.Resize(ref room, (int)(end - start));
            }
            return room;
        }

        /// <summary>Names the profile and the policies.</summary>
        public override string ToString() => Profile + ", " + Policy + ", " + PolicyUtf16;

        /// <summary>Whether a code point above U+007F is escaped.</summary>
        internal bool IsEscaped(int code)
        {
            if (NonAscii != NonAscii.Ranges)
            {
                return NonAscii == NonAscii.Escaped;
            }
            return code <= 0xFFFF ? Stops[code] != 0 : Profile.EscapesNonAscii(code);
        }
    }
}
