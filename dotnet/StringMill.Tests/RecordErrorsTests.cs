using System;
using System.Collections.Generic;
using System.Text;

namespace StringMill.Tests
{
    /// <summary>A value that a record cannot hold: code, path, type and place, the last as those of System.Text.Json.</summary>
    internal static class RecordErrorsTests
    {
        internal enum Color
        {
            Red,
        }

        internal struct Line
        {
            public decimal Price { get; set; }

            public int Count { get; set; }

            public Guid Id { get; set; }

            public Color Color { get; set; }

            public byte[] Bytes { get; set; }
        }

        internal sealed class Order
        {
            public List<Line> Items { get; set; }

            public int[] Numbers { get; set; }

            public Dictionary<string, bool> Flags { get; set; }

            public string Text { get; set; }

            public double? Weight { get; set; }

            public char Letter { get; set; }

            public DateTime At { get; set; }

            public Order Next { get; set; }
        }

        private static readonly object[][] Unfit =
        {
            new object[] { "{\"Items\":[{},{},\n{},{\"Price\":^\"abc\"}]}", "$.Items[3].Price", typeof(decimal) },
            new object[] { "{\"Items\":[{\"Count\": ^1.5 }]}", "$.Items[0].Count", typeof(int) },
            new object[] { "{\"Items\":[{\"Count\":^null}]}", "$.Items[0].Count", typeof(int) },
            new object[] { "{\"Items\":^{}}", "$.Items", typeof(List<Line>) },
            new object[] { "{\"Items\":[^[]]}", "$.Items[0]", typeof(Line) },
            new object[] { "{\"Items\":[{\"Id\":^\"0\"}]}", "$.Items[0].Id", typeof(Guid) },
            new object[] { "{\"Items\":[{\"Color\":^\"Red\"}]}", "$.Items[0].Color", typeof(Color) },
            new object[] { "{\"Items\":[{\"Bytes\":^\"?\"}]}", "$.Items[0].Bytes", typeof(byte[]) },
            new object[] { "{\"Items\":[{\"Bytes\":^1}]}", "$.Items[0].Bytes", typeof(byte[]) },
            new object[] { "{\"x\":[{\"y\":[1,2]}],\"Numbers\":[1,2,^true]}", "$.Numbers[2]", typeof(int) },
            new object[] { "{\"Numbers\":^1}", "$.Numbers", typeof(int[]) },
            new object[] { "{\"Flags\":{\"a\":true,\"b c\":^0}}", "$.Flags['b c']", typeof(bool) },
            new object[] { "{\"Flags\":^[]}", "$.Flags", typeof(Dictionary<string, bool>) },
            new object[] { "{\"Text\":^1}", "$.Text", typeof(string) },
            new object[] { "{\"Weight\":^\"1\"}", "$.Weight", typeof(double) },
            new object[] { "{\"Letter\":^\"ab\"}", "$.Letter", typeof(char) },
            new object[] { "{\"At\":^\"yesterday\"}", "$.At", typeof(DateTime) },
            new object[] { "{\"Next\":{\"Next\":{\"Next\":^[]}}}", "$.Next.Next.Next", typeof(Order) },
            new object[] { "{\"Flags\":null,\"Next\":{\"Numbers\":[],\"T\\u0065xt\":^[]}}", "$.Next.Text", typeof(string) },
            new object[] { "^[]", "$", typeof(Order) },
        };

        [Test]
        internal static void NameTheMember()
        {
            RecordPlan<Order> plan = RecordPlan<Order>.Create();
            RecordOptions options = new RecordOptions { TranslateError = Oracle.SerializerOracle.Translate };
            RecordPlan<Order> translating = RecordPlan<Order>.Create(options);
            foreach (object[] row in Unfit)
            {
                // A caret is before the value.
                string text = (string)row[0];
                byte[] json = Encoding.UTF8.GetBytes(text.Replace("^", ""));
                JsonReadException fault = Refused(plan, json);
                string found = fault.Code + " " + fault.Path + " " + fault.MemberType + " " + fault.Offset;
                Check.Equal(ErrorCode.JsonMemberType + " " + row[1] + " " + row[2] + " " + text.IndexOf('^'), found, text);
                string place = "Path: " + fault.Path + " | LineNumber: " + fault.LineNumber + " | BytePositionInLine: "
                    + fault.BytePositionInLine + ".";
                Check.Equal("value that the type of its member cannot hold: " + row[2] + ". " + place, fault.Message, found);
                // The same plan still reads what is right.
                Check.Equal("a", plan.Deserialize("{\"Text\":\"a\"}").Text, "after " + text);

                string expected = fault.Path + " " + fault.LineNumber + " " + fault.BytePositionInLine;
                Exception translated = Thrown(() => translating.Deserialize(json));
                Check.Equal(expected, Oracle.SerializerOracle.Describe(translated), text + ", as JsonException");
                Check.Equal(fault.Message, ((JsonReadException)translated.InnerException).Message, "the cause");
                // 3.1 reports other places.
                if (Oracle.SystemTextJson.Version != "3.1")
                {
                    Check.Equal(Oracle.SerializerOracle.Refusal(json, typeof(Order)), expected, text);
                }
            }
        }

        [Test]
        internal static void InvalidTextHasAPath()
        {
            RecordPlan<Order> plan = RecordPlan<Order>.Create();
            foreach (string[] row in new[]
            {
                new[] { "{\"Numbers\":[1,2,x]}", "$.Numbers[1]" }, new[] { "{\"Items\":[{\"Price\":1]}", "$.Items[0].Price" },
                new[] { "{\"Text\":\"\\q\"}", "$.Text" }, new[] { "{\"Text\":\"\\ud800\"}", "$.Text" }, new[] { "", "$" },
                new[] { "{\"Flags\":{\"a\":true}", "$.Flags" }, new[] { "{} x", "$" }, new[] { "{\"x\":[[1,]]}", "$.x[0][0]" },
            })
            {
                JsonReadException fault = Refused(plan, Encoding.UTF8.GetBytes(row[0]));
                Check.Equal(row[1], fault.Path, row[0] + ": " + fault.Message);
                Check.True(fault.MemberType == null && fault.Code != ErrorCode.JsonMemberType, row[0]);
                Check.Equal("a", plan.Deserialize("{\"Text\":\"a\"}").Text, "after " + row[0]);
            }
        }

        /// <summary>Of one kind of member alone, so that the native way reads it if there is one.</summary>
        internal sealed class Picky
        {
            private int number;

            public int Number
            {
                get { return number; }
                set { number = value >= 0 ? value : throw new ArgumentOutOfRangeException(nameof(value)); }
            }
        }

        internal struct PickyStruct
        {
            private int number;

            public int Number
            {
                get { return number; }
                set { number = value >= 0 ? value : throw new ArgumentOutOfRangeException(nameof(value)); }
            }
        }

        internal sealed class Made
        {
            public Made(int number, Picky inner)
            {
                Number = number >= 0 ? number : throw new ArgumentOutOfRangeException(nameof(number));
                Inner = inner;
            }

            public int Number { get; }

            public Picky Inner { get; }
        }

        [Test]
        internal static void CodeOfTheRecordRefuses()
        {
            RefusedByRecord<Picky>("{\"Number\":^-1}", "$.Number", "{\"Number\":1}");
            RefusedByRecord<PickyStruct>("{\"Number\":^-1}", "$.Number", "{\"Number\":1}");
            RefusedByRecord<List<Picky>>("[{\"Number\":1},{ \"Number\" : ^-1 }]", "$[1].Number", "[]");
            RefusedByRecord<Made>("{\"Number\":-1^}", "$", "{\"Number\":1,\"Inner\":null}");
            RefusedByRecord<Made>("{\"Inner\":{\"Number\":^-2},\"Number\":1}", "$.Inner.Number", "{\"Number\":1,\"Inner\":null}");
        }

        private static void RefusedByRecord<T>(string text, string path, string good)
        {
            RecordPlan<T> plan = RecordPlan<T>.Create();
            string json = text.Replace("^", "");
            JsonReadException fault = Refused(plan, Encoding.UTF8.GetBytes(json));
            Check.Equal(JsonReadError.ValueRefused + " " + path + " " + text.IndexOf('^'), fault.Error + " " + fault.Path + " " + fault.Offset, json);
            Check.True(fault.InnerException is ArgumentOutOfRangeException, json + ": " + fault.InnerException);
            Check.Equal(good, plan.SerializeToString(plan.Deserialize(good)), "after " + json);
        }

        /// <summary>The refused text of UTF-16 is named with its place; so is the type that has no plan.</summary>
        [Test]
        internal static void ArgumentsAreNamed()
        {
            RecordPlan<Order> plan = RecordPlan<Order>.Create();
            foreach (string half in new[] { "\ud800", "\udc00", "\ud83d\ude00\ud83d", "\udc00\ud800" })
            {
                ArgumentException fault = (ArgumentException)Thrown(() => plan.Deserialize("{\"Text\":\"" + half + "\"}"));
                Check.Equal(typeof(ArgumentException) + " json", fault.GetType() + " " + fault.ParamName, "half a pair");
                int at = 9 + (half.Length == 3 ? 2 : 0);
                Check.True(fault.Message.StartsWith("half a pair of surrogates at unit " + at + " of the text", StringComparison.Ordinal),
                    fault.Message);
            }
            Exception none = Thrown(() => RecordPlan<Dictionary<string, object>>.Create());
            Check.Equal("a value of the record (" + typeof(Dictionary<string, object>)
                + ") is of type System.Object, which records do not support; give the member a type with members of its own, or ignore it", none.Message, "a dictionary of objects");
        }

        private static JsonReadException Refused<T>(RecordPlan<T> plan, byte[] json)
        {
            return (JsonReadException)Thrown(() => plan.Deserialize(json));
        }

        private static Exception Thrown(Action act)
        {
            try
            {
                act();
            }
            catch (Exception fault)
            {
                return fault;
            }
            throw new FailedException("nothing was refused");
        }
    }
}
