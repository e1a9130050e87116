using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Text;

namespace StringMill.Tests
{
    /// <summary>A writer is used again after each call that can throw: its text is whole, or every call says that it is not.</summary>
    internal static class WriterAfterErrorsTests
    {
        /// <summary>An output that throws once, at one of its calls.</summary>
        private sealed class Failing : IBufferWriter<byte>
        {
            private readonly MemoryStream all = new MemoryStream();
            private readonly int failsAt;
            private byte[] lent = Array.Empty<byte>();
            private int calls;

            internal Failing(int failsAt)
            {
                this.failsAt = failsAt;
            }

            internal bool HasFailed => calls > failsAt;

            public void Advance(int count)
            {
                FailIfDue();
                all.Write(lent, 0, count);
                // A later write into the old memory would be lost.
                lent = Array.Empty<byte>();
            }

            public Memory<byte> GetMemory(int sizeHint = 0)
            {
                FailIfDue();
                lent = new byte[sizeHint];
                return lent;
            }

            public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

            internal byte[] ToArray() => all.ToArray();

            private void FailIfDue()
            {
                if (calls++ == failsAt)
                {
                    throw new IOException("the output fails");
                }
            }
        }

        // Texts that do not fit into one piece of memory, comments and depth, each call by itself.
        private static readonly Action<JsonWriter>[] Calls = MakeCalls();

        private static Action<JsonWriter>[] MakeCalls()
        {
            List<Action<JsonWriter>> calls = new List<Action<JsonWriter>> { writer => writer.WriteStartObject() };
            for (int i = 0; i < 6; i++)
            {
                string name = new string('n', 40 + 300 * i) + "\"\n\u00e9";
                string text = new string('t', 900 * i) + ",{},[7],\"" + new string('\u20ac', 1000 * i);
                calls.Add(writer => writer.WritePropertyName(name));
                calls.Add(writer => writer.WriteStartArray());
                calls.Add(writer => writer.WriteStringValue(text));
                calls.Add(writer => writer.WriteStringValue(Encoding.UTF8.GetBytes(text)));
                calls.Add(writer => writer.WriteNumberValue(1.5));
                calls.Add(writer => writer.WriteCommentValue(new string('c', 250)));
                calls.Add(writer => writer.WriteStartObject());
                calls.Add(writer => writer.WriteEndObject());
                calls.Add(writer => writer.WriteStringValue(new DateTime(2026, 1, 2)));
                calls.Add(writer => writer.WriteBase64StringValue(new byte[500 * i]));
                calls.Add(writer => writer.WriteRawValue(Encoding.ASCII.GetBytes("[\"a\"]")));
                calls.Add(writer => writer.WriteEndArray());
            }
            calls.Add(writer => writer.WriteEndObject());
            calls.Add(writer => writer.Flush());
            return calls.ToArray();
        }

        [Test]
        internal static void OutputsThatThrow()
        {
            foreach (JsonWriteOptions options in new[]
            {
                new JsonWriteOptions(), new JsonWriteOptions { Indented = true, IndentSize = 120 },
                new JsonWriteOptions { SkipValidation = true },
            })
            {
                byte[] whole = Written(options);
                int torn = 0;
                int finished = 0;
                int failsAt = 0;
                while (FailsAt(failsAt, options, whole, ref torn, ref finished))
                {
                    failsAt += Check.OneInInterpreted == 1 ? 1 : 23;
                }
                Check.True(torn > 1 && finished > 1, "torn " + torn + ", finished " + finished);
            }
        }

        private static byte[] Written(JsonWriteOptions options)
        {
            JsonWriter writer = new JsonWriter(options);
            foreach (Action<JsonWriter> call in Calls)
            {
                call(writer);
            }
            return writer.ToArray();
        }

        // False if the output did not come to that call.
        private static bool FailsAt(int number, JsonWriteOptions options, byte[] whole, ref int torn, ref int finished)
        {
            Failing output = new Failing(number);
            JsonWriter writer = new JsonWriter(output, options);
            bool isTorn = false;
            for (int i = 0; i < Calls.Length && !isTorn; i++)
            {
                try
                {
                    Calls[i](writer);
                }
                catch (IOException)
                {
                    isTorn = !TryAgain(writer, Calls[i]);
                }
            }
            string what = "failing at call " + number;
            if (!isTorn)
            {
                Check.Bytes(whole, output.ToArray(), what);
                finished++;
                return output.HasFailed;
            }
            torn++;
            foreach (Action<JsonWriter> call in new Action<JsonWriter>[]
            {
                one => one.WriteStringValue("x"), one => one.WriteNullValue(), one => one.WriteEndArray(), one => one.WriteEndObject(),
                one => one.WritePropertyName("x"), one => one.WriteStartArray(), one => one.WriteCommentValue(""),
            })
            {
                Check.True(!TryAgain(writer, call), what + ": a call after a torn text");
            }
            byte[] begun = output.ToArray();
            Check.Bytes(new ReadOnlySpan<byte>(whole, 0, begun.Length).ToArray(), begun, what + ": the beginning");
            Failing other = new Failing(int.MaxValue);
            writer.Reset(other);
            foreach (Action<JsonWriter> call in Calls)
            {
                call(writer);
            }
            Check.Bytes(whole, other.ToArray(), what + ", after Reset");
            return true;
        }

        private static bool TryAgain(JsonWriter writer, Action<JsonWriter> call)
        {
            try
            {
                call(writer);
                return true;
            }
            catch (InvalidOperationException)
            {
                return false;
            }
        }

        /// <summary>Refused arguments: the text continues as if the call had not been made.</summary>
        [Test]
        internal static void RefusedArguments()
        {
            JsonEncoder strict = JsonEncoder.Json.OnIllFormed(IllFormed.Reject, IllFormedUtf16.Reject);
            string tooLong = new string('\0', JsonWriter.MaxTextLen + 1);
            byte[] illFormed = { (byte)'a', 0xFF };
            foreach (bool isIndented in new[] { false, true })
            {
                JsonWriteOptions options = new JsonWriteOptions { Encoder = strict, Indented = isIndented, MaxDepth = 2 };
                JsonWriter writer = new JsonWriter(options);
                writer.WriteStartObject();
                for (int member = 0; member < 2; member++)
                {
                    Refused(writer, one => one.WritePropertyName("a\ud800"));
                    Refused(writer, one => one.WritePropertyName(illFormed));
                    Refused(writer, one => one.WriteString("a", tooLong));
                    Refused(writer, one => one.WriteString("a\ud800", "b"));
                    Refused(writer, one => one.WriteNumber("a", double.NaN));
                    Refused(writer, one => one.WriteNumber("a", float.PositiveInfinity));
                    Refused(writer, one => one.WriteString(null, "a"));
                    Refused(writer, one => one.WriteNullValue());
                    Refused(writer, one => one.WriteEndArray());
                    Refused(writer, one => one.WriteCommentValue("*/"));
                    Refused(writer, one => one.WriteCommentValue("\ud800"));
                    writer.WritePropertyName("a");
                    Refused(writer, one => one.WritePropertyName("b"));
                    Refused(writer, one => one.WriteStringValue("b\udc00"));
                    Refused(writer, one => one.WriteStringValue(illFormed));
                    Refused(writer, one => one.WriteRawValue(Encoding.ASCII.GetBytes("[1")));
                    Refused(writer, one => one.WriteRawValue(default(ReadOnlySpan<byte>)));
                    Refused(writer, one => one.WriteEndObject());
                    writer.WriteStartArray();
                    Refused(writer, one => one.WriteStartArray());
                    Refused(writer, one => one.WriteStartObject("c"));
                    Refused(writer, one => one.WriteStringValue(new string('t', 5000) + "\ud800"));
                    writer.WriteStringValue("right");
                    Refused(writer, one => one.WriteStringValue("\ud800"));
                    Refused(writer, one => one.WriteEndObject());
                    writer.WriteEndArray();
                }
                writer.WriteEndObject();
                Refused(writer, one => one.WriteNullValue());
                string text = Encoding.UTF8.GetString(writer.ToArray());
                Check.Equal("{\"a\":[\"right\"],\"a\":[\"right\"]}", text.Replace(" ", "").Replace(Environment.NewLine, ""), text);
            }
        }

        private static void Refused(JsonWriter writer, Action<JsonWriter> call)
        {
            byte[] before = writer.ToArray();
            try
            {
                call(writer);
            }
            catch (Exception fault) when (fault is ArgumentException || fault is InvalidOperationException || fault is JsonReadException)
            {
                Check.Bytes(before, writer.ToArray(), "after " + fault.Message);
                return;
            }
            throw new FailedException("not refused after " + Encoding.UTF8.GetString(before));
        }

        internal sealed class Failure
        {
            public string First { get; set; }

            public string Second => throw new NotImplementedException("a getter");
        }

        /// <summary>A getter that throws: the output gets nothing of a short record, and the plan writes the next one whole.</summary>
        [Test]
        internal static void GettersThatThrow()
        {
            RecordPlan<Failure> plan = RecordPlan<Failure>.Create();
            RecordPlan<Dictionary<string, int>> next = RecordPlan<Dictionary<string, int>>.Create();
            CountingOutput output = new CountingOutput();
            byte[] buffer = null;
            Failure record = new Failure { First = "one" };
            foreach (Action act in new Action[]
            {
                () => plan.Serialize(record), () => plan.Serialize(record, output), () => plan.Serialize(record, ref buffer),
                () => plan.SerializeToString(record),
            })
            {
                try
                {
                    act();
                    throw new FailedException("a getter that throws");
                }
                catch (NotImplementedException)
                {
                    // The getter's own, as with System.Text.Json.
                }
                Check.Equal(0, output.Len, "bytes of half a record");
                Check.Equal("null", plan.SerializeToString(null), "after a getter that throws");
                Check.Equal("{\"a\":1}", next.SerializeToString(new Dictionary<string, int> { { "a", 1 } }), "another plan");
            }
        }

        private sealed class CountingOutput : IBufferWriter<byte>
        {
            internal int Len { get; private set; }

            public void Advance(int count) => Len += count;

            public Memory<byte> GetMemory(int sizeHint = 0) => new byte[Math.Max(1, sizeHint)];

            public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
        }
    }
}
