using System.Text;

namespace StringMill.Tests
{
    /// <summary>Which records the native library writes and reads.</summary>
    internal static class NativeLimitsTests
    {
        [Test]
        internal static void NativeRecordsByTypeAndLength()
        {
            // hasNative, writePays, members, fitSlots, readsSlots; then whether it writes and reads a short record.
            Expect(new NativeLimits(true, true, 2, true, true), true, true);
            Expect(new NativeLimits(true, false, 2, true, true), false, true);
            Expect(new NativeLimits(true, true, 2, true, false), true, false);
            Expect(new NativeLimits(true, true, NativeLimits.MembersMax, true, true), true, true);
            Expect(new NativeLimits(true, true, NativeLimits.MembersMax + 1, true, true), false, false);
            Expect(new NativeLimits(true, true, 2, false, true), false, false);
            Expect(new NativeLimits(false, true, 2, true, true), false, false);
            Expect(default(NativeLimits), false, false);
            NativeLimits limits = new NativeLimits(true, true, 2, true, true);
            Check.Equal(true, limits.CanWrite(JsonWriter.MaxTextLen), "the longest text");
            Check.Equal(false, limits.CanWrite(JsonWriter.MaxTextLen + 1), "a longer one, which is refused");
            Check.Equal(true, limits.CanRead(NativeLimits.ReadMax), "the longest JSON");
            Check.Equal(false, limits.CanRead(NativeLimits.ReadMax + 1), "longer JSON");
        }

        private static void Expect(NativeLimits limits, bool write, bool read)
        {
            Check.Equal(write, limits.Writes, "writes");
            Check.Equal(write, limits.CanWrite(0), "to write");
            Check.Equal(read, limits.Reads, "reads");
            Check.Equal(read, limits.CanRead(0), "to read");
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
        internal static void NativeAndPureVerdictsAreEqual()
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

        private static string Verdict(RecordPlan<Flat> plan, byte[] json, bool pure)
        {
            try
            {
                Flat read = pure ? plan.DeserializePure(json) : plan.Deserialize(json);
                return read == null ? "null" : read.Num + " " + read.Text + " " + read.Flag;
            }
            catch (JsonReadException fault)
            {
                return fault.Code + " at " + fault.Offset;
            }
        }
    }
}
