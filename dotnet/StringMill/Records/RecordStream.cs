using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace StringMill
{
    /// <summary>The records of a stream, one at a time. Its memory is that of the longest record, or of what the stream gives at once.</summary>
    internal sealed class RecordStream<T> : IAsyncEnumerable<T>
    {
        private readonly RecordPlan<T> plan;
        private readonly Stream stream;
        private readonly RecordFraming framing;
        private readonly Action<JsonReadException> onRefusal;
        private readonly CancellationToken cancellation;

        /// <param name="plan">Reads a record.</param>
        /// <param name="stream">Has the records.</param>
        /// <param name="framing">How they follow each other.</param>
        /// <param name="onRefusal">Gets the errors of lines, which are then left out; null if the first one is thrown.</param>
        /// <param name="cancellation">Cancels reading.</param>
        internal RecordStream(RecordPlan<T> plan, Stream stream, RecordFraming framing, Action<JsonReadException> onRefusal,
            CancellationToken cancellation)
        {
            this.plan = plan;
            this.stream = stream;
            this.framing = framing;
            this.onRefusal = onRefusal;
            this.cancellation = cancellation;
        }

        public IAsyncEnumerator<T> GetAsyncEnumerator(CancellationToken cancellationToken = default(CancellationToken))
        {
            return new Enumerator(this, cancellationToken);
        }

        private sealed class Enumerator : IAsyncEnumerator<T>
        {
            private static readonly byte[] Null = { (byte)'n', (byte)'u', (byte)'l', (byte)'l' };

            private readonly RecordStream<T> source;
            private readonly RecordInput input;
            private readonly CancellationTokenSource linked;
            private RecordFrames frames;
            private RecordPlace place;

            // Of an array: how many elements were read, and whether its brackets were.
            private long count;
            private bool isOpen;
            private bool isClosed;

            // At the end of the stream, and after an error.
            private bool isDone;

            internal Enumerator(RecordStream<T> source, CancellationToken cancellationToken)
            {
                this.source = source;
                input = new RecordInput(source.stream);
                frames = new RecordFrames(source.framing);
                isOpen = source.framing != RecordFraming.Array;
                linked = CancellationTokenSource.CreateLinkedTokenSource(source.cancellation, cancellationToken);
            }

            public T Current { get; private set; }

            public async ValueTask<bool> MoveNextAsync()
            {
                while (!isDone)
                {
                    linked.Token.ThrowIfCancellationRequested();
                    if (input.Begin() && TryNext())
                    {
                        return true;
                    }
                    if (!isDone)
                    {
                        await input.FillAsync(linked.Token).ConfigureAwait(false);
                    }
                }
                return false;
            }

            public ValueTask DisposeAsync()
            {
                isDone = true;
                input.Dispose();
                linked.Dispose();
                return default(ValueTask);
            }

            // Reads the next record, if the bytes at hand have all of it.
            private bool TryNext()
            {
                if (!isOpen && !TryOpen())
                {
                    return false;
                }
                bool isRead = false;
                while (!isRead && !isDone && !isClosed)
                {
                    int len = frames.Find(input.Unread);
                    if (len < 0 && !input.IsEnded)
                    {
                        return false;
                    }
                    isRead = source.framing == RecordFraming.Array ? ReadElement(len) : ReadValue(len);
                    frames.Reset();
                }
                if (!isRead && isClosed)
                {
                    PassBlanks();
                    if (input.Unread.Length > 0)
                    {
                        throw Refuse(Refusal(JsonReadError.TrailingData, ErrorCode.JsonTrailing, null));
                    }
                    isDone = input.IsEnded;
                }
                return isRead;
            }

            private bool TryOpen()
            {
                PassBlanks();
                ReadOnlySpan<byte> unread = input.Unread;
                // Null is an array without elements, as in System.Text.Json.
                isClosed = unread.StartsWith(Null);
                isOpen = isClosed || unread.Length > 0 && Spans.ByteAt(unread, 0) == '[';
                bool isCut = !input.IsEnded && unread.Length < Null.Length && Null.AsSpan().StartsWith(unread);
                if (!isOpen && !isCut)
                {
                    throw Refuse(unread.Length == 0
                        ? Refusal(JsonReadError.InputEmpty, ErrorCode.JsonIncomplete, null)
                        : Refusal(JsonReadError.ValueUnfit, ErrorCode.JsonMemberType, typeof(IAsyncEnumerable<T>)));
                }
                Pass(isClosed ? Null.Length : isOpen ? 1 : 0);
                return isOpen;
            }

            private bool ReadElement(int len)
            {
                ReadOnlySpan<byte> text = input.Unread;
                bool isCut = len < 0;
                bool isBracket = !isCut && Spans.ByteAt(text, len) == ']';
                if (isBracket && count == 0 && !frames.HasBegun)
                {
                    Pass(len + 1);
                    isClosed = true;
                    return false;
                }
                // The reader refuses a comma or bracket without a value in front of it, and a brace.
                bool isPlain = frames.HasBegun && !isCut && Spans.ByteAt(text, len) != '}';
                T element;
                JsonReadException refusal = source.plan.TryReadAt(
                    isCut ? text : text.Slice(0, isPlain ? len : len + 1), place, out element);
                if (isCut && (refusal == null || !frames.HasBegun))
                {
                    Pass(text.Length);
                    refusal = Refusal(JsonReadError.ContainerUnclosed, ErrorCode.JsonIncomplete, null);
                }
                if (refusal != null)
                {
                    long last = frames.HasBegun ? count : count - 1;
                    refusal.Path = (last < 0 ? "$" : "$[" + last.ToString(CultureInfo.InvariantCulture) + "]") + refusal.Path.Substring(1);
                    throw Refuse(refusal);
                }
                Pass(len + 1);
                count++;
                isClosed = isBracket;
                Current = element;
                return true;
            }

            // Reads a line or a value at the top.
            private bool ReadValue(int len)
            {
                bool isLast = len < 0;
                ReadOnlySpan<byte> text = isLast ? input.Unread : input.Unread.Slice(0, len);
                bool isBlank = RecordPlan.CountBlanks(text) == text.Length;
                T value = default(T);
                JsonReadException refusal = isBlank ? null : source.plan.TryReadAt(text, place, out value);
                Pass(text.Length + (!isLast && source.framing == RecordFraming.Lines ? 1 : 0));
                isDone = isLast && isBlank;
                if (refusal != null && source.onRefusal == null)
                {
                    throw Refuse(refusal);
                }
                if (refusal != null)
                {
                    source.onRefusal(refusal);
                }
                Current = value;
                return !isBlank && refusal == null;
            }

            private void PassBlanks() => Pass(RecordPlan.CountBlanks(input.Unread));

            private void Pass(int len)
            {
                place.Pass(input.Unread.Slice(0, len));
                input.Start += len;
            }

            private JsonReadException Refusal(JsonReadError error, ErrorCode code, Type type)
            {
                return new JsonReadException(error, code, place.Line, place.BytePositionInLine, place.Offset, type) { Path = "$" };
            }

            private Exception Refuse(JsonReadException refusal)
            {
                isDone = true;
                return source.plan.Translate(refusal);
            }
        }
    }
}
