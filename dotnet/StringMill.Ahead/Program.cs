using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Text;

namespace StringMill.Ahead
{
    /// <summary>
    /// Records of every type of member, written and read, for tools/run dotnet: it compiles this program ahead of time and
    /// compares the output with that of Mono's JIT and of its interpreter. Each value is written; its JSON is read, whole and
    /// damaged, and the result is written again. A refusal is its code and place.
    /// </summary>
    internal static class Program
    {
        private static int lines;

        private static void Main()
        {
            Members();
            Collections();
            Constructed();
            Built();
            Console.WriteLine(lines + " lines");
        }

        private static void Members()
        {
            Try(new Scalars());
            Try(new Scalars
            {
                Bool = true, Char = 'x', I1 = sbyte.MinValue, U1 = 255, I2 = short.MinValue, U2 = ushort.MaxValue,
                I4 = int.MinValue, U4 = uint.MaxValue, I8 = long.MinValue, U8 = ulong.MaxValue, R4 = 0.1f, R8 = 1e-7, Money = 12.340m,
                Text = "caf\u00e9 <",
                Color = Color.Green, Small = Small.Most, Long = Long.Least, Id = new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
                Date = new DateTime(2020, 2, 29, 1, 2, 3, DateTimeKind.Utc),
                At = new DateTimeOffset(2020, 1, 1, 0, 0, 0, TimeSpan.FromHours(5)),
            });
            Try(new ScalarStruct
            {
                Bool = true, Char = 'y', I1 = -1, U1 = 1, I2 = -2, U2 = 2, I4 = -3, U4 = 3, I8 = -4, U8 = 4, R4 = 1.5f,
                R8 = -2.25,
                Money = -1, Text = "\ud83d\ude00\"", Color = Color.Red, Small = Small.Most, Long = Long.Least, Id = new Guid(),
                Date = new DateTime(1999, 1, 1), At = new DateTimeOffset(1999, 1, 1, 0, 0, 0, TimeSpan.Zero),
            });
            Try(new Maybe());
            Try(new Maybe
            {
                Bool = true, Char = 'z', I1 = 1, U1 = 2, I2 = 3, U2 = 4, I4 = 5, U4 = 6, I8 = 7, U8 = 8, R4 = 9, R8 = 10,
                Money = 11,
                Color = Color.Green, Small = Small.Most, Id = new Guid(), Date = new DateTime(2000, 1, 1),
                Point = new Point { X = 1 },
                At = new DateTimeOffset(2000, 1, 1, 0, 0, 0, TimeSpan.Zero),
            });
            Try(new MaybeStruct { I4 = 1, R8 = 2, Color = Color.Red, Point = new Point { X = 3, Name = "p" }, Id = new Guid() });
            Try(new Fields { Num = 1, Color = Color.Green, Point = new Point { Y = 2 }, Text = "t", Maybe = 3 });
            Try(new FieldsOfStruct { Num = 1, Color = Color.Green, Point = new Point { Y = 2 }, Text = "t", Maybe = 3 });
        }

        private static void Collections()
        {
            Try(new Lists());
            Try(new Lists
            {
                Numbers = new[] { 1, 2 }, Colors = new[] { Color.Red, Color.Green }, Points = new[] { new Point { X = 1 } },
                Maybes = new int?[] { null, 4 }, MaybeColors = new Color?[] { null, Color.Green }, Bytes = new byte[] { 1, 2, 3 },
                TextList = new List<string> { "a", null }, ColorList = new List<Color> { Color.Green },
                PointList = new List<Point> { new Point { Name = "x" } }, MaybeList = new List<double?> { 1.5, null },
                Nested = new List<List<Color>> { new List<Color> { Color.Red } },
                Classes = new List<Node> { new Node { Num = 1 }, null },
                Dates = new List<DateTimeOffset> { new DateTimeOffset(2020, 1, 1, 0, 0, 0, TimeSpan.Zero) },
                Ids = new[] { new Guid() },
                ByText = new Dictionary<string, string> { { "k", "v" } },
                ByColor = new Dictionary<string, Color> { { "g", Color.Green } },
                ByPoint = new Dictionary<string, Point> { { "p", new Point { X = 5 } } }, Chars = new List<char> { 'c' },
                ByMaybe = new Dictionary<string, int?> { { "n", null }, { "m", 1 } },
                ByNode = new Dictionary<string, Node> { { "o", new Node() } },
            });
            Try(new More());
            Try(new More
            {
                Time = new TimeSpan(1, 2, 3, 4, 5), MaybeTime = TimeSpan.Zero, Uri = new Uri("a/b", UriKind.Relative), Version = new Version(1, 2),
                Texts = new HashSet<string> { "a", null }, Numbers = new HashSet<int> { 3, 1 }, Points = new[] { new Point { X = 1 } },
                Colors = new[] { Color.Red, Color.Green }, Queue = new Queue<double>(new[] { 1.5, 2 }),
                ByNumber = new Dictionary<int, string> { { -1, "x" } }, ByColor = new Dictionary<Color, Point> { { Color.Green, new Point { X = 2 } } },
                ById = new SortedDictionary<Guid, int?> { { new Guid(), null } },
            });
            Try(new TimeSpan(1, 2, 3));
            Point point = new Point { X = 3, Inner = new Inner { Kind = Color.Green } };
            Try(new Node { Num = 1, Next = new Node { Num = 2, Inner = point } });
            Try(new[] { Color.Red, Color.Green });
            Try(new List<Point> { new Point { X = 1 }, new Point() });
            Try(new Dictionary<string, Point> { { "a", new Point { Y = 1.5 } } });
            Try(new[] { new ScalarStruct { Text = "s", R8 = 1 } });
        }

        private static void Constructed()
        {
            Try(new Immutable(1, Color.Green, new Point { X = 2 }, null) { Later = 5 });
            Try(new Immutable(-1, Color.Red, new Point(), 2.5));
        }

        private static void Built()
        {
            Try(new RecordPlanBuilder<Point>()
                .Field("x", (ref Point point) => point.X, (ref Point point, int value) => point.X = value)
                .Field("y", (ref Point point) => point.Y, (ref Point point, double value) => point.Y = value)
                .Field("name", (ref Point point) => point.Name, (ref Point point, string value) => point.Name = value)
                .Field("inner", (ref Point point) => point.Inner, (ref Point point, Inner value) => point.Inner = value)
                .Build(), new Point { X = 1, Y = 0.5, Name = "n" });
            Try(new RecordPlanBuilder<Node>()
                .Field("num", (ref Node node) => node.Num, (ref Node node, int value) => node.Num = value)
                .Field("color", (ref Node node) => (Color)node.Num, (ref Node node, Color value) => node.Num = (int)value)
                .Field("maybe", (ref Node node) => (decimal?)node.Num,
                    (ref Node node, decimal? value) => node.Num = (int)(value ?? 0))
                .MadeBy(() => new Node { Next = new Node() }).Build(), new Node { Num = 1 });
        }

        private static void Try<T>(T value)
        {
            Try(RecordPlan<T>.Create(), value);
            Try(RecordPlan<T>.Create(RecordOptions.Web()), value);
            Try(RecordPlan<T>.Create(new RecordOptions { EnumsAsText = true, WriteIndented = true, IgnoreNullValues = true }), value);
        }

        private static void Try<T>(RecordPlan<T> plan, T value)
        {
            byte[] json = plan.Serialize(value);
            Say(typeof(T).Name + " " + Encoding.UTF8.GetString(json));
            MemoryStream stream = new MemoryStream();
            plan.SerializeAsync(stream, value).GetAwaiter().GetResult();
            stream.Position = 0;
            Say("  in a stream " + plan.SerializeToString(plan.DeserializeAsync(stream).GetAwaiter().GetResult()));
            Read(plan, json);
            string text = Encoding.UTF8.GetString(json);
            foreach (string wrong in new[] { "null", "true", "\"a\"", "-1", "1.5", "[1]", "{\"X\":1}", "99999999999999999999",
                "\"7\"", "\"\\ud800\"" })
            {
                // Instead of the first value, and of one in the middle.
                foreach (int from in new[] { 0, text.Length / 2 })
                {
                    int colon = text.IndexOfAny(new[] { ':', '[' }, from);
                    int end = colon < 0 ? -1 : text.IndexOfAny(new[] { ',', '}', ']' }, colon);
                    if (end > 0)
                    {
                        Read(plan, Encoding.UTF8.GetBytes(text.Substring(0, colon + 1) + wrong + text.Substring(end)));
                    }
                }
                Read(plan, Encoding.UTF8.GetBytes(wrong));
            }
        }

        private static void Read<T>(RecordPlan<T> plan, byte[] json)
        {
            string read;
            try
            {
                read = plan.SerializeToString(plan.Deserialize(json));
            }
            catch (JsonReadException fault)
            {
                read = "refused: " + fault.Code + " at " + fault.Offset.ToString(CultureInfo.InvariantCulture);
            }
            Say("  " + Encoding.UTF8.GetString(json) + " -> " + read);
        }

        private static void Say(string line)
        {
            lines++;
            Console.WriteLine(line);
        }
    }
}
