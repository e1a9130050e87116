using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;

namespace StringMill.Tests
{
    /// <summary>Our reader beside Utf8JsonReader: tokens, values, verdicts, places.</summary>
    internal static class JsonReaderOracleTests
    {
        private const int Documents = 120000;

        // One in four texts of up to this length is cut at every byte.
        private const int SmallLen = 60;

        /// <summary>
        /// Whether floats are compared: System.Text.Json for .NET Framework, which is used on Mono, has another parser,
        /// which does not give the nearest, nor infinities, nor minus zero.
        /// </summary>
        internal static readonly bool Floats = Type.GetType("Mono.Runtime") == null;

        private static readonly int Questions =
            ReaderTranscript.Texts | ReaderTranscript.Numbers | (Floats ? ReaderTranscript.Floats : 0);

        private static readonly long[] Expected = new long[1 << 18];
        private static readonly long[] Actual = new long[1 << 18];

        // For each wording of theirs the reason that we give; one wording may not stand for two reasons.
        private static readonly Dictionary<string, JsonReadError> Wordings = new Dictionary<string, JsonReadError>();

        [Test]
        internal static void GeneratedTexts()
        {
            for (int seed = 0; seed < Documents; seed += JsonSamples.OneIn)
            {
                var samples = new JsonSamples((ulong)seed);
                int choice = samples.Below(3) | Questions;
                if (samples.Below(2) == 0)
                {
                    choice |= ReaderTranscript.TrailingCommas;
                }
                if (samples.Below(4) == 0 && Oracle.ReaderTranscript.KnowsMultipleValues)
                {
                    choice |= ReaderTranscript.MultipleValues;
                }
                if (samples.Below(8) == 0)
                {
                    choice |= samples.Below(4) << ReaderTranscript.DepthShift;
                }
                if (samples.Below(4) == 0)
                {
                    choice |= ReaderTranscript.Skipping;
                }
                byte[] json = samples.Document(samples.Below(2) == 0, samples.Below(3) == 0, samples.Below(3) != 0);
                Compare(json, new[] { json.Length }, choice);
                CompareCut(json, samples, choice);
            }
        }

        [Test]
        internal static void JsonTestSuite()
        {
            string suites = Environment.GetEnvironmentVariable("STRINGMILL_SUITES")
                ?? Path.Combine(Check.Root, "../shared");
            string folder = Path.Combine(suites, "json-tests");
            if (!Directory.Exists(folder))
            {
                Console.WriteLine("JsonTestSuite: not run (no folder json-tests in STRINGMILL_SUITES)");
                return;
            }
            foreach (string file in Directory.GetFiles(folder, "*.json", SearchOption.AllDirectories))
            {
                byte[] json = File.ReadAllBytes(file);
                var samples = new JsonSamples((ulong)json.Length);
                for (int options = 0; options < 8; options++)
                {
                    if ((options & 3) == 3)
                    {
                        continue;
                    }
                    Compare(json, new[] { json.Length }, options | Questions);
                    CompareCut(json, samples, options | Questions);
                }
            }
        }

        /// <summary>Few escapes are read one by one, more of them by the native library: the same verdict after each number.</summary>
        [Test]
        internal static void EscapesInARow()
        {
            string[] ends = { "\"", "\\x\"", "\\u12g4\"", "\\ud800\"", "\n\"", "\u0001", "\\", "\\u12", "" };
            string[] escapes = { "\\n", "\\u0436", "\\ud83d\\ude00", "a\\\"" };
            for (int count = 0; count <= 70; count++)
            {
                foreach (string escape in escapes)
                {
                    foreach (string end in ends)
                    {
                        string row = string.Concat(Enumerable.Repeat(escape, count));
                        byte[] json = Encoding.UTF8.GetBytes("[\"" + row + end + ", \"" + new string('z', 80) + "\\n\"]");
                        var samples = new JsonSamples((ulong)json.Length);
                        Compare(json, new[] { json.Length }, Questions);
                        CompareCut(json, samples, Questions);
                    }
                }
            }
        }

        private static void CompareCut(byte[] json, JsonSamples samples, int choice)
        {
            int len = json.Length;
            if (len > SmallLen || samples.Below(4) != 0)
            {
                int first = samples.Below(len + 1);
                int second = first + samples.Below(len - first + 1);
                Compare(json, new[] { first, second, len }, choice);
                return;
            }
            for (int cut = 0; cut <= len; cut++)
            {
                Compare(json, new[] { cut, len }, choice);
            }
            var every = new int[len + 1];
            for (int i = 0; i <= len; i++)
            {
                every[i] = i;
            }
            Compare(json, every, choice);
        }

        private static void Compare(byte[] json, int[] ends, int choice)
        {
            int expected = Oracle.ReaderTranscript.Of(json, ends, choice, Expected);
            string theirs = Oracle.ReaderTranscript.LastMessage;
            int actual = ReaderTranscript.Of(json, ends, choice, Actual);
            int at = 0;
            while (at < expected && at < actual && Expected[at] == Actual[at])
            {
                at++;
            }
            if (at != expected || at != actual)
            {
                throw new FailedException(Difference(json, ends, choice, at, expected, actual));
            }
            if (theirs != null)
            {
                CheckReason(theirs, ReaderTranscript.LastError);
            }
        }

        // Their reasons are words with the byte at fault in them; ours are names.
        private static void CheckReason(string theirs, JsonReadError ours)
        {
            string wording = Regex.Replace(theirs, " LineNumber: .*$|'[^']*'|^'.*' (?=is an? )|0x[0-9A-F]+|[0-9]+",
                "", RegexOptions.Singleline);
            // Version 3.1 has no words of its own for a leading zero.
            if (ours == JsonReadError.NumberLeadingZero)
            {
                ours = JsonReadError.NumberUnended;
            }
            JsonReadError known;
            if (!Wordings.TryGetValue(wording, out known))
            {
                Wordings.Add(wording, ours);
            }
            else if (known != ours)
            {
                throw new FailedException("\"" + theirs + "\" is both " + known + " and " + ours);
            }
        }

        private static string Difference(byte[] json, int[] ends, int choice, int at, int expected, int actual)
        {
            var said = new StringBuilder("reader differs at number " + at + " of " + expected + " and " + actual);
            said.Append(" with choice ").Append(choice).Append(", segments to ").Append(string.Join(",", ends));
            said.Append("\n theirs:").Append(Numbers(Expected, at, expected)).Append(' ')
                .Append(Oracle.ReaderTranscript.LastMessage);
            said.Append("\n ours:  ").Append(Numbers(Actual, at, actual)).Append(' ')
                .Append(ReaderTranscript.LastMessage);
            said.Append("\n text:  ").Append(Encoding.UTF8.GetString(json)).Append("\n hex:   ")
                .Append(BitConverter.ToString(json));
            return said.ToString();
        }

        private static string Numbers(long[] all, int at, int count)
        {
            var said = new StringBuilder();
            for (int i = Math.Max(0, at - 12); i < count && i < at + 12; i++)
            {
                said.Append(i == at ? " >" : " ").Append(all[i]);
            }
            return said.ToString();
        }
    }
}
