using System.Diagnostics.CodeAnalysis;
using System;
using System.Buffers;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;

namespace StringMill
{
    /// <summary>What all plans share.</summary>
    internal static class RecordPlan
    {
        /// <summary>How many objects and arrays may stand in each other.</summary>
        internal const int MaxDepth = 64;

        /// <summary>For JSON that stands in a record.</summary>
        internal static readonly JsonReadOptions PieceOptions = new JsonReadOptions { MaxDepth = MaxDepth - 1 };

        internal static readonly Encoding StrictUtf8 = new UTF8Encoding(false, true);
    }

    /// <summary>
    /// The members of a type, looked up once: writes records of it as JSON, and reads them. Never changes; any number of
    /// threads may use the same one. Making one costs some milliseconds, so keep it, or take that of <see
    /// cref="Records{T}"/>.
    /// </summary>
    /// <remarks>
    /// <para>
    /// Members are public properties and fields of the types string, bool, integers, float, double, decimal, DateTime,
    /// enumerations, nullables of these, arrays and lists, and classes and structs that have such members themselves.
    /// </para>
    /// <para>
    /// Of the attributes of System.Text.Json, <c>JsonPropertyName</c> and <c>JsonIgnore</c> without a condition are followed.
    /// A type with another one, or with one of Newtonsoft.Json or of data contracts, has no plan.
    /// </para>
    /// <para>
    /// Bytes are those of <c>System.Text.Json.JsonSerializer</c>: properties in the order of their declaration and then
    /// fields, nulls written, dates as ISO 8601, enumerations as numbers, <c>byte[]</c> as base64. When reading, names are
    /// matched by case, of members that come twice the last one counts, unknown ones are passed over, and missing ones are
    /// left as they are in a new record.
    /// </para>
    /// <para>No code is made at run time. On CoreCLR records of texts, integers and booleans are read in C#, and written
    /// so where they are short; all others by one call of the native library where that is there, else by <see
    /// cref="JsonWriter"/> and <see cref="JsonReader"/>.</para>
    /// <example>
    /// <code>
    /// struct Line { public int Num; public string Text; }
    ///
    /// byte[] json = Records&lt;Line&gt;.Plan.Serialize(new Line { Num = 7, Text = "caf\u00e9" });
    /// Line line = Records&lt;Line&gt;.Plan.Deserialize(json);
    /// </code>
    /// </example>
    /// </remarks>
    /// <typeparam name="T">A class or struct.</typeparam>
    public sealed unsafe partial class RecordPlan<T>
    {
        private static readonly bool IsClass = !typeof(T).IsValueType;

        private readonly JsonEncoder encoder;
        private readonly RecordMember<T>[] members;
        private readonly Func<T> factory;
        private readonly JsonWriteOptions writeOptions;
        private readonly JsonReadOptions readOptions;

        // With room of up to so many bytes, so that records do not make some each.
        private JsonWriter spareWriter;
        private const int SpareMax = 1 << 16;

        private const int FirstPooled = 1024;

        internal RecordPlan(RecordTypes types, RecordMember<T>[] members, Func<T> factory)
        {
            encoder = types.Encoder;
            this.members = members;
            this.factory = factory;
            writeOptions = new JsonWriteOptions
            {
                Encoder = encoder, SkipValidation = true, MaxDepth = RecordPlan.MaxDepth,
            };
            readOptions = new JsonReadOptions { Policy = types.Policy, MaxDepth = RecordPlan.MaxDepth };
            PrepareNative();
        }

        /// <summary>Makes a plan of the public properties and fields of the type.</summary>
        /// <param name="options">How records are written and read; null for all as System.Text.Json has it.</param>
        /// <returns>The plan.</returns>
        /// <exception cref="NotSupportedException">
        /// The type or a member has an attribute of a serializer that is not followed, or a member is of a type that cannot
        /// be written and read; the message names it.
        /// </exception>
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
            if (steps != null && (!isClass || record != null))
            {
                byte[] bytes = SerializeBySteps(ref record);
                if (bytes != null)
                {
                    return bytes;
                }
            }
            RecordRoom room;
            if (isPlain && (room = RecordRoom.Current) != null)
            {
                byte[] bytes = null;
                if (room.Foreseen == (object)this)
                {
                    int len = WritePlain(room, ref record, ref bytes, true);
                    if (bytes != null && bytes.Length == len)
                    {
                        return bytes;
                    }
                    bytes = null;
                }
                if (room.Writes == (object)this && !room.IsBusy)
                {
                    int len = WritePlain(room, ref record, ref bytes, false);
                    if (len >= 0)
                    {
                        room.Note(len - (int)room.WriteArgs->Slots[textNumber].Len);
                        bytes = Fresh.Bytes(len);
                        Copy(room.Memory, bytes, len);
                        return bytes;
                    }
                }
            }
            if (nativePlan != null && (!isClass || record != null))
            {
                room = RecordRoom.Rent(members.Length);
                int len = WriteNative(room, ref record, null, 0);
                if (len >= 0)
                {
                    byte[] bytes = Fresh.Bytes(len);
                    Copy(room.Memory, bytes, len);
                    room.Return();
                    return bytes;
                }
                room.Return();
            }
            JsonWriter writer = TakeWriter();
            WriteWhole(writer, ref record);
            byte[] written = writer.ToArray();
            GiveBack(writer);
            return written;
        }

        /// <summary>Writes a record as JSON into an array that is used again.</summary>
        /// <param name="record">The record; null is written as <c>null</c>.</param>
        /// <param name="buffer">
        /// The array, from whose beginning on is written; where it is null or too short, a longer one takes its place.
        /// </param>
        /// <returns>How many bytes were written.</returns>
        /// <exception cref="ArgumentException">
        /// A float is no finite number, or a text is ill-formed and the encoder refuses that.
        /// </exception>
        /// <exception cref="InvalidOperationException">Objects and arrays are nested deeper than 64.</exception>
        public int Serialize([AllowNull] T record, [AllowNull] ref byte[] buffer)
        {
            if (steps != null && buffer != null && (!isClass || record != null))
            {
                byte[] bytes = buffer;
                fixed (byte* pinned = bytes)
                {
                    // To mcs what is pinned is a reference, and given that CoreCLR inlines nothing that takes a pointer.
                    byte* dst = pinned;
                    int len = dst == null ? -1 : WriteBySteps(ref record, dst, bytes.Length, stepsTextMax);
                    if (len >= 0)
                    {
                        return len;
                    }
                }
            }
            return SerializeWithoutSteps(ref record, ref buffer);
        }

        // Apart: where all is in one method more registers are saved.
        private int SerializeWithoutSteps(ref T record, ref byte[] buffer)
        {
            RecordRoom room;
            if (isPlain && buffer != null && buffer.Length != 0 && (room = RecordRoom.Current) != null
                && room.Writes == (object)this && !room.IsBusy)
            {
                int len = WritePlain(room, ref record, ref buffer, false);
                if (len >= 0)
                {
                    return len;
                }
            }
            if (nativePlan != null && (!isClass || record != null))
            {
                room = RecordRoom.Rent(members.Length);
                int len = -1;
                if (buffer != null && buffer.Length > 0)
                {
                    fixed (byte* dst = &buffer[0])
                    {
                        len = WriteNative(room, ref record, dst, buffer.Length);
                    }
                }
                if (len < 0)
                {
                    len = WriteNative(room, ref record, null, 0);
                    if (len >= 0)
                    {
                        Widen(ref buffer, len);
                        Copy(room.Memory, buffer, len);
                    }
                }
                room.Return();
                if (len >= 0)
                {
                    return len;
                }
            }
            JsonWriter writer = TakeWriter();
            WriteWhole(writer, ref record);
            int pending = writer.BytesPending;
            Widen(ref buffer, pending);
            Buffer.BlockCopy(writer.Buffer, 0, buffer, 0, pending);
            GiveBack(writer);
            return pending;
        }

        /// <summary>Writes a record as JSON into an array that a pool lends.</summary>
        /// <param name="record">The record; null is written as <c>null</c>.</param>
        /// <param name="buffer">
        /// An array of the pool, from whose beginning on is written; where it is null or too short, it goes back and a longer
        /// one takes its place. The caller returns the last one, also after an exception.
        /// </param>
        /// <param name="pool">The pool, as <c>ArrayPool&lt;byte&gt;.Shared</c>.</param>
        /// <returns>How many bytes were written.</returns>
        /// <exception cref="ArgumentException">
        /// A float is no finite number, or a text is ill-formed and the encoder refuses that.
        /// </exception>
        /// <exception cref="InvalidOperationException">Objects and arrays are nested deeper than 64.</exception>
        public int Serialize([AllowNull] T record, [AllowNull] ref byte[] buffer, ArrayPool<byte> pool)
        {
            if (pool == null)
            {
                throw new ArgumentNullException(nameof(pool));
            }
            if (buffer == null)
            {
                buffer = pool.Rent(FirstPooled);
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

        // A writer serves one record at a time; while it does, another thread has a new one.
        private JsonWriter TakeWriter()
        {
            return Interlocked.Exchange(ref spareWriter, null) ?? new JsonWriter(writeOptions);
        }

        private void GiveBack(JsonWriter writer)
        {
            if (writer.Buffer.Length <= SpareMax)
            {
                writer.Reset();
                Volatile.Write(ref spareWriter, writer);
            }
        }

        private static void Widen(ref byte[] buffer, int len)
        {
            if (buffer == null || buffer.Length < len)
            {
                // Twice what the old one had, so that records that grow little by little do not make one each; and what
                // steps want to be left.
                long wanted = Math.Max((long)len + RecordSteps.StepRoom, buffer == null ? 0 : 2L * buffer.Length);
                buffer = new byte[Math.Max(len, (int)Math.Min(0x7FFFFFC7, wanted))];
            }
        }

        /// <summary>Writes a record as JSON into a writer of buffers.</summary>
        /// <param name="record">The record; null is written as <c>null</c>.</param>
        /// <param name="output">Takes the output, and is told of it.</param>
        /// <exception cref="ArgumentException">
        /// A float is no finite number, or a text is ill-formed and the encoder refuses that.
        /// </exception>
        /// <exception cref="InvalidOperationException">
        /// Objects and arrays are nested deeper than 64, or the output gives less memory than asked for.
        /// </exception>
        public void Serialize([AllowNull] T record, IBufferWriter<byte> output)
        {
            if (output == null)
            {
                throw new ArgumentNullException(nameof(output));
            }
            if (nativePlan != null && (!isClass || record != null))
            {
                RecordRoom room = RecordRoom.Rent(members.Length);
                Span<byte> span = output.GetSpan();
                int len;
                fixed (byte* dst = &MemoryMarshal.GetReference(span))
                {
                    len = span.Length == 0 ? -1 : WriteNative(room, ref record, dst, span.Length);
                }
                if (len < 0)
                {
                    len = WriteNative(room, ref record, null, 0);
                    if (len >= 0)
                    {
                        new Span<byte>(room.Memory, len).CopyTo(Output.Span(output, len));
                    }
                }
                room.Return();
                if (len >= 0)
                {
                    output.Advance(len);
                    return;
                }
            }
            using (JsonWriter writer = new JsonWriter(output, writeOptions))
            {
                WriteWhole(writer, ref record);
            }
        }

        /// <summary>Writes a record as JSON.</summary>
        /// <param name="record">The record; null is written as <c>null</c>.</param>
        /// <returns>The JSON.</returns>
        /// <exception cref="ArgumentException">
        /// A float is no finite number, or a text is ill-formed and the encoder refuses that.
        /// </exception>
        /// <exception cref="InvalidOperationException">Objects and arrays are nested deeper than 64.</exception>
        public string SerializeToString([AllowNull] T record)
        {
            if (nativePlan != null && (!isClass || record != null))
            {
                RecordRoom room = RecordRoom.Rent(members.Length);
                int len = WriteNative(room, ref record, null, 0);
                string text = len < 0 ? null : Encoding.UTF8.GetString(room.Memory, len);
                room.Return();
                if (text != null)
                {
                    return text;
                }
            }
            JsonWriter writer = TakeWriter();
            WriteWhole(writer, ref record);
            string written = Encoding.UTF8.GetString(writer.Buffer, 0, writer.BytesPending);
            GiveBack(writer);
            return written;
        }

        /// <summary>Reads a record.</summary>
        /// <param name="utf8">JSON in UTF-8: one object, or for a class <c>null</c>.</param>
        /// <returns>The record.</returns>
        /// <exception cref="JsonReadException">It is not JSON, or a member does not fit.</exception>
        [return: MaybeNull]
        public T Deserialize(byte[] utf8)
        {
            if (utf8 == null)
            {
                throw new ArgumentNullException(nameof(utf8));
            }
            if (utf8.Length == 0)
            {
                return Read(null, 0, default(T));
            }
            fixed (byte* src = &utf8[0])
            {
                if (steps != null)
                {
                    // See Serialize.
                    byte* from = src;
                    return ReadBySteps(from, utf8.Length);
                }
                return Read(src, utf8.Length, default(T));
            }
        }

        /// <summary>Reads a record.</summary>
        /// <param name="utf8">JSON in UTF-8: one object, or for a class <c>null</c>.</param>
        /// <returns>The record.</returns>
        /// <exception cref="JsonReadException">It is not JSON, or a member does not fit.</exception>
        [return: MaybeNull]
        public T Deserialize(ReadOnlySpan<byte> utf8)
        {
            fixed (byte* src = &MemoryMarshal.GetReference(utf8))
            {
                return steps != null && utf8.Length != 0 ? ReadBySteps(src, utf8.Length)
                    : Read(src, utf8.Length, default(T));
            }
        }

        /// <summary>Reads a record.</summary>
        /// <param name="json">JSON: one object, or for a class <c>null</c>.</param>
        /// <returns>The record.</returns>
        /// <exception cref="ArgumentException">It holds half a pair of surrogates.</exception>
        /// <exception cref="JsonReadException">It is not JSON, or a member does not fit.</exception>
        [return: MaybeNull]
        public T Deserialize(string json)
        {
            if (json == null)
            {
                throw new ArgumentNullException(nameof(json));
            }
            byte[] utf8 = ArrayPool<byte>.Shared.Rent(RecordPlan.StrictUtf8.GetMaxByteCount(json.Length));
            try
            {
                int len = RecordPlan.StrictUtf8.GetBytes(json, 0, json.Length, utf8, 0);
                fixed (byte* src = &utf8[0])
                {
                    return Read(src, len, default(T));
                }
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(utf8);
            }
        }

        /// <summary>As <see cref="Deserialize(byte[])"/>, by <see cref="JsonReader"/> alone; for tests.</summary>
        internal T DeserializePure(byte[] utf8)
        {
            fixed (byte* src = utf8)
            {
                return ReadPure(src, utf8.Length, default(T));
            }
        }

        private static void Copy(byte* from, byte[] to, int len)
        {
            fixed (byte* dst = &to[0])
            {
                Buffer.MemoryCopy(from, dst, len, len);
            }
        }

        /// <summary>Writes a record, or null, as a value.</summary>
        internal void WriteWhole(JsonWriter writer, ref T record)
        {
            if (!IsClass)
            {
                // A copy on the stack does not move.
                T copy = record;
                WriteMembers(writer, ref copy, hasPlaces ? RecordMemory.OfLocal(ref copy) : null);
            }
            else if (record == null)
            {
                writer.WriteNullValue();
            }
            else if (hasPlaces)
            {
                fixed (byte* memory = &RecordMemory.Of(record).First)
                {
                    WriteMembers(writer, ref record, memory);
                }
            }
            else
            {
                WriteMembers(writer, ref record, null);
            }
        }

        private void WriteMembers(JsonWriter writer, ref T record, byte* memory)
        {
            writer.WriteStartObject();
            foreach (RecordMember<T> member in members)
            {
                writer.WriteQuotedName(member.Quoted);
                member.Write(ref record, memory, writer);
            }
            writer.WriteEndObject();
        }

        private T Read(byte* src, int len, T begun)
        {
            RecordRoom room;
            if (isPlain && (room = RecordRoom.Current) != null && room.Reads == (object)this && !room.IsBusy
                && room.Len >> 1 >= len)
            {
                // Not a conditional expression: see ReadBySteps.
                if (ReadPlain(room.ReadArgs, ref begun, src, len))
                {
                    return begun;
                }
                return ReadPure(src, len, default(T));
            }
            if (nativePlan != null && ReadNative(src, len, ref begun))
            {
                return begun;
            }
            return ReadPure(src, len, begun);
        }

        private T ReadPure(byte* src, int len, T begun)
        {
            var reader = new JsonReader(new ReadOnlySpan<byte>(src, len), readOptions);
            reader.Read();
            T record = ReadWhole(ref reader, begun);
            // Refuses what stands behind it.
            reader.Read();
            return record;
        }

        /// <summary>Reads a record, or null, which begins with the token that the reader has read.</summary>
        internal T ReadWhole(ref JsonReader reader)
        {
            return ReadWhole(ref reader, default(T));
        }

        // An object that was begun in another way is gone on with, so that no constructor is called twice.
        private T ReadWhole(ref JsonReader reader, T begun)
        {
            if (IsClass && reader.TokenType == JsonTokenKind.Null)
            {
                return default(T);
            }
            if (reader.TokenType != JsonTokenKind.StartObject)
            {
                reader.FailUnfit(ErrorCode.JsonObjectExpected);
            }
            T record = IsClass && begun != null ? begun : Make();
            if (!IsClass)
            {
                ReadMembers(ref reader, ref record, hasPlaces ? RecordMemory.OfLocal(ref record) : null);
            }
            else if (hasPlaces)
            {
                fixed (byte* memory = &RecordMemory.Of(record).First)
                {
                    ReadMembers(ref reader, ref record, memory);
                }
            }
            else
            {
                ReadMembers(ref reader, ref record, null);
            }
            return record;
        }

        private T Make()
        {
            if (!IsClass || factory != null)
            {
                return IsClass ? factory() : default(T);
            }
            try
            {
                return Activator.CreateInstance<T>();
            }
            catch (MissingMethodException fault)
            {
                throw new NotSupportedException(typeof(T) + " has no public constructor without parameters, and is written"
                    + " only; RecordPlanBuilder.MadeBy takes what makes one", fault);
            }
        }

        private void ReadMembers(ref JsonReader reader, ref T record, byte* memory)
        {
            int next = 0;
            while (reader.Read() && reader.TokenType != JsonTokenKind.EndObject)
            {
                int number = Find(ref reader, next);
                if (number < 0 || !members[number].Sets)
                {
                    reader.Skip();
                    continue;
                }
                next = number + 1;
                reader.Read();
                members[number].Read(ref record, memory, ref reader);
            }
        }

        /// <summary>The number of the member whose name was read, of which <paramref name="next"/> is the likely one.</summary>
        private int Find(ref JsonReader reader, int next)
        {
            reader.CheckName();
            if (next < members.Length && IsNamed(ref reader, members[next].Name))
            {
                return next;
            }
            for (int number = 0; number < members.Length; number++)
            {
                if (number != next && IsNamed(ref reader, members[number].Name))
                {
                    return number;
                }
            }
            return -1;
        }

        private static bool IsNamed(ref JsonReader reader, byte[] name)
        {
            return reader.ValueIsEscaped ? reader.ValueTextEquals(name) : reader.ValueSpan.SequenceEqual(name);
        }
    }
}
