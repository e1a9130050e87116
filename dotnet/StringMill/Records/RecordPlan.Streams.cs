using System;
using System.Buffers;
using System.Collections;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace StringMill
{
    /// <summary>Sends the first bytes of an array.</summary>
    /// <returns>False if the receiver is gone.</returns>
    internal delegate ValueTask<bool> RecordSend(byte[] bytes, int len, CancellationToken cancellationToken);

    // Names and order of arguments as in System.Text.Json.JsonSerializer.
    public sealed partial class RecordPlan<T>
    {
        /// <summary>Writes a record as JSON into a stream, 16 KB at a time.</summary>
        /// <param name="utf8Json">Gets the JSON by <c>WriteAsync</c> alone; it is neither flushed nor closed.</param>
        /// <param name="value">The record; null is written as <c>null</c>.</param>
        /// <param name="cancellationToken">Cancels writing.</param>
        /// <returns>Ends after the last byte. After an exception the stream can have the beginning of a longer record.</returns>
        /// <exception cref="ArgumentException">As for <see cref="Serialize(T)"/>.</exception>
        /// <exception cref="InvalidOperationException">As for <see cref="Serialize(T)"/>.</exception>
        public Task SerializeAsync(Stream utf8Json, [AllowNull] T value,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            return SendAsync(value, SenderOf(utf8Json), cancellationToken);
        }

        /// <summary>As <see cref="SerializeAsync(Stream, T, CancellationToken)"/>, by <c>Write</c>.</summary>
        /// <param name="utf8Json">Gets the JSON.</param>
        /// <param name="value">The record; null is written as <c>null</c>.</param>
        public void Serialize(Stream utf8Json, [AllowNull] T value)
        {
            // Nothing awaits, so the task is done.
            SendAsync(value, SyncSenderOf(utf8Json), CancellationToken.None).GetAwaiter().GetResult();
        }

        /// <summary>Writes records as one JSON array, or one after the other, as they come.</summary>
        /// <param name="utf8Json">As for <see cref="SerializeAsync(Stream, T, CancellationToken)"/>.</param>
        /// <param name="values">The records. While the next one is awaited, the stream gets those before it.</param>
        /// <param name="topLevelValues">Whether each record gets a line of its own (NDJSON) instead of an array for all.</param>
        /// <param name="cancellationToken">Cancels writing, and is given to the records.</param>
        /// <returns>Ends after the last byte.</returns>
        public Task SerializeAsyncEnumerable(Stream utf8Json, IAsyncEnumerable<T> values, bool topLevelValues = false,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            if (values == null)
            {
                throw new ArgumentNullException(nameof(values));
            }
            return SendAllAsync(values, topLevelValues, SenderOf(utf8Json), cancellationToken);
        }

        /// <summary>Reads a record, as <see cref="Deserialize(byte[])"/>. A byte order mark is passed over.</summary>
        /// <param name="utf8Json">A stream of JSON in UTF-8, which is read to its end.</param>
        /// <param name="cancellationToken">Cancels reading.</param>
        /// <returns>The record.</returns>
        /// <exception cref="JsonReadException">As for <see cref="Deserialize(byte[])"/>.</exception>
        public async ValueTask<T> DeserializeAsync(Stream utf8Json,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            using (RecordInput input = new RecordInput(utf8Json ?? throw new ArgumentNullException(nameof(utf8Json))))
            {
                while (!input.IsEnded)
                {
                    await input.FillAsync(cancellationToken).ConfigureAwait(false);
                }
                input.Begin();
                return Deserialize(input.Unread);
            }
        }

        /// <summary>As <see cref="DeserializeAsync(Stream, CancellationToken)"/>.</summary>
        /// <param name="utf8Json">A stream of JSON in UTF-8, which is read to its end.</param>
        /// <exception cref="JsonReadException">As for <see cref="Deserialize(byte[])"/>.</exception>
        [return: MaybeNull]
        public T Deserialize(Stream utf8Json)
        {
            using (RecordInput input = new RecordInput(utf8Json ?? throw new ArgumentNullException(nameof(utf8Json))))
            {
                while (!input.IsEnded)
                {
                    input.Fill();
                }
                input.Begin();
                return Deserialize(input.Unread);
            }
        }

        /// <summary>Reads a record, as <see cref="Deserialize(byte[])"/>. Several segments are copied into one.</summary>
        /// <param name="utf8">JSON in UTF-8.</param>
        /// <exception cref="JsonReadException">As for <see cref="Deserialize(byte[])"/>.</exception>
        [return: MaybeNull]
        public T Deserialize(ReadOnlySequence<byte> utf8)
        {
            if (utf8.IsSingleSegment)
            {
                return Deserialize(utf8.First.Span);
            }
            int len = checked((int)utf8.Length);
            byte[] pooled = ArrayPool<byte>.Shared.Rent(len);
            try
            {
                int at = 0;
                foreach (ReadOnlyMemory<byte> segment in utf8)
                {
                    segment.Span.CopyTo(new Span<byte>(pooled, at, segment.Length));
                    at += segment.Length;
                }
                return Deserialize(new ReadOnlySpan<byte>(pooled, 0, len));
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(pooled);
            }
        }

        /// <summary>Reads the elements of a JSON array one at a time, or values that follow each other.</summary>
        /// <param name="utf8Json">A stream of UTF-8. Memory holds one element, or what the stream gives at once.</param>
        /// <param name="topLevelValues">Whether the records follow each other, with or without white space, instead of an array.</param>
        /// <param name="cancellationToken">Cancels reading.</param>
        /// <returns>
        /// The records. An error has the line, byte and offset in the stream and the path from the array on, and ends them.
        /// </returns>
        public IAsyncEnumerable<T> DeserializeAsyncEnumerable(Stream utf8Json, bool topLevelValues = false,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            return new RecordStream<T>(this, utf8Json ?? throw new ArgumentNullException(nameof(utf8Json)),
                topLevelValues ? RecordFraming.TopLevel : RecordFraming.Array, null, cancellationToken);
        }

        /// <summary>Reads lines of JSON, each a record (NDJSON). Blank lines do not count.</summary>
        /// <param name="utf8Json">A stream of UTF-8. Memory holds one line, or what the stream gives at once.</param>
        /// <param name="onBadLine">
        /// Gets the error of a line that is refused, and reading continues after it; the line and offset are those of the stream.
        /// </param>
        /// <param name="cancellationToken">Cancels reading.</param>
        /// <returns>The records.</returns>
        public IAsyncEnumerable<T> DeserializeAsyncEnumerable(Stream utf8Json, Action<JsonReadException> onBadLine,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            return new RecordStream<T>(this, utf8Json ?? throw new ArgumentNullException(nameof(utf8Json)), RecordFraming.Lines,
                onBadLine ?? throw new ArgumentNullException(nameof(onBadLine)), cancellationToken);
        }

        private static RecordSend SenderOf(Stream stream)
        {
            Check(stream);
            return (bytes, len, cancellation) => SendToAsync(stream, new ReadOnlyMemory<byte>(bytes, 0, len), cancellation);
        }

        private static async ValueTask<bool> SendToAsync(Stream stream, ReadOnlyMemory<byte> bytes, CancellationToken cancellation)
        {
            await stream.WriteAsync(bytes, cancellation).ConfigureAwait(false);
            return true;
        }

        private static RecordSend SyncSenderOf(Stream stream)
        {
            Check(stream);
            return (bytes, len, cancellation) =>
            {
                stream.Write(bytes, 0, len);
                return new ValueTask<bool>(true);
            };
        }

        private static void Check(Stream stream)
        {
            if (stream == null)
            {
                throw new ArgumentNullException("utf8Json");
            }
        }

        /// <summary>Writes a record and sends it. After an exception the part that was not sent is dropped.</summary>
        internal async Task SendAsync(T record, RecordSend send, CancellationToken cancellationToken)
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (!pure.HasParts)
            {
                byte[] room = RecordRoom.Take(RecordRoom.FirstLen);
                int len = Serialize(record, ref room);
                await send(room, len, cancellationToken).ConfigureAwait(false);
                RecordRoom.Return(room);
                return;
            }
            JsonWriter writer = TakeWriter();
            if (await SendPartsAsync(writer, record, send, cancellationToken).ConfigureAwait(false))
            {
                await SendPendingAsync(writer, send, cancellationToken).ConfigureAwait(false);
            }
            GiveBack(writer);
        }

        /// <summary>Writes records as they come. What is written is sent before each wait.</summary>
        internal async Task SendAllAsync(IAsyncEnumerable<T> records, bool asLines, RecordSend send,
            CancellationToken cancellationToken)
        {
            JsonWriter writer = TakeWriter();
            bool isWanted = true;
            if (!asLines)
            {
                writer.WriteStartArray();
            }
            IAsyncEnumerator<T> all = records.GetAsyncEnumerator(cancellationToken);
            try
            {
                while (isWanted)
                {
                    ValueTask<bool> next = all.MoveNextAsync();
                    if (!next.IsCompleted && writer.BytesPending > 0)
                    {
                        isWanted = await SendPendingAsync(writer, send, cancellationToken).ConfigureAwait(false);
                    }
                    if (!await next.ConfigureAwait(false))
                    {
                        break;
                    }
                    isWanted = isWanted && await SendPartsAsync(writer, all.Current, send, cancellationToken).ConfigureAwait(false);
                    if (asLines)
                    {
                        writer.EndLine();
                    }
                }
            }
            finally
            {
                await all.DisposeAsync().ConfigureAwait(false);
            }
            if (!asLines)
            {
                writer.WriteEndArray();
            }
            if (isWanted && writer.BytesPending > 0)
            {
                await SendPendingAsync(writer, send, cancellationToken).ConfigureAwait(false);
            }
            GiveBack(writer);
        }

        // Writes a record, and sends whole parts of it. Returns false if the receiver is gone.
        private async ValueTask<bool> SendPartsAsync(JsonWriter writer, T record, RecordSend send,
            CancellationToken cancellationToken)
        {
            Stack<IEnumerator> open = new Stack<IEnumerator>();
            open.Push(pure.Parts(writer, record));
            try
            {
                while (open.Count > 0)
                {
                    IEnumerator parts = open.Peek();
                    if (!parts.MoveNext())
                    {
                        open.Pop();
                    }
                    else if (parts.Current != null)
                    {
                        open.Push((IEnumerator)parts.Current);
                    }
                    if (writer.IsPartDue && !await SendPendingAsync(writer, send, cancellationToken).ConfigureAwait(false))
                    {
                        return false;
                    }
                }
                return true;
            }
            finally
            {
                // Of an enumerable of the caller.
                while (open.Count > 0)
                {
                    (open.Pop() as IDisposable)?.Dispose();
                }
            }
        }

        private static async ValueTask<bool> SendPendingAsync(JsonWriter writer, RecordSend send,
            CancellationToken cancellationToken)
        {
            bool isWanted = await send(writer.Buffer, writer.BytesPending, cancellationToken).ConfigureAwait(false);
            writer.DropSent();
            return isWanted;
        }
    }
}
