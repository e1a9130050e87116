using System;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;

namespace StringMill.Tests
{
    /// <summary>Short records of a few types, at the lengths and places that vectors and buffers have as borders.</summary>
    internal static class RecordsShortTests
    {
        private struct Pair
        {
            public int Num { get; set; }

            public string Text { get; set; }
        }

        private sealed class Many
        {
            internal static int Made;

            public Many()
            {
                Made++;
            }

            public string First { get; set; }

            public bool Flag { get; set; }

            public ulong Whole { get; set; }

            public string ANameOfWhichTheHeadIsOfTwoWords;

            public string Last = "as it was";
        }

        private static string Escaped(string text)
        {
            return text == null ? "null" : "\"" + Encoding.UTF8.GetString(JsonEncoder.DotNet.Escape(text)) + "\"";
        }

        /// <summary>Texts of each length with at most one other character.</summary>
        [Test]
        internal static void EveryLength()
        {
            byte[] buffer = null;
            foreach (char other in "a\"\\<'+`\u007f\u001f\u0080\u00e9\u0161\u4e61\ud83d")
            {
                for (int len = 0; len < 2200; len += len < 140 ? 1 : len < 500 ? 97 : len < 520 ? 1 : 509)
                {
                    for (int place = 0; place < Math.Max(len, 1); place += len < 70 ? 3 : len / 5)
                    {
                        StringBuilder units = new StringBuilder(new string('b', len));
                        if (place < len)
                        {
                            units[place] = other;
                        }
                        Pair pair = new Pair { Num = 10 * len - 700, Text = units.ToString() };
                        string json = "{\"Num\":" + pair.Num + ",\"Text\":" + Escaped(pair.Text) + "}";
                        byte[] expected = Encoding.UTF8.GetBytes(json);
                        Check.Bytes(expected, Records<Pair>.Plan.Serialize(pair), "to an array");
                        int written = Records<Pair>.Plan.Serialize(pair, ref buffer);
                        Check.True(Check.Same(expected, buffer, written), "into a buffer: " + json);
                        Pair read = Records<Pair>.Plan.Deserialize(expected);
                        Check.Equal(pair.Num, read.Num, json);
                        string text = other == '\ud83d' ? pair.Text.Replace(other, '\ufffd') : pair.Text;
                        Check.Equal(text, read.Text, json);
                        string bare = new string('b', len) + "\u00e9";
                        byte[] plain = Encoding.UTF8.GetBytes("{\"Num\":0,\"Text\":\"" + bare + "\"}\n");
                        Check.Equal(bare, Records<Pair>.Plan.Deserialize(plain).Text, "not escaped");
                    }
                }
            }
        }

        /// <summary>Texts with an escape or a letter outside ASCII at each place.</summary>
        [Test]
        internal static void EveryPlace()
        {
            foreach (string other in new[] { "\\n", "\u00e9" })
            {
                string read = other == "\\n" ? "\n" : other;
                for (int len = 50; len < 300; len += 13 * Check.OneInInterpreted)
                {
                    for (int place = 0; place <= len; place += Check.OneInInterpreted)
                    {
                        string before = new string('b', place);
                        string behind = new string('c', len - place);
                        byte[] json = Encoding.UTF8.GetBytes("{\"Num\":7,\"Text\":\"" + before + other + behind + "\"}");
                        Check.Equal(before + read + behind, Records<Pair>.Plan.Deserialize(json).Text, "read");
                    }
                }
            }
        }

        [DllImport("libc", SetLastError = true)]
        private static extern IntPtr mmap(IntPtr address, IntPtr len, int protection, int flags, int file, IntPtr offset);

        [DllImport("libc", SetLastError = true)]
        private static extern int munmap(IntPtr address, IntPtr len);

        [DllImport("libc", SetLastError = true)]
        private static extern int mprotect(IntPtr address, IntPtr len, int protection);

        /// <summary>Records, whole and cut off, directly before memory that may not be read.</summary>
        [Test(NeedsSystem = true)]
        internal static unsafe void NothingBehindIsRead()
        {
            const int Page = 1 << 16;
            const int ReadAndWrite = 3;
            const int PrivateAndAnonymous = 0x22;
            IntPtr memory = mmap(IntPtr.Zero, (IntPtr)(2 * Page), ReadAndWrite, PrivateAndAnonymous, -1, IntPtr.Zero);
            byte* border = (byte*)memory + Page;
            Check.Equal(0, mprotect((IntPtr)border, (IntPtr)Page, 0), "memory without access");
            for (int len = 0; len < 700; len += Check.OneInInterpreted)
            {
                string text = new string('b', len);
                byte[] json = Encoding.UTF8.GetBytes("{\"Num\":7,\"Text\":\"" + text + "\"}");
                for (int cut = 0; cut < 4; cut++)
                {
                    int left = json.Length - cut;
                    Marshal.Copy(json, 0, (IntPtr)(border - left), left);
                    string read = null;
                    try
                    {
                        read = Records<Pair>.Plan.Deserialize(new ReadOnlySpan<byte>(border - left, left)).Text;
                    }
                    catch (JsonReadException)
                    {
                        Check.True(cut > 0, "read: " + len);
                    }
                    Check.Equal(cut == 0 ? text : null, read, "read");
                }
            }
            munmap(memory, (IntPtr)(2 * Page));
        }

        /// <summary>Lengths around 16,384 units.</summary>
        [Test]
        internal static void LongTexts()
        {
            byte[] buffer = new byte[1 << 17];
            const int Longest = 1 << 14;
            for (int len = Longest - 24; len <= Longest + 2; len++)
            {
                foreach (char other in "a\"\u00e9")
                {
                    string text = new string('b', len - 1) + other;
                    byte[] expected = Encoding.UTF8.GetBytes("{\"Num\":7,\"Text\":" + Escaped(text) + "}");
                    Pair pair = new Pair { Num = 7, Text = text };
                    for (int round = 0; round < 7; round++)
                    {
                        Check.Bytes(expected, Records<Pair>.Plan.Serialize(pair), "to an array");
                    }
                    int written = Records<Pair>.Plan.Serialize(pair, ref buffer);
                    Check.True(Check.Same(expected, buffer, written), "into a buffer: " + len);
                    Check.Equal(text, Records<Pair>.Plan.Deserialize(expected).Text, "read");
                }
            }
        }

        /// <summary>JSON of more than 32 KB and of more than 512 KB, with an escape near its beginning, at its end, or without.</summary>
        [Test]
        internal static void LongTextsAreRead()
        {
            foreach (int len in new[] { 1 << 15, 100000, 600000 })
            {
                foreach (string other in new[] { "", "\n", "\u00e9" })
                {
                    foreach (int place in new[] { 0, 900, len })
                    {
                        string text = new string('b', place) + other + new string('c', len - place + 1);
                        byte[] json = Encoding.UTF8.GetBytes("{\"Num\":7,\"Text\":" + Escaped(text) + "}");
                        Check.Equal(text, Records<Pair>.Plan.Deserialize(json).Text, "read");
                        json[json.Length - 3] = 1;
                        try
                        {
                            Records<Pair>.Plan.Deserialize(json);
                            Check.True(false, "a control character is read");
                        }
                        catch (JsonReadException e)
                        {
                            Check.Equal(json.Length - 3L, e.Offset, "offset");
                        }
                    }
                }
            }
        }

        /// <summary>Long texts with many escapes, next to each other and mixed with plain characters.</summary>
        [Test]
        internal static void LongTextsThatExpand()
        {
            JsonEncoder[] encoders =
            {
                JsonEncoder.DotNet, JsonEncoder.DotNetRelaxed, JsonEncoder.Newtonsoft, JsonEncoder.Json,
                JsonEncoder.Of("newtonsoft:escape-non-ascii"),
                JsonEncoder.DotNet.OnIllFormed(IllFormed.Reject, IllFormedUtf16.Reject),
            };
            // Escapes of each width, and characters whose low byte is that of another one.
            const string Units = "a\n\u0000\"\\<\u007f\u0080\u00e9\u0430\u4e61\u8000\uff3c\uffff";
            Random random = new Random(20261124);
            foreach (JsonEncoder encoder in encoders)
            {
                RecordPlan<Pair> plan = RecordPlan<Pair>.Create(new RecordOptions { Encoder = encoder });
                for (int len = 500; len < 640; len += Check.OneInInterpreted)
                {
                    for (int plainIn = 1; plainIn < 64; plainIn *= 4)
                    {
                        StringBuilder text = new StringBuilder();
                        while (text.Length < len)
                        {
                            text.Append(random.Next(plainIn) != 0 ? 'p' : Units[random.Next(Units.Length)]);
                            text.Append(random.Next(40) == 0 ? "\ud83d\ude00" : "");
                            text.Append(random.Next(8000) == 0 ? "\udc00" : "");
                        }
                        Pair pair = new Pair { Num = len, Text = text.ToString(0, len) };
                        Check.Equal(Written(encoder, pair), Written(plan, pair), encoder + ": " + pair.Text);
                    }
                }
            }
        }

        private static string Written(JsonEncoder encoder, Pair pair)
        {
            try
            {
                return "{\"Num\":" + pair.Num + ",\"Text\":\"" + Encoding.UTF8.GetString(encoder.Escape(pair.Text)) + "\"}";
            }
            catch (StringMillException)
            {
                return "refused";
            }
        }

        private static string Written(RecordPlan<Pair> plan, Pair pair)
        {
            try
            {
                return Encoding.UTF8.GetString(plan.Serialize(pair));
            }
            catch (ArgumentException)
            {
                return "refused";
            }
        }

        private struct Reversed
        {
            public string Text { get; set; }

            public int Num { get; set; }
        }

        /// <summary>After several records of one length, one of another length.</summary>
        [Test]
        internal static void AfterSteadyOnes()
        {
            string[] texts =
            {
                null, "", "c", "plain", "with \"escapes\"", "\u0001", "\u00e9", "\ud83d\ude00", "\ud83d",
                new string('d', 200), new string('e', 199) + "\n", new string('f', 9000), new string('<', 9000),
            };
            foreach (int number in new[] { 0, -1, 12345, 54321, int.MinValue, int.MaxValue })
            {
                foreach (string text in texts)
                {
                    foreach (bool reversed in new[] { false, true })
                    {
                        for (int steady = 0; steady < 8; steady++)
                        {
                            Serializes(12345, new string('a', 3 * steady), reversed);
                        }
                        Serializes(number, text, reversed);
                        Serializes(number, text + text, reversed);
                        // After a record of the other type.
                        Serializes(12345, "a", reversed);
                        Serializes(number, text, !reversed);
                    }
                }
            }
        }

        private static void Serializes(int number, string text, bool reversed)
        {
            string json = reversed ? "{\"Text\":" + Escaped(text) + ",\"Num\":" + number + "}"
                : "{\"Num\":" + number + ",\"Text\":" + Escaped(text) + "}";
            byte[] written = reversed ? Records<Reversed>.Plan.Serialize(new Reversed { Num = number, Text = text })
                : Records<Pair>.Plan.Serialize(new Pair { Num = number, Text = text });
            Check.Bytes(Encoding.UTF8.GetBytes(json), written, json);
        }

        private struct Numbers
        {
            public long Signed { get; set; }

            public uint Unsigned { get; set; }
        }

        /// <summary>Numbers of each length.</summary>
        [Test]
        internal static void EveryNumber()
        {
            ulong state = 1;
            for (int i = 0; i < 20000; i += Check.OneInInterpreted)
            {
                state = state * 6364136223846793005 + 1442695040888963407;
                ulong bits = state >> (i % 64);
                if (i < 80)
                {
                    bits = 1;
                    for (int power = 0; power < i / 4; power++)
                    {
                        bits *= 10;
                    }
                    bits += (ulong)(i % 4) - 2;
                }
                Numbers numbers = new Numbers { Signed = (long)bits, Unsigned = (uint)bits };
                string json = "{\"Signed\":" + numbers.Signed + ",\"Unsigned\":" + numbers.Unsigned + "}";
                Check.Bytes(Encoding.UTF8.GetBytes(json), Records<Numbers>.Plan.Serialize(numbers), "numbers");
                Numbers read = Records<Numbers>.Plan.Deserialize(Encoding.UTF8.GetBytes(json));
                Check.True(read.Signed == numbers.Signed && read.Unsigned == numbers.Unsigned, json);
            }
        }

        /// <summary>A class, and buffers that are a little too short.</summary>
        [Test]
        internal static void EveryRoom()
        {
            Many many = new Many { First = "f", Flag = true, Whole = ulong.MaxValue, Last = null };
            for (int len = 0; len < 1200; len += len < 100 ? 7 : 101)
            {
                many.ANameOfWhichTheHeadIsOfTwoWords = new string('n', len);
                string json = "{\"First\":\"f\",\"Flag\":true,\"Whole\":18446744073709551615,"
                    + "\"ANameOfWhichTheHeadIsOfTwoWords\":" + Escaped(many.ANameOfWhichTheHeadIsOfTwoWords) + ",\"Last\":null}";
                byte[] expected = Encoding.UTF8.GetBytes(json);
                Check.Bytes(expected, Records<Many>.Plan.Serialize(many), "to an array");
                for (int room = expected.Length - 90; room < expected.Length + 90; room++)
                {
                    byte[] buffer = new byte[room];
                    int written = Records<Many>.Plan.Serialize(many, ref buffer);
                    Check.True(Check.Same(expected, buffer, written), "into a buffer: " + json);
                }
                Check.Equal(json, Records<Many>.Plan.SerializeToString(Records<Many>.Plan.Deserialize(expected)), "read");
            }
        }

        /// <summary>JSON close to the output of this library; each constructs one object at most.</summary>
        [Test]
        internal static void NearlyAsWritten()
        {
            foreach (string json in new[]
            {
                "{\"First\":\"f\",\"Flag\":true,\"Whole\":7}", "{\"Flag\":false,\"First\":\"f\"}", "{\"First\":null}", "{}",
                "{\"First\":\"f\", \"Flag\":true}", "{\"First\":\"f\",\"Flag\":true,\"Whole\":0}", "{\"First\":\"\\n\"}",
                "{\"First\":\"f\",\"First\":\"g\"}", "{\"First\":\"f\",\"Other\":{\"First\":\"g\"},\"Flag\":true}",
                "{\"First\":\"f\",\"Flag\":true,\"Whole\":7,\"ANameOfWhichTheHeadIsOfTwoWords\":\"\",\"Last\":\"x\"} \n",
                "{\"First\":\"f\",\"Flag\":true,\"Whole\":7,\"ANameOfWhichTheHeadIsOfTwoWords\":\"n\",\"Last\":\"\u00e9\"}",
            })
            {
                Many.Made = 0;
                Many many = Records<Many>.Plan.Deserialize(Encoding.UTF8.GetBytes(json));
                Check.Equal(1, Many.Made, "constructed: " + json);
                Check.Equal(json.Contains("\"g\"}") && !json.Contains("Other") ? "g" : json.Contains("\\n") ? "\n"
                    : json.Contains("\"f\"") ? "f" : null, many.First, json);
                Check.Equal(json.Contains("Flag\":true"), many.Flag, json);
                Check.Equal(json.Contains(":7") ? 7UL : 0UL, many.Whole, json);
                Check.Equal(json.Contains("\u00e9") ? "\u00e9" : json.Contains("\"x\"") ? "x" : "as it was", many.Last, json);
            }
            foreach (string json in new[]
            {
                "{\"First\":\"f\",\"Flag\":true,\"Whole\":07}", "{\"First\":\"f\",\"Flag\":true,\"Whole\":-7}",
                "{\"First\":\"f\",\"Flag\":true,\"Whole\":7.5}", "{\"First\":\"f\",\"Flag\":true,\"Whole\":}",
                "{\"First\":\"f\",\"Flag\":true,\"Whole\":7", "{\"First\":\"f\",\"Flag\":tru}", "{\"First\":\"f",
                "{\"First\":\"f\"",
                "{\"First\":\"f\n\"}", "{\"First\":\"f\",\"Flag\":true,}", "{\"First\":\"f\"}}", "{\"First\":\"f\"},", "[", "",
                "{\"First\":f}", "{\"First\":\"f\",\"Flag\":null}",
                "{\"First\":\"f\",\"Flag\":true,\"Whole\":99999999999999999999}",
            })
            {
                Check.True(IsRefused(json), json);
            }
        }

        private static bool IsRefused(string json)
        {
            try
            {
                Records<Many>.Plan.Deserialize(Encoding.UTF8.GetBytes(json));
                return false;
            }
            catch (JsonReadException)
            {
                return true;
            }
        }

        /// <summary>While a text is written, other threads collect garbage, which moves texts that are not pinned.</summary>
        [Test(NeedsSystem = true)]
        internal static void TextsStayWhileTheyAreWritten()
        {
            bool isOver = false;
            int wrong = 0;
            Thread[] threads = new Thread[3];
            for (int i = 0; i < threads.Length; i++)
            {
                threads[i] = new Thread(() =>
                {
                    byte[] json = Encoding.UTF8.GetBytes("{\"First\":\"ffffff\",\"Flag\":true,\"Whole\":7,"
                        + "\"ANameOfWhichTheHeadIsOfTwoWords\":\"nnnn\",\"Last\":\"llllllllllll\"}");
                    byte[] buffer = null;
                    byte[] pair = Encoding.UTF8.GetBytes("{\"Num\":7,\"Text\":\"tttttttttt\"}");
                    string units = new string('t', 20000);
                    byte[] longPair = Encoding.UTF8.GetBytes("{\"Num\":7,\"Text\":\"" + units + "\"}");
                    while (!Volatile.Read(ref isOver))
                    {
                        byte[] young = new byte[longPair.Length];
                        Pair ofYoung = new Pair { Num = 7, Text = new string('t', units.Length) };
                        int longLen = Records<Pair>.Plan.Serialize(ofYoung, ref young);
                        wrong += Check.Same(longPair, young, longLen) ? 0 : 1;
                        Pair moving = Records<Pair>.Plan.Deserialize(pair);
                        for (int round = 0; round < 8; round++)
                        {
                            int len = Records<Pair>.Plan.Serialize(moving, ref buffer);
                            wrong += Check.Same(pair, buffer, len) ? 0 : 1;
                            byte[] made = Records<Pair>.Plan.Serialize(moving);
                            wrong += Check.Same(pair, made, made.Length) ? 0 : 1;
                        }
                        Many read = Records<Many>.Plan.Deserialize(json);
                        for (int round = 0; round < 8; round++)
                        {
                            int len = Records<Many>.Plan.Serialize(read, ref buffer);
                            wrong += Check.Same(json, buffer, len) ? 0 : 1;
                        }
                    }
                });
                threads[i].Start();
            }
            for (int i = 0; i < 60; i++)
            {
                Thread.Sleep(5);
                GC.Collect(i % 3 == 0 ? 1 : 0);
            }
            Volatile.Write(ref isOver, true);
            Array.ForEach(threads, thread => thread.Join());
            Check.Equal(0, wrong, "records that were written wrong");
        }
    }
}
