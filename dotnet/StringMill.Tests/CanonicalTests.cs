using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;
using StringMill.Oracle;

namespace StringMill.Tests
{
    /// <summary>Canonical JSON: generated documents whose canonical form the generator knows, and misuse.</summary>
    internal static class CanonicalTests
    {
        private static readonly string[] Names =
        {
            "", "a", "b", "A", "10", "9", "é", "\ud83d\ude00", "\ufb33", "\ue000", "\"", "\\", "\n", "a\u0001", "\u007f", "a\"",
            "aa", "\u2028", new string('a', 100), "\ud800\udc00",
        };

        private static readonly string[] Blanks = { "", "", "", " ", "\n\t", "\r\n  " };

        private static readonly string[] Numbers =
            { "0", "-0 0", "1", "1.50 1.5", "1e2 100", "-12.5e-7 -0.00000125", "1E21 1e+21", "1E-7 1e-7", "333333333.33333329 333333333.3333333" };

        /// <summary>A value as it is written, and its canonical form.</summary>
        private struct Both
        {
            internal string Written;
            internal string Canonical;
        }

        /// <summary>A short text takes little memory, however many levels are allowed.</summary>
        [Test]
        internal static void MemoryGrowsWithTheText()
        {
            // Mono cannot tell.
            System.Reflection.MethodInfo allocated = typeof(GC).GetMethod("GetAllocatedBytesForCurrentThread");
            byte[] text = { (byte)'[', (byte)']' };
            JsonCanonical.Of(text, int.MaxValue);
            if (allocated == null || RuntimeKind.IsMono)
            {
                return;
            }
            long before = (long)allocated.Invoke(null, null);
            JsonCanonical.Of(text, int.MaxValue);
            JsonReader reader = new JsonReader(text, new JsonReadOptions { MaxDepth = int.MaxValue });
            reader.Read();
            JsonWriter writer = new JsonWriter(new JsonWriteOptions { MaxDepth = int.MaxValue, IndentSize = 127 });
            writer.WriteStartArray();
            long len = (long)allocated.Invoke(null, null) - before;
            Check.True(len < 64 * 1024, len + " bytes for two");
        }

        [Test]
        internal static void GeneratedDocumentsHaveTheirCanonicalForm()
        {
            Random random = new Random(8785);
            for (int round = 0; round < 4000 / Check.OneInInterpreted; round++)
            {
                Both value = Value(random, 5);
                Check.Equal(value.Canonical, Canonical(Blank(random) + value.Written + Blank(random)), value.Written);
                Check.Equal(value.Canonical, Canonical(value.Canonical), "canonical text stays");
            }
        }

        [Test]
        internal static void NestedObjectsOutOfOrderAreWrittenInOrder()
        {
            string written = "7";
            string canonical = "7";
            for (int level = 0; level < JsonCanonical.DefaultMaxDepth; level++)
            {
                written = "{\"b\":0,\"a\":" + written + "}";
                canonical = "{\"a\":" + canonical + ",\"b\":0}";
            }
            Check.Equal(canonical, Canonical(written), "1,024 levels");
        }

        [Test]
        internal static void RefusesWithThePlace()
        {
            CheckError("[1e400 x", ErrorCode.NumberOverflow, 1, 2);
            CheckError("[1e400x", ErrorCode.JsonBracketExpected, 6, 2);
            CheckError("[1e400", ErrorCode.JsonIncomplete, 6, 2);
            CheckError("{\"b\":1,\"a\":1,\"b\":1}", ErrorCode.NameRepeated, 13, 2);
            CheckError("[\"\\ud800\"]", ErrorCode.SurrogateLone, 2, 2);
            CheckError("[[[]]]", ErrorCode.LimitDepth, 2, 2);
            try
            {
                JsonCanonical.Of(new byte[] { (byte)'1' }, 0);
                Check.True(false, "a depth of zero is refused");
            }
            catch (ArgumentOutOfRangeException)
            {
            }
        }

        /// <summary>Integers that a double cannot hold are refused, or rounded; other errors stay.</summary>
        [Test]
        internal static void IntegersAreRefusedOrRounded()
        {
            string[] changed = { "9007199254740993", "-9007199254740993", "18446744073709551615", "123456789012345678901234567890" };
            string[] rounded = { "9007199254740992", "-9007199254740992", "18446744073709552000", "1.2345678901234568e+29" };
            for (int at = 0; at < changed.Length; at++)
            {
                CheckError("[1," + changed[at] + ",{}]", ErrorCode.CanonicalInteger, 3, 2);
                byte[] text = Encoding.UTF8.GetBytes("[1," + changed[at] + ",{}]");
                byte[] made = JsonCanonical.Of(text, roundIntegers: true);
                Check.Equal("[1," + rounded[at] + ",{}]", Encoding.UTF8.GetString(made), changed[at]);
            }
            foreach (string kept in new[] { "9007199254740992", "-9007199254740994", "295147905179352825856", "1e+21" })
            {
                byte[] text = Encoding.UTF8.GetBytes(kept);
                Check.Bytes(JsonCanonical.Of(text), JsonCanonical.Of(text, roundIntegers: true), kept);
            }
            CheckError("[1e999]", ErrorCode.NumberOverflow, 1, 2, roundIntegers: true);
            CheckError("[9007199254740993,]", ErrorCode.JsonValueExpected, 18, 2, roundIntegers: true);
        }

        private static void CheckError(string text, ErrorCode code, long offset, int maxDepth, bool roundIntegers = false)
        {
            try
            {
                JsonCanonical.Of(Encoding.UTF8.GetBytes(text), maxDepth, roundIntegers);
                Check.True(false, text + " is refused");
            }
            catch (StringMillException e)
            {
                Check.Equal(code, e.Code, text);
                Check.Equal(offset, e.Offset, text);
            }
        }

        private static string Canonical(string text) =>
            Encoding.UTF8.GetString(JsonCanonical.Of(Encoding.UTF8.GetBytes(text)));

        private static string Blank(Random random) => Blanks[random.Next(Blanks.Length)];

        private static Both Value(Random random, int depth)
        {
            switch (random.Next(depth > 0 ? 7 : 4))
            {
                case 0:
                    string word = new[] { "true", "false", "null" }[random.Next(3)];
                    return new Both { Written = word, Canonical = word };
                case 1:
                    string[] number = Numbers[random.Next(Numbers.Length)].Split(' ');
                    return new Both { Written = number[0], Canonical = number[number.Length - 1] };
                case 2:
                case 3:
                    return Text(random, Names[random.Next(Names.Length)]);
                case 4:
                    return List(random, depth - 1);
                default:
                    return Object(random, depth - 1);
            }
        }

        private static Both List(Random random, int depth)
        {
            List<string> written = new List<string>();
            List<string> canonical = new List<string>();
            for (int left = random.Next(4); left > 0; left--)
            {
                Both element = Value(random, depth);
                written.Add(Blank(random) + element.Written + Blank(random));
                canonical.Add(element.Canonical);
            }
            return new Both { Written = "[" + Joined(written) + "]", Canonical = "[" + Joined(canonical) + "]" };
        }

        private static Both Object(Random random, int depth)
        {
            List<string> written = new List<string>();
            // This comparer takes code units.
            SortedDictionary<string, string> canonical = new SortedDictionary<string, string>(StringComparer.Ordinal);
            for (int left = random.Next(6); left > 0; left--)
            {
                string name = Names[random.Next(Names.Length)];
                if (!canonical.ContainsKey(name))
                {
                    Both quoted = Text(random, name);
                    Both member = Value(random, depth);
                    written.Add(Blank(random) + quoted.Written + Blank(random) + ":" + Blank(random) + member.Written);
                    canonical[name] = quoted.Canonical + ":" + member.Canonical;
                }
            }
            return new Both
            {
                Written = "{" + Joined(written) + "}",
                Canonical = "{" + Joined(new List<string>(canonical.Values)) + "}",
            };
        }

        private static string Joined(List<string> texts) => string.Join(",", texts.ToArray());

        private static Both Text(Random random, string text)
        {
            StringBuilder written = new StringBuilder("\"");
            StringBuilder canonical = new StringBuilder("\"");
            foreach (char unit in text)
            {
                string escape = unit == '"' ? "\\\"" : unit == '\\' ? "\\\\" : unit == '\n' ? "\\n"
                    : unit < ' ' ? Hex(unit, "x4") : unit.ToString();
                canonical.Append(escape);
                written.Append(!char.IsSurrogate(unit) && random.Next(3) > 0 ? escape : Hex(unit, "X4"));
            }
            return new Both { Written = written.Append('"').ToString(), Canonical = canonical.Append('"').ToString() };
        }

        private static string Hex(char unit, string format) =>
            "\\u" + ((int)unit).ToString(format, CultureInfo.InvariantCulture);
    }
}
