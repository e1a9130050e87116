using System;
using System.Buffers;
using System.Text;
using System.Threading;

namespace StringMill.Tests
{
    /// <summary>
    /// Code of the caller runs inside a call and there makes every call itself: getters, setters, outputs and the translation of errors.
    /// Both calls give what they give alone, also if that code throws. They share buffers of the thread and writers of the plan.
    /// </summary>
    internal static class NestedCallsTests
    {
        private sealed class InterruptedException : Exception
        {
        }

        private sealed class Nesting
        {
            private string middle;

            public string First { get; set; }

            public string Middle
            {
                get => Interrupt(middle);
                set => middle = Interrupt(value);
            }

            public string Last { get; set; }
        }

        private sealed class NestingOutput : IBufferWriter<byte>
        {
            private byte[] all = Array.Empty<byte>();
            private byte[] lent;

            public void Advance(int count)
            {
                int len = all.Length;
                Array.Resize(ref all, len + count);
                Buffer.BlockCopy(Interrupt(lent), 0, all, len, count);
            }

            public Memory<byte> GetMemory(int sizeHint = 0) => lent = Interrupt(new byte[sizeHint]);

            public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

            internal string Text => Encoding.UTF8.GetString(all);
        }

        /// <summary>Every call that has a buffer of its own, with one encoder; each returns a text.</summary>
        private sealed class Calls
        {
            private readonly JsonEncoder encoder;
            private readonly RecordPlan<Nesting> plan;

            internal readonly Func<string, string>[] All;

            internal Calls(JsonEncoder encoder)
            {
                this.encoder = encoder;
                plan = RecordPlan<Nesting>.Create(new RecordOptions { Encoder = encoder, TranslateError = Interrupt });
                All = new Func<string, string>[]
                {
                    text => Encoding.UTF8.GetString(plan.Serialize(Record(text))),
                    text => plan.SerializeToString(Record(text)), IntoArray, IntoOutput,
                    text => Members(plan.Deserialize(Document(text))),
                    text => Members(plan.Deserialize(Encoding.UTF8.GetString(Document(text)))), Refused,
                    text => Encoding.UTF8.GetString(encoder.Escape(text)), encoder.EscapeToString, EscapedIntoOutput, ToUtf16,
                };
            }

            // The whole text, its beginning and its end are members.
            private static Nesting Record(string text)
            {
                return new Nesting { First = text, Middle = text.Substring(text.Length / 2), Last = text.Substring(0, text.Length / 2) };
            }

            private byte[] Document(string text)
            {
                return Encoding.UTF8.GetBytes("{\"First\":\"" + encoder.EscapeToString(text) + "\",\"Middle\":\""
                    + JsonEncoder.Json.EscapeToString(text) + "\",\"Last\":\"" + encoder.EscapeToString("\n" + text) + "\"}");
            }

            private static string Members(Nesting record) => record.First + "|" + record.Middle + "|" + record.Last;

            private string IntoArray(string text)
            {
                byte[] buffer = new byte[1];
                int len = plan.Serialize(Record(text), ref buffer);
                return Encoding.UTF8.GetString(buffer, 0, len);
            }

            private string IntoOutput(string text)
            {
                NestingOutput output = new NestingOutput();
                plan.Serialize(Record(text), output);
                return output.Text;
            }

            private string Refused(string text)
            {
                try
                {
                    return Members(plan.Deserialize("{\"First\":\"" + encoder.EscapeToString(text) + "\",\"Last\":[]}"));
                }
                catch (JsonReadException fault) when (fault.InnerException == null)
                {
                    return fault.Message;
                }
            }

            private string EscapedIntoOutput(string text)
            {
                NestingOutput output = new NestingOutput();
                encoder.Escape(text.AsSpan(), output);
                return output.Text;
            }

            private unsafe string ToUtf16(string text)
            {
                char[] room = new char[text.Length * 12 + 1];
                int read;
                int written;
                fixed (char* src = text, dst = room)
                {
                    KernelDriver.EscapeToUtf16(encoder.Rules, src, text.Length, dst, room.Length, false, out read, out written);
                }
                return new string(room, 0, written);
            }
        }

        // What the code of the caller does; nothing while that runs.
        [ThreadStatic]
        private static Action inside;

        private static T Interrupt<T>(T value)
        {
            Action act = inside;
            inside = null;
            try
            {
                act?.Invoke();
            }
            finally
            {
                // A setter that throws is called again.
                inside = act;
            }
            return value;
        }

        // For lengths around those from which other code runs: 16 units, 64 units, 256 bytes of each script.
        private static readonly string[] Texts =
        {
            "", "ascii only", "a \"quote\"\n", "\u00e9t\u00e9", new string('\u0436', 16), new string('\u0436', 17) + "\"",
            new string('\u0436', 128), new string('\u0436', 129), new string('\u0436', 70) + "\"",
            new string('\u4e2d', 85), new string('\u4e2d', 86) + " \u20ac",
            "\U0001F600 <b>", "x\ud800y", new string('\u00df', 64) + new string('s', 64), new string('\u0436', 700), new string('w', 5000),
        };

        private static readonly Calls[] ByEncoder =
        {
            new Calls(JsonEncoder.DotNet), new Calls(JsonEncoder.DotNetRelaxed), new Calls(JsonEncoder.Json),
            new Calls(JsonEncoder.Newtonsoft),
        };

        [Test]
        internal static void InsideEachOther() => NestAll(0);

        [Test(NeedsSystem = true)]
        internal static void InSeveralThreads()
        {
            Exception fault = null;
            Thread[] threads = new Thread[4];
            for (int i = 0; i < threads.Length; i++)
            {
                int first = i;
                threads[i] = new Thread(() =>
                {
                    try
                    {
                        NestAll(first);
                    }
                    catch (Exception e)
                    {
                        fault = e;
                    }
                });
                threads[i].Start();
            }
            Array.ForEach(threads, thread => thread.Join());
            Check.True(fault == null, "in a thread: " + fault);
        }

        // Some pairs of texts, in which each is outside and inside.
        private static void NestAll(int first)
        {
            int step = Runner.IsInterpreted ? 31 : 7;
            foreach (Calls calls in ByEncoder)
            {
                for (int pair = first; pair < Texts.Length * Texts.Length; pair += step)
                {
                    Nest(calls, Texts[pair / Texts.Length], Texts[pair % Texts.Length]);
                }
            }
        }

        private static void Nest(Calls calls, string outer, string inner)
        {
            string[] outerAlone = Array.ConvertAll(calls.All, call => call(outer));
            string[] innerAlone = Array.ConvertAll(calls.All, call => call(inner));
            int different = 0;
            int runs = 0;
            Action makeAll = () =>
            {
                runs++;
                for (int i = 0; i < calls.All.Length; i++)
                {
                    different += calls.All[i](inner) == innerAlone[i] ? 0 : 1;
                }
            };
            Action makeAllAndThrow = () =>
            {
                makeAll();
                throw new InterruptedException();
            };
            for (int i = 0; i < calls.All.Length; i++)
            {
                string name = "call " + i + " of '" + outer + "' around '" + inner + "'";
                Check.Equal(outerAlone[i], With(makeAll, calls.All[i], outer), name);
                runs = 0;
                string thrown = With(makeAllAndThrow, calls.All[i], outer);
                Check.Equal(runs > 0 ? null : outerAlone[i], thrown, name + ", which throws");
                Check.Equal(outerAlone[i], calls.All[i](outer), name + ", after that throws");
                Check.Equal(0, different, "different inside " + name);
            }
        }

        // Null if the code inside throws.
        private static string With(Action act, Func<string, string> call, string text)
        {
            inside = act;
            try
            {
                return call(text);
            }
            catch (Exception fault) when (fault is InterruptedException || fault.InnerException is InterruptedException)
            {
                return null;
            }
            finally
            {
                inside = null;
            }
        }
    }
}
