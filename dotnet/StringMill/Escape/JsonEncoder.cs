using System;
using System.Buffers;
using System.Runtime.InteropServices;

namespace StringMill
{
    /// <summary>
    /// Escapes text for the inside of JSON strings, by a profile of rules and a policy for ill-formed input. Does not add the
    /// surrounding quotes. Never changes, and any number of threads can share one. Making one costs some microseconds, so keep it.
    /// </summary>
    /// <remarks>
    /// Under <see cref="IllFormedUtf16.Reject"/> and <see cref="IllFormed.Reject"/> the methods throw
    /// <see cref="StringMillException"/> at the first ill-formed piece; text before it can have been written.
    /// </remarks>
    /// <example>
    /// <code>
    /// byte[] bytes = JsonEncoder.DotNet.Escape("1 &lt; 2");             // 1 \u003C 2
    /// JsonEncoder cyrillic = JsonEncoder.Create(new CodePointRange(0x0400, 0x04FF));
    /// </code>
    /// </example>
    public sealed unsafe class JsonEncoder
    {
        /// <summary>The output of shorter texts is allocated at its worst.</summary>
        private const int ShortLen = 64;

        /// <summary>The least that is rented for a long text.</summary>
        private const int RentedLen = 1 << 16;

        /// <summary>Room in which every call makes progress, by any rules.</summary>
        private const int UnitMax = 84;

        /// <summary>
        /// As <c>JavaScriptEncoder.Default</c> of System.Text.Json: escapes everything that HTML could misread and everything above
        /// U+007F. The same in every version of .NET.
        /// </summary>
        public static JsonEncoder DotNet => dotNet ?? (dotNet = Of("dotnet"));

        /// <summary>As <c>JavaScriptEncoder.UnsafeRelaxedJsonEscaping</c> of .NET 8.0 and 9.0.</summary>
        public static JsonEncoder DotNetRelaxed => dotNetRelaxed ?? (dotNetRelaxed = Of("dotnet-relaxed"));

        /// <summary>As Newtonsoft.Json with default settings.</summary>
        public static JsonEncoder Newtonsoft => newtonsoft ?? (newtonsoft = Of("newtonsoft"));

        /// <summary>Escapes only the characters that RFC 8259 demands: all letters, and emoji too, stay readable.</summary>
        public static JsonEncoder Json => json ?? (json = Of("json"));

        // Made when first needed: a table takes some time and memory.
        private static JsonEncoder dotNet;
        private static JsonEncoder dotNetRelaxed;
        private static JsonEncoder newtonsoft;
        private static JsonEncoder json;

        private readonly JsonRules rules;

        private JsonEncoder(JsonRules rules)
        {
            this.rules = rules;
        }

        /// <summary>Returns an encoder of a profile of the library; it replaces ill-formed input, as .NET does.</summary>
        /// <param name="profile">
        /// Such as <c>json</c>, <c>dotnet</c> or <c>newtonsoft:escape-html</c>; see <see cref="Profile.Of"/>.
        /// </param>
        /// <exception cref="StringMillException">
        /// <see cref="ErrorCode.ProfileUnknown"/>, <see cref="ErrorCode.ProfileOptionUnknown"/>.
        /// </exception>
        public static JsonEncoder Of(string profile) =>
            Of(Profile.Of(profile ?? throw new ArgumentNullException(nameof(profile))));

        /// <summary>Returns an encoder of any profile; it replaces ill-formed input, as .NET does.</summary>
        /// <param name="profile">The rules.</param>
        public static JsonEncoder Of(Profile profile)
        {
            return new JsonEncoder(new JsonRules(profile ?? throw new ArgumentNullException(nameof(profile)), IllFormed.Replace,
                IllFormedUtf16.Replace));
        }

        /// <summary>
        /// As <c>JavaScriptEncoder.Create</c> of .NET 8.0 and 9.0: keeps characters of these ranges, except those that
        /// <see cref="EncoderTable"/> never allows and those that HTML could misread.
        /// </summary>
        /// <param name="allowed">Ranges, ASCII or not.</param>
        public static JsonEncoder Create(params CodePointRange[] allowed) => Create(EncoderTable.Of("9.0"), allowed);

        /// <summary>As <c>JavaScriptEncoder.Create</c> with the table of one version of .NET.</summary>
        /// <param name="table">The characters that can be allowed.</param>
        /// <param name="allowed">Ranges, ASCII or not.</param>
        public static JsonEncoder Create(EncoderTable table, params CodePointRange[] allowed) =>
            Of((table ?? throw new ArgumentNullException(nameof(table))).CreateProfile(allowed));

        /// <summary>
        /// As <c>JavaScriptEncoder.UnsafeRelaxedJsonEscaping</c> with the table of one version of .NET.
        /// </summary>
        /// <param name="table">The characters that can be allowed.</param>
        public static JsonEncoder Relaxed(EncoderTable table) =>
            Of((table ?? throw new ArgumentNullException(nameof(table))).RelaxedProfile());

        /// <summary>Returns an encoder of the same profile with other policies for ill-formed input.</summary>
        /// <param name="utf8">For sources of UTF-8.</param>
        /// <param name="utf16">For sources of UTF-16.</param>
        /// <exception cref="StringMillException">
        /// <see cref="ErrorCode.PolicyUnsupported"/>: <see cref="IllFormedUtf16.Escape"/> with a profile whose readers refuse lone
        /// surrogates.
        /// </exception>
        public JsonEncoder OnIllFormed(IllFormed utf8, IllFormedUtf16 utf16)
        {
            return new JsonEncoder(new JsonRules(rules.Profile, utf8, utf16));
        }

        /// <summary>The rules.</summary>
        public Profile Profile => rules.Profile;

        /// <summary>How to handle bytes that are not well-formed UTF-8.</summary>
        public IllFormed IllFormed => rules.Policy;

        /// <summary>How to handle surrogates without their other half.</summary>
        public IllFormedUtf16 IllFormedUtf16 => rules.PolicyUtf16;

        /// <summary>Which kernels run in this process, and why not others, in one line.</summary>
        public static string Kernels => KernelDriver.Summary;

        /// <summary>The rules, for kernels.</summary>
        internal JsonRules Rules => rules;

        /// <summary>Returns the most bytes that a number of UTF-16 code units can become.</summary>
        /// <param name="units">A length.</param>
        /// <returns>A bound, which is longer than an array can be for long texts.</returns>
        /// <exception cref="ArgumentOutOfRangeException">The length is negative.</exception>
        public long MaxEscapedLen(int units) => CheckedLen(units, nameof(units)) * rules.PerUnit;

        /// <summary>Returns the most bytes that a number of bytes of UTF-8 can become.</summary>
        /// <param name="bytes">A length.</param>
        /// <returns>A bound, which is longer than an array can be for long texts.</returns>
        /// <exception cref="ArgumentOutOfRangeException">The length is negative.</exception>
        public long MaxEscapedUtf8Len(int bytes) => CheckedLen(bytes, nameof(bytes)) * rules.PerByte;

        private static long CheckedLen(int len, string name) => len >= 0 ? len : throw new ArgumentOutOfRangeException(name);

        /// <summary>Escapes a text into a new array of UTF-8.</summary>
        public byte[] Escape(string text) => Escape((text ?? throw new ArgumentNullException(nameof(text))).AsSpan());

        /// <summary>Escapes a text into a new array of UTF-8.</summary>
        public byte[] Escape(ReadOnlySpan<char> text)
        {
            fixed (char* src = &MemoryMarshal.GetReference(text))
            {
                return ToArray(src, null, text.Length);
            }
        }

        /// <summary>Escapes UTF-8 into a new array of UTF-8.</summary>
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
        /// The inside of a JSON string. If nothing is escaped it is the text itself; for a long text that Mono interprets, it can
        /// be an equal one.
        /// </returns>
        public string EscapeToString(string text)
        {
            fixed (char* src = text ?? throw new ArgumentNullException(nameof(text)))
            {
                if (KernelDriver.IsPlainUtf16(rules, src, text.Length))
                {
                    return text;
                }
                string units = KernelDriver.TakesUnits(text.Length) ? EscapeUnits(src, text.Length) : null;
                if (units != null)
                {
                    return units;
                }
                int filled;
                byte[] bytes = Fill(src, null, text.Length, out filled);
                fixed (byte* escaped = bytes)
                {
                    string result = JsonReaderText.MakeString(escaped, filled, false);
                    GiveBack(bytes);
                    return result;
                }
            }
        }

        // Null if the text has more than units. A method of its own: the runtime fills room on the stack with zeros.
        private string EscapeUnits(char* src, int len)
        {
            char* dst = stackalloc char[len * rules.PerUnit];
            int written;
            return PureKernels.EscapeUnits(rules, src, len, dst, out written) == len ? new string(dst, 0, written) : null;
        }

        /// <summary>Escapes a text into an array.</summary>
        /// <param name="text">Any text.</param>
        /// <param name="destination">Takes the output; bytes after it can be overwritten.</param>
        /// <param name="offset">Where in the array the output begins.</param>
        /// <returns>The number of bytes written, or -1 if the array is too short.</returns>
        /// <exception cref="ArgumentOutOfRangeException">The offset is not in the array.</exception>
        public int Escape(string text, byte[] destination, int offset)
        {
            if (offset < 0 || offset > (destination ?? throw new ArgumentNullException(nameof(destination))).Length)
            {
                throw new ArgumentOutOfRangeException(nameof(offset));
            }
            int read;
            int written;
            fixed (char* src = text ?? throw new ArgumentNullException(nameof(text)))
            fixed (byte* dst = destination)
            {
                int error = KernelDriver.EscapeUtf16(rules, src, text.Length, dst + offset,
                    destination.Length - offset, false, out read, out written);
                ThrowIf(error, read);
            }
            return read == text.Length ? written : -1;
        }

        /// <summary>Escapes a text into a span.</summary>
        /// <param name="text">Any text.</param>
        /// <param name="destination">Takes the output; bytes after it can be overwritten.</param>
        /// <param name="unitsRead">The number of code units done.</param>
        /// <param name="bytesWritten">The number of bytes written.</param>
        /// <param name="isFinalBlock">
        /// False if more of the same text follows: half a pair at the end then waits.
        /// </param>
        /// <returns>
        /// Done; DestinationTooSmall and NeedMoreData: call again with the unread units; InvalidData: the policy refuses the
        /// surrogate at <paramref name="unitsRead"/>.
        /// </returns>
        public OperationStatus Escape(ReadOnlySpan<char> text, Span<byte> destination, out int unitsRead,
            out int bytesWritten, bool isFinalBlock = true)
        {
            fixed (char* src = &MemoryMarshal.GetReference(text))
            fixed (byte* dst = &MemoryMarshal.GetReference(destination))
            {
                int error = KernelDriver.EscapeUtf16(rules, src, text.Length, dst, destination.Length,
                    !isFinalBlock, out unitsRead, out bytesWritten);
                bool waits = !isFinalBlock && text.Length - unitsRead == 1 && char.IsHighSurrogate(src[unitsRead]);
                return Status(error, unitsRead == text.Length, waits);
            }
        }

        /// <summary>Escapes UTF-8 into a span.</summary>
        /// <param name="utf8">Any bytes.</param>
        /// <param name="destination">Takes the output; bytes after it can be overwritten.</param>
        /// <param name="bytesRead">The number of bytes done.</param>
        /// <param name="bytesWritten">The number of bytes written.</param>
        /// <param name="isFinalBlock">
        /// False if more of the same text follows: a sequence that is cut then waits.
        /// </param>
        /// <returns>
        /// Done; DestinationTooSmall and NeedMoreData: call again with the unread bytes; InvalidData: the policy refuses the piece
        /// at <paramref name="bytesRead"/>.
        /// </returns>
        public OperationStatus EscapeUtf8(ReadOnlySpan<byte> utf8, Span<byte> destination, out int bytesRead,
            out int bytesWritten, bool isFinalBlock = true)
        {
            fixed (byte* src = &MemoryMarshal.GetReference(utf8))
            fixed (byte* dst = &MemoryMarshal.GetReference(destination))
            {
                int error = KernelDriver.EscapeUtf8(rules, src, utf8.Length, dst, destination.Length,
                    !isFinalBlock, out bytesRead, out bytesWritten);
                bool isRead = bytesRead == utf8.Length;
                bool waits = !isFinalBlock && !isRead && Utf8Unit.IsCut(src + bytesRead, src + utf8.Length);
                return Status(error, isRead, waits);
            }
        }

        private static OperationStatus Status(int error, bool isRead, bool waits)
        {
            return error != 0 ? OperationStatus.InvalidData : isRead ? OperationStatus.Done
                : waits ? OperationStatus.NeedMoreData : OperationStatus.DestinationTooSmall;
        }

        /// <summary>Escapes a text into a buffer writer, in pieces if it is long.</summary>
        /// <param name="text">Any text.</param>
        /// <param name="writer">Takes the output.</param>
        /// <exception cref="InvalidOperationException">The writer gives too little memory for one character.</exception>
        public void Escape(ReadOnlySpan<char> text, IBufferWriter<byte> writer)
        {
            fixed (char* src = &MemoryMarshal.GetReference(text))
            {
                Escape(src, null, text.Length, writer);
            }
        }

        /// <summary>Escapes UTF-8 into a buffer writer, in pieces if it is long.</summary>
        /// <param name="utf8">Any bytes.</param>
        /// <param name="writer">Takes the output.</param>
        /// <exception cref="InvalidOperationException">The writer gives too little memory for one character.</exception>
        public void EscapeUtf8(ReadOnlySpan<byte> utf8, IBufferWriter<byte> writer)
        {
            fixed (byte* src = &MemoryMarshal.GetReference(utf8))
            {
                Escape(null, src, utf8.Length, writer);
            }
        }

        /// <summary>Returns the number of leading code units that are written as they are.</summary>
        /// <param name="text">Any UTF-16.</param>
        /// <returns>The length of the text if nothing in it is escaped or ill-formed.</returns>
        public int PlainPrefix(ReadOnlySpan<char> text)
        {
            fixed (char* src = &MemoryMarshal.GetReference(text))
            {
                return KernelDriver.PlainPrefixUtf16(rules, src, text.Length);
            }
        }

        /// <summary>Returns the number of leading bytes of UTF-8 that are written as they are.</summary>
        /// <param name="utf8">Any bytes.</param>
        /// <returns>The length of the text if nothing in it is escaped or ill-formed.</returns>
        public int PlainPrefixUtf8(ReadOnlySpan<byte> utf8)
        {
            fixed (byte* src = &MemoryMarshal.GetReference(utf8))
            {
                return PureKernels.PlainPrefixUtf8(rules, src, utf8.Length);
            }
        }

        // The sources below are UTF-16 or UTF-8; the pointer of the other one is null.

        private void Escape(char* units, byte* bytes, int len, IBufferWriter<byte> writer)
        {
            if (writer == null)
            {
                throw new ArgumentNullException(nameof(writer));
            }
            int done = 0;
            while (done < len)
            {
                Span<byte> span = writer.GetSpan(Hint(len - done, PerUnit(units)));
                int written;
                int read;
                fixed (byte* dst = &MemoryMarshal.GetReference(span))
                {
                    read = Escape(units, bytes, done, len, dst, span.Length, out written);
                }
                if (read == 0)
                {
                    // A writer that gives no memory would be asked for ever.
                    throw Output.TooLittle();
                }
                writer.Advance(written);
                done += read;
            }
        }

        private byte[] ToArray(char* units, byte* bytes, int len)
        {
            int filled;
            byte[] scratch = Fill(units, bytes, len, out filled);
            byte[] result = Allocate.Bytes(filled);
            Buffer.BlockCopy(scratch, 0, result, 0, filled);
            GiveBack(scratch);
            return result;
        }

        // Escapes a whole source into an array of this thread or of the pool, which the caller gives back.
        private byte[] Fill(char* units, byte* bytes, int len, out int filled)
        {
            long worst = (long)len * PerUnit(units);
            byte[] scratch = worst <= KernelDriver.ScratchLen ? KernelDriver.Scratch
                : ArrayPool<byte>.Shared.Rent((int)Math.Min(worst, Math.Max(RentedLen, Hint(len, 1))));
            filled = 0;
            for (int done = 0; ; )
            {
                int written;
                fixed (byte* dst = scratch)
                {
                    done += Escape(units, bytes, done, len, dst + filled, scratch.Length - filled, out written);
                }
                filled += written;
                if (done == len)
                {
                    return scratch;
                }
                byte[] longer = ArrayPool<byte>.Shared.Rent(checked(scratch.Length * 2));
                Buffer.BlockCopy(scratch, 0, longer, 0, filled);
                GiveBack(scratch);
                scratch = longer;
            }
        }

        private static void GiveBack(byte[] scratch)
        {
            // No array of the pool has this length.
            if (scratch.Length != KernelDriver.ScratchLen)
            {
                ArrayPool<byte>.Shared.Return(scratch);
            }
        }

        // Returns the number of units read, after those that are done.
        private int Escape(char* units, byte* bytes, int done, int len, byte* dst, int cap, out int written)
        {
            int read;
            int error = units != null
                ? KernelDriver.EscapeUtf16(rules, units + done, len - done, dst, cap, false, out read, out written)
                : KernelDriver.EscapeUtf8(rules, bytes + done, len - done, dst, cap, false, out read, out written);
            ThrowIf(error, done + read);
            return read;
        }

        private int PerUnit(char* units) => units != null ? rules.PerUnit : rules.PerByte;

        // Room for a short text at its worst, and for a long one at its likely length; never less than a unit needs.
        private static int Hint(int units, int perUnit)
        {
            return Math.Max(UnitMax, units <= ShortLen ? units * perUnit : (int)Math.Min(units + units / 8L, 1 << 20));
        }

        private static void ThrowIf(int error, long offset)
        {
            if (error != 0)
            {
                throw new StringMillException((ErrorCode)error, offset);
            }
        }

        /// <summary>Names the profile and the policies.</summary>
        public override string ToString() => rules.ToString();
    }
}
