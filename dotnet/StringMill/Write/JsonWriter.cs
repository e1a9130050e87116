using System;
using System.Buffers;
using System.IO;
using System.Runtime.InteropServices;

namespace StringMill
{
    /// <summary>
    /// Writes JSON text forward only, as UTF-8: into an <see cref="System.Buffers.IBufferWriter{T}"/>, into a <see
    /// cref="System.IO.Stream"/>, or into a buffer of its own that is used again after <see cref="Reset()"/>. Nothing
    /// is allocated for a value.
    /// </summary>
    /// <remarks>
    /// <para>
    /// Standard: RFC 8259. The bytes are those of <c>System.Text.Json.Utf8JsonWriter</c> on .NET Core for the same
    /// calls, on every runtime. Calls that do not make JSON are refused with <see
    /// cref="System.InvalidOperationException"/>, unless
    /// <see cref="JsonWriteOptions.SkipValidation"/> is set.
    /// </para>
    /// <para>What was written shows at its destination after <see cref="Flush"/> or <see cref="Dispose"/>.</para>
    /// <example>
    /// <code>
    /// var writer = new JsonWriter();
    /// writer.WriteStartObject();
    /// writer.WriteString("Text", "caf\u00e9");
    /// writer.WriteEndObject();
    /// socket.Send(writer.ToArray());
    /// </code>
    /// </example>
    /// </remarks>
    public sealed partial class JsonWriter : IDisposable
    {
        private const int FirstRoom = 256;
        private const int MoreRoom = 4096;

        // As long as System.Text.Json allows: six bytes for each unit fit into an array.
        internal const int MaxTextLen = 166666666;

        private readonly JsonWriteOptions options;
        private readonly JsonRules rules;
        private readonly bool isIndented;
        private readonly bool isValidated;
        private readonly int maxDepth;
        private readonly byte indentUnit;
        private readonly int indentSize;
        private readonly bool isLineEndLong;

        private IBufferWriter<byte> output;
        private Stream stream;
        private bool isDisposed;

        // What is pending stands in the room from from to at; free is what follows, to end. The room is the memory
        // of the output itself where that is an array, else one of ours.
        private byte[] room = Array.Empty<byte>();
        private bool isRoomOfOutput;
        private int from;
        private int at;
        private int end;

        // How many bytes there were before the name or value that is being written.
        private long begun;

        private int depth;
        private bool isCommaDue;
        private bool inObject;
        private bool isCommentFirst;
        private JsonTokenKind token;
        private JsonNesting nesting;

        /// <summary>A writer into a buffer of its own.</summary>
        /// <param name="options">How it writes.</param>
        public JsonWriter(JsonWriteOptions options = default(JsonWriteOptions))
        {
            this.options = options;
            rules = (options.Encoder ?? JsonEncoder.DotNet).Rules;
            isIndented = options.Indented;
            isValidated = !options.SkipValidation;
            maxDepth = options.MaxDepth == 0 ? JsonWriteOptions.DefaultMaxDepth : options.MaxDepth;
            indentUnit = (byte)options.IndentCharacter;
            indentSize = options.IndentSize;
            isLineEndLong = options.NewLine.Length == 2;
        }

        /// <summary>A writer into memory that the output lends.</summary>
        /// <param name="output">Where the text goes.</param>
        /// <param name="options">How it writes.</param>
        /// <exception cref="ArgumentNullException"><paramref name="output"/> is null.</exception>
        public JsonWriter(IBufferWriter<byte> output, JsonWriteOptions options = default(JsonWriteOptions))
            : this(options)
        {
            if (output == null)
            {
                throw new ArgumentNullException(nameof(output));
            }
            this.output = output;
        }

        /// <summary>A writer into a stream, which gets all that is pending at each <see cref="Flush"/>.</summary>
        /// <param name="stream">Where the text goes; it is not closed.</param>
        /// <param name="options">How it writes.</param>
        /// <exception cref="ArgumentNullException"><paramref name="stream"/> is null.</exception>
        /// <exception cref="ArgumentException"><paramref name="stream"/> cannot be written to.</exception>
        public JsonWriter(Stream stream, JsonWriteOptions options = default(JsonWriteOptions))
            : this(options)
        {
            SetStream(stream);
        }

        /// <summary>How it writes.</summary>
        public JsonWriteOptions Options
        {
            get { return options; }
        }

        /// <summary>How many bytes were written and not yet flushed.</summary>
        public int BytesPending
        {
            get { return at - from; }
        }

        /// <summary>
        /// How many bytes the output or stream was given; those that a buffer of its own holds are pending.
        /// </summary>
        public long BytesCommitted { get; private set; }

        /// <summary>How many objects and arrays are open.</summary>
        public int CurrentDepth
        {
            get { return depth; }
        }

        /// <summary>
        /// What is pending: with a buffer of its own, the whole text. It is borrowed until the next call.
        /// </summary>
        public ReadOnlySpan<byte> PendingSpan
        {
            get { return new ReadOnlySpan<byte>(room, from, at - from); }
        }

        /// <summary>A copy of what is pending: with a buffer of its own, the whole text.</summary>
        public byte[] ToArray()
        {
            return PendingSpan.ToArray();
        }

        /// <summary>Begins a new text, at the same destination. What was not flushed is dropped.</summary>
        /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
        public void Reset()
        {
            CheckUsable();
            if (output != null)
            {
                Leave();
            }
            at = from;
            BytesCommitted = 0;
            depth = 0;
            isCommaDue = false;
            inObject = false;
            isCommentFirst = false;
            token = JsonTokenKind.None;
            nesting = default(JsonNesting);
        }

        /// <summary>As <see cref="Reset()"/>, into memory that another output lends.</summary>
        /// <param name="output">Where the text goes.</param>
        /// <exception cref="ArgumentNullException"><paramref name="output"/> is null.</exception>
        /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
        public void Reset(IBufferWriter<byte> output)
        {
            CheckUsable();
            if (output == null)
            {
                throw new ArgumentNullException(nameof(output));
            }
            Leave();
            Reset();
            this.output = output;
            stream = null;
        }

        /// <summary>As <see cref="Reset()"/>, into another stream.</summary>
        /// <param name="stream">Where the text goes; it is not closed.</param>
        /// <exception cref="ArgumentNullException"><paramref name="stream"/> is null.</exception>
        /// <exception cref="ArgumentException"><paramref name="stream"/> cannot be written to.</exception>
        /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
        public void Reset(Stream stream)
        {
            CheckUsable();
            SetStream(stream);
            Reset();
            output = null;
        }

        /// <summary>Gives what is pending to the output or stream; a buffer of its own keeps it.</summary>
        /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
        public void Flush()
        {
            CheckUsable();
            if (stream != null)
            {
                if (at > 0)
                {
                    stream.Write(room, 0, at);
                }
                BytesCommitted += at;
                at = 0;
                stream.Flush();
            }
            else if (output != null)
            {
                Commit();
                Leave();
            }
        }

        /// <summary>Flushes, and refuses all calls from now on. Neither output nor stream is disposed.</summary>
        public void Dispose()
        {
            if (isDisposed)
            {
                return;
            }
            Flush();
            isDisposed = true;
            output = null;
            stream = null;
        }

        private void SetStream(Stream stream)
        {
            if (stream == null)
            {
                throw new ArgumentNullException(nameof(stream));
            }
            if (!stream.CanWrite)
            {
                throw new ArgumentException("the stream cannot be written to", nameof(stream));
            }
            if (isRoomOfOutput)
            {
                Leave();
            }
            this.stream = stream;
        }

        private void CheckUsable()
        {
            if (isDisposed)
            {
                throw new ObjectDisposedException(nameof(JsonWriter));
            }
        }

        // Makes room for so many bytes more.
        private void Need(int len)
        {
            if (end - at < len)
            {
                Grow(len);
            }
        }

        private void Grow(int len)
        {
            CheckUsable();
            if (output != null)
            {
                Commit();
                Borrow(Math.Max(end == 0 ? FirstRoom : MoreRoom, len));
                return;
            }
            long wanted = Math.Max((long)at + len, Math.Max(FirstRoom, 2L * room.Length));
            const int MaxArrayLen = 0x7FFFFFC7;
            if (wanted > MaxArrayLen)
            {
                wanted = Math.Max(MaxArrayLen, (long)at + len);
            }
            if (wanted > MaxArrayLen)
            {
                throw new OutOfMemoryException("the text is longer than an array can be");
            }
            Array.Resize(ref room, (int)wanted);
            end = room.Length;
        }

        // Takes memory of the output, or ours beside it where that is no array.
        private void Borrow(int len)
        {
            Memory<byte> memory = this.output.GetMemory(len);
            if (memory.Length < len)
            {
                throw Output.TooLittle();
            }
            ArraySegment<byte> segment;
            isRoomOfOutput = MemoryMarshal.TryGetArray((ReadOnlyMemory<byte>)memory,
                out segment);
            if (isRoomOfOutput)
            {
                room = segment.Array;
                from = segment.Offset;
                end = segment.Offset + segment.Count;
            }
            else
            {
                if (room.Length < len)
                {
                    room = new byte[len];
                }
                from = 0;
                end = room.Length;
            }
            at = from;
        }

        // Gives what is pending to the output.
        private void Commit()
        {
            int pending = at - from;
            if (pending > 0)
            {
                if (!isRoomOfOutput)
                {
                    PendingSpan.CopyTo(StringMill.Output.Span(output, pending));
                }
                output.Advance(pending);
                BytesCommitted += pending;
            }
            from = at;
        }

        // Lets go of memory that the output lent: after a flush, it may lend it to another.
        private void Leave()
        {
            if (isRoomOfOutput)
            {
                room = Array.Empty<byte>();
            }
            isRoomOfOutput = false;
            from = 0;
            at = 0;
            end = output == null ? room.Length : 0;
        }
    }
}
