using System;
using System.Collections.Generic;
using System.IO;
using System.Reflection;
using System.Text;
using StringMill.Ahead;

namespace StringMill.Generated
{
    /// <summary>
    /// Compares plans of the generator with those by reflection: the same bytes, values and refusals, with five sets of options, of
    /// JSON that is whole and damaged.
    /// </summary>
    public static class Program
    {
        private static readonly Func<RecordOptions>[] Options =
        {
            () => null, RecordOptions.Web, () => new RecordOptions { IgnoreFields = true, Encoder = JsonEncoder.Json },
            () => new RecordOptions { CamelCase = true, Policy = JsonTextPolicy.Strict },
            () => new RecordOptions { IgnoreNullValues = true, EnumsAsText = true, PropertyNamingPolicy = name => name + "-" + name.Length },
        };

        private static int comparisons;

        private static int Main()
        {
            Types();
            Collections();
            Attributes();
            if (Environment.Version.Major >= 8)
            {
                // Programs of a browser have no place.
                string place = typeof(Program).Assembly.Location;
                Assembly modern = place == "" ? Assembly.Load("StringMill.Generated.Modern")
                    : Assembly.LoadFrom(Path.Combine(Path.GetDirectoryName(place), "StringMill.Generated.Modern.dll"));
                modern.GetType("StringMill.Generated.event.Cases").GetMethod("Run").Invoke(null, new object[]
                {
                    (Action<Func<RecordOptions, object>, Func<RecordOptions, object>, object>)CompareAny,
                });
            }
            Console.WriteLine("dotnet tests: generated plans: {0} comparisons with plans by reflection", comparisons);
            return comparisons > 1000 ? 0 : 1;
        }

        private static void Types()
        {
            Compare(Plans.CreateScalars, new Scalars
            {
                Bool = true, Char = 'x', I1 = sbyte.MinValue, U1 = 255, I2 = short.MinValue, U2 = ushort.MaxValue, I4 = int.MinValue,
                U4 = uint.MaxValue, I8 = long.MinValue, U8 = ulong.MaxValue, R4 = 0.1f, R8 = 1e-7, Money = 12.340m, Text = "caf\u00e9 <",
                Color = Color.Green, Small = Small.Most, Long = Long.Least, Id = new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
                Date = new DateTime(2020, 2, 29, 1, 2, 3, DateTimeKind.Utc),
                At = new DateTimeOffset(2020, 1, 1, 0, 0, 0, TimeSpan.FromHours(5)),
            });
            Compare(Plans.CreateScalarStruct, new ScalarStruct { Text = "\ud83d\ude00\"", Color = Color.Red, R8 = -2.25, Money = -1 });
            Compare(Plans.CreateMaybe, new Maybe { I1 = 1, R4 = 9, Color = Color.Green, Small = Small.Most, Point = new Point { X = 1 } });
            Compare(Plans.CreateMaybe, new Maybe());
            Compare(Plans.CreateMaybeStruct, new MaybeStruct { I4 = 1, R8 = 2, Color = Color.Red, Point = new Point { X = 3, Name = "p" } });
            Compare(Plans.CreateFields, new Fields { Num = 1, Color = Color.Green, Point = new Point { Y = 2 }, Text = "t", Maybe = 3 });
            Compare(Plans.CreateFieldsOfStruct, new FieldsOfStruct { Num = 1, Color = Color.Green, Text = "t", Maybe = 3 });
            Point point = new Point { X = 3, Inner = new Inner { Kind = Color.Green } };
            Compare(Plans.CreateNode, new Node { Num = 1, Next = new Node { Num = 2, Inner = point } });
            Compare(Plans.CreateImmutable, new Immutable(1, Color.Green, new Point { X = 2 }, null) { Later = 5 });
            Compare(Plans.CreateImmutable, null);
        }

        private static void Collections()
        {
            Compare(Plans.CreateLists, new Lists());
            Compare(Plans.CreateLists, new Lists
            {
                Numbers = new[] { 1, 2 }, Colors = new[] { Color.Red, Color.Green }, Points = new[] { new Point { X = 1 } },
                Maybes = new int?[] { null, 4 }, MaybeColors = new Color?[] { null, Color.Green }, Bytes = new byte[] { 1, 2, 3 },
                TextList = new List<string> { "a", null }, ColorList = new List<Color> { Color.Green },
                Nested = new List<List<Color>> { new List<Color> { Color.Red } }, Classes = new List<Node> { new Node { Num = 1 }, null },
                ByColor = new Dictionary<string, Color> { { "g", Color.Green } }, Chars = new List<char> { 'c' },
                ByMaybe = new Dictionary<string, int?> { { "n", null }, { "m", 1 } }, ByNode = new Dictionary<string, Node> { { "o", new Node() } },
            });
            Compare(Plans.CreateArrayOfColor, new[] { Color.Red, Color.Green });
            Compare(Plans.CreateListOfPoint, new List<Point> { new Point { X = 1 }, new Point() });
            Compare(Plans.CreateDictionaryOfStringAndPoint, new Dictionary<string, Point> { { "a", new Point { Y = 1.5 } } });
            Compare(Plans.CreateArrayOfScalarStruct, new[] { new ScalarStruct { Text = "s", R8 = 1 } });
            Compare(Plans.CreatePairOfInt32AndListOfArrayOfString, new Pair<int, List<string[]>>
            {
                First = 1, Second = new List<string[]> { new[] { "a" }, null }, Next = new Pair<int, List<string[]>>(),
            });
        }

        private static void Attributes()
        {
            Compare(Plans.CreateDerived, new Derived { Low = 1, High = 2, Text = "t", Hidden = 3, HighField = 4, LowField = 5, @class = 6 });
            Compare(Plans.CreateNamed, new Named { First = "f", Never = 1, IfDefault = 2, IfNull = "n", Inside = 3, field = 4, Partly = 5 });
            Compare(Plans.CreateNamed, new Named());
            Compare(Plans.CreateDefaults, new Defaults("t", 1, 2, 3, 4, 5, 'u'));
            Compare(Plans.CreateWrittenOnly, WrittenOnly.Make());
            Compare(Plans.CreateUnbound, new Unbound(1));
            if (Plans.Node != Plans.Node || Plans.Node.SerializeToString(null) != "null")
            {
                throw new InvalidOperationException("the plan with defaults is made once");
            }
        }

        private static void Compare<T>(Func<RecordOptions, RecordPlan<T>> generated, T value)
        {
            Compare(generated, RecordPlan<T>.Create, value, plan => new Door<T>((RecordPlan<T>)plan));
        }

        private static void CompareAny(Func<RecordOptions, object> generated, Func<RecordOptions, object> reflected, object value)
        {
            Compare(generated, reflected, value, DoorOf);
        }

        private static void Compare(Func<RecordOptions, object> generated, Func<RecordOptions, object> reflected, object value,
            Func<object, IDoor> doorOf)
        {
            foreach (Func<RecordOptions> options in Options)
            {
                IDoor ours = doorOf(generated(options()));
                IDoor theirs = doorOf(reflected(options()));
                string json = theirs.Write(value);
                Same(json, ours.Write(value), json);
                foreach (string text in Damaged(json))
                {
                    Same(Verdict(theirs, text), Verdict(ours, text), text);
                }
            }
        }

        private static IEnumerable<string> Damaged(string json)
        {
            yield return json;
            yield return json.ToUpperInvariant();
            yield return "{}";
            yield return json + json;
            foreach (string wrong in new[] { "null", "true", "\"a\"", "-1", "1.5", "[1]", "{\"X\":1}", "99999999999999999999", "\"\\ud800\"" })
            {
                yield return wrong;
                for (int colon = json.IndexOfAny(new[] { ':', '[' }); colon >= 0; colon = json.IndexOfAny(new[] { ':', '[' }, colon + 1))
                {
                    int end = json.IndexOfAny(new[] { ',', '}', ']' }, colon);
                    yield return json.Substring(0, colon + 1) + wrong + json.Substring(end);
                }
            }
        }

        private static string Verdict(IDoor plan, string json)
        {
            try
            {
                return plan.ReadAndWrite(json);
            }
            catch (JsonReadException fault)
            {
                return fault.Code + " " + fault.Offset + " " + fault.Path + " " + fault.Message;
            }
            catch (NotSupportedException fault)
            {
                return fault.Message;
            }
            catch (ArgumentException fault)
            {
                return fault.Message;
            }
        }

        private static void Same(string expected, string actual, string json)
        {
            comparisons++;
            if (expected != actual)
            {
                throw new InvalidOperationException("of " + json + "\nby reflection: " + expected + "\ngenerated: " + actual);
            }
        }

        /// <summary>A plan without its type.</summary>
        private sealed class Door<T> : IDoor
        {
            private readonly RecordPlan<T> plan;

            /// <summary>The door to a plan.</summary>
            public Door(RecordPlan<T> plan)
            {
                this.plan = plan;
            }

            string IDoor.Write(object value) => plan.SerializeToString((T)value);

            string IDoor.ReadAndWrite(string json) => plan.SerializeToString(plan.Deserialize(Encoding.UTF8.GetBytes(json)));
        }

        private interface IDoor
        {
            string Write(object value);

            string ReadAndWrite(string json);
        }

        // Another assembly has types that this one does not know.
        private static IDoor DoorOf(object plan)
        {
            return (IDoor)Activator.CreateInstance(typeof(Door<>).MakeGenericType(plan.GetType().GetGenericArguments()), plan);
        }
    }
}
