using System;
#if INTRINSICS
using System.Runtime.Intrinsics;
#endif
using System.Text;

namespace StringMill
{
    /// <summary>How what is above U+007F is written.</summary>
    internal enum NonAscii
    {
        /// <summary>All of it as it is.</summary>
        Plain,

        /// <summary>All of it as <c>\uXXXX</c>, in pairs above U+FFFF.</summary>
        Escaped,

        /// <summary>As the ranges of the profile say.</summary>
        Ranges,
    }

    /// <summary>Which ASCII characters are escaped, where that is a set that many profiles share.</summary>
    internal enum AsciiSet
    {
        /// <summary>Any other set.</summary>
        Other,

        /// <summary>Controls below U+0020, the quote and the backslash.</summary>
        Json,

        /// <summary>These and DEL.</summary>
        JsonAndDelete,

        /// <summary>These too, and <c>&amp; ' + &lt; &gt;</c> and the backtick.</summary>
        DotNet,
    }

    /// <summary>
    /// A profile and policies made ready for kernels: flat tables, made once and never changed. Any number of threads
    /// may use the same ones.
    /// </summary>
    internal sealed unsafe class JsonRules
    {
        /// <summary>Bytes of an entry of <see cref="Escapes"/>: seven of text, one of length.</summary>
        internal const int EscapeLen = 8;

        /// <summary>
        /// For each ASCII byte what is written for it: up to seven bytes, and in the eighth how many they are. So an
        /// escape is written by one store of eight bytes, whatever the byte order of the machine.
        /// </summary>
        internal readonly byte[] Escapes = new byte[128 * EscapeLen];

        /// <summary>For each ASCII byte 0 where it stands for itself, else 1.</summary>
        internal readonly byte[] Special = new byte[128];

        /// <summary>Which ASCII characters are escaped.</summary>
        internal readonly AsciiSet Set;

#if INTRINSICS
        /// <summary>
        /// Whether <see cref="PlainAvx2"/> can tell what stands for itself: what is above U+7FFF looks like U+0000 when it is
        /// narrowed, so that must not.
        /// </summary>
        internal readonly bool HasPlainBits;

        /// <summary>Of ASCII that stands for itself: see <see cref="PlainAvx2.AsciiBits"/>.</summary>
        internal readonly Vector128<byte> PlainBits;

        /// <summary>The same of ASCII that becomes two bytes.</summary>
        internal readonly Vector128<byte> TwoBits;

        /// <summary>See <see cref="PlainAvx2.HighBits"/>.</summary>
        internal readonly Vector128<byte> HighBits;

        /// <summary>Whether <see cref="PlainAvx2.EscapedLen"/> can count what is escaped.</summary>
        internal readonly bool IsCounted;
#endif

        /// <summary>What is above U+007F.</summary>
        internal readonly NonAscii Above;

        /// <summary>
        /// A bit for each code unit that is escaped, or half of a pair; from <see cref="StopPages"/> on one for each 256 in
        /// a row of which some have one. Null where all above U+007F are escaped.
        /// </summary>
        internal readonly uint[] Stops;

        internal const int StopPages = 0x10000 / 32;

        /// <summary>What stands for ill-formed input, where the policy replaces it.</summary>
        internal readonly byte[] Replacement;

        /// <summary>For each byte its two hexadecimal digits, as they stand in memory.</summary>
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

        /// <summary>
        /// The rules as the native library has them, for UTF-8 and UTF-16; null until they are first needed.
        /// </summary>
        internal void* NativeUtf8;
        internal void* NativeUtf16;

        private static readonly ushort[] LowerPairs = MakeHexPairs("0123456789abcdef");
        private static readonly ushort[] UpperPairs = MakeHexPairs("0123456789ABCDEF");

        /// <exception cref="StringMillException">
        /// <see cref="ErrorCode.PolicyUnsupported"/>: lone surrogate escapes are asked for where readers refuse them.
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
            int longest = 1;
            for (int ascii = 0; ascii < 128; ascii++)
            {
                longest = Math.Max(longest, SetEscape(ascii, profile.AsciiEscape((char)ascii)));
            }
            Set = WhichSet();
#if INTRINSICS
            if (PlainAvx2.IsUsable)
            {
                PlainBits = PlainAvx2.AsciiBits(ascii => Special[ascii] == 0);
                TwoBits = PlainAvx2.AsciiBits(ascii => LenOf(ascii) == 2);
                HighBits = PlainAvx2.HighBits();
                HasPlainBits = Special[0] != 0;
            }
#endif
            CodePointRange[] ranges = profile.Ranges;
            Above = HowAbove(ranges);
#if INTRINSICS
            IsCounted = CanBeCounted();
#endif
            if (Above != NonAscii.Escaped)
            {
                Stops = MakeStops(ranges);
            }
            Replacement = MakeReplacement();
            bool replaces = policy == IllFormed.Replace;
            PerByte = Math.Max(longest, Math.Max(Above == NonAscii.Plain ? 1 : 3, replaces ? Replacement.Length : 1));
            // An escape of one code unit is six bytes in every form; the ten bytes above U+FFFF stand for two units.
            PerUnit = Math.Max(longest, Above == NonAscii.Plain && policyUtf16 == IllFormedUtf16.Reject ? 3 : 6);
        }

        /// <summary>
        /// The rules of an encoder. Code that is compiled against another <c>Span</c> than this library cannot look
        /// into <see cref="JsonEncoder"/> itself.
        /// </summary>
        internal static JsonRules Of(JsonEncoder encoder)
        {
            return encoder.Rules;
        }

        /// <summary>An encoder of a profile, for the same.</summary>
        internal static JsonEncoder EncoderOf(Profile profile)
        {
            return JsonEncoder.Of(profile);
        }

        /// <summary>What an encoder makes of a text, for the same.</summary>
        internal static string Escape(JsonEncoder encoder, string text)
        {
            return encoder.EscapeToString(text);
        }

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
            Special[ascii] = (byte)(text == null ? 0 : 1);
            return bytes.Length;
        }

#if INTRINSICS
        private int LenOf(int ascii)
        {
            return Escapes[ascii * EscapeLen + EscapeLen - 1];
        }

        // What looks like U+0000 when it is narrowed must become as long.
        private bool CanBeCounted()
        {
            bool isCounted = HasPlainBits && Above == NonAscii.Escaped && LenOf(0) == 6;
            for (int ascii = 0; ascii < 128 && isCounted; ascii++)
            {
                int len = LenOf(ascii);
                isCounted = Special[ascii] == 0 || len == 2 || len == 6;
            }
            return isCounted;
        }
#endif

        private AsciiSet WhichSet()
        {
            if (!BitConverter.IsLittleEndian)
            {
                // Kernels that know the sets take four code units for a number whose first one is the lowest.
                return AsciiSet.Other;
            }
            return IsSet("\"\\") ? AsciiSet.Json : IsSet("\"\\\u007f") ? AsciiSet.JsonAndDelete
                : IsSet("\"\\\u007f&'+<>`") ? AsciiSet.DotNet : AsciiSet.Other;
        }

        /// <summary>Whether controls below U+0020 and these characters are escaped, and no other ASCII.</summary>
        private bool IsSet(string others)
        {
            for (int ascii = 0; ascii < 128; ascii++)
            {
                if (Special[ascii] != 0 != (ascii < 0x20 || others.IndexOf((char)ascii) >= 0))
                {
                    return false;
                }
            }
            return true;
        }

        private NonAscii HowAbove(CodePointRange[] ranges)
        {
            if (ranges.Length == 0)
            {
                return NonAscii.Plain;
            }
            bool all = ranges.Length == 1 && ranges[0].First == 0x80 && ranges[0].Last == 0x10FFFF;
            return all && !Ion ? NonAscii.Escaped : NonAscii.Ranges;
        }

        private uint[] MakeStops(CodePointRange[] ranges)
        {
            uint[] bits = new uint[StopPages + 0x100 / 32];
            for (int ascii = 0; ascii < 128; ascii++)
            {
                bits[ascii >> 5] |= (uint)Special[ascii] << (ascii & 31);
            }
            Add(bits, 0xD800, 0xDFFF);
            foreach (CodePointRange range in ranges)
            {
                Add(bits, range.First, Math.Min(range.Last, 0xFFFF));
            }
            for (int word = 0; word < StopPages; word++)
            {
                if (bits[word] != 0)
                {
                    int page = word * 32 >> 8;
                    bits[StopPages + (page >> 5)] |= 1u << (page & 31);
                }
            }
            return bits;
        }

        private static void Add(uint[] bits, int first, int last)
        {
            for (int unit = first; unit <= last; unit++)
            {
                bits[unit >> 5] |= 1u << (unit & 31);
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

        /// <summary>The profile and the policies.</summary>
        public override string ToString()
        {
            return Profile + ", " + Policy + ", " + PolicyUtf16;
        }

        /// <summary>Whether a code point above U+007F is escaped.</summary>
        internal bool Escaped(int code)
        {
            if (Above != NonAscii.Ranges)
            {
                return Above == NonAscii.Escaped;
            }
            return code <= 0xFFFF ? (Stops[code >> 5] >> (code & 31) & 1) != 0 : Profile.EscapesNonAscii(code);
        }
    }
}
