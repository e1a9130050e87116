using System.Text;

namespace StringMill.Tests
{
    /// <summary>The choice between the plain and the native way of a record.</summary>
    internal static class WaysTests
    {
        [Test]
        internal static void RecordWaysByTypeAndLength()
        {
            // hasNative, writePays, members, fitSlots, readsSlots; then the way to write and to read a short record.
            Expect(new Ways(true, true, 2, true, true), Way.Native, Way.Native);
            Expect(new Ways(true, false, 2, true, true), Way.Plain, Way.Native);
            Expect(new Ways(true, true, 2, true, false), Way.Native, Way.Plain);
            Expect(new Ways(true, true, Ways.MembersMax, true, true), Way.Native, Way.Native);
            Expect(new Ways(true, true, Ways.MembersMax + 1, true, true), Way.Plain, Way.Plain);
            Expect(new Ways(true, true, 2, false, true), Way.Plain, Way.Plain);
            Expect(new Ways(false, true, 2, true, true), Way.Plain, Way.Plain);
            Expect(default(Ways), Way.Plain, Way.Plain);
            Ways ways = new Ways(true, true, 2, true, true);
            Check.Equal(Way.Native, ways.ToWrite(JsonWriter.MaxTextLen), "the longest text");
            Check.Equal(Way.Plain, ways.ToWrite(JsonWriter.MaxTextLen + 1), "a longer one, which is refused");
            Check.Equal(Way.Native, ways.ToRead(Ways.ReadMax), "the longest JSON");
            Check.Equal(Way.Plain, ways.ToRead(Ways.ReadMax + 1), "longer JSON");
        }

        private static void Expect(Ways ways, Way write, Way read)
        {
            Check.Equal(write, ways.ToWrite(0), "to write");
            Check.Equal(read, ways.ToRead(0), "to read");
            Check.Equal(write == Way.Native || read == Way.Native, ways.UseNative, "whether one is native");
        }

        private sealed class Flat
        {
            public int Num { get; set; }

            public string Text { get; set; }

            public bool? Flag { get; set; }
        }

        private static readonly string[] Jsons =
        {
            "{\"Num\":1,\"Text\":\"a\",\"Flag\":true}", "{\"Num\":1}", "{}", "{\"Num\":1,\"Num\":2}", "{\"Num\":null}",
            "{\"Num\":\"x\",\"Num\":1}",
            "{\"Num\":3000000000,\"Num\":1}", "{\"Num\":1,\"Text\":\"\\ud800\"}", "{\"num\":1,\"x\":\"\\ud800\"}",
            "{\"Num\":1.0}", "null", "{",
            "{\"Flag\":null,\"Text\":\"\\u0041\"} ", "{\"Flag\":null} x", "{\"Num\":1e0}",
        };

        /// <summary>One verdict for one input, whatever was read before it.</summary>
        [Test]
        internal static void RecordVerdictsDoNotDependOnTheWay()
        {
            RecordPlan<Flat> plan = RecordPlan<Flat>.Create();
            for (int round = 0; round < 40; round++)
            {
                foreach (string json in Jsons)
                {
                    byte[] utf8 = Encoding.UTF8.GetBytes(json);
                    Check.Equal(Verdict(plan, utf8, true), Verdict(plan, utf8, false), json);
                }
                plan.Serialize(new Flat { Text = new string('"', round * 100) });
            }
        }

        private static string Verdict(RecordPlan<Flat> plan, byte[] json, bool plain)
        {
            try
            {
                Flat read = plain ? plan.DeserializePure(json) : plan.Deserialize(json);
                return read == null ? "null" : read.Num + " " + read.Text + " " + read.Flag;
            }
            catch (JsonReadException fault)
            {
                return fault.Code + " at " + fault.Offset;
            }
        }
    }
}
