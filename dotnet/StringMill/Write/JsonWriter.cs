using System;
using System.Buffers;
using System.IO;
using System.Runtime.InteropServices;
using System.Threading;
using System.Threading.Tasks;

namespace StringMill
{
    /// <summary>
    /// Writes JSON text as UTF-8, forward only, without an allocation for a value: into an <see cref="System.Buffers.IBufferWriter{T}"/>, a
    /// <see cref="System.IO.Stream"/>, or a buffer of its own, which it uses again after <see cref="Reset()"/>.
    /// </summary>
    /// <remarks>
    /// <para>
    /// Standard: RFC 8259. The bytes are those of <c>System.Text.Json.Utf8JsonWriter</c> on .NET Core for the same calls, on every
    /// runtime. A call that does not make JSON at its place throws <see cref="System.InvalidOperationException"/>, unless
    /// <see cref="JsonWriteOptions.SkipValidation"/> is set; so does one more level than <see cref="JsonWriteOptions.MaxDepth"/>.
    /// </para>
    /// <para>The destination gets the text at <see cref="Flush"/> and <see cref="Dispose"/>, and an output also when its memory is
    /// full.</para>
    /// <para>
    /// A call that throws writes nothing, and other calls can follow; of a name and its value the name can be written. If the
    /// destination throws in the middle of a text after it took the first part, all calls that write throw
    /// <see cref="System.InvalidOperationException"/> until <see cref="Reset()"/>.
    /// </para>
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
    public sealed partial class JsonWriter : IDisposable, IAsyncDisposable
    {
        private const int FirstLen = 256;
        private const int MoreLen = 4096;

        // The limit of System.Text.Json: six bytes for each unit fit into an array.
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

        // Whether the output has a part of a name or value, and cannot get the rest.
        private bool isTorn;

        // Pending bytes are in the buffer from `from` to `at`; the bytes from there to `end` are free. The buffer is the memory of the
        // output if that is an array, else an array of this writer.
        private byte[] buffer = Array.Empty<byte>();
        private bool isBufferOfOutput;
        private int from;
        private int at;
        private int end;

        // Where the unfinished name or value starts: the number of bytes before it, over all flushes.
        private long unfinishedStart;

        private int depth;
        private bool isCommaDue;
        private bool inObject;
        private bool isCommentFirst;
        private JsonTokenKind token;
        private JsonNesting nesting;

        /// <summary>A writer into a buffer of its own.</summary>
        /// <param name="options">Layout, escaping and checks.</param>
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

        /// <summary>A writer into the memory of an output.</summary>
        /// <param name="output">Gets the text.</param>
        /// <param name="options">Layout, escaping and checks.</param>
        /// <exception cref="ArgumentNullException"><paramref name="output"/> is null.</exception>
        public JsonWriter(IBufferWriter<byte> output, JsonWriteOptions options = default(JsonWriteOptions))
            : this(options)
        {
            this.output = output ?? throw new ArgumentNullException(nameof(output));
        }

        /// <summary>A writer into a stream, which gets all pending bytes at each <see cref="Flush"/>.</summary>
        /// <param name="stream">Gets the text; it is not closed.</param>
        /// <param name="options">Layout, escaping and checks.</param>
        /// <exception cref="ArgumentNullException"><paramref name="stream"/> is null.</exception>
        /// <exception cref="ArgumentException"><paramref name="stream"/> cannot be written to.</exception>
        public JsonWriter(Stream stream, JsonWriteOptions options = default(JsonWriteOptions))
            : this(options)
        {
            SetStream(stream);
        }

        /// <summary>Layout, escaping and checks.</summary>
        public JsonWriteOptions Options => options;

        /// <summary>The number of bytes that were written and not flushed yet.</summary>
        public int BytesPending => at - from;

        /// <summary>
        /// The number of bytes that the output or stream got; those in a buffer of its own are pending.
        /// </summary>
        public long BytesCommitted { get; private set; }

        /// <summary>The number of open objects and arrays.</summary>
        public int CurrentDepth => depth;

        /// <summary>
        /// The pending bytes: with a buffer of its own, the whole text. Borrowed until the next call.
        /// </summary>
        public ReadOnlySpan<byte> PendingSpan => new ReadOnlySpan<byte>(buffer, from, at - from);

        /// <summary>Copies the pending bytes: with a buffer of its own, the whole text.</summary>
        public byte[] ToArray() => PendingSpan.ToArray();

        /// <summary>Begins a new text, with the same destination. Pending bytes are dropped.</summary>
        /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
        public void Reset()
        {
            CheckUsable();
            if (output != null)
            {
                Leave();
            }
            at = from;
            isTorn = false;
            BytesCommitted = 0;
            depth = 0;
            isCommaDue = false;
            inObject = false;
            isCommentFirst = false;
            token = JsonTokenKind.None;
            nesting = default(JsonNesting);
        }

        /// <summary>As <see cref="Reset()"/>, into the memory of another output.</summary>
        /// <param name="output">Gets the text.</param>
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
        /// <param name="stream">Gets the text; it is not closed.</param>
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

        /// <summary>Gives the pending bytes to the output or stream; a buffer of its own keeps them.</summary>
        /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
        public void Flush()
        {
            CheckUsable();
            if (stream != null)
            {
                if (at > 0)
                {
                    stream.Write(buffer, 0, at);
                }
                DropSent();
                stream.Flush();
            }
            else if (output != null)
            {
                Commit();
                Leave();
            }
        }

        /// <summary>As <see cref="Flush"/>, by asynchronous calls of the stream alone, which ASP.NET Core demands.</summary>
        /// <param name="cancellationToken">Cancels writing; the bytes are then still pending.</param>
        /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
        public async Task FlushAsync(CancellationToken cancellationToken = default(CancellationToken))
        {
            CheckUsable();
            if (stream == null)
            {
                Flush();
                return;
            }
            if (at > 0)
            {
                await stream.WriteAsync(buffer, 0, at, cancellationToken).ConfigureAwait(false);
            }
            DropSent();
            await stream.FlushAsync(cancellationToken).ConfigureAwait(false);
        }

        /// <summary>Flushes, and refuses all later calls. Does not dispose the output or stream.</summary>
        public void Dispose()
        {
            if (!isDisposed)
            {
                Flush();
                Close();
            }
        }

        /// <summary>As <see cref="Dispose"/>, by <see cref="FlushAsync"/>.</summary>
        public ValueTask DisposeAsync() => new ValueTask(CloseAsync());

        private async Task CloseAsync()
        {
            if (!isDisposed)
            {
                await FlushAsync().ConfigureAwait(false);
                Close();
            }
        }

        private void Close()
        {
            isDisposed = true;
            output = null;
            stream = null;
        }

        private void SetStream(Stream stream)
        {
            if (!(stream ?? throw new ArgumentNullException(nameof(stream))).CanWrite)
            {
                throw new ArgumentException("the stream cannot be written to", nameof(stream));
            }
            if (isBufferOfOutput)
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

        // Makes room for this many bytes.
        private void Need(int len)
        {
            if (end - at < len)
            {
                Grow(len);
            }
        }

        // Makes room inside a name, value or line, which is taken back if the output has no room.
        private void NeedInside(int len)
        {
            if (end - at < len)
            {
                GrowInside(len);
            }
        }

        private void GrowInside(int len)
        {
            try
            {
                Grow(len);
            }
            catch (Exception)
            {
                TakeBack();
                throw;
            }
        }

        // Removes the unfinished name, value or line, except for the part that the output already has.
        private void TakeBack()
        {
            long unfinished = BytesCommitted + BytesPending - unfinishedStart;
            isTorn = unfinished > BytesPending;
            at -= (int)Math.Min(unfinished, BytesPending);
            if (isTorn)
            {
                // With no free byte, every later call has to call Grow, which throws.
                end = at;
            }
        }

        private void Grow(int len)
        {
            CheckUsable();
            if (isTorn)
            {
                throw new InvalidOperationException("the output has a part of a text whose rest was refused; Reset begins a new one");
            }
            if (output != null)
            {
                int asked = Math.Max(end == 0 ? FirstLen : MoreLen, len);
                Commit();
                // After Commit the memory belongs to the output, also if GetMemory then throws.
                Leave();
                Borrow(asked);
                return;
            }
            // Includes room for the text after a long value, so that a closing bracket does not double the buffer.
            long needed = Math.Max((long)at + len + FirstLen, 2L * buffer.Length);
            const int MaxArrayLen = 0x7FFFFFC7;
            if (needed > MaxArrayLen)
            {
                needed = Math.Max(MaxArrayLen, (long)at + len);
            }
            if (needed > MaxArrayLen)
            {
                throw new OutOfMemoryException("the text is longer than an array can be");
            }
            byte[] longer = IsPooled ? ArrayPool<byte>.Shared.Rent((int)needed) : new byte[needed];
            System.Buffer.BlockCopy(buffer, 0, longer, 0, at);
            GiveUpBuffer();
            buffer = longer;
            end = buffer.Length;
        }

        // Borrows memory of the output; if that is no array, uses an array of this writer.
        private void Borrow(int len)
        {
            Memory<byte> memory = output.GetMemory(len);
            if (memory.Length < len)
            {
                throw Output.TooLittle();
            }
            ArraySegment<byte> segment;
            isBufferOfOutput = MemoryMarshal.TryGetArray((ReadOnlyMemory<byte>)memory,
                out segment);
            if (isBufferOfOutput)
            {
                buffer = segment.Array;
                from = segment.Offset;
                end = segment.Offset + segment.Count;
            }
            else
            {
                if (buffer.Length < len)
                {
                    buffer = new byte[len];
                }
                from = 0;
                end = buffer.Length;
            }
            at = from;
        }

        // Gives the pending bytes to the output.
        private void Commit()
        {
            int pending = at - from;
            if (pending > 0)
            {
                if (!isBufferOfOutput)
                {
                    PendingSpan.CopyTo(StringMill.Output.Span(output, pending));
                }
                output.Advance(pending);
                BytesCommitted += pending;
            }
            from = at;
        }

        // Gives up the memory of the output, which can lend it to another writer after a flush.
        private void Leave()
        {
            if (isBufferOfOutput)
            {
                buffer = Array.Empty<byte>();
            }
            isBufferOfOutput = false;
            from = 0;
            at = 0;
            end = output == null ? buffer.Length : 0;
        }
    }
}
