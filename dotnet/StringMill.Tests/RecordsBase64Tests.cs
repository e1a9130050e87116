using System;
using System.Collections.Generic;
using System.Text;
using System.Threading.Tasks;

namespace StringMill.Tests
{
    /// <summary>
    /// Members of bytes, beside the same JSON read as text and decoded by <see cref="Convert"/>, whose rules count, except that
    /// white space is refused.
    /// </summary>
    internal static class RecordsBase64Tests
    {
        private struct Packet
        {
            public byte[] Data { get; set; }

            public int Next { get; set; }
        }

        private struct Plain
        {
            public string Data { get; set; }

            public int Next { get; set; }
        }

        private static readonly RecordPlan<Packet> Packets = RecordPlan<Packet>.Create();
        private static readonly RecordPlan<Plain> Plains = RecordPlan<Plain>.Create();

        private static readonly int[] LongLengths = { 383, 384, 1000, 4095, 4096, 4097, 65537, 300000 };

        private static readonly Func<string, string>[] Spellings =
        {
            text => text,
            text => text.Replace("/", "\\/"),
            text => text.Replace("+", "\\u002B").Replace("=", "\\u003d"),
            text => text.Length == 0 ? "" : "\\u" + ((int)text[0]).ToString("x4") + text.Substring(1),
            text => text.Length == 0 ? "" : text.Substring(0, text.Length - 1) + "\\u" + ((int)text[text.Length - 1]).ToString("X4"),
            text => text.Replace("A", "\\u0041").Replace("z", "\\u007A").Replace("/", "\\/"),
        };

        // JSON in place of a symbol, or between two; the last byte of Latin-1 alone is ill-formed.
        private static readonly string[] Damages =
        {
            "", "=", "==", "!", "-", "_", ",", "A", "/", " ", "    ", "\\t", "\\n\\r\\n\\r", "\\u0020", "\\u0000", "\\u000b", "\\f",
            "\u007F", "\u00C3\u00A9", "\u00C4\u0081", "\\u0141", "\\uD83D\\uDE00", "\\ud800", "\u00FF",
        };

        [Test]
        internal static void EveryLengthInEverySpelling()
        {
            foreach (int len in Lengths())
            {
                byte[] bytes = Bytes(len);
                Packet packet = new Packet { Data = bytes, Next = len };
                string text = Convert.ToBase64String(bytes);
                byte[] json = Packets.Serialize(packet);
                Check.Bytes(Encoding.ASCII.GetBytes("{\"Data\":\"" + text + "\",\"Next\":" + len + "}"), json, len + " bytes");
                foreach (Func<string, string> spelling in Spellings)
                {
                    string spelled = "{\"Data\":\"" + spelling(text) + "\",\"Next\":" + len + "}";
                    Packet read = Packets.Deserialize(Encoding.ASCII.GetBytes(spelled));
                    Check.Bytes(bytes, read.Data, len + " bytes of " + spelled.Substring(0, Math.Min(300, spelled.Length)));
                    Check.Equal(len, read.Next, "the member after them");
                }
            }
        }

        [Test]
        internal static void DamageAtEveryPlace()
        {
            foreach (int len in new[] { 0, 1, 2, 3, 4, 5, 12, 17, 32, 49, 97, 190 })
            {
                string text = Convert.ToBase64String(Bytes(len));
                int step = text.Length > 100 ? 3 : 1;
                for (int place = 0; place <= text.Length; place += step)
                {
                    foreach (string damage in Damages)
                    {
                        ReadsAsText(text.Substring(0, place) + damage + text.Substring(Math.Min(text.Length, place + 1)));
                        ReadsAsText(text.Insert(place, damage));
                    }
                    ReadsAsText(text.Substring(0, place));
                }
            }
        }

        /// <summary>Nonzero bits after the last byte, and padding too early, too long or missing.</summary>
        [Test]
        internal static void EveryLastGroup()
        {
            const string Symbols = "ABQ/= ";
            foreach (string before in new[] { "", Convert.ToBase64String(Bytes(48)), Convert.ToBase64String(Bytes(144)) })
            {
                for (int number = 0; number < Symbols.Length * Symbols.Length * Symbols.Length * Symbols.Length; number++)
                {
                    char[] group = new char[4];
                    int rest = number;
                    for (int i = 0; i < group.Length; i++)
                    {
                        group[i] = Symbols[rest % Symbols.Length];
                        rest /= Symbols.Length;
                    }
                    ReadsAsText(before + new string(group));
                }
            }
        }

        /// <summary>A refused text names its member; the same plan, its list and a buffer that was filled then have nothing of it.</summary>
        [Test]
        internal static void AfterRefusedText()
        {
            RecordPlan<List<Packet>> lists = RecordPlan<List<Packet>>.Create();
            byte[] into = null;
            foreach (int len in new[] { 1, 30, 300, 50000 })
            {
                byte[] bytes = Bytes(len);
                string text = Convert.ToBase64String(bytes);
                string good = "{\"Data\":\"" + text + "\",\"Next\":1}";
                foreach (string refused in new[] { text + "!", text.Substring(1), "!" + text.Substring(1), text.Insert(text.Length / 2, "\\n") })
                {
                    string bad = "{\"Data\":\"" + refused + "\",\"Next\":2}";
                    Check.Equal("$.Data", PathOfRefusal(Packets, bad), bad);
                    Packet next = Packets.Deserialize(Encoding.ASCII.GetBytes(good));
                    Check.Bytes(bytes, next.Data, "the next record after " + refused);
                    Check.Equal("$[1].Data", PathOfRefusal(lists, "[" + good + "," + bad + "," + good + "]"), bad);
                    List<Packet> list = lists.Deserialize("[" + good + "," + good + "]");
                    Check.Bytes(bytes, list[1].Data, "a list after " + refused);
                    int written = Packets.Serialize(list[1], ref into);
                    Check.Equal(good, Encoding.ASCII.GetString(into, 0, written), "written after " + refused);
                }
            }
        }

        private static string PathOfRefusal<T>(RecordPlan<T> plan, string json)
        {
            try
            {
                plan.Deserialize(Encoding.ASCII.GetBytes(json));
                return null;
            }
            catch (JsonReadException fault)
            {
                return fault.Path;
            }
        }

        /// <summary>Long records use buffers that are lent, also several at once; the next short record has nothing of them.</summary>
        [Test]
        internal static void LongRecordsOneAfterAnother()
        {
            foreach (int len in new[] { 40000, 60, 300000, 0, 49150, 49000, 1 })
            {
                Parallel.For(0, 8, number =>
                {
                    byte[] bytes = Bytes(len + number);
                    string expected = "{\"Data\":\"" + Convert.ToBase64String(bytes) + "\",\"Next\":1}";
                    byte[] into = null;
                    for (int again = 0; again < 3; again++)
                    {
                        Packet packet = new Packet { Data = bytes, Next = 1 };
                        Check.True(expected == Encoding.ASCII.GetString(Packets.Serialize(packet)), len + " bytes to an array");
                        int written = Packets.Serialize(packet, ref into);
                        Check.True(expected == Encoding.ASCII.GetString(into, 0, written), len + " bytes into a buffer");
                        Check.True(expected == Packets.SerializeToString(packet), len + " bytes to a string");
                    }
                });
            }
        }

        private static IEnumerable<int> Lengths()
        {
            for (int len = 0; len <= 200; len++)
            {
                yield return len;
            }
            foreach (int len in LongLengths)
            {
                yield return len;
            }
        }

        private static byte[] Bytes(int len)
        {
            byte[] bytes = new byte[len];
            new Random(len).NextBytes(bytes);
            return bytes;
        }

        // The inside of a string, whose characters are bytes.
        private static void ReadsAsText(string inside)
        {
            string json = "{\"Data\":\"" + inside + "\",\"Next\":1}";
            byte[] utf8 = new byte[json.Length];
            for (int i = 0; i < json.Length; i++)
            {
                utf8[i] = (byte)json[i];
            }
            Check.Equal(Expected(utf8), Read(utf8), json);
        }

        private static string Expected(byte[] json)
        {
            try
            {
                string text = Plains.Deserialize(json).Data;
                if (text.IndexOfAny(new[] { ' ', '\t', '\n', '\r' }) < 0)
                {
                    return BitConverter.ToString(Convert.FromBase64String(text)) + " 1";
                }
            }
            catch (JsonReadException fault)
            {
                return Describe(fault);
            }
            catch (FormatException)
            {
            }
            int at = "{\"Data\":".Length;
            return ErrorCode.JsonMemberType + " " + JsonReadError.ValueUnfit + " $.Data " + typeof(byte[]) + " " + at + " 0 " + End(json);
        }

        // The error is in the line at the end of the value.
        private static int End(byte[] json) => json.Length - ",\"Next\":1}".Length;

        private static string Read(byte[] json)
        {
            try
            {
                Packet packet = Packets.Deserialize(json);
                return BitConverter.ToString(packet.Data) + " " + packet.Next;
            }
            catch (JsonReadException fault)
            {
                return Describe(fault);
            }
        }

        private static string Describe(JsonReadException fault)
        {
            return fault.Code + " " + fault.Error + " " + fault.Path + " " + fault.MemberType + " " + fault.Offset + " "
                + fault.LineNumber + " " + fault.BytePositionInLine;
        }
    }
}
