using System;
using System.Collections.Generic;
using System.IO;
using System.Text;
using StringMill.Benchmarks.Peers;

namespace StringMill.Benchmarks
{
    /// <summary>One cell of a table: ours beside System.Text.Json.</summary>
    internal sealed class RuleRow
    {
        internal RuleRow(string table, string row, string column, Subject ours, Subject theirs)
        {
            Table = table;
            Row = row;
            Column = column;
            Ours = ours;
            Theirs = theirs;
        }

        internal string Table { get; }

        internal string Row { get; }

        internal string Column { get; }

        internal Subject Ours { get; }

        internal Subject Theirs { get; }
    }

    /// <summary>
    /// Rows chosen by rule: lists and keys of each length with one character of each kind, under each setting that changes escapes;
    /// lists of words; messages and documents; each type of member; records as bytes and as strings.
    /// </summary>
    internal sealed class RowsByRule
    {
        /// <summary>Both are powers of two. Their product is the number of strings: too many for a predictor to learn.</summary>
        private const int Lists = 16;
        private const int Strings = 64;

        private static readonly int[] Lengths = { 3, 6, 10, 15, 20, 30, 45, 64, 120 };
        private static readonly int[] KeyLengths = { 3, 6, 10, 20, 45 };
        private static readonly int[] RecordLengths = { 10, 100, 1000, 10000 };

        // The character, and whether whole strings consist of it.
        private static readonly Tuple<string, string, bool>[] Kinds =
        {
            Tuple.Create("ASCII", "", false), Tuple.Create("one `é`", "é", false), Tuple.Create("one `日`", "日", false),
            Tuple.Create("one emoji", "\U0001F600", false), Tuple.Create("one `\"`", "\"", false), Tuple.Create("one `/`", "/", false),
            Tuple.Create("one line feed", "\n", false), Tuple.Create("Cyrillic", "ж", true), Tuple.Create("CJK", "語", true),
        };

        private static readonly string[] Members =
            { "string[]", "bool[]", "int[]", "long[]", "decimal[]", "Guid[]", "DateTime[]", "DateTimeOffset[]", "bytes", "string" };

        private readonly string words;
        private readonly string documents;
        private readonly string name;

        internal RowsByRule(string words, string documents, string name)
        {
            this.words = words;
            this.documents = documents;
            this.name = name;
        }

        internal IEnumerable<RuleRow> All()
        {
            foreach (var kind in Kinds)
            {
                foreach (int length in Lengths)
                {
                    if (length >= Encoding.UTF8.GetByteCount(kind.Item2))
                    {
                        foreach (RuleRow row in OfKind(kind, length))
                        {
                            yield return row;
                        }
                    }
                }
            }
            string[] files = Directory.GetFiles(words, "*.txt");
            Array.Sort(files, StringComparer.Ordinal);
            foreach (string file in files)
            {
                Random random = new Random(20261128);
                string[] all = File.ReadAllLines(file);
                string[][] lists = Make(Lists, () => Make(Strings, () => all[random.Next(all.Length)]));
                string row = Path.GetFileNameWithoutExtension(file);
                foreach (Escaping escaping in new[] { Escaping.Default, Escaping.Relaxed })
                {
                    string setting = escaping == Escaping.Relaxed ? ", relaxed" : "";
                    Inputs inputs = PeerByRule.InputsOf(lists, escaping);
                    yield return Write("words", row, "written" + setting, inputs, lists, escaping);
                    yield return Read<string[]>("words", row, "read" + setting, inputs);
                }
            }
            foreach (RuleRow row in OfDocuments())
            {
                yield return row;
            }
            foreach (RuleRow row in OfMembers())
            {
                yield return row;
            }
            foreach (int length in RecordLengths)
            {
                foreach (RuleRow row in OfRecords(length))
                {
                    yield return row;
                }
            }
        }

        private IEnumerable<RuleRow> OfKind(Tuple<string, string, bool> kind, int length)
        {
            Random random = new Random(length);
            string column = length.ToString();
            string[][] lists = Make(Lists, () => Make(Strings, () => One(random, kind, length)));
            foreach (Escaping escaping in new[] { Escaping.Default, Escaping.Relaxed })
            {
                string setting = escaping == Escaping.Relaxed ? ", relaxed" : "";
                Inputs inputs = PeerByRule.InputsOf(lists, escaping);
                yield return Write("lists written" + setting, kind.Item1, column, inputs, lists, escaping);
                yield return Read<string[]>("lists read" + setting, kind.Item1, column, inputs);
            }
            Inputs plain = PeerByRule.InputsOf(lists, Escaping.Default);
            yield return new RuleRow("lists written, plugged in", kind.Item1, column,
                PeerByRule.WritePlugged(plain, lists), PeerByRule.WriteBesidePlugged(plain, lists));
            if (Array.IndexOf(KeyLengths, length) >= 0)
            {
                Dictionary<string, int>[] maps = Make(Lists, () => Map(random, kind, length));
                Inputs keys = PeerByRule.InputsOf(maps, Escaping.Default);
                yield return Write("keys written", kind.Item1, column, keys, maps, Escaping.Default);
                yield return Read<Dictionary<string, int>>("keys read", kind.Item1, column, keys);
            }
        }

        private static Dictionary<string, int> Map(Random random, Tuple<string, string, bool> kind, int length)
        {
            var map = new Dictionary<string, int>();
            // Short keys of one script alone are few.
            for (int i = 0; i < Strings; i++)
            {
                map[One(random, kind, length)] = random.Next(1000);
            }
            return map;
        }

        /// <summary>A string of that many bytes with the character at a random place, or of such characters and their neighbours.</summary>
        private static string One(Random random, Tuple<string, string, bool> kind, int length)
        {
            int size = Encoding.UTF8.GetByteCount(kind.Item2);
            StringBuilder text = new StringBuilder();
            int whole = kind.Item3 ? length / size : 0;
            for (int i = 0; i < whole; i++)
            {
                text.Append((char)(kind.Item2[0] + random.Next(8)));
            }
            for (int i = whole * size; i < length - (kind.Item3 ? 0 : size); i++)
            {
                text.Append((char)('a' + random.Next(26)));
            }
            return kind.Item3 ? text.ToString() : text.Insert(random.Next(text.Length + 1), kind.Item2).ToString();
        }

        private IEnumerable<RuleRow> OfDocuments()
        {
            string[] files = Directory.GetFiles(documents, "*json");
            Array.Sort(files, StringComparer.Ordinal);
            foreach (string file in files)
            {
                string row = Path.GetFileNameWithoutExtension(file);
                if (file.EndsWith(".ndjson", StringComparison.Ordinal))
                {
                    byte[][] lines = Array.ConvertAll(File.ReadAllLines(file), Encoding.UTF8.GetBytes);
                    yield return ReadDocuments(row + ", a line", lines);
                    yield return WriteDocuments(row + ", a line", lines);
                    continue;
                }
                byte[] json = File.ReadAllBytes(file);
                yield return ReadDocuments(row, new[] { json });
                yield return WriteDocuments(row, new[] { json });
                byte[][] messages = Documents.MessagesOf(json);
                if (messages.Length >= Strings && messages[0][0] == '{')
                {
                    yield return ReadDocuments(row + ", a message", messages);
                    yield return WriteDocuments(row + ", a message", messages);
                }
            }
        }

        // As many as a power of two.
        private static byte[][] Some(byte[][] documents)
        {
            byte[][] some = new byte[documents.Length < Strings ? 1 : Strings][];
            Array.Copy(documents, some, some.Length);
            return some;
        }

        private RuleRow ReadDocuments(string row, byte[][] all)
        {
            Inputs inputs = new Inputs(Some(all));
            return new RuleRow("messages", row, "read", Ours.Of("values", name, inputs), SystemTextJson.Of("values", inputs));
        }

        private RuleRow WriteDocuments(string row, byte[][] all)
        {
            Inputs inputs = new Inputs(Some(all));
            Step[][] steps = Array.ConvertAll(inputs.Json, Documents.StepsOf);
            return new RuleRow("messages", row, "written", OursByRule.WriteSteps(name, inputs, steps), Documents.Write(inputs, steps));
        }

        private IEnumerable<RuleRow> OfMembers()
        {
            foreach (string type in Members)
            {
                foreach (int length in new[] { 1, 10, 1000 })
                {
                    Inputs inputs = new Inputs(type, Member.Make(type, length));
                    string row = type == "bytes" ? "`byte[]`, base64" : "`" + type + "`";
                    yield return new RuleRow("members", row, length + " written",
                        Ours.Of("serialize", name, inputs), SystemTextJson.Of("serialize", inputs));
                    yield return new RuleRow("members", row, length + " read",
                        Ours.Of("deserialize", name, inputs), SystemTextJson.Of("deserialize", inputs));
                }
            }
        }

        private IEnumerable<RuleRow> OfRecords(int length)
        {
            Random random = new Random(length);
            Sample[] records = Make(Lists, () => new Sample { Num = random.Next(), Text = One(random, Kinds[0], length) });
            Inputs inputs = PeerByRule.InputsOf(records, Escaping.Default);
            string column = length.ToString();
            yield return Write("records", "bytes written", column, inputs, records, Escaping.Default);
            yield return new RuleRow("records", "string written", column,
                OursByRule.WriteText(name, inputs, records), PeerByRule.WriteText(inputs, records));
            yield return Read<Sample>("records", "bytes read", column, inputs);
            yield return new RuleRow("records", "string read", column,
                OursByRule.ReadText<Sample>(name, inputs), PeerByRule.ReadText<Sample>(inputs));
        }

        private RuleRow Write<T>(string table, string row, string column, Inputs inputs, T[] values, Escaping escaping)
        {
            return new RuleRow(table, row, column, OursByRule.Write(name, inputs, values, escaping),
                PeerByRule.Write(inputs, values, escaping));
        }

        private RuleRow Read<T>(string table, string row, string column, Inputs inputs)
        {
            return new RuleRow(table, row, column, OursByRule.Read<T>(name, inputs), PeerByRule.Read<T>(inputs));
        }

        private static T[] Make<T>(int count, Func<T> make)
        {
            T[] made = new T[count];
            for (int i = 0; i < count; i++)
            {
                made[i] = make();
            }
            return made;
        }
    }
}
