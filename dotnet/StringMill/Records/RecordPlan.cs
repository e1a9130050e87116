using System;
using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;

namespace StringMill
{
    /// <summary>Constants of all plans.</summary>
    internal static class RecordPlan
    {
        /// <summary>The most levels of objects and arrays.</summary>
        internal const int MaxDepth = 64;

        internal static readonly Encoding StrictUtf8 = new UTF8Encoding(false, true);

        /// <summary>The number of bytes of white space at the beginning.</summary>
        internal static unsafe int CountBlanks(ReadOnlySpan<byte> text)
        {
            int at = 0;
            fixed (byte* src = &MemoryMarshal.GetReference(text))
            {
                while (at < text.Length && (src[at] == ' ' || src[at] == '\n' || src[at] == '\r' || src[at] == '\t'))
                {
                    at++;
                }
            }
            return at;
        }

        /// <summary>The first half of a pair without the other one; the length if there is none.</summary>
        internal static unsafe int FindLoneSurrogate(ReadOnlySpan<char> text)
        {
            int at = 0;
            fixed (char* src = &MemoryMarshal.GetReference(text))
            {
                while (at < text.Length && (!char.IsSurrogate(src[at])
                    || at + 1 < text.Length && char.IsSurrogatePair(src[at], src[at + 1])))
                {
                    at += char.IsSurrogate(src[at]) ? 2 : 1;
                }
            }
            return at;
        }
    }

    /// <summary>
    /// Writes records of a type as JSON, and reads them. The members of the type are looked up once. A plan never changes, and
    /// any number of threads may share it. Making one costs some milliseconds, so keep it, or use <see
    /// cref="Records{T}.Plan"/>.
    /// </summary>
    /// <remarks>
    /// <para>
    /// Members are public properties and fields: scalars of the runtime, enumerations, nullables, classes and structs with such
    /// members, and collections and dictionaries of all these. All of them have plans too.
    /// </para>
    /// <para>
    /// Attributes of System.Text.Json are followed, except for converters of values, polymorphism and extension data. A type with
    /// one of these, or with one of Newtonsoft.Json or of data contracts, has no plan.
    /// </para>
    /// <para>
    /// Bytes are those of <c>System.Text.Json.JsonSerializer</c>: properties in the order of their declaration and then
    /// fields, nulls written, dates as ISO 8601, enumerations as numbers, <c>byte[]</c> as base64. When reading, case counts
    /// in names, the last of two members with one name counts, unknown members are skipped, and missing ones keep the value
    /// that a new record has.
    /// </para>
    /// <para>No code is made at run time: properties are called by delegates, fields are set by reflection, which is
    /// slower.</para>
    /// <example>
    /// <code>
    /// struct Line { public int Num { get; set; } public string Text { get; set; } }
    ///
    /// byte[] json = Records&lt;Line&gt;.Plan.Serialize(new Line { Num = 7, Text = "caf\u00e9" });
    /// Line line = Records&lt;Line&gt;.Plan.Deserialize(json);
    /// </code>
    /// </example>
    /// </remarks>
    /// <typeparam name="T">A class, struct, scalar or collection.</typeparam>
    public sealed partial class RecordPlan<T>
    {
        /// <summary>A longer buffer of a writer is not kept.</summary>
        private const int SpareMax = 1 << 16;

        private const int FirstPooledLen = 1024;

        // Lengths in bytes of JSON.
        private const int LongFrom = 1 << 15;
        private const int SampleLen = 1 << 10;

        private readonly bool isClass = !typeof(T).IsValueType;
        private readonly RecordValue<T> pure;
        private readonly JsonWriteOptions writeOptions;
        private readonly JsonReadOptions readOptions;
        private readonly Func<JsonReadException, Exception> translateError;

        // The default value permits no native call.
        private readonly NativeLimits limits;

        /// <summary>Null if the native library takes no record of the type.</summary>
        private readonly RecordNative<T> native;

        private JsonWriter spareWriter;

        internal RecordPlan(RecordTypes types, RecordValue<T> pure)
        {
            this.pure = pure;
            writeOptions = new JsonWriteOptions
            {
                Encoder = types.Encoder, SkipValidation = true, MaxDepth = RecordPlan.MaxDepth,
                Indented = types.Options.WriteIndented,
            };
            translateError = types.Options.TranslateError;
            readOptions = new JsonReadOptions { Policy = types.Options.Policy, MaxDepth = RecordPlan.MaxDepth };
            RecordObject<T> record = pure as RecordObject<T>;
            if (record != null)
            {
                limits = record.LimitsOf(types.Options);
                native = limits.Writes || limits.Reads ? new RecordNative<T>(record, limits, types.Encoder) : null;
            }
        }

        /// <summary>Makes a plan for a type, from its public properties and fields if it has members.</summary>
        /// <param name="options">How records are written and read; null for the defaults of System.Text.Json.</param>
        /// <returns>The plan.</returns>
        /// <exception cref="NotSupportedException">
        /// The type or a member has an attribute of a serializer that is not followed, or a member is of a type that cannot
        /// be written and read; the message names the type or the member.
        /// </exception>
        [RequiresUnreferencedCode(TrimmingReasons.Members)]
        [RequiresDynamicCode(TrimmingReasons.Generics)]
        public static RecordPlan<T> Create([AllowNull] RecordOptions options = null)
        {
            return new RecordTypes(options ?? new RecordOptions()).PlanOf<T>();
        }

        /// <summary>Writes a record as JSON.</summary>
        /// <param name="record">The record; null is written as <c>null</c>.</param>
        /// <returns>UTF-8.</returns>
        /// <exception cref="ArgumentException">
        /// A float is no finite number, or a text is ill-formed and the encoder refuses that.
        /// </exception>
        /// <exception cref="InvalidOperationException">Objects and arrays are nested deeper than 64.</exception>
        public byte[] Serialize([AllowNull] T record)
        {
            byte[] bytes = null;
            if (limits.Writes && (!isClass || record != null))
            {
                byte[] room = RecordRoom.Take(RecordRoom.FirstLen);
                int len = native.Write(ref record, ref room);
                if (len >= 0)
                {
                    bytes = Allocate.Bytes(len);
                    Buffer.BlockCopy(room, 0, bytes, 0, len);
                }
                RecordRoom.Return(room);
            }
            if (bytes == null)
            {
                JsonWriter writer = WritePlain(record);
                bytes = writer.ToArray();
                GiveBack(writer);
            }
            return bytes;
        }

        /// <summary>Writes a record as JSON into an array that is used again.</summary>
        /// <param name="record">The record; null is written as <c>null</c>.</param>
        /// <param name="buffer">
        /// The array, written from its beginning; if it is null or too short, a longer one replaces it.
        /// </param>
        /// <returns>How many bytes were written.</returns>
        /// <exception cref="ArgumentException">As for <see cref="Serialize(T)"/>.</exception>
        /// <exception cref="InvalidOperationException">As for <see cref="Serialize(T)"/>.</exception>
        public int Serialize([AllowNull] T record, [AllowNull] ref byte[] buffer)
        {
            if (buffer == null || buffer.Length == 0)
            {
                buffer = new byte[RecordRoom.FirstLen];
            }
            int len = limits.Writes && (!isClass || record != null) ? native.Write(ref record, ref buffer) : -1;
            if (len < 0)
            {
                JsonWriter writer = WritePlain(record);
                len = writer.BytesPending;
                if (buffer.Length < len)
                {
                    // Twice as long as the old array, so that records that grow little by little do not need a new array each.
                    buffer = new byte[Math.Max(len, (int)Math.Min(0x7FFFFFC7, 2L * buffer.Length))];
                }
                Buffer.BlockCopy(writer.Buffer, 0, buffer, 0, len);
                GiveBack(writer);
            }
            return len;
        }

        /// <summary>Writes a record as JSON into an array that a pool lends.</summary>
        /// <param name="record">The record; null is written as <c>null</c>.</param>
        /// <param name="buffer">
        /// An array of the pool, written from its beginning; if it is null or too short, it goes back to the pool and a longer
        /// one replaces it. The caller returns the last one, also after an exception.
        /// </param>
        /// <param name="pool">The pool, as <c>ArrayPool&lt;byte&gt;.Shared</c>.</param>
        /// <returns>How many bytes were written.</returns>
        /// <exception cref="ArgumentException">As for <see cref="Serialize(T)"/>.</exception>
        /// <exception cref="InvalidOperationException">As for <see cref="Serialize(T)"/>.</exception>
        public int Serialize([AllowNull] T record, [AllowNull] ref byte[] buffer, ArrayPool<byte> pool)
        {
            if (pool == null)
            {
                throw new ArgumentNullException(nameof(pool));
            }
            if (buffer == null)
            {
                buffer = pool.Rent(FirstPooledLen);
            }
            byte[] written = buffer;
            int len = Serialize(record, ref written);
            if (written != buffer)
            {
                byte[] longer = pool.Rent(written.Length);
                Buffer.BlockCopy(written, 0, longer, 0, len);
                pool.Return(buffer);
                buffer = longer;
            }
            return len;
        }

        /// <summary>Writes a record as JSON into a writer of buffers.</summary>
        /// <param name="record">The record; null is written as <c>null</c>.</param>
        /// <param name="output">
        /// Gets the JSON; after an exception it can have the beginning of a record that is longer than 256 bytes.
        /// </param>
        /// <exception cref="ArgumentException">As for <see cref="Serialize(T)"/>.</exception>
        /// <exception cref="InvalidOperationException">
        /// As for <see cref="Serialize(T)"/>, or the output gives less memory than asked for.
        /// </exception>
        public void Serialize([AllowNull] T record, IBufferWriter<byte> output)
        {
            if (output == null)
            {
                throw new ArgumentNullException(nameof(output));
            }
            if (limits.Writes)
            {
                byte[] room = RecordRoom.Take(RecordRoom.FirstLen);
                int len = Serialize(record, ref room);
                new ReadOnlySpan<byte>(room, 0, len).CopyTo(Output.Span(output, len));
                output.Advance(len);
                RecordRoom.Return(room);
                return;
            }
            // After an exception the writer is not disposed: that would flush half a record.
            JsonWriter writer = new JsonWriter(output, writeOptions);
            pure.Write(writer, record);
            writer.Dispose();
        }

        /// <summary>Writes a record as JSON.</summary>
        /// <param name="record">The record; null is written as <c>null</c>.</param>
        /// <returns>The JSON.</returns>
        /// <exception cref="ArgumentException">As for <see cref="Serialize(T)"/>.</exception>
        /// <exception cref="InvalidOperationException">As for <see cref="Serialize(T)"/>.</exception>
        public string SerializeToString([AllowNull] T record)
        {
            byte[] room = RecordRoom.Take(RecordRoom.FirstLen);
            int len = Serialize(record, ref room);
            string text = Encoding.UTF8.GetString(room, 0, len);
            RecordRoom.Return(room);
            return text;
        }

        // A writer serves one record at a time. Meanwhile another thread gets a new one.
        private JsonWriter TakeWriter()
        {
            return Interlocked.Exchange(ref spareWriter, null) ?? new JsonWriter(writeOptions) { IsPooled = true };
        }

        private JsonWriter WritePlain(T record)
        {
            JsonWriter writer = TakeWriter();
            pure.Write(writer, record);
            return writer;
        }

        private void GiveBack(JsonWriter writer)
        {
            writer.Reset(SpareMax);
            Volatile.Write(ref spareWriter, writer);
        }

        /// <summary>Reads a record.</summary>
        /// <param name="utf8">JSON in UTF-8: one value, or for a class <c>null</c>.</param>
        /// <returns>The record.</returns>
        /// <exception cref="JsonReadException">
        /// The text is not JSON, a member does not fit, or code of the record threw an exception, which is then the inner one.
        /// </exception>
        [return: MaybeNull]
        public unsafe T Deserialize(byte[] utf8)
        {
            if (utf8 == null)
            {
                throw new ArgumentNullException(nameof(utf8));
            }
            fixed (byte* src = utf8)
            {
                return Read(src, utf8.Length);
            }
        }

        /// <summary>Reads a record, as <see cref="Deserialize(byte[])"/>.</summary>
        /// <exception cref="JsonReadException">As for <see cref="Deserialize(byte[])"/>.</exception>
        [return: MaybeNull]
        public unsafe T Deserialize(ReadOnlySpan<byte> utf8)
        {
            fixed (byte* src = &MemoryMarshal.GetReference(utf8))
            {
                return Read(src, utf8.Length);
            }
        }

        /// <summary>Reads a record.</summary>
        /// <param name="json">JSON: one value, or for a class <c>null</c>.</param>
        /// <returns>The record.</returns>
        /// <exception cref="ArgumentException">The text has half a pair of surrogates.</exception>
        /// <exception cref="JsonReadException">As for <see cref="Deserialize(byte[])"/>.</exception>
        [return: MaybeNull]
        public T Deserialize(string json)
        {
            if (json == null)
            {
                throw new ArgumentNullException(nameof(json));
            }
            return Deserialize(json.AsSpan());
        }

        /// <summary>Reads a record, as <see cref="Deserialize(string)"/>.</summary>
        /// <exception cref="ArgumentException">As for <see cref="Deserialize(string)"/>.</exception>
        /// <exception cref="JsonReadException">As for <see cref="Deserialize(byte[])"/>.</exception>
        [return: MaybeNull]
        public T Deserialize(ReadOnlySpan<char> json)
        {
            int lone;
            T record;
            JsonReadException refusal = TryRead(json, out record, out lone);
            if (lone >= 0)
            {
                throw new ArgumentException("half a pair of surrogates at unit " + lone + " of the text", nameof(json));
            }
            return refusal == null ? record : throw Translate(refusal);
        }

        /// <summary>Reads a record if the text is right.</summary>
        /// <param name="utf8">JSON in UTF-8.</param>
        /// <param name="value">The record; the default of its type if the text is refused.</param>
        /// <param name="error">Why and where the text is refused; null if it is right.</param>
        /// <returns>Whether the text is right.</returns>
        public bool TryDeserialize(ReadOnlySpan<byte> utf8, [MaybeNull] out T value, [MaybeNull] out JsonReadException error)
        {
            error = TryReadAt(utf8, default(RecordPlace), out value);
            return error == null;
        }

        /// <summary>As <see cref="TryDeserialize(ReadOnlySpan{byte}, out T, out JsonReadException)"/>.</summary>
        /// <param name="json">JSON.</param>
        /// <param name="value">The record; the default of its type if the text is refused.</param>
        /// <param name="error">Why and where the text is refused; half a pair of surrogates is at its UTF-16 unit.</param>
        /// <returns>Whether the text is right.</returns>
        public bool TryDeserialize(ReadOnlySpan<char> json, [MaybeNull] out T value, [MaybeNull] out JsonReadException error)
        {
            int lone;
            error = TryRead(json, out value, out lone);
            if (lone >= 0)
            {
                ReadOnlySpan<char> line = json.Slice(0, lone);
                int lines = 0;
                for (int end = line.IndexOf('\n'); end >= 0; end = line.IndexOf('\n'))
                {
                    lines++;
                    line = line.Slice(end + 1);
                }
                error = new JsonReadException(JsonReadError.SurrogateLone, ErrorCode.SurrogateLone, lines,
                    Encoding.UTF8.GetByteCount(line), lone) { Path = "$" };
            }
            return error == null;
        }

        private unsafe JsonReadException TryRead(ReadOnlySpan<char> json, out T record, out int lone)
        {
            lone = -1;
            byte[] utf8 = ArrayPool<byte>.Shared.Rent(RecordPlan.StrictUtf8.GetMaxByteCount(json.Length));
            try
            {
                fixed (byte* src = utf8)
                fixed (char* units = &MemoryMarshal.GetReference(json))
                {
                    int len = json.Length == 0 ? 0 : RecordPlan.StrictUtf8.GetBytes(units, json.Length, src, utf8.Length);
                    return TryRead(src, len, default(RecordPlace), out record);
                }
            }
            catch (EncoderFallbackException)
            {
                lone = RecordPlan.FindLoneSurrogate(json);
                record = default(T);
                return null;
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(utf8);
            }
        }

        private unsafe T Read(byte* src, int len)
        {
            T record;
            JsonReadException refusal = TryRead(src, len, default(RecordPlace), out record);
            return refusal == null ? record : throw Translate(refusal);
        }

        internal Exception Translate(JsonReadException refusal) => translateError == null ? refusal : translateError(refusal);

        /// <summary>Reads one of several records of a stream. Returns why the text is refused; null if it is right.</summary>
        internal unsafe JsonReadException TryReadAt(ReadOnlySpan<byte> utf8, RecordPlace place, out T record)
        {
            fixed (byte* src = &MemoryMarshal.GetReference(utf8))
            {
                return TryRead(src, utf8.Length, place, out record);
            }
        }

        private unsafe JsonReadException TryRead(byte* src, int len, RecordPlace place, out T record)
        {
            bool isNative = limits.CanRead(len) && !IsLongAndPlain(src, len);
            return isNative && native.TryRead(src, len, out record) ? null : TryReadPlain(src, len, place, out record);
        }

        // C# with vectors decodes long strings in place, and a native call copies them. With escapes the native call is faster.
        private static unsafe bool IsLongAndPlain(byte* src, int len)
        {
            return len >= LongFrom && KernelDriver.UsesVectors && new ReadOnlySpan<byte>(src, SampleLen).IndexOf((byte)'\\') < 0;
        }

        /// <summary>As <see cref="Deserialize(byte[])"/>, without the native library; for tests.</summary>
        internal unsafe T DeserializePure(byte[] utf8)
        {
            fixed (byte* src = utf8)
            {
                T record;
                JsonReadException refusal = TryReadPlain(src, utf8.Length, default(RecordPlace), out record);
                return refusal == null ? record : throw Translate(refusal);
            }
        }

        // Returns why the text is refused; null if it is right. A type that is only written is a NotSupportedException.
        private unsafe JsonReadException TryReadPlain(byte* src, int len, RecordPlace place, out T record)
        {
            JsonReadState start = new JsonReadState(readOptions) { Line = place.Line, BytePositionInLine = place.BytePositionInLine };
            var reader = new JsonReader(new ReadOnlySpan<byte>(src, len), true, start);
            try
            {
                reader.Read();
                T read = pure.Read(ref reader);
                // Refuses any token after the record.
                reader.Read();
                record = read;
                return null;
            }
            catch (Exception fault) when (!(fault is NotSupportedException || fault is OutOfMemoryException))
            {
                record = default(T);
                JsonReadException refusal = fault as JsonReadException;
                if (refusal == null || refusal.Path != null)
                {
                    // Code of the record threw this exception. Reflection wraps it.
                    refusal = reader.Refused((fault as TargetInvocationException)?.InnerException ?? fault);
                }
                refusal.Path = RecordPath.To(new JsonReader(new ReadOnlySpan<byte>(src, len), readOptions), reader.BytesConsumed);
                refusal.Offset += place.Offset;
                return refusal;
            }
        }
    }
}
