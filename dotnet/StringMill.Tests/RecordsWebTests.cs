using System;
using System.Collections.Generic;
using System.Text;

namespace StringMill.Tests
{
    /// <summary>Types and options that web applications use, beside those of JsonSerializer.</summary>
    internal static class RecordsWebTests
    {
        internal struct Item
        {
            public string Name { get; set; }

            public double Price { get; set; }

            public ulong Count { get; set; }

            public Guid? Reference { get; set; }

            public DateTimeOffset? At { get; set; }

            public char? Mark { get; set; }
        }

        internal sealed class Order
        {
            public Guid ID { get; set; }

            public DateTimeOffset PlacedAt { get; set; }

            public string Customer { get; set; }

            public int Count { get; set; }

            public float Share { get; set; }

            public decimal Total { get; set; }

            public char Mark { get; set; }

            public DayOfWeek Day { get; set; }

            public Item First { get; set; }

            public List<Item> Lines { get; set; }

            public Item[] More { get; set; }

            public Dictionary<string, decimal> Prices { get; set; }

            public Dictionary<string, Item> Items { get; set; }

            public Dictionary<string, List<int?>> Lists { get; set; }

            public string URLPath { get; set; }

            public string IOStatus2Text { get; set; }

            public string aLower { get; set; }

            public string \u00dcber { get; set; }

            public Order Next { get; set; }
        }

        /// <summary>Only values that have slots, so that records go the native way too.</summary>
        internal sealed class Flat
        {
            public int Count { get; set; }

            public string Name { get; set; }

            public ushort? Port { get; set; }

            public DayOfWeek? Day { get; set; }

            public bool IsOn { get; set; }
        }

        private static readonly RecordOptions CamelCase = new RecordOptions { CamelCase = true };
        private static readonly RecordOptions AnyCase = new RecordOptions { IgnoreNameCase = true };

        [Test]
        internal static void RecordsByDefault()
        {
            Agree<Order>(20);
            Agree<Flat>(4);
        }

        [Test]
        internal static void RecordsInCamelCase()
        {
            Agree<Order>(20, "camel", CamelCase);
            Agree<Flat>(4, "camel", CamelCase);
        }

        [Test]
        internal static void RecordsInAnyCase()
        {
            Agree<Order>(20, "any-case", AnyCase);
            Agree<Flat>(4, "any-case", AnyCase);
        }

        [Test]
        internal static void RecordsOfTheWeb()
        {
            Agree<Order>(20, "web", RecordOptions.Web());
            Agree<Flat>(4, "web", RecordOptions.Web());
        }

        // 3.1 refuses keys of dictionaries with lone surrogates.
        private static void Agree<T>(int share, string style = "default", RecordOptions options = null)
        {
            if (Oracle.SerializerOracle.HasWeb)
            {
                RecordsOracleTests.Agree<T>(share, style, options);
            }
        }

        [Test]
        internal static void RecordsThatAreCollections()
        {
            Agree<Item[]>(20);
            Agree<List<Flat>>(20);
            Agree<List<List<string>>>(20);
            Agree<int[]>(20);
            Agree<Dictionary<string, Flat>>(20);
            Agree<Dictionary<string, Dictionary<string, bool>>>(20);
        }

        /// <summary>Names in camel case, those of members beside those of JsonSerializer.</summary>
        [Test]
        internal static void RecordNamesInCamelCase()
        {
            foreach (string name in new[]
            {
                "A", "AB", "ABc", "ABC", "Abc", "aBC", "_A", "A1", "AB1", "A1B", "URL", "URLPath", "IOStatus2", "\u00dcber",
                "\u00c4\u00d6Z",
                "I", "ID", "X_Y", "XMLHttpRequest",
            })
            {
                string expected = Oracle.SerializerOracle.CamelCase(name);
                Check.Equal(expected, RecordNames.ToCamelCase(name), name);
            }
        }

        private sealed class TwoCases
        {
            public int Name { get; set; }

            public int name { get; set; }
        }

        [Test]
        internal static void RecordNamesThatDifferInCaseAlone()
        {
            Check.Equal("{\"Name\":1,\"name\":2}", Records<TwoCases>.Plan.SerializeToString(new TwoCases { Name = 1, name = 2 }),
                "names");
            foreach (RecordOptions options in new[] { AnyCase, CamelCase })
            {
                string refusal = "none";
                try
                {
                    RecordPlan<TwoCases>.Create(options);
                }
                catch (NotSupportedException e)
                {
                    refusal = e.Message;
                }
                Check.True(refusal.Contains("have the same name in JSON"), refusal);
            }
        }

        /// <summary>Each number of many spellings in a string, beside JsonSerializer.</summary>
        [Test]
        internal static void RecordNumbersInStrings()
        {
            if (!Oracle.SerializerOracle.HasWeb)
            {
                return;
            }
            string[] parts = { "", "-", "+", "0", "7", "00", "12", ".", "5", "e", "E", "+1", "-2", " ", "9999999999", "NaN", "Infinity", "nan" };
            JsonSamples samples = new JsonSamples(99);
            for (int i = 0; i < 20000; i += JsonSamples.OneIn)
            {
                string number = samples.Pick(parts) + samples.Pick(parts) + samples.Pick(parts) + samples.Pick(parts);
                byte[] json = Encoding.UTF8.GetBytes("[\"" + number + "\"]");
                Alike<int>(json);
                Alike<sbyte>(json);
                Alike<ushort>(json);
                Alike<ulong>(json);
                // On Mono, System.Text.Json refuses an exponent beyond 32 bits, even of a zero.
                if (JsonReaderOracleTests.Floats || !number.Contains("9999999999"))
                {
                    Alike<double>(json);
                    Alike<float>(json);
                }
                Alike<decimal>(json);
                Alike<DayOfWeek>(json);
            }
        }

        private static void Alike<V>(byte[] json)
        {
            bool refused;
            long place;
            object expected = Oracle.SerializerOracle.Deserialize(json, typeof(V[]), out refused, out place, out place, "web");
            string theirs = refused ? "refused" : ((V[])expected)[0].ToString();
            string ours;
            try
            {
                ours = Web<V>.Plan.Deserialize(json)[0].ToString();
            }
            catch (JsonReadException)
            {
                ours = "refused";
            }
            Check.Equal(theirs, ours, Encoding.UTF8.GetString(json) + " as " + typeof(V));
        }

        private static class Web<V>
        {
            internal static readonly RecordPlan<V[]> Plan = RecordPlan<V[]>.Create(RecordOptions.Web());
        }
    }
}
