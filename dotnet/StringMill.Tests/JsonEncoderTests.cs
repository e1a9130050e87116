using System;
using System.Buffers;
using System.Text;

namespace StringMill.Tests
{
    /// <summary>Every way to call an encoder gives the same bytes.</summary>
    internal static class JsonEncoderTests
    {
        private static readonly JsonEncoder[] Encoders =
        {
            JsonEncoder.DotNet, JsonEncoder.DotNetRelaxed, JsonEncoder.Json, JsonEncoder.Newtonsoft,
            JsonEncoder.Of("newtonsoft:escape-html"), JsonEncoder.Of("ion"),
            JsonEncoder.Create(new CodePointRange(0x20, 0x7E), new CodePointRange(0x0400, 0x04FF)),
        };

        private static readonly string[] Kinds =
        {
            "plain ascii ", "\"", "\\", "<&'>", "\u0001", "\u00e9", "\u0436", "\u6f22", "\ud83d\ude00",
            "\ud800", "\u2028",
        };

        /// <summary>The example of docs/dotnet.md.</summary>
        [Test]
        internal static void TheExampleOfThePage()
        {
            Check.Equal("1 \\u003C 2", JsonEncoder.DotNet.EscapeToString("1 < 2"), "escaped");
        }

        /// <summary>Gives as little room as it may.</summary>
        private sealed class TightWriter : IBufferWriter<byte>
        {
            private readonly System.IO.MemoryStream all = new System.IO.MemoryStream();
            private byte[] room = new byte[0];

            public void Advance(int count)
            {
                all.Write(room, 0, count);
            }

            public Memory<byte> GetMemory(int sizeHint = 0)
            {
                room = new byte[Math.Max(1, sizeHint)];
                return room;
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

        private static string Text(Random random, int len)
        {
            StringBuilder text = new StringBuilder();
            while (text.Length < len)
            {
                text.Append(random.Next(3) > 0 ? Kinds[0] : Kinds[random.Next(Kinds.Length)]);
            }
            return text.ToString();
        }

        /// <summary>One unit at every place of short texts: what is plain is the text itself.</summary>
        [Test]
        internal static void EscapeToStringSeesEveryUnit()
        {
            const string Units = "a~\"+`\0\u001F\u007F\u0080\u00FF\u0100\u0141\u7FFF\u8000\uFF41";
            int number = 0;
            for (int len = 1; len < 100; len++)
            {
                for (int place = 0; place < len; place++)
                {
                    if (++number % Check.OneInInterpreted != 0)
                    {
                        continue;
                    }
                    foreach (char unit in Units)
                    {
                        string text = new string('x', place) + unit + new string('y', len - place - 1);
                        string escaped = JsonEncoder.DotNet.EscapeToString(text);
                        string expected = unit == 'a' || unit == '~' ? text
                            : text.Replace(unit.ToString(), "\\u" + ((int)unit).ToString("X4"));
                        Check.Equal(expected, escaped, len + " units, at " + place);
                        Check.Equal(expected, Encoding.ASCII.GetString(JsonEncoder.DotNet.Escape(text)), "bytes");
                        Check.Equal(expected == text, ReferenceEquals(text, escaped), "itself");
                    }
                }
            }
        }

        /// <summary>One piece at every place of short texts, among other pieces: strings are equal to the bytes.</summary>
        [Test]
        internal static void ShortStringsAreEqualToTheBytes()
        {
            int number = 0;
            foreach (JsonEncoder encoder in Encoders)
            {
                for (int len = 0; len < 68; len++)
                {
                    for (int place = 0; place <= len; place++)
                    {
                        if (++number % Check.OneInInterpreted != 0)
                        {
                            continue;
                        }
                        foreach (string kind in Kinds)
                        {
                            foreach (string filler in new[] { "x", "\n", "\u044f" })
                            {
                                string text = Repeated(filler, place) + kind + Repeated(filler, len - place);
                                Check.Equal(Encoding.UTF8.GetString(encoder.Escape(text)), encoder.EscapeToString(text),
                                    encoder + ": " + text);
                            }
                        }
                    }
                }
            }
        }

        private static string Repeated(string text, int times) => new StringBuilder().Insert(0, text, times).ToString();

        [Test]
        internal static void EveryCallGivesTheSameBytes()
        {
            Random random = new Random(7);
            foreach (JsonEncoder encoder in Encoders)
            {
                for (int len = 0; len < 3000; len = len * 3 / 2 + 1)
                {
                    CheckCalls(encoder, Text(random, len));
                }
            }
        }

        private static void CheckCalls(JsonEncoder encoder, string text)
        {
            byte[] expected = encoder.Escape(text);
            string name = encoder + ", " + text.Length + " units";
            Check.Bytes(expected, encoder.Escape(text.AsSpan()), name + ", span");
            Check.Equal(Encoding.UTF8.GetString(expected), encoder.EscapeToString(text), name + ", string");
            byte[] array = new byte[expected.Length + 3];
            Check.Equal(expected.Length, encoder.Escape(text, array, 3), name + ", array");
            Check.Bytes(expected, array.AsSpan(3).ToArray(), name + ", array");
            Check.True(expected.Length == 0 || encoder.Escape(text, array, 4) == -1, name + ", array too short");
            TightWriter writer = new TightWriter();
            encoder.Escape(text.AsSpan(), writer);
            Check.Bytes(expected, writer.ToArray(), name + ", writer");
            Check.True(expected.Length <= encoder.MaxEscapedLen(text.Length), name + ", bound");
            Check.Bytes(expected, InPieces(encoder, text, 17), name + ", pieces");
            CheckUtf8Calls(encoder, text, name);
        }

        private static void CheckUtf8Calls(JsonEncoder encoder, string text, string name)
        {
            string whole = text.Replace('\ud83d', 'x').Replace('\ude00', 'y').Replace('\ud800', 'z');
            byte[] utf8 = Encoding.UTF8.GetBytes(whole);
            byte[] expected = encoder.Escape(Encoding.UTF8.GetString(utf8));
            Check.Bytes(expected, encoder.EscapeUtf8(utf8), name + ", UTF-8");
            TightWriter writer = new TightWriter();
            encoder.EscapeUtf8(utf8, writer);
            Check.Bytes(expected, writer.ToArray(), name + ", UTF-8, writer");
            Check.True(expected.Length <= encoder.MaxEscapedUtf8Len(utf8.Length), name + ", UTF-8, bound");
        }

        /// <summary>Through spans of some length, as a stream would.</summary>
        private static byte[] InPieces(JsonEncoder encoder, string text, int len)
        {
            TightWriter all = new TightWriter();
            int done = 0;
            for (int to = 0; done < text.Length;)
            {
                to = Math.Min(text.Length, to + len);
                int read;
                int written;
                OperationStatus status;
                do
                {
                    Span<byte> room = all.GetSpan(13);
                    ReadOnlySpan<char> piece = text.AsSpan(done, to - done);
                    status = encoder.Escape(piece, room, out read, out written, to == text.Length);
                    all.Advance(written);
                    done += read;
                }
                while (status == OperationStatus.DestinationTooSmall);
                Check.True(status != OperationStatus.InvalidData, "nothing is refused");
                Check.Equal(status == OperationStatus.Done, done == to, "done");
            }
            return all.ToArray();
        }

        [Test]
        internal static void PrefixIsWhatStaysAsItIs()
        {
            Random random = new Random(8);
            for (int i = 0; i < 200; i++)
            {
                string text = Text(random, i);
                foreach (JsonEncoder encoder in Encoders)
                {
                    int prefix = encoder.PlainPrefix(text.AsSpan());
                    Check.Equal(text.Substring(0, prefix), encoder.EscapeToString(text.Substring(0, prefix)), "prefix");
                    byte[] utf8 = Encoding.UTF8.GetBytes(text.Substring(0, prefix));
                    Check.Equal(utf8.Length, encoder.PlainPrefixUtf8(utf8), "UTF-8 prefix");
                    if (prefix < text.Length)
                    {
                        int len = char.IsHighSurrogate(text[prefix]) && prefix + 1 < text.Length ? 2 : 1;
                        string next = text.Substring(prefix, len);
                        Check.True(encoder.EscapeToString(next) != next, "what follows the prefix changes");
                    }
                }
            }
        }

        [Test]
        internal static void RefusalsNameTheirPlace()
        {
            JsonEncoder strict = JsonEncoder.Json.OnIllFormed(IllFormed.Reject, IllFormedUtf16.Reject);
            foreach (int len in new[] { 0, 1, 30, 100, 5000 })
            {
                string plain = new string('a', len);
                Check.Equal("lone surrogate in UTF-16 at code unit " + len,
                    Refusal(() => strict.Escape(plain + "\udc00b")), "UTF-16");
                byte[] utf8 = Encoding.UTF8.GetBytes(plain + "?b");
                utf8[len] = 0xFF;
                Check.Equal("byte that never occurs in UTF-8 at byte " + len,
                    Refusal(() => strict.EscapeUtf8(utf8)), "UTF-8");
            }
        }

        private static string Refusal(Action action)
        {
            try
            {
                action();
                return "none";
            }
            catch (StringMillException e)
            {
                return e.Message;
            }
        }

        [Test]
        internal static void NewtonsoftProfilesMatchItsRules()
        {
            Check.Equal("a\\\"\\u0001<&'>\\u0085\u00e9\\u2028\ud83d\ude00",
                JsonEncoder.Newtonsoft.EscapeToString("a\"\u0001<&'>\u0085\u00e9\u2028\ud83d\ude00"), "default");
            Check.Equal("\\u0022\\u003c\\u0026\\u0027\\u003e",
                JsonEncoder.Of("newtonsoft:escape-html").EscapeToString("\"<&'>"), "html");
            Check.Equal("\\u00e9\\ud83d\\ude00",
                JsonEncoder.Of("newtonsoft:escape-non-ascii").EscapeToString("\u00e9\ud83d\ude00"), "non-ASCII");
        }

        [Test]
        internal static void ProfilesOfOnesOwn()
        {
            Profile mine = Profile.Of("json").ToBuilder("mine").Escape('/', "\\/")
                .EscapeNonAscii(new CodePointRange(0x2028, 0x2029)).EscapeNonAscii(new CodePointRange(0x1F600, 0x1F64F))
                .KeepNonAscii(new CodePointRange(0x1F610, 0x1F610)).Build();
            Check.Equal("\\/\\u2028\\ud83d\\ude00\ud83d\ude10\ud83d\udc68",
                JsonEncoder.Of(mine).EscapeToString("/\u2028\ud83d\ude00\ud83d\ude10\ud83d\udc68"), "mine");
        }
    }
}
