using System;
using System.Buffers;
using System.Runtime.InteropServices;
using System.Text;

namespace StringMill
{
    /// <summary>
    /// Writes text as the inside of JSON strings: a profile of escaping rules, and what becomes of ill-formed input.
    /// Never changes; any number of threads may use the same one. Making one costs some microseconds, so keep it. The
    /// quotes around a string are the caller's.
    /// </summary>
    /// <example>
    /// <code>
    /// byte[] bytes = JsonEncoder.DotNet.Escape("1 &lt; 2");             // 1 \u003C 2
    /// JsonEncoder cyrillic = JsonEncoder.Create(new CodePointRange(0x0400, 0x04FF));
    /// </code>
    /// </example>
    public sealed unsafe class JsonEncoder
    {
        /// <summary>Texts up to this many units are escaped on the stack.</summary>
        private const int ShortLen = 64;

        /// <summary>So much is rented at once, however little it may turn out to be.</summary>
        private const int RentedLen = 1 << 16;

        /// <summary>Room for which every call makes progress, whatever the rules.</summary>
        private const int UnitMax = 84;

        /// <summary>
        /// As <c>JavaScriptEncoder.Default</c> of System.Text.Json: all that HTML could take amiss and all above U+007F
        /// is escaped. The same in every version of .NET.
        /// </summary>
        public static JsonEncoder DotNet => DotNetOf.One;

        /// <summary>As <c>JavaScriptEncoder.UnsafeRelaxedJsonEscaping</c> of .NET 8.0 and 9.0.</summary>
        public static JsonEncoder DotNetRelaxed => DotNetRelaxedOf.One;

        /// <summary>As Newtonsoft.Json with default settings.</summary>
        public static JsonEncoder Newtonsoft => NewtonsoftOf.One;

        /// <summary>What RFC 8259 demands to escape and no more: all letters, and emoji too, stay readable.</summary>
        public static JsonEncoder Json => JsonOf.One;

        // Each in a class of its own, so that nobody pays for the table of one that is never used.
        private static class DotNetOf
        {
            internal static readonly JsonEncoder One = Of("dotnet");
        }

        private static class DotNetRelaxedOf
        {
            internal static readonly JsonEncoder One = Of("dotnet-relaxed");
        }

        private static class NewtonsoftOf
        {
            internal static readonly JsonEncoder One = Of("newtonsoft");
        }

        private static class JsonOf
        {
            internal static readonly JsonEncoder One = Of("json");
        }

        private readonly JsonRules rules;

        private JsonEncoder(JsonRules rules)
        {
            this.rules = rules;
        }

        /// <summary>An encoder of a profile of the library; ill-formed input is replaced, as .NET does.</summary>
        /// <param name="profile">
        /// Such as <c>json</c>, <c>dotnet</c> or <c>newtonsoft:escape-html</c>; see <see cref="Profile.Of"/>.
        /// </param>
        /// <returns>The encoder.</returns>
        /// <exception cref="StringMillException">
        /// <see cref="ErrorCode.ProfileUnknown"/>, <see cref="ErrorCode.ProfileOptionUnknown"/>.
        /// </exception>
        public static JsonEncoder Of(string profile)
        {
            return Of(Profile.Of(profile));
        }

        /// <summary>An encoder of any profile; ill-formed input is replaced, as .NET does.</summary>
        /// <param name="profile">What is escaped, and how.</param>
        /// <returns>The encoder.</returns>
        public static JsonEncoder Of(Profile profile)
        {
            return new JsonEncoder(new JsonRules(profile, IllFormed.Replace, IllFormedUtf16.Replace));
        }

        /// <summary>
        /// As <c>JavaScriptEncoder.Create</c> of .NET 8.0 and 9.0: characters of these ranges as they are, but for
        /// those that <see cref="EncoderTable"/> never allows and those that HTML could take amiss.
        /// </summary>
        /// <param name="allowed">Ranges, ASCII or not.</param>
        /// <returns>The encoder.</returns>
        public static JsonEncoder Create(params CodePointRange[] allowed)
        {
            return Create(EncoderTable.Of("9.0"), allowed);
        }

        /// <summary>As <c>JavaScriptEncoder.Create</c> with the table of one version of .NET.</summary>
        /// <param name="table">The characters that may pass at all.</param>
        /// <param name="allowed">Ranges, ASCII or not.</param>
        /// <returns>The encoder.</returns>
        public static JsonEncoder Create(EncoderTable table, params CodePointRange[] allowed)
        {
            return Of(table.Created(allowed));
        }

        /// <summary>
        /// As <c>JavaScriptEncoder.UnsafeRelaxedJsonEscaping</c> with the table of one version of .NET.
        /// </summary>
        /// <param name="table">The characters that may pass at all.</param>
        /// <returns>The encoder.</returns>
        public static JsonEncoder Relaxed(EncoderTable table)
        {
            return Of(table.Relaxed());
        }

        /// <summary>The same profile with other policies for ill-formed input.</summary>
        /// <param name="utf8">For sources of UTF-8.</param>
        /// <param name="utf16">For sources of UTF-16.</param>
        /// <returns>Another encoder.</returns>
        /// <exception cref="StringMillException">
        /// <see cref="ErrorCode.PolicyUnsupported"/>: <see cref="IllFormedUtf16.Escape"/> where readers of the profile
        /// refuse lone surrogates.
        /// </exception>
        public JsonEncoder OnIllFormed(IllFormed utf8, IllFormedUtf16 utf16)
        {
            return new JsonEncoder(new JsonRules(rules.Profile, utf8, utf16));
        }

        /// <summary>What is escaped, and how.</summary>
        public Profile Profile => rules.Profile;

        /// <summary>What becomes of bytes that are not well-formed UTF-8.</summary>
        public IllFormed IllFormed => rules.Policy;

        /// <summary>What becomes of surrogates that are half of no pair.</summary>
        public IllFormedUtf16 IllFormedUtf16 => rules.PolicyUtf16;

        /// <summary>Which kernels run in this process, and why not others, in one line.</summary>
        public static string Kernels => StringMill.Kernels.Says;

        /// <summary>The rules, for kernels.</summary>
        internal JsonRules Rules => rules;

        /// <summary>The most bytes that so many UTF-16 code units can become.</summary>
        /// <param name="units">A length.</param>
        /// <returns>A bound, which is more than an array can hold for long texts.</returns>
        public long MaxEscapedLen(int units)
        {
            return (long)units * rules.PerUnit;
        }

        /// <summary>The most bytes that so many bytes of UTF-8 can become.</summary>
        /// <param name="bytes">A length.</param>
        /// <returns>A bound, which is more than an array can hold for long texts.</returns>
        public long MaxEscapedUtf8Len(int bytes)
        {
            return (long)bytes * rules.PerByte;
        }

        /// <summary>Escapes a text into a new array.</summary>
        /// <param name="text">Any text.</param>
        /// <returns>UTF-8, without quotes.</returns>
        /// <exception cref="StringMillException">
        /// <see cref="ErrorCode.Utf16SurrogateLone"/>, under <see cref="IllFormedUtf16.Reject"/>.
        /// </exception>
        public byte[] Escape(string text)
        {
            if (text == null)
            {
                throw new ArgumentNullException(nameof(text));
            }
            fixed (char* src = text)
            {
                return ToArray(src, null, text.Length);
            }
        }

        /// <summary>Escapes a text into a new array.</summary>
        /// <param name="text">Any UTF-16.</param>
        /// <returns>UTF-8, without quotes.</returns>
        /// <exception cref="StringMillException">
        /// <see cref="ErrorCode.Utf16SurrogateLone"/>, under <see cref="IllFormedUtf16.Reject"/>.
        /// </exception>
        public byte[] Escape(ReadOnlySpan<char> text)
        {
            fixed (char* src = &MemoryMarshal.GetReference(text))
            {
                return ToArray(src, null, text.Length);
            }
        }

        /// <summary>Escapes UTF-8 into a new array.</summary>
        /// <param name="utf8">Any bytes.</param>
        /// <returns>UTF-8, without quotes.</returns>
        /// <exception cref="StringMillException">
        /// The first ill-formed piece, under <see cref="IllFormed.Reject"/>.
        /// </exception>
        public byte[] EscapeUtf8(ReadOnlySpan<byte> utf8)
        {
            fixed (byte* src = &MemoryMarshal.GetReference(utf8))
            {
                return ToArray(null, src, utf8.Length);
            }
        }

        /// <summary>Escapes a text into a string.</summary>
        /// <param name="text">Any text.</param>
        /// <returns>
        /// The inside of a JSON string; where nothing in it is escaped the text itself, or, of a long one where Mono interprets,
        /// perhaps an equal one.
        /// </returns>
        /// <exception cref="StringMillException">
        /// <see cref="ErrorCode.Utf16SurrogateLone"/>, under <see cref="IllFormedUtf16.Reject"/>.
        /// </exception>
        public string EscapeToString(string text)
        {
            if (text == null)
            {
                throw new ArgumentNullException(nameof(text));
            }
            fixed (char* src = text)
            {
                if (StringMill.Kernels.IsPlainUtf16(rules, src, text.Length))
                {
                    return text;
                }
                int filled;
                byte[] room = Fill(src, null, text.Length, out filled);
                fixed (byte* escaped = room)
                {
                    string result = JsonReaderText.MakeString(escaped, filled, false);
                    GiveBack(room);
                    return result;
                }
            }
        }

        /// <summary>Escapes a text into an array that is there.</summary>
        /// <param name="text">Any text.</param>
        /// <param name="destination">Takes the output.</param>
        /// <param name="offset">Where in it the output begins.</param>
        /// <returns>
        /// How many bytes were written; -1 where they have no room. Bytes behind them may be overwritten.
        /// </returns>
        /// <exception cref="ArgumentOutOfRangeException">The offset is not in the array.</exception>
        /// <exception cref="StringMillException">
        /// <see cref="ErrorCode.Utf16SurrogateLone"/>, under <see cref="IllFormedUtf16.Reject"/>.
        /// </exception>
        public int Escape(string text, byte[] destination, int offset)
        {
            if (text == null)
            {
                throw new ArgumentNullException(nameof(text));
            }
            if (offset < 0 || offset > destination.Length)
            {
                throw new ArgumentOutOfRangeException(nameof(offset));
            }
            int read;
            int written;
            int error;
            fixed (char* src = text)
            fixed (byte* dst = destination)
            {
                error = StringMill.Kernels.EscapeUtf16(rules, src, text.Length, dst + offset,
                    destination.Length - offset, false, out read, out written);
            }
            ThrowIf(error, read);
            return read == text.Length ? written : -1;
        }

        /// <summary>Escapes a text into a span.</summary>
        /// <param name="text">Any text.</param>
        /// <param name="destination">Takes the output.</param>
        /// <param name="unitsRead">How many code units are done.</param>
        /// <param name="bytesWritten">How many bytes were written; those behind them may be overwritten.</param>
        /// <param name="isFinalBlock">
        /// False where more of the same text follows: half a pair at the end then waits.
        /// </param>
        /// <returns>
        /// Done; DestinationTooSmall and NeedMoreData: call again with what is not read; InvalidData: a surrogate at
        /// <paramref name="unitsRead"/> is refused.
        /// </returns>
        public OperationStatus Escape(ReadOnlySpan<char> text, Span<byte> destination, out int unitsRead,
            out int bytesWritten, bool isFinalBlock = true)
        {
            fixed (char* src = &MemoryMarshal.GetReference(text))
            fixed (byte* dst = &MemoryMarshal.GetReference(destination))
            {
                int error = StringMill.Kernels.EscapeUtf16(rules, src, text.Length, dst, destination.Length,
                    !isFinalBlock, out unitsRead, out bytesWritten);
                if (error == 0 && unitsRead == text.Length)
                {
                    return OperationStatus.Done;
                }
                if (error != 0)
                {
                    return OperationStatus.InvalidData;
                }
                bool waits = !isFinalBlock && text.Length - unitsRead == 1 && char.IsHighSurrogate(src[unitsRead]);
                return waits ? OperationStatus.NeedMoreData : OperationStatus.DestinationTooSmall;
            }
        }

        /// <summary>Escapes UTF-8 into a span.</summary>
        /// <param name="utf8">Any bytes.</param>
        /// <param name="destination">Takes the output.</param>
        /// <param name="bytesRead">How many bytes are done.</param>
        /// <param name="bytesWritten">How many bytes were written; those behind them may be overwritten.</param>
        /// <param name="isFinalBlock">
        /// False where more of the same text follows: a sequence that is cut then waits.
        /// </param>
        /// <returns>
        /// Done; DestinationTooSmall and NeedMoreData: call again with what is not read; InvalidData: the piece at
        /// <paramref name="bytesRead"/> is refused.
        /// </returns>
        public OperationStatus EscapeUtf8(ReadOnlySpan<byte> utf8, Span<byte> destination, out int bytesRead,
            out int bytesWritten, bool isFinalBlock = true)
        {
            fixed (byte* src = &MemoryMarshal.GetReference(utf8))
            fixed (byte* dst = &MemoryMarshal.GetReference(destination))
            {
                int error = StringMill.Kernels.EscapeUtf8(rules, src, utf8.Length, dst, destination.Length,
                    !isFinalBlock, out bytesRead, out bytesWritten);
                if (error == 0 && bytesRead == utf8.Length)
                {
                    return OperationStatus.Done;
                }
                if (error != 0)
                {
                    return OperationStatus.InvalidData;
                }
                return !isFinalBlock && Utf8Unit.IsCut(src + bytesRead, src + utf8.Length)
                    ? OperationStatus.NeedMoreData : OperationStatus.DestinationTooSmall;
            }
        }

        /// <summary>Escapes a text into a writer of buffers, in pieces where it is long.</summary>
        /// <param name="text">Any text.</param>
        /// <param name="writer">Takes the output, and is told of it.</param>
        /// <exception cref="StringMillException">
        /// <see cref="ErrorCode.Utf16SurrogateLone"/>, under <see cref="IllFormedUtf16.Reject"/>; what stands before it
        /// may have been written.
        /// </exception>
        /// <exception cref="InvalidOperationException">The writer gives too little memory for one character.</exception>
        public void Escape(ReadOnlySpan<char> text, IBufferWriter<byte> writer)
        {
            if (writer == null)
            {
                throw new ArgumentNullException(nameof(writer));
            }
            int done = 0;
            while (done < text.Length)
            {
                Span<byte> room = writer.GetSpan(Hint(text.Length - done, rules.PerUnit));
                int read;
                int written;
                if (Escape(text.Slice(done), room, out read, out written) == OperationStatus.InvalidData)
                {
                    throw new StringMillException(ErrorCode.Utf16SurrogateLone, done + read);
                }
                Advance(writer, read, written);
                done += read;
            }
        }

        /// <summary>Escapes UTF-8 into a writer of buffers, in pieces where it is long.</summary>
        /// <param name="utf8">Any bytes.</param>
        /// <param name="writer">Takes the output, and is told of it.</param>
        /// <exception cref="StringMillException">
        /// The first ill-formed piece, under <see cref="IllFormed.Reject"/>; what stands before it may have been
        /// written.
        /// </exception>
        /// <exception cref="InvalidOperationException">The writer gives too little memory for one character.</exception>
        public void EscapeUtf8(ReadOnlySpan<byte> utf8, IBufferWriter<byte> writer)
        {
            if (writer == null)
            {
                throw new ArgumentNullException(nameof(writer));
            }
            fixed (byte* src = &MemoryMarshal.GetReference(utf8))
            {
                int done = 0;
                while (done < utf8.Length)
                {
                    Span<byte> room = writer.GetSpan(Hint(utf8.Length - done, rules.PerByte));
                    int read;
                    int written;
                    int error;
                    fixed (byte* dst = &MemoryMarshal.GetReference(room))
                    {
                        error = StringMill.Kernels.EscapeUtf8(rules, src + done, utf8.Length - done, dst, room.Length,
                            false, out read, out written);
                    }
                    ThrowIf(error, done + read);
                    Advance(writer, read, written);
                    done += read;
                }
            }
        }

        // A writer that gives no room would be asked for ever.
        private static void Advance(IBufferWriter<byte> writer, int read, int written)
        {
            if (read == 0)
            {
                throw Output.TooLittle();
            }
            writer.Advance(written);
        }

        /// <summary>
        /// Room for all of a short text at its worst, and for a long one at its likely length; never less than a unit
        /// needs.
        /// </summary>
        private static int Hint(int units, int perUnit)
        {
            return Math.Max(UnitMax, units <= ShortLen ? units * perUnit : (int)Math.Min(units + units / 8L, 1 << 20));
        }

        /// <summary>How many leading code units are written as they are.</summary>
        /// <param name="text">Any UTF-16.</param>
        /// <returns>The length of the text where nothing in it is escaped or ill-formed.</returns>
        public int PlainPrefix(ReadOnlySpan<char> text)
        {
            fixed (char* src = &MemoryMarshal.GetReference(text))
            {
                return StringMill.Kernels.PlainPrefixUtf16(rules, src, text.Length);
            }
        }

        /// <summary>How many leading bytes of UTF-8 are written as they are.</summary>
        /// <param name="utf8">Any bytes.</param>
        /// <returns>The length of the text where nothing in it is escaped or ill-formed.</returns>
        public int PlainPrefixUtf8(ReadOnlySpan<byte> utf8)
        {
            fixed (byte* src = &MemoryMarshal.GetReference(utf8))
            {
                return StringMill.Kernels.PlainPrefixUtf8(rules, src, utf8.Length);
            }
        }

        // Either source, UTF-16 or UTF-8, whole.
        private byte[] ToArray(char* units, byte* bytes, int len)
        {
            int filled;
            byte[] room = Fill(units, bytes, len, out filled);
            byte[] result = Fresh.Bytes(filled);
            Buffer.BlockCopy(room, 0, result, 0, filled);
            GiveBack(room);
            return result;
        }

        // Escapes a whole source into an array of this thread or of the pool, which the caller gives back.
        private byte[] Fill(char* units, byte* bytes, int len, out int filled)
        {
            long worst = (long)len * (units != null ? rules.PerUnit : rules.PerByte);
            byte[] room = worst <= StringMill.Kernels.RoomLen ? StringMill.Kernels.Room
                : ArrayPool<byte>.Shared.Rent((int)Math.Min(worst, Math.Max(RentedLen, Hint(len, 1))));
            filled = 0;
            int done = 0;
            while (true)
            {
                int read;
                int written;
                int error;
                fixed (byte* start = room)
                {
                    byte* dst = start + filled;
                    int cap = room.Length - filled;
                    error = units != null
                        ? StringMill.Kernels.EscapeUtf16(rules, units + done, len - done, dst, cap, false, out read, out written)
                        : StringMill.Kernels.EscapeUtf8(rules, bytes + done, len - done, dst, cap, false, out read, out written);
                }
                ThrowIf(error, done + read);
                done += read;
                filled += written;
                if (done == len)
                {
                    return room;
                }
                byte[] longer = ArrayPool<byte>.Shared.Rent(checked(room.Length * 2));
                Buffer.BlockCopy(room, 0, longer, 0, filled);
                GiveBack(room);
                room = longer;
            }
        }

        private static void GiveBack(byte[] room)
        {
            // No array of the pool has this length.
            if (room.Length != StringMill.Kernels.RoomLen)
            {
                ArrayPool<byte>.Shared.Return(room);
            }
        }

        private static void ThrowIf(int error, long offset)
        {
            if (error != 0)
            {
                throw new StringMillException((ErrorCode)error, offset);
            }
        }

        /// <summary>The profile and the policies.</summary>
        public override string ToString()
        {
            return rules.ToString();
        }
    }
}
