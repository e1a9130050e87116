using System;
using System.Buffers;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Text.Encodings.Web;
using System.Text.Unicode;

namespace StringMill
{
    /// <summary>
    /// A <see cref="JsonEncoder"/> instead of the encoder of System.Text.Json: with the same bytes, or by rules that
    /// System.Text.Json lacks. Never changes; any number of threads can share one.
    /// </summary>
    /// <example>
    /// <code>
    /// new JsonSerializerOptions { Encoder = StringMillEncoder.Json }    // emoji and all letters stay readable
    /// </code>
    /// </example>
    public sealed unsafe class StringMillEncoder : JavaScriptEncoder
    {
        /// <summary>A pair has two units, each of which can become an escape of six characters.</summary>
        private const int MaxPerScalar = 12;

        private readonly JsonEncoder encoder;
        private readonly JsonRules rules;

        /// <summary>An encoder with the rules of another.</summary>
        /// <param name="encoder">Its policies for ill-formed input are ignored: System.Text.Json replaces it.</param>
        public StringMillEncoder(JsonEncoder encoder)
            : this(JsonRules.Of(encoder ?? throw new ArgumentNullException(nameof(encoder))).Profile)
        {
        }

        private StringMillEncoder(Profile profile)
        {
            encoder = JsonRules.EncoderOf(profile);
            rules = JsonRules.Of(encoder);
        }

        /// <summary>Escapes only the characters that RFC 8259 demands: all letters, and emoji too, stay readable.</summary>
        public static StringMillEncoder Json { get; } = Of("json");

        /// <summary>As <see cref="JavaScriptEncoder.Default"/>.</summary>
        public static StringMillEncoder DotNet { get; } = Of("dotnet");

        // The next members hide static ones of JavaScriptEncoder, which this class inherits and which return other encoders.

        /// <summary>As <see cref="DotNet"/>.</summary>
        public static new StringMillEncoder Default => DotNet;

        /// <summary>
        /// As <see cref="JavaScriptEncoder.UnsafeRelaxedJsonEscaping"/> of the version of System.Text.Encodings.Web that is loaded.
        /// </summary>
        public static new StringMillEncoder UnsafeRelaxedJsonEscaping => relaxed ?? (relaxed = Relaxed(LoadedTable));

        /// <summary>
        /// As <see cref="JavaScriptEncoder.Create(TextEncoderSettings)"/> of the version of System.Text.Encodings.Web that is loaded.
        /// </summary>
        /// <param name="settings">The characters that can be allowed.</param>
        /// <returns>The encoder.</returns>
        public static new StringMillEncoder Create(TextEncoderSettings settings)
        {
            if (settings == null)
            {
                throw new ArgumentNullException(nameof(settings));
            }
            List<CodePointRange> ranges = new List<CodePointRange>();
            foreach (int code in settings.GetAllowedCodePoints())
            {
                int last = ranges.Count - 1;
                bool isNext = last >= 0 && ranges[last].Last + 1 == code;
                int first = isNext ? ranges[last].First : code;
                if (isNext)
                {
                    ranges.RemoveAt(last);
                }
                ranges.Add(new CodePointRange(first, code));
            }
            return Create(LoadedTable, ranges.ToArray());
        }

        /// <summary>
        /// As <see cref="JavaScriptEncoder.Create(UnicodeRange[])"/> of the version of System.Text.Encodings.Web that is loaded.
        /// </summary>
        /// <param name="allowedRanges">The characters that can be allowed.</param>
        /// <returns>The encoder.</returns>
        public static new StringMillEncoder Create(params UnicodeRange[] allowedRanges)
        {
            return Create(new TextEncoderSettings(allowedRanges));
        }

        private static StringMillEncoder relaxed;
        private static EncoderTable loadedTable;

        // Made once: the encoder is called for each character.
        private static EncoderTable LoadedTable => loadedTable
            ?? (loadedTable = ReadTable(JavaScriptEncoder.Create(UnicodeRanges.All)));

        /// <summary>An encoder of a profile of the library.</summary>
        /// <param name="profile">Such as <c>json</c> or <c>newtonsoft</c>; see <see cref="Profile.Of"/>.</param>
        /// <returns>The encoder.</returns>
        /// <exception cref="StringMillException">
        /// <see cref="ErrorCode.ProfileUnknown"/>, <see cref="ErrorCode.ProfileOptionUnknown"/>.
        /// </exception>
        public static StringMillEncoder Of(string profile)
        {
            return new StringMillEncoder(Profile.Of(profile ?? throw new ArgumentNullException(nameof(profile))));
        }

        /// <summary>As <see cref="JsonEncoder.Relaxed"/>.</summary>
        /// <param name="table">The characters that can be allowed.</param>
        /// <returns>The encoder.</returns>
        public static StringMillEncoder Relaxed(EncoderTable table)
        {
            return new StringMillEncoder((table ?? throw new ArgumentNullException(nameof(table))).RelaxedProfile());
        }

        /// <summary>As <see cref="JsonEncoder.Create(EncoderTable, CodePointRange[])"/>.</summary>
        /// <param name="table">The characters that can be allowed.</param>
        /// <param name="allowed">Ranges, ASCII or not.</param>
        /// <returns>The encoder.</returns>
        public static StringMillEncoder Create(EncoderTable table, params CodePointRange[] allowed)
        {
            return new StringMillEncoder((table ?? throw new ArgumentNullException(nameof(table))).CreateProfile(allowed));
        }

        /// <summary>
        /// Returns the table of an encoder, which is called for every character of the BMP: the same bytes as in its version.
        /// </summary>
        /// <param name="encoder">Preferably one that was created with all ranges.</param>
        /// <returns>The table, for <see cref="JsonEncoder.Create(EncoderTable, CodePointRange[])"/>.</returns>
        public static EncoderTable ReadTable(JavaScriptEncoder encoder)
        {
            // Until .NET 8 a replacement was written as it is wherever the character itself was.
            bool escapesReplacement = (encoder ?? throw new ArgumentNullException(nameof(encoder))).Encode("\ud800").Length == 6;
            return EncoderTable.From("read", unit => !encoder.WillEncode(unit), escapesReplacement);
        }

        /// <summary>The most characters that a scalar value can become.</summary>
        public override int MaxOutputCharactersPerInputCharacter => MaxPerScalar;

        /// <summary>Whether a scalar value is escaped.</summary>
        /// <param name="unicodeScalar">U+0000 to U+10FFFF.</param>
        /// <returns>Whether it is.</returns>
        public override bool WillEncode(int unicodeScalar)
        {
            return unicodeScalar < 0x80 ? rules.NeedsEscape[unicodeScalar] != 0 : rules.IsEscaped(unicodeScalar);
        }

        /// <summary>Returns the index of the first character that is escaped, or half a pair.</summary>
        /// <param name="text">UTF-16.</param>
        /// <param name="textLength">Its code units.</param>
        /// <returns>An index, or -1.</returns>
        public override int FindFirstCharacterToEncode(char* text, int textLength)
        {
            int plain = KernelDriver.PlainPrefixUtf16(rules, text, textLength);
            return plain == textLength ? -1 : plain;
        }

        /// <summary>Returns the index of the first byte that is escaped or ill-formed.</summary>
        /// <param name="utf8Text">UTF-8.</param>
        /// <returns>An index, or -1.</returns>
        public override int FindFirstCharacterToEncodeUtf8(ReadOnlySpan<byte> utf8Text)
        {
            fixed (byte* src = &MemoryMarshal.GetReference(utf8Text))
            {
                int plain = PureKernels.PlainPrefixUtf8(rules, src, utf8Text.Length);
                return plain == utf8Text.Length ? -1 : plain;
            }
        }

        /// <summary>Escapes a text.</summary>
        /// <param name="value">Any text.</param>
        /// <returns>As <see cref="JsonEncoder.EscapeToString"/>.</returns>
        public override string Encode(string value)
        {
            return JsonRules.Escape(encoder, value);
        }

        /// <summary>Escapes a text into a span.</summary>
        /// <param name="source">UTF-16.</param>
        /// <param name="destination">Takes the output.</param>
        /// <param name="charsConsumed">The number of code units done.</param>
        /// <param name="charsWritten">The number written; the room after them can be overwritten.</param>
        /// <param name="isFinalBlock">False if more of the same text follows: half a pair at the end then waits.</param>
        /// <returns>Done; DestinationTooSmall and NeedMoreData: call again with the rest.</returns>
        public override OperationStatus Encode(ReadOnlySpan<char> source, Span<char> destination, out int charsConsumed,
            out int charsWritten, bool isFinalBlock = true)
        {
            fixed (char* src = &MemoryMarshal.GetReference(source))
            fixed (char* dst = &MemoryMarshal.GetReference(destination))
            {
                KernelDriver.EscapeToUtf16(rules, src, source.Length, dst, destination.Length, !isFinalBlock, out charsConsumed,
                    out charsWritten);
                if (charsConsumed == source.Length)
                {
                    return OperationStatus.Done;
                }
                bool waits = !isFinalBlock && source.Length - charsConsumed == 1 && char.IsHighSurrogate(src[charsConsumed]);
                return waits ? OperationStatus.NeedMoreData : OperationStatus.DestinationTooSmall;
            }
        }

        /// <summary>Escapes UTF-8 into a span.</summary>
        /// <param name="utf8Source">Any bytes.</param>
        /// <param name="utf8Destination">Takes the output.</param>
        /// <param name="bytesConsumed">The number of bytes done.</param>
        /// <param name="bytesWritten">The number written; the room after them can be overwritten.</param>
        /// <param name="isFinalBlock">False if more of the same text follows: a sequence that is cut then waits.</param>
        /// <returns>Done; DestinationTooSmall and NeedMoreData: call again with the rest.</returns>
        public override OperationStatus EncodeUtf8(ReadOnlySpan<byte> utf8Source, Span<byte> utf8Destination,
            out int bytesConsumed, out int bytesWritten, bool isFinalBlock = true)
        {
            fixed (byte* src = &MemoryMarshal.GetReference(utf8Source))
            fixed (byte* dst = &MemoryMarshal.GetReference(utf8Destination))
            {
                KernelDriver.EscapeUtf8(rules, src, utf8Source.Length, dst, utf8Destination.Length, !isFinalBlock,
                    out bytesConsumed, out bytesWritten);
                if (bytesConsumed == utf8Source.Length)
                {
                    return OperationStatus.Done;
                }
                bool waits = !isFinalBlock && Utf8Unit.IsCut(src + bytesConsumed, src + utf8Source.Length);
                return waits ? OperationStatus.NeedMoreData : OperationStatus.DestinationTooSmall;
            }
        }

        /// <summary>Writes the escape of a scalar value.</summary>
        /// <param name="unicodeScalar">U+0000 to U+10FFFF.</param>
        /// <param name="buffer">Takes the characters.</param>
        /// <param name="bufferLength">Room, in characters.</param>
        /// <param name="numberOfCharactersWritten">The number written; 0 if there is no room.</param>
        /// <returns>Whether they had room.</returns>
        public override bool TryEncodeUnicodeScalar(int unicodeScalar, char* buffer, int bufferLength,
            out int numberOfCharactersWritten)
        {
            // A lone surrogate comes as U+FFFD, which can be an escape even if the character itself is not.
            bool replaced = unicodeScalar == 0xFFFD && rules.Profile.EscapesReplacement;
            if (!replaced && !WillEncode(unicodeScalar))
            {
                return TryCopyScalar(unicodeScalar, buffer, bufferLength, out numberOfCharactersWritten);
            }
            byte* bytes = stackalloc byte[MaxPerScalar];
            int len = PureKernels.PutEscaped(rules, unicodeScalar, bytes, MaxPerScalar);
            numberOfCharactersWritten = len > bufferLength ? 0 : len;
            for (int i = 0; i < numberOfCharactersWritten; i++)
            {
                buffer[i] = (char)bytes[i];
            }
            return numberOfCharactersWritten > 0;
        }

        private static bool TryCopyScalar(int scalar, char* buffer, int len, out int written)
        {
            bool pair = scalar > 0xFFFF;
            written = 0;
            if (len < (pair ? 2 : 1))
            {
                return false;
            }
            buffer[0] = (char)(pair ? 0xD7C0 + (scalar >> 10) : scalar);
            if (pair)
            {
                buffer[1] = (char)(0xDC00 | scalar & 0x3FF);
            }
            written = pair ? 2 : 1;
            return true;
        }
    }
}
