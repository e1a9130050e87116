using System;
using System.IO;
using System.Text;
using StringMill.Benchmarks.Peers;

namespace StringMill.Benchmarks
{
    /// <summary>The inputs of a case, the same on every machine.</summary>
    internal static class Contents
    {
        /// <summary>The most units of texts: enough that no branch predictor learns short ones by heart.</summary>
        private const int UnitsMax = 65536;

        private const int TextsMax = 1024;

        private static readonly string[] Words =
        {
            "river", "stone", "mill", "wheel", "flour", "grain", "water", "hand", "north", "garden", "winter", "paper",
        };

        /// <summary>
        /// Texts of a number of units, from the folder that <c>tools/run bench --texts</c> filled; or a document of that many
        /// rows; or a record with a member of that many elements. On request as JSON with unescaped letters.
        /// </summary>
        internal static Inputs Make(string folder, string content, int length, bool isRelaxed)
        {
            Member member = Member.Make(content, length);
            if (member != null)
            {
                return new Inputs(content, member);
            }
            switch (content)
            {
                case "rows": return new Inputs(content, null, Rows(length, NamedRow), isRelaxed);
                case "floats-2":
                    return new Inputs(content, null, Rows(length, random => Float(random.Next(10000000) / 100.0)), isRelaxed);
                case "floats-random":
                    return new Inputs(content, null, Rows(length, random => Float(random.NextDouble())), isRelaxed);
                default: return new Inputs(content, Texts(folder, content, length), null, isRelaxed);
            }
        }

        private static Row[] Rows(int count, Func<Random, Row> make)
        {
            Random random = new Random(20261122);
            Row[] rows = new Row[count];
            for (int i = 0; i < count; i++)
            {
                rows[i] = make(random);
            }
            return rows;
        }

        private static Row NamedRow(Random random)
        {
            string name = Words[random.Next(Words.Length)] + " " + Words[random.Next(Words.Length)];
            return new Row { Id = random.Next(1000000), Name = name };
        }

        private static Row Float(double score)
        {
            return new Row { Score = score };
        }

        // Texts of the next length that there is, cut, or of the longest, put together.
        private static string[] Texts(string folder, string content, int length)
        {
            int from = 0;
            foreach (string file in Directory.GetFiles(folder, content + ".*.utf16"))
            {
                int units = int.Parse(Path.GetFileName(file).Split('.')[1]);
                bool isBetter = from < length ? units > from : units >= length && units < from;
                from = isBetter ? units : from;
            }
            if (from == 0)
            {
                throw new FileNotFoundException(folder + " has no " + content);
            }
            string all = Encoding.BigEndianUnicode.GetString(
                File.ReadAllBytes(Path.Combine(folder, content + "." + from + ".utf16")));
            int count = 1;
            while (2 * count <= TextsMax && 2 * count * length <= UnitsMax && 2 * count * from <= all.Length)
            {
                count *= 2;
            }
            string[] texts = new string[count];
            for (int i = 0; i < count; i++)
            {
                StringBuilder text = new StringBuilder();
                while (text.Length < length)
                {
                    text.Append(all, i * from, Math.Min(from, length - text.Length));
                }
                texts[i] = text.ToString();
            }
            return texts;
        }
    }
}
