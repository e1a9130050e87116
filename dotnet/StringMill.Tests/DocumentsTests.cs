using System;
using System.Collections.Generic;
using System.IO;
using System.Text;
using System.Text.RegularExpressions;

namespace StringMill.Tests
{
    /// <summary>
    /// The documents of <c>build/documents.bin</c>, which <c>cargo run -p stringmill-gen -- documents</c> writes, with the
    /// verdict of the checker: reader and records give the same code and offset.
    /// </summary>
    internal static class DocumentsTests
    {
        private static readonly Regex Large = new Regex("[eE][+]?[0-9]{3}");

        // All of them everywhere but in the interpreter.
        private static readonly int OneIn = JsonSamples.OneIn == Check.OneIn ? 1 : Check.OneIn > 1 ? 100 : 25;

        // Of records, which are read eight times, one in eight where time is short, and others on other runtimes.
        private static readonly int Share = Check.OneIn > 1 && OneIn == 1 ? 8 : 1;
        private static readonly int Phase = (Runner.RuntimeName() + JsonEncoder.Kernels).Length;

        private struct Document
        {
            internal int Number;
            internal byte[] Json;
            internal ErrorCode Code;
            internal long Offset;
        }

        internal sealed class Line
        {
            public long Num { get; set; }

            public string Text { get; set; }

            public bool Flag { get; set; }

            public double Part { get; set; }

            public List<int> List { get; set; }

            public Line Inner { get; set; }
        }

        internal struct LineStruct
        {
            public long Num { get; set; }

            public string Text { get; set; }

            public bool Flag { get; set; }

            public double Part { get; set; }

            public List<int> List { get; set; }

            public Line Inner { get; set; }
        }

        internal sealed class Short
        {
            public int Num { get; set; }

            public string Text { get; set; }

            public bool Flag { get; set; }
        }

        internal struct ShortStruct
        {
            public int Num { get; set; }

            public string Text { get; set; }

            public bool Flag { get; set; }
        }

        private static IEnumerable<Document> All()
        {
            using (var file = new BinaryReader(File.OpenRead(Path.Combine(Check.Root, "build", "documents.bin"))))
            {
                long len = file.BaseStream.Length;
                for (int number = 0; file.BaseStream.Position < len; number++)
                {
                    Document document;
                    document.Number = number;
                    int size = file.ReadInt32();
                    document.Code = (ErrorCode)file.ReadUInt16();
                    document.Offset = file.ReadUInt32();
                    document.Json = file.ReadBytes(size);
                    if (number % OneIn == 0)
                    {
                        yield return document;
                    }
                }
            }
        }

        /// <summary>The reader has the code and offset of the checker.</summary>
        [Test]
        internal static void Strict()
        {
            foreach (Document document in All())
            {
                string expected = document.Code == 0 ? "" : document.Code + " at " + document.Offset;
                Equal(document, expected, Verdict(document.Json, JsonTextPolicy.Strict, false), "read");
                Equal(document, expected, Verdict(document.Json, JsonTextPolicy.Strict, true), "skipped");
            }
        }

        /// <summary>A document in two segments has the same code at the same place.</summary>
        [Test]
        internal static void StrictInSegments()
        {
            foreach (Document document in All())
            {
                string expected = document.Code == 0 ? "" : document.Code + " at " + document.Offset;
                int len = document.Json.Length;
                int cut = document.Code != 0 && document.Number % 2 == 0 ? (int)document.Offset - document.Number % 7
                    : document.Number * 37 % (len + 1);
                cut = Math.Max(0, Math.Min(len, cut));
                // A character that is cut between tokens is refused at once, before its code is known.
                while (cut > 0 && document.Json[cut - 1] >= 0x80)
                {
                    cut--;
                }
                Equal(document, expected, VerdictOfSegments(document.Json, cut), "cut at " + cut);
            }
        }

        private static string VerdictOfSegments(byte[] json, int cut)
        {
            var state = new JsonReadState(new JsonReadOptions { Policy = JsonTextPolicy.Strict });
            int start = 0;
            try
            {
                for (int segment = 0; segment < 2; segment++)
                {
                    int end = segment == 0 ? cut : json.Length;
                    var reader = new JsonReader(new ReadOnlySpan<byte>(json, start, end - start), segment == 1, state);
                    while (reader.Read())
                    {
                    }
                    start += (int)reader.BytesConsumed;
                    state = reader.CurrentState;
                }
                return "";
            }
            catch (JsonReadException refusal)
            {
                return refusal.Code + " at " + (start + refusal.Offset);
            }
        }

        /// <summary>A lone surrogate in a name, however long, is refused, known or not, as JsonSerializer does.</summary>
        [Test]
        internal static void LoneSurrogatesInNames()
        {
            foreach (string name in new[] { "", "Num", "Text", "x", new string('x', 100), new string('x', 300), new string('x', 3000) })
            {
                foreach (string escape in new[] { "\\ud800", "\\udc00", "\\ud800\\u0041", "\\ud83d\\ude00" })
                {
                    var document = new Document { Json = Encoding.UTF8.GetBytes("{\"Num\":1,\"" + name + escape + "\":[2]}") };
                    NameBesideTheirs<Short>(document);
                    NameBesideTheirs<ShortStruct>(document);
                    NameBesideTheirs<Line>(document);
                    NameBesideTheirs<LineStruct>(document);
                }
            }
        }

        private static void NameBesideTheirs<T>(Document document)
        {
            RecordPlan<T> plan = RecordPlan<T>.Create();
            JsonReadException refusal;
            T read = Read(plan, document.Json, false, out refusal);
            Beside(plan, document, read, refusal, typeof(T).Name);
        }

        private static void Equal(Document document, string expected, string found, string what)
        {
            if (expected != found)
            {
                throw new FailedException("document " + document.Number + ", " + what + ": expected " + expected + ", got "
                    + found + "\n" + Encoding.UTF8.GetString(document.Json) + "\n" + BitConverter.ToString(document.Json));
            }
        }

        /// <summary>The reader of the default policy differs in the text of strings alone.</summary>
        [Test]
        internal static void Dotnet()
        {
            foreach (Document document in All())
            {
                string expected = document.Code == 0 ? "" : document.Code + " at " + document.Offset;
                string found = Verdict(document.Json, JsonTextPolicy.Dotnet, false);
                bool isText = document.Code != 0 && document.Code <= ErrorCode.SurrogateLone;
                Equal(document, isText ? found : expected, found, "default policy");
            }
        }

        // Code and offset, or nothing.
        private static string Verdict(byte[] json, JsonTextPolicy policy, bool skips)
        {
            try
            {
                var reader = new JsonReader(json, new JsonReadOptions { Policy = policy });
                while (reader.Read())
                {
                    if (skips && reader.TokenType == JsonTokenKind.PropertyName)
                    {
                        reader.Skip();
                    }
                }
                return "";
            }
            catch (JsonReadException refusal)
            {
                return refusal.Code + " at " + refusal.Offset;
            }
        }

        [Test]
        internal static void RecordsOfMany()
        {
            Agree<Line, LineStruct>(JsonTextPolicy.Dotnet);
            Agree<Line, LineStruct>(JsonTextPolicy.Strict);
        }

        [Test]
        internal static void RecordsOfFew()
        {
            Agree<Short, ShortStruct>(JsonTextPolicy.Dotnet);
            Agree<Short, ShortStruct>(JsonTextPolicy.Strict);
        }

        private static void Agree<C, S>(JsonTextPolicy policy)
            where C : class
            where S : struct
        {
            RecordPlan<C> ofClass = RecordPlan<C>.Create(new RecordOptions { Policy = policy });
            RecordPlan<S> ofStruct = RecordPlan<S>.Create(new RecordOptions { Policy = policy });
            int records = 0;
            int others = 0;
            string what = typeof(C).Name + " " + policy + " ";
            foreach (Document document in All())
            {
                if ((document.Number + Phase) % Share != 0)
                {
                    continue;
                }
                byte[] json = document.Json;
                JsonReadException refusal;
                C read = Read(ofClass, json, false, out refusal);
                string found = Outcome(ofClass, read, refusal);
                JsonReadException structRefusal;
                S readStruct = Read(ofStruct, json, false, out structRefusal);
                string foundStruct = Outcome(ofStruct, readStruct, structRefusal);
                JsonReadException pureRefusal;
                C pure = Read(ofClass, json, true, out pureRefusal);
                Equal(document, Outcome(ofClass, pure, pureRefusal), found, what + "class, native or not");
                S pureStruct = Read(ofStruct, json, true, out pureRefusal);
                Equal(document, Outcome(ofStruct, pureStruct, pureRefusal), foundStruct, what + "struct, native or not");
                // Null is a class, and no struct.
                if (!Encoding.UTF8.GetString(json).TrimStart().StartsWith("null", StringComparison.Ordinal))
                {
                    Equal(document, found, foundStruct, what + "class and struct");
                }
                Beside(document, policy, refusal, what + "checker");
                if (policy == JsonTextPolicy.Dotnet)
                {
                    Beside(ofClass, document, read, refusal, what + "theirs");
                    Beside(ofStruct, document, readStruct, structRefusal, what + "theirs, struct");
                }
                records += refusal == null ? 1 : 0;
                others += refusal == null ? 0 : 1;
            }
            Check.True(records > others / 10 && others > records / 10, records + " records, " + others + " others");
        }

        private static T Read<T>(RecordPlan<T> plan, byte[] json, bool isPure, out JsonReadException refusal)
        {
            refusal = null;
            try
            {
                return isPure ? plan.DeserializePure(json) : plan.Deserialize(json);
            }
            catch (JsonReadException caught)
            {
                refusal = caught;
                return default(T);
            }
        }

        private static string Outcome<T>(RecordPlan<T> plan, T record, JsonReadException refusal)
        {
            if (refusal != null)
            {
                return refusal.Error + " " + refusal.Code + " " + refusal.Offset + " " + refusal.LineNumber + " "
                    + refusal.BytePositionInLine;
            }
            try
            {
                return plan.SerializeToString(record);
            }
            catch (ArgumentException)
            {
                return "infinity";
            }
        }

        // Compares with the checker: a value that does not fit is refused before invalid JSON, and messages may differ.
        private static void Beside(Document document, JsonTextPolicy policy, JsonReadException refusal, string what)
        {
            bool isText = policy == JsonTextPolicy.Dotnet && document.Code != 0 && document.Code <= ErrorCode.SurrogateLone;
            bool agrees;
            if (refusal == null)
            {
                agrees = document.Code == 0 || isText;
            }
            else if (refusal.Error == JsonReadError.ValueUnfit)
            {
                agrees = document.Code == 0 || refusal.Offset < document.Offset || isText;
            }
            else
            {
                agrees = (refusal.Code == document.Code && refusal.Offset == document.Offset)
                    || (isText && refusal.Offset > document.Offset);
            }
            if (!agrees)
            {
                Equal(document, document.Code + " at " + document.Offset,
                    refusal == null ? "a record" : refusal.Error + " " + refusal.Code + " at " + refusal.Offset, what);
            }
        }

        // Beside JsonSerializer.
        private static void Beside<T>(
            RecordPlan<T> plan, Document document, T read, JsonReadException refusal, string what)
        {
            bool refused;
            long line;
            long position;
            object expected =
                Oracle.SerializerOracle.Deserialize(document.Json, typeof(T), out refused, out line, out position);
            // 3.1 reads null as a struct. On Mono what is too large for a float is refused, in place of an infinity.
            bool isNone = expected == null && !refused && typeof(T).IsValueType;
            bool isLarge = !JsonReaderOracleTests.Floats && Large.IsMatch(Encoding.UTF8.GetString(document.Json));
            if (isNone || isLarge)
            {
                return;
            }
            if (refused)
            {
                string place = refusal == null ? "a record" : refusal.LineNumber + " " + refusal.BytePositionInLine;
                bool isPlaced = refusal == null || refusal.Error != JsonReadError.ValueUnfit;
                Equal(document, isPlaced ? line + " " + position : place, place, what);
            }
            else if (refusal != null || JsonReaderOracleTests.Floats)
            {
                Equal(document, Outcome(plan, (T)expected, null), Outcome(plan, read, refusal), what);
            }
        }
    }
}
