using System;
using System.Collections.Generic;
using System.Text;
using StringMill.Oracle;

namespace StringMill.Tests
{
    /// <summary>The same bytes as the System.Text.Json that is present, encoder by encoder.</summary>
    internal static class EncodersAgreeTests
    {
        /// <summary>Characters in one string; where it differs, each is tried alone.</summary>
        private const int BlockLen = 64;

        private static readonly List<Pair> Pairs = MakePairs();

        /// <summary>An encoder of ours and the one that it must equal.</summary>
        private sealed class Pair
        {
            internal readonly string Name;
            internal readonly SystemTextJson Theirs;
            internal readonly Func<string, byte[]> Escape;
            internal readonly Func<byte[], byte[]> EscapeUtf8;

            internal Pair(string name, JsonEncoder ours, SystemTextJson theirs)
            {
                Name = name;
                Theirs = theirs;
                Escape = text => ours.Escape(text);
                EscapeUtf8 = utf8 => ours.EscapeUtf8(utf8);
            }

            /// <summary>Ours within the writer of System.Text.Json.</summary>
            internal Pair(string name, SystemTextJson plugged, SystemTextJson theirs)
            {
                Name = name;
                Theirs = theirs;
                Escape = text => plugged.Escape(text);
                EscapeUtf8 = utf8 => plugged.EscapeUtf8(utf8);
            }
        }

        private static List<Pair> MakePairs()
        {
            EncoderTable table = EncoderTable.Of(SystemTextJson.Version);
            CodePointRange all = new CodePointRange(0, 0xFFFF);
            CodePointRange latin = new CodePointRange(0, 0xFF);
            CodePointRange cyrillic = new CodePointRange(0x0400, 0x04FF);
            List<Pair> pairs = new List<Pair>();
            pairs.Add(new Pair("default", JsonEncoder.DotNet, SystemTextJson.Default()));
            pairs.Add(new Pair("relaxed", JsonEncoder.Relaxed(table), SystemTextJson.Relaxed()));
            pairs.Add(new Pair("all", JsonEncoder.Create(table, all), SystemTextJson.Create(0, 0xFFFF)));
            pairs.Add(new Pair("latin and cyrillic", JsonEncoder.Create(table, latin, cyrillic),
                SystemTextJson.Create(0, 0xFF, 0x0400, 0x04FF)));
            pairs.Add(new Pair("cyrillic", JsonEncoder.Create(table, cyrillic), SystemTextJson.Create(0x0400, 0x04FF)));
            SystemTextJson asked = SystemTextJson.Create(0, 0xFFFF);
            bool escapes = asked.Escape("\ud800").Length == 6;
            EncoderTable read = EncoderTable.From("read", unit => !asked.Escapes(unit), escapes);
            pairs.Add(new Pair("relaxed, table read", JsonEncoder.Relaxed(read), SystemTextJson.Relaxed()));
            pairs.Add(new Pair("default, plugged in", SystemTextJson.Plugged("dotnet"), SystemTextJson.Default()));
            pairs.Add(new Pair("relaxed, plugged in", SystemTextJson.PluggedByTable(true), SystemTextJson.Relaxed()));
            pairs.Add(new Pair("all, plugged in", SystemTextJson.PluggedByTable(false), asked));
            pairs.Add(new Pair("relaxed, as a property", SystemTextJson.PluggedBySettings(), SystemTextJson.Relaxed()));
            pairs.Add(new Pair("cyrillic, by settings", SystemTextJson.PluggedBySettings(0x0400, 0x04FF, 'a', 'f'),
                SystemTextJson.Create(0x0400, 0x04FF, 'a', 'f')));
            return pairs;
        }

        [Test]
        internal static void EveryBmpCharacter()
        {
            List<string> texts = new List<string>();
            StringBuilder block = new StringBuilder();
            for (int unit = 0; unit <= 0xFFFF; unit++)
            {
                if (unit < 0xD800 || unit > 0xDFFF)
                {
                    block.Append((char)unit);
                }
                if (unit % BlockLen == BlockLen - 1)
                {
                    texts.Add(block.ToString());
                    block.Clear();
                }
            }
            CompareAll(texts);
        }

        /// <summary>
        /// The table of .NET 10 has what Unicode 15.1 and 16.0 added to the BMP: the bits by which the bitmaps of
        /// System.Text.Encodings.Web 9.0 and 10.0 differ. The browser runtime compares the whole table, in the other tests.
        /// </summary>
        [Test]
        internal static void CharactersOfNet10()
        {
            const string Added = "\u0897\u1b4e\u1b4f\u1b7f\u1c89\u1c8a\u2427\u2428\u2429\u2ffc\u2ffd\u2ffe\u2fff\u31e4\u31e5\u31ef"
                + "\ua7cb\ua7cc\ua7cd\ua7da\ua7db\ua7dc";
            EncoderTable older = EncoderTable.Of("9.0");
            EncoderTable newer = EncoderTable.Of("10.0");
            CodePointRange all = new CodePointRange(0, 0xFFFF);
            JsonEncoder[] before = { JsonEncoder.Relaxed(older), JsonEncoder.Create(older, all) };
            JsonEncoder[] after = { JsonEncoder.Relaxed(newer), JsonEncoder.Create(newer, all) };
            for (int i = 0; i < before.Length; i++)
            {
                StringBuilder kept = new StringBuilder();
                for (int unit = 0; unit <= 0xFFFF; unit++)
                {
                    string text = ((char)unit).ToString();
                    string escaped = after[i].EscapeToString(text);
                    if (escaped != before[i].EscapeToString(text))
                    {
                        Check.Equal(text, escaped, "U+" + unit.ToString("X4"));
                        kept.Append(text);
                    }
                }
                Check.Equal(Added, kept.ToString(), after[i].Profile.Name);
                Check.Equal(before[i].EscapeToString("\ud800\ufffd"), after[i].EscapeToString("\ud800\ufffd"), "replaced");
            }
        }

        [Test]
        internal static void SupplementaryCharacters()
        {
            List<string> texts = new List<string>();
            StringBuilder block = new StringBuilder();
            // Primes, so that every place within a plane has its turn in one plane or another.
            int step = Check.OneInInterpreted == 1 ? 41 : 1021;
            for (int code = 0x10000; code <= 0x10FFFF; code += step)
            {
                block.Append(char.ConvertFromUtf32(code));
                if (block.Length >= BlockLen)
                {
                    texts.Add(block.ToString());
                    block.Clear();
                }
            }
            for (int plane = 1; plane <= 0x10; plane++)
            {
                texts.Add(char.ConvertFromUtf32(plane << 16) + char.ConvertFromUtf32(plane << 16 | 0xFFFD)
                    + char.ConvertFromUtf32(plane << 16 | 0xFFFF));
            }
            CompareAll(texts);
        }

        [Test]
        internal static void EveryOrderOfSurrogates()
        {
            char[] kinds = { 'a', '"', '\u00e9', '\ud800', '\udbff', '\udc00', '\udfff', '\ufffd' };
            List<string> texts = new List<string>();
            for (int len = 1; len <= (Check.OneInInterpreted == 1 ? 4 : 3); len++)
            {
                for (int number = 0; number < 1 << 3 * len; number++)
                {
                    char[] text = new char[len];
                    for (int place = 0; place < len; place++)
                    {
                        text[place] = kinds[number >> 3 * place & 7];
                    }
                    texts.Add(new string(text));
                }
            }
            foreach (Pair pair in Pairs)
            {
                foreach (string text in texts)
                {
                    Check.Bytes(pair.Theirs.Escape(text), pair.Escape(text), pair.Name + ", " + Units(text));
                }
            }
        }

        [Test]
        internal static void EveryIllFormedPiece()
        {
            byte[][] pieces = IllFormedPieces();
            int number = 0;
            foreach (Pair pair in Pairs)
            {
                int first = BlockLen * (number++ % Check.OneInInterpreted);
                for (int from = first; from < pieces.Length; from += BlockLen * Check.OneInInterpreted)
                {
                    int to = Math.Min(pieces.Length, from + BlockLen);
                    byte[] block = Joined(pieces, from, to);
                    if (!Agree(pair, block))
                    {
                        for (int i = from; i < to; i++)
                        {
                            CompareUtf8(pair, pieces[i]);
                        }
                        CompareUtf8(pair, block);
                    }
                }
            }
        }

        /// <summary>
        /// One to four bytes: every lead with every second byte, and after those a continuation, a letter, or nothing.
        /// </summary>
        private static byte[][] IllFormedPieces()
        {
            byte[] next = { 0x80, 0xBF, 0x41, 0xC3 };
            List<byte[]> pieces = new List<byte[]>();
            for (int first = 0x80; first <= 0xFF; first++)
            {
                pieces.Add(new[] { (byte)first });
                for (int second = 0x7F; second <= 0xFF; second++)
                {
                    pieces.Add(new[] { (byte)first, (byte)second });
                    foreach (byte third in next)
                    {
                        if (first < 0xE0 || second >= 0xC0)
                        {
                            break;
                        }
                        pieces.Add(new[] { (byte)first, (byte)second, third });
                        foreach (byte fourth in next)
                        {
                            if (first >= 0xF0 && third < 0xC0)
                            {
                                pieces.Add(new[] { (byte)first, (byte)second, third, fourth });
                            }
                        }
                    }
                }
            }
            return pieces.ToArray();
        }

        private static byte[] Joined(byte[][] pieces, int from, int to)
        {
            List<byte> all = new List<byte>();
            for (int i = from; i < to; i++)
            {
                all.AddRange(pieces[i]);
                all.Add((byte)'x');
            }
            return all.ToArray();
        }

        private static void CompareAll(List<string> texts)
        {
            int number = 0;
            foreach (Pair pair in Pairs)
            {
                // Where only a part is taken, the next encoder takes another.
                for (int i = number++ % Check.OneInInterpreted; i < texts.Count; i += Check.OneInInterpreted)
                {
                    string text = texts[i];
                    byte[] ours = pair.Escape(text);
                    bool same = Check.Same(pair.Theirs.Escape(text), ours, ours.Length);
                    if (!same || !Agree(pair, Encoding.UTF8.GetBytes(text)))
                    {
                        CompareEach(pair, text);
                    }
                }
            }
        }

        private static void CompareEach(Pair pair, string text)
        {
            for (int i = 0; i < text.Length; i++)
            {
                string one = char.IsHighSurrogate(text[i]) ? text.Substring(i++, 2) : text.Substring(i, 1);
                Check.Bytes(pair.Theirs.Escape(one), pair.Escape(one), pair.Name + ", " + Units(one));
                CompareUtf8(pair, Encoding.UTF8.GetBytes(one));
            }
            throw new FailedException(pair.Name + ": alone they agree, together they do not: " + Units(text));
        }

        private static bool Agree(Pair pair, byte[] utf8)
        {
            byte[] ours = pair.EscapeUtf8(utf8);
            return Check.Same(pair.Theirs.EscapeUtf8(utf8), ours, ours.Length);
        }

        [Test]
        internal static void PluggedInEncodersKeepWhatTheirProfileKeeps()
        {
            SystemTextJson json = SystemTextJson.Plugged("json");
            const string Text = "\u00e9<&'>\u6f22\ud83d\ude00\"\n/";
            const string Escaped = "\u00e9<&'>\u6f22\ud83d\ude00\\\"\\n/";
            Check.Equal(Escaped, Encoding.UTF8.GetString(json.Escape(Text)), "writer");
            byte[] utf8 = Encoding.UTF8.GetBytes(Text);
            Check.Equal(Escaped, Encoding.UTF8.GetString(json.EscapeUtf8(utf8)), "writer, UTF-8");
            Check.Equal(Escaped, json.Encode(Text), "Encode");
            string clean = new string('a', 500);
            Check.Equal(clean, json.Encode(clean), "Encode of what stays as it is");
        }

        /// <summary>The calls of encoders that writers make, in parts and with every room that suffices for a character.</summary>
        [Test]
        internal static void PluggedInEncodersGoOnWhereTheyStopped()
        {
            string[] pieces =
            {
                "a", "\"", "<", "\u00e9", "\u0436\u0437\u0438", "\u6f22", "\u3040", "\ud83d\ude00", "\ud83d", "\ude00",
                "some text of ASCII, longer than a vector of the processor is", "\u0000",
            };
            SystemTextJson[] ours = { SystemTextJson.Plugged("dotnet"), SystemTextJson.PluggedByTable(true) };
            SystemTextJson[] theirs = { SystemTextJson.Default(), SystemTextJson.Relaxed() };
            Random random = new Random(15);
            for (int turn = 0; turn < 600 / Check.OneInInterpreted; turn++)
            {
                string text = "";
                for (int count = random.Next(turn % 10 == 0 ? 200 : 8); count > 0; count--)
                {
                    text += pieces[random.Next(pieces.Length)];
                }
                for (int i = 0; i < ours.Length; i++)
                {
                    string expected = theirs[i].Encode(text);
                    Check.Equal(expected, ours[i].Encode(text), "Encode, " + Units(text));
                    int cut = random.Next(text.Length + 1);
                    int room = 12 + random.Next(turn % 2 == 0 ? 12 : 6 * text.Length + 12);
                    string name = i + ", cut at " + cut + ", room " + room + ", " + Units(text);
                    Check.Equal(expected, ours[i].EncodeInRooms(text.ToCharArray(), cut, room), name);
                    byte[] utf8 = Encoding.UTF8.GetBytes(text);
                    cut = random.Next(utf8.Length + 1);
                    Check.Bytes(theirs[i].EncodeUtf8InRooms(utf8, utf8.Length, 6 * utf8.Length + 12),
                        ours[i].EncodeUtf8InRooms(utf8, cut, room), "UTF-8, " + name + ", cut at " + cut);
                }
            }
        }

        private static void CompareUtf8(Pair pair, byte[] utf8)
        {
            Check.Bytes(pair.Theirs.EscapeUtf8(utf8), pair.EscapeUtf8(utf8),
                pair.Name + ", UTF-8 " + BitConverter.ToString(utf8));
        }

        private static string Units(string text)
        {
            StringBuilder all = new StringBuilder("UTF-16");
            foreach (char unit in text)
            {
                all.Append(' ').Append(((int)unit).ToString("x4"));
            }
            return all.ToString();
        }
    }
}
