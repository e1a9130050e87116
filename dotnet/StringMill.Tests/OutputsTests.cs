using System;
using System.Buffers;
using System.IO;
using System.Runtime.InteropServices;
using System.Text;

namespace StringMill.Tests
{
    /// <summary>Outputs that give as much memory as they should, less, or none: right bytes or an exception.</summary>
    internal static class OutputsTests
    {
        private struct Line
        {
            public int Num { get; set; }

            public string Text { get; set; }
        }

        private static readonly string[] Texts =
        {
            "a", "<", "caf\u00e9", new string('y', 83), new string('z', 100), new string('<', 1000),
            new string('\u20AC', 4000),
        };

        private static readonly JsonEncoder[] Encoders = { JsonEncoder.DotNet, JsonEncoder.Json };

        /// <summary>How much an output gives of what is asked for.</summary>
        private static readonly Func<int, int>[] Sizes =
        {
            len => len, len => Math.Max(1, len), len => len + 1, len => len - 1, len => len / 2, len => Math.Min(len, 6),
            len => Math.Min(len, 1), len => 0,
        };

        /// <summary>Memory that is no array.</summary>
        private sealed unsafe class Unmanaged : MemoryManager<byte>
        {
            private readonly IntPtr start;
            private readonly int len;

            internal Unmanaged(int len)
            {
                this.len = len;
                start = Marshal.AllocHGlobal(len + 1);
            }

            ~Unmanaged()
            {
                Marshal.FreeHGlobal(start);
            }

            public override Span<byte> GetSpan()
            {
                return new Span<byte>((void*)start, len);
            }

            public override MemoryHandle Pin(int elementIndex = 0)
            {
                return new MemoryHandle((byte*)start + elementIndex);
            }

            public override void Unpin()
            {
            }

            protected override void Dispose(bool disposing)
            {
            }
        }

        private sealed class Lender : IBufferWriter<byte>
        {
            private const int MaxCalls = 1000000;

            private readonly Func<int, int> size;
            private readonly bool isArray;
            private readonly MemoryStream all = new MemoryStream();
            private Memory<byte> lent;
            private int calls;

            internal Lender(Func<int, int> size, bool isArray)
            {
                this.size = size;
                this.isArray = isArray;
            }

            public void Advance(int count)
            {
                byte[] taken = lent.Span.Slice(0, count).ToArray();
                all.Write(taken, 0, count);
                lent = lent.Slice(count);
            }

            public Memory<byte> GetMemory(int sizeHint = 0)
            {
                Check.True(++calls < MaxCalls, "an output is asked for ever");
                int len = Math.Max(0, size(sizeHint));
                lent = isArray ? new byte[len] : new Unmanaged(len).Memory;
                return lent;
            }

            public Span<byte> GetSpan(int sizeHint = 0)
            {
                return GetMemory(sizeHint).Span;
            }

            internal byte[] ToArray()
            {
                return all.ToArray();
            }
        }

        [Test]
        internal static void OutputsThatGiveTooLittleAreRefused()
        {
            foreach (string text in Texts)
            {
                byte[] utf8 = Encoding.UTF8.GetBytes(text);
                foreach (JsonEncoder encoder in Encoders)
                {
                    byte[] inside = encoder.Escape(text);
                    Try("Escape", inside, output => encoder.Escape(text.AsSpan(), output));
                    Try("EscapeUtf8", inside, output => encoder.EscapeUtf8(utf8, output));
                    Try("JsonWriter", Quoted("[", inside, "]"), output => Write(output, encoder, text));
                    RecordPlan<Line> plan = RecordPlan<Line>.Create(new RecordOptions { Encoder = encoder });
                    Line line = new Line { Num = 7, Text = text };
                    Try("RecordPlan", Quoted("{\"Num\":7,\"Text\":", inside, "}"), output => plan.Serialize(line, output));
                }
            }
        }

        private static void Write(IBufferWriter<byte> output, JsonEncoder encoder, string text)
        {
            using (JsonWriter writer = new JsonWriter(output, new JsonWriteOptions { Encoder = encoder }))
            {
                writer.WriteStartArray();
                writer.WriteStringValue(text);
                writer.WriteEndArray();
            }
        }

        private static byte[] Quoted(string before, byte[] inside, string after)
        {
            return Encoding.UTF8.GetBytes(before + "\"" + Encoding.UTF8.GetString(inside) + "\"" + after);
        }

        private static void Try(string call, byte[] expected, Action<IBufferWriter<byte>> write)
        {
            for (int size = 0; size < Sizes.Length; size++)
            {
                foreach (bool isArray in new[] { true, false })
                {
                    string what = call + " of " + expected.Length + " bytes, size " + size + ", array " + isArray;
                    Lender output = new Lender(Sizes[size], isArray);
                    string refusal = null;
                    try
                    {
                        write(output);
                    }
                    catch (InvalidOperationException e)
                    {
                        refusal = e.Message;
                    }
                    bool isEnough = Sizes[size](100) >= 100;
                    bool isNone = Sizes[size](100) == 0;
                    Check.True(isEnough ? refusal == null : refusal != null || !isNone, what + ": " + refusal);
                    if (refusal == null)
                    {
                        Check.Bytes(expected, output.ToArray(), what);
                    }
                    else
                    {
                        Check.Equal("the output gave less memory than asked for", refusal, what);
                    }
                }
            }
        }

        [Test]
        internal static void NoOutputIsRefused()
        {
            Action[] calls =
            {
                () => JsonEncoder.Json.Escape("".AsSpan(), null), () => JsonEncoder.Json.EscapeUtf8(new byte[0], null),
                () => Records<Line>.Plan.Serialize(new Line(), (IBufferWriter<byte>)null),
            };
            foreach (Action call in calls)
            {
                try
                {
                    call();
                    Check.True(false, "null is taken");
                }
                catch (ArgumentNullException)
                {
                }
            }
        }
    }
}
