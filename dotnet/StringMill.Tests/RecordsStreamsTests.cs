using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Reflection;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace StringMill.Tests
{
    /// <summary>Records in streams: the bytes and verdicts of whole texts, however the stream is cut, in little memory.</summary>
    internal static class RecordsStreamsTests
    {
        internal sealed class Order
        {
            public string Name { get; set; }

            public List<Line> Lines { get; set; }

            public Dictionary<string, int[]> Notes { get; set; }

            public Order Next { get; set; }

            public decimal Sum { get; set; }
        }

        internal struct Line
        {
            public int Num { get; set; }

            public string Text { get; set; }
        }

        /// <summary>A stream as ASP.NET Core has it: synchronous calls are refused. Reads and writes are counted.</summary>
        internal sealed class AsyncStream : Stream
        {
            private readonly MemoryStream bytes;
            private readonly int pieceLen;

            internal AsyncStream(byte[] bytes = null, int pieceLen = int.MaxValue)
            {
                this.bytes = bytes == null ? new MemoryStream() : new MemoryStream(bytes);
                this.pieceLen = pieceLen;
            }

            internal int LongestWrite { get; private set; }

            internal int Writes { get; private set; }

            internal int Flushes { get; private set; }

            /// <summary>Called before each write.</summary>
            internal Action OnWrite { get; set; } = () => { };

            internal byte[] ToArray() => bytes.ToArray();

            public override bool CanRead => true;

            public override bool CanSeek => false;

            public override bool CanWrite => true;

            public override long Length => throw new NotSupportedException();

            public override long Position
            {
                get { throw new NotSupportedException(); }
                set { throw new NotSupportedException(); }
            }

            public override void Flush() => throw new InvalidOperationException("synchronous operations are disallowed");

            public override int Read(byte[] buffer, int offset, int count) => throw new InvalidOperationException("synchronous");

            public override void Write(byte[] buffer, int offset, int count) => throw new InvalidOperationException("synchronous");

            public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

            public override void SetLength(long value) => throw new NotSupportedException();

            public override Task FlushAsync(CancellationToken cancellation)
            {
                cancellation.ThrowIfCancellationRequested();
                Flushes++;
                return Task.CompletedTask;
            }

            public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellation)
            {
                OnWrite();
                cancellation.ThrowIfCancellationRequested();
                LongestWrite = Math.Max(LongestWrite, count);
                Writes++;
                bytes.Write(buffer, offset, count);
                return Task.CompletedTask;
            }

            public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellation)
            {
                cancellation.ThrowIfCancellationRequested();
                return Task.FromResult(bytes.Read(buffer, offset, Math.Min(count, pieceLen)));
            }
        }

        /// <summary>Records that come at once.</summary>
        private sealed class Records<T> : IAsyncEnumerable<T>, IAsyncEnumerator<T>
        {
            private readonly IEnumerator<T> all;

            internal Records(IEnumerable<T> all)
            {
                this.all = all.GetEnumerator();
            }

            internal bool IsDisposed { get; private set; }

            public T Current => all.Current;

            public IAsyncEnumerator<T> GetAsyncEnumerator(CancellationToken cancellation = default(CancellationToken)) => this;

            public ValueTask<bool> MoveNextAsync() => new ValueTask<bool>(all.MoveNext());

            public ValueTask DisposeAsync()
            {
                IsDisposed = true;
                return default(ValueTask);
            }
        }

        internal static List<T> ToList<T>(IAsyncEnumerable<T> records, CancellationToken cancellation = default(CancellationToken))
        {
            List<T> read = new List<T>();
            IAsyncEnumerator<T> all = records.GetAsyncEnumerator(cancellation);
            try
            {
                while (all.MoveNextAsync().GetAwaiter().GetResult())
                {
                    read.Add(all.Current);
                }
            }
            finally
            {
                all.DisposeAsync().GetAwaiter().GetResult();
            }
            return read;
        }

        private static Exception Thrown(Action act)
        {
            try
            {
                act();
            }
            catch (Exception fault)
            {
                return fault;
            }
            throw new FailedException("nothing was refused");
        }

        [Test]
        internal static void TheWriterNeedsNoSynchronousCalls()
        {
            AsyncStream stream = new AsyncStream();
            JsonWriter writer = new JsonWriter(stream);
            writer.WriteStartArray();
            writer.WriteStringValue("a");
            writer.FlushAsync().GetAwaiter().GetResult();
            Check.Equal(4L, writer.BytesCommitted, "after a flush");
            writer.WriteNumberValue(1);
            Check.True(Thrown(() => writer.FlushAsync(new CancellationToken(true)).GetAwaiter().GetResult()) is OperationCanceledException,
                "a cancelled flush");
            writer.WriteEndArray();
            writer.DisposeAsync().GetAwaiter().GetResult();
            writer.DisposeAsync().GetAwaiter().GetResult();
            Check.Equal("[\"a\",1]", Encoding.UTF8.GetString(stream.ToArray()), "the text");
            Check.Equal(2, stream.Flushes, "flushes");
            Check.True(Thrown(() => writer.FlushAsync().GetAwaiter().GetResult()) is ObjectDisposedException, "after the end");
            using (JsonWriter own = new JsonWriter())
            {
                own.WriteNullValue();
                own.FlushAsync().GetAwaiter().GetResult();
                Check.Equal(4, own.BytesPending, "a buffer of its own keeps the text");
            }
        }

        [Test]
        internal static void WritesTheSameBytesInParts()
        {
            RecordPlan<Order> plan = RecordPlan<Order>.Create();
            RecordPlan<List<Order>> listPlan = RecordPlan<List<Order>>.Create();
            for (int seed = 0; seed < 400; seed += JsonSamples.OneIn)
            {
                JsonSamples samples = new JsonSamples((ulong)seed + 1);
                List<Order> orders = new List<Order>();
                for (int i = 0; i < seed; i++)
                {
                    orders.Add((Order)RecordSamples.Sample(typeof(Order), samples, 4));
                }
                byte[] expected = listPlan.Serialize(orders);
                foreach (bool isAsync in new[] { true, false })
                {
                    AsyncStream stream = new AsyncStream();
                    MemoryStream memory = new MemoryStream();
                    if (isAsync)
                    {
                        listPlan.SerializeAsync(stream, orders).GetAwaiter().GetResult();
                    }
                    else
                    {
                        listPlan.Serialize(memory, orders);
                    }
                    Check.Bytes(expected, isAsync ? stream.ToArray() : memory.ToArray(), "list " + seed);
                    Check.Equal(0, stream.Flushes, "flushes");
                }
                AsyncStream array = new AsyncStream();
                Records<Order> records = new Records<Order>(orders);
                plan.SerializeAsyncEnumerable(array, records).GetAwaiter().GetResult();
                Check.Bytes(expected, array.ToArray(), "enumerable " + seed);
                Check.True(records.IsDisposed, "disposed");
                AsyncStream lines = new AsyncStream();
                plan.SerializeAsyncEnumerable(lines, new Records<Order>(orders), true).GetAwaiter().GetResult();
                StringBuilder text = new StringBuilder();
                orders.ForEach(order => text.Append(plan.SerializeToString(order)).Append('\n'));
                Check.Bytes(Encoding.UTF8.GetBytes(text.ToString()), lines.ToArray(), "lines " + seed);
                // Of names that were ill-formed the last one counts.
                text.Clear();
                orders.ForEach(order => text.Append(plan.SerializeToString(plan.Deserialize(plan.Serialize(order)))).Append('\n'));
                Check.Bytes(Encoding.UTF8.GetBytes(text.ToString()), Lines(plan, lines.ToArray(), 7), "lines read and written " + seed);
            }
        }

        private static byte[] Lines<T>(RecordPlan<T> plan, byte[] lines, int pieceLen)
        {
            AsyncStream again = new AsyncStream();
            IAsyncEnumerable<T> read = plan.DeserializeAsyncEnumerable(new AsyncStream(lines, pieceLen), true);
            plan.SerializeAsyncEnumerable(again, read, true).GetAwaiter().GetResult();
            return again.ToArray();
        }

        private static IEnumerable<Line> ManyLines(int count)
        {
            for (int i = 0; i < count; i++)
            {
                yield return new Line { Num = i, Text = "caf\u00e9 \"" + i };
            }
        }

        /// <summary>Parts of a text do not grow with it, at any depth; nor does the memory that reading asks for.</summary>
        [Test]
        internal static void PartsDoNotGrow()
        {
            Order order = new Order { Name = "a", Lines = new List<Line>(ManyLines(100000 / Check.OneInInterpreted)) };
            Order outer = new Order { Next = order, Notes = new Dictionary<string, int[]> { { "x", new int[10000] } } };
            AsyncStream stream = new AsyncStream();
            RecordPlan<Order> plan = RecordPlan<Order>.Create();
            plan.SerializeAsync(stream, outer).GetAwaiter().GetResult();
            byte[] json = stream.ToArray();
            Check.Bytes(plan.Serialize(outer), json, "an inner list");
            Check.True(stream.LongestWrite < 17000 && stream.Writes >= json.Length / 17000, "a part of " + stream.LongestWrite);
            Check.True(stream.Writes <= json.Length / 16384 + 1, stream.Writes + " parts");
        }

        /// <summary>A getter throws after the stream got a part: the rest is dropped, and the plan can be used again.</summary>
        [Test]
        internal static void NothingIsSentAfterAnError()
        {
            RecordPlan<List<double>> plan = RecordPlan<List<double>>.Create();
            foreach (int count in new[] { 10, 100000 })
            {
                List<double> numbers = new List<double>(new double[count]) { double.NaN, 1 };
                AsyncStream stream = new AsyncStream();
                Check.True(Thrown(() => plan.SerializeAsync(stream, numbers).GetAwaiter().GetResult()) is ArgumentException, "NaN");
                Check.Equal(count == 10 ? 0 : 2 * count / 16384, stream.Writes, "writes of " + count);
                stream = new AsyncStream();
                plan.SerializeAsync(stream, new List<double> { 1 }).GetAwaiter().GetResult();
                Check.Equal("[1]", Encoding.UTF8.GetString(stream.ToArray()), "after an error");
            }
        }

        [Test]
        internal static void ReadsWholeStreams()
        {
            RecordPlan<Order> plan = RecordPlan<Order>.Create();
            for (int seed = 0; seed < 200; seed += JsonSamples.OneIn)
            {
                JsonSamples samples = new JsonSamples((ulong)seed + 1);
                byte[] json = plan.Serialize((Order)RecordSamples.Sample(typeof(Order), samples, 4));
                byte[] marked = Encoding.UTF8.GetBytes("\ufeff" + Encoding.UTF8.GetString(json));
                foreach (byte[] text in new[] { json, marked })
                {
                    AsyncStream stream = new AsyncStream(text, 1 + samples.Below(20));
                    Check.Bytes(json, plan.Serialize(plan.DeserializeAsync(stream).GetAwaiter().GetResult()), "async " + seed);
                    Check.Bytes(json, plan.Serialize(plan.Deserialize(new MemoryStream(text))), "sync " + seed);
                }
                int cut = samples.Below(json.Length + 1);
                Check.Bytes(json, plan.Serialize(plan.Deserialize(Segments(json, cut))), "segments " + seed);
                Check.Bytes(json, plan.Serialize(plan.Deserialize(Encoding.UTF8.GetString(json).AsSpan())), "units " + seed);
            }
            JsonReadException fault = (JsonReadException)Thrown(() => plan.DeserializeAsync(new AsyncStream(new byte[0])).GetAwaiter().GetResult());
            Check.Equal(JsonReadError.InputEmpty, fault.Error, "an empty stream");
        }

        private sealed class Segment : ReadOnlySequenceSegment<byte>
        {
            internal Segment(byte[] bytes, long start, Segment next)
            {
                Memory = bytes;
                RunningIndex = start;
                Next = next;
            }
        }

        private static ReadOnlySequence<byte> Segments(byte[] bytes, int cut)
        {
            byte[] first = bytes.AsSpan(0, cut).ToArray();
            Segment last = new Segment(bytes.AsSpan(cut).ToArray(), cut, null);
            return new ReadOnlySequence<byte>(new Segment(first, 0, last), 0, last, bytes.Length - cut);
        }

        [Test]
        internal static void TryDeserializeSaysWhy()
        {
            RecordPlan<Line> plan = RecordPlan<Line>.Create();
            Line line;
            JsonReadException error;
            Check.True(plan.TryDeserialize("{\"Num\":3}".AsSpan(), out line, out error) && error == null && line.Num == 3, "right");
            Check.True(!plan.TryDeserialize("{\"Num\":3,\n\"Text\":1}".AsSpan(), out line, out error) && line.Num == 0, "wrong");
            Check.Equal("$.Text 1 8 17 JsonMemberType", Place(error) + " " + error.Code, "the error");
            Check.True(error.Remedy.Length > 0, "the remedy");
            Check.True(!plan.TryDeserialize(Encoding.UTF8.GetBytes("[]"), out line, out error), "bytes");
            Check.True(plan.TryDeserialize(Encoding.UTF8.GetBytes("{}"), out line, out error) && error == null, "after an error");
            Check.True(!plan.TryDeserialize("{\n\"\u00e9\ud800".AsSpan(), out line, out error), "half a pair");
            Check.Equal("$ 1 3 4 SurrogateLone", Place(error) + " " + error.Code, "half a pair");
        }

        private static string Place(JsonReadException fault)
        {
            return fault.Path + " " + fault.LineNumber + " " + fault.BytePositionInLine + " " + fault.Offset;
        }

        private const string BadLines = "{\"Num\":1}\n\n{\"Num\":\"x\"}\r\n {\"Num\":2}\n{\"Num\":2} 3\n[\n{\"Num\":3}\n\"\\ud800\nnull\n{\"Num\":4";

        /// <summary>Bad lines are named by their places in the stream, and those after them are read.</summary>
        [Test]
        internal static void LinesAfterBadOnesAreRead()
        {
            RecordPlan<Line> plan = RecordPlan<Line>.Create();
            byte[] text = Encoding.UTF8.GetBytes("\ufeff" + BadLines);
            for (int pieceLen = 1; pieceLen < text.Length + 2; pieceLen++)
            {
                List<string> faults = new List<string>();
                List<Line> read = ToList(plan.DeserializeAsyncEnumerable(new AsyncStream(text, pieceLen), fault => faults.Add(Place(fault))));
                Check.Equal("1 2 3", string.Join(" ", read.ConvertAll(line => line.Num)), "pieces of " + pieceLen);
                string expected = "$.Num 2 10 18|$ 4 10 45|$ 5 1 47|$ 7 7 66|$ 8 4 67|$.Num 9 8 80";
                Check.Equal(expected, string.Join("|", faults), "pieces of " + pieceLen);
            }
        }

        [Test]
        internal static void CancelledCallsStop()
        {
            RecordPlan<List<int>> plan = RecordPlan<List<int>>.Create();
            RecordPlan<Line> lines = RecordPlan<Line>.Create();
            List<int> many = new List<int>(new int[100000]);
            CancellationToken now = new CancellationToken(true);
            byte[] json = Encoding.UTF8.GetBytes("[]");
            Action[] calls =
            {
                () => plan.SerializeAsync(new AsyncStream(), many, now).GetAwaiter().GetResult(),
                () => lines.SerializeAsyncEnumerable(new AsyncStream(), new Records<Line>(ManyLines(9)), false, now).GetAwaiter().GetResult(),
                () => plan.DeserializeAsync(new AsyncStream(json), now).GetAwaiter().GetResult(),
                () => ToList(lines.DeserializeAsyncEnumerable(new AsyncStream(json), false, now)),
                () => ToList(lines.DeserializeAsyncEnumerable(new AsyncStream(json), fault => { }, now)),
                () => ToList(lines.DeserializeAsyncEnumerable(new AsyncStream(json)), now),
            };
            foreach (Action call in calls)
            {
                Check.True(Thrown(call) is OperationCanceledException, "cancelled before the call");
            }
            CancellationTokenSource source = new CancellationTokenSource();
            AsyncStream stream = new AsyncStream();
            stream.OnWrite = () => { if (stream.Writes == 3) source.Cancel(); };
            Exception fault2 = Thrown(() => plan.SerializeAsync(stream, many, source.Token).GetAwaiter().GetResult());
            Check.True(fault2 is OperationCanceledException && stream.Writes == 3, "cancelled in between: " + fault2);
        }

        private static readonly string[] Arrays =
        {
            "", " ", "[]", " [ ] ", "[1]", "[1,2]", "[1 , 2 ]\n", "[", "[1", "[1,", "[1,]", "[,1]", "[1,,2]", "[1 2]", "[1}", "[}",
            "[1]]", "[1] 2", "[1]x", "{}", "null", "1", "x", "[\"a\"]", "[1,\"a\",3]", "[1,\n \"a]\\\"\"", "[[1],2]", "[1,[2", "[1,x,2]",
            "\n[\n1,\n2\n", "[1e2,2]", "[1,null]", "]", "[1,/**/2]",
        };

        /// <summary>Elements and refusals are those of the whole array.</summary>
        [Test]
        internal static void ElementsAreThoseOfTheArray()
        {
            RecordPlan<int> plan = RecordPlan<int>.Create();
            foreach (string text in Arrays)
            {
                byte[] json = Encoding.UTF8.GetBytes(text);
                for (int pieceLen = 1; pieceLen < json.Length + 2; pieceLen++)
                {
                    string what = text + " in pieces of " + pieceLen;
                    Elements(plan, json, pieceLen, what);
                }
            }
        }

        private static void Elements(RecordPlan<int> plan, byte[] json, int pieceLen, string what)
        {
            List<int> whole = null;
            JsonReadException expected = null;
            JsonReadException actual = null;
            List<int> read = null;
            try
            {
                whole = RecordPlan<List<int>>.Create().Deserialize(json);
            }
            catch (JsonReadException fault)
            {
                expected = fault;
            }
            try
            {
                read = ToList(plan.DeserializeAsyncEnumerable(new AsyncStream(json, pieceLen)));
            }
            catch (JsonReadException fault)
            {
                actual = fault;
            }
            Check.Equal(expected == null, actual == null, what + ": " + (actual ?? expected));
            if (expected == null)
            {
                Check.Equal(string.Join(" ", whole ?? new List<int>()), string.Join(" ", read), what);
            }
            else
            {
                Check.Equal(expected.LineNumber + " " + expected.Offset, actual.LineNumber + " " + actual.Offset, what);
                Check.True(expected.MemberType == null || expected.Path == actual.Path, what + ": " + actual.Path);
            }
        }

        /// <summary>The same beside System.Text.Json, which has this since 6.0, and values at the top since 9.0.</summary>
        [Test]
        internal static void ElementsAreThoseOfTheSerializer()
        {
            foreach (bool topLevel in new[] { false, true })
            {
                MethodInfo theirs = Theirs(topLevel);
                foreach (string text in theirs == null ? new string[0] : Arrays)
                {
                    string spaced = topLevel ? text.Replace(',', ' ') : text;
                    string expected = Elements((IAsyncEnumerable<int>)theirs.Invoke(null, Arguments(theirs, spaced)));
                    for (int pieceLen = 1; pieceLen < 9; pieceLen++)
                    {
                        AsyncStream stream = new AsyncStream(Encoding.UTF8.GetBytes(spaced), pieceLen);
                        string actual = Elements(RecordPlan<int>.Create().DeserializeAsyncEnumerable(stream, topLevel));
                        Check.Equal(expected, actual, spaced + " in pieces of " + pieceLen + ", top level: " + topLevel);
                    }
                }
            }
        }

        // Their overload with the type of the options, or with a flag in front.
        private static MethodInfo Theirs(bool topLevel)
        {
            if (!Runner.RuntimeName().StartsWith("coreclr", StringComparison.Ordinal))
            {
                return null;
            }
            Type serializer = Oracle.SerializerOracle.Library.GetType("System.Text.Json.JsonSerializer");
            MethodInfo found = Array.Find(serializer.GetMethods(), method => method.Name == "DeserializeAsyncEnumerable"
                && method.GetParameters()[0].ParameterType == typeof(Stream)
                && method.GetParameters()[1].ParameterType.Name == (topLevel ? "Boolean" : "JsonSerializerOptions"));
            return found == null ? null : found.MakeGenericMethod(typeof(int));
        }

        private static object[] Arguments(MethodInfo method, string text)
        {
            object[] arguments = new object[method.GetParameters().Length];
            arguments[0] = new MemoryStream(Encoding.UTF8.GetBytes(text));
            if (method.GetParameters()[1].ParameterType == typeof(bool))
            {
                arguments[1] = true;
            }
            arguments[arguments.Length - 1] = CancellationToken.None;
            return arguments;
        }

        private static string Elements(IAsyncEnumerable<int> elements)
        {
            try
            {
                return string.Join(" ", ToList(elements));
            }
            catch (Exception)
            {
                return "refused";
            }
        }
    }
}
