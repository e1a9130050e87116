using System;
using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Linq;
using System.Reflection;
using System.Text;

namespace StringMill.Tests
{
    /// <summary>
    /// Types of members beside System.Text.Json 8.0 and 9.0: each scalar by itself, nullable, in every collection and as a name,
    /// with bytes, values, and refusals with their paths.
    /// </summary>
    internal static class RecordsTypesTests
    {
        internal enum Kind : short
        {
            None,
            One,
            Two,
            Both = -5,
        }

        [Flags]
        internal enum Parts
        {
            None = 0,
            One = 1,
            Two = 2,
            More = 128,
        }

        internal sealed class Holder<V>
        {
            public V Value { get; set; }

            public int After { get; set; }
        }

        // Only the assembly for .NET 8.0 knows these, whatever the runtime has.
        private static readonly bool IsForNet8 = Array.Exists(
            typeof(RecordOptions).Assembly.GetReferencedAssemblies(),
            one => (one.Name == "System.Runtime" || one.Name == "System.Private.CoreLib") && one.Version.Major >= 8);

        private static readonly string[] Newer = { "System.DateOnly", "System.TimeOnly", "System.Half", "System.Int128", "System.UInt128" };

        private static IEnumerable<Type> Scalars()
        {
            foreach (Type type in new[]
            {
                typeof(bool), typeof(char), typeof(byte), typeof(int), typeof(ulong), typeof(double), typeof(decimal), typeof(string),
                typeof(Guid), typeof(DateTime), typeof(DateTimeOffset), typeof(TimeSpan), typeof(Uri), typeof(Version), typeof(Kind),
            })
            {
                yield return type;
            }
            if (!IsForNet8)
            {
                yield break;
            }
            foreach (string name in Newer)
            {
                Type type = typeof(int).Assembly.GetType(name);
                if (type != null)
                {
                    yield return type;
                }
            }
        }

        private static readonly Type[] Collections =
        {
            typeof(List<>), typeof(IEnumerable<>), typeof(ICollection<>), typeof(IList<>), typeof(IReadOnlyCollection<>),
            typeof(IReadOnlyList<>), typeof(ISet<>), typeof(HashSet<>), typeof(SortedSet<>), typeof(LinkedList<>), typeof(Queue<>), typeof(Stack<>),
            typeof(Collection<>), typeof(ObservableCollection<>), Immutable("ImmutableList`1"), Immutable("ImmutableHashSet`1"),
            Immutable("ImmutableQueue`1"), Immutable("ImmutableArray`1"), Immutable("IImmutableList`1"),
        };

        private static readonly Type[] Dictionaries =
        {
            typeof(Dictionary<,>), typeof(IDictionary<,>), typeof(IReadOnlyDictionary<,>), typeof(SortedDictionary<,>),
            Immutable("ImmutableDictionary`2"),
        };

        private static Type Immutable(string name) => Type.GetType("System.Collections.Immutable." + name + ", System.Collections.Immutable");

        // Types that the generator makes: scalars, and those in others.
        private static IEnumerable<Type> Types()
        {
            // The floats of Mono are other ones, and its Uri.TryCreate throws a NullReferenceException for some texts.
            foreach (Type scalar in Scalars().Where(one => one != typeof(double) && one != typeof(Uri) || JsonReaderOracleTests.Floats))
            {
                yield return scalar;
                yield return typeof(Holder<>).MakeGenericType(scalar);
                yield return scalar.MakeArrayType();
                if (scalar.IsValueType)
                {
                    yield return typeof(Nullable<>).MakeGenericType(scalar);
                }
                // They write names of 128 bits with random bytes after them.
                if (scalar != typeof(Uri) && scalar != typeof(Version) && !scalar.Name.EndsWith("128", StringComparison.Ordinal))
                {
                    yield return typeof(Dictionary<,>).MakeGenericType(scalar, typeof(int));
                }
            }
            foreach (Type scalar in new[] { typeof(int), typeof(string), typeof(Kind?) })
            {
                // Mono lacks the immutable ones.
                foreach (Type collection in Array.FindAll(Collections, one => one != null))
                {
                    yield return collection.MakeGenericType(scalar);
                    yield return typeof(Holder<>).MakeGenericType(collection.MakeGenericType(scalar));
                }
                foreach (Type dictionary in Array.FindAll(Dictionaries, one => one != null))
                {
                    yield return dictionary.MakeGenericType(typeof(string), scalar);
                    yield return typeof(Holder<>).MakeGenericType(dictionary.MakeGenericType(typeof(int), scalar));
                }
            }
        }

        // That of .NET Core 3.1 lacks most of these types.
        private static bool HasOracle => Oracle.SystemTextJson.Version != "3.1";

        [Test]
        internal static void EveryTypeIsThatOfTheSerializer()
        {
            if (!HasOracle)
            {
                return;
            }
            StringBuilder faults = new StringBuilder();
            foreach (Type type in Types())
            {
                try
                {
                    MethodInfo agree = typeof(RecordsTypesTests).GetMethod(nameof(Agree), BindingFlags.Static | BindingFlags.NonPublic);
                    agree.MakeGenericMethod(type).Invoke(null, new object[] { 60, "default", new RecordOptions() });
                    agree.MakeGenericMethod(type).Invoke(null, new object[] { 9, "indented", new RecordOptions { WriteIndented = true } });
                }
                catch (TargetInvocationException fault)
                {
                    faults.Append('\n').Append(type).Append(": ").Append(fault.InnerException is FailedException ? fault.InnerException.Message : fault.InnerException.ToString());
                }
            }
            Check.Equal("", faults.ToString(), "types");
        }

        internal sealed class Order
        {
            public string FirstName { get; set; }

            public int? HTTPCode { get; set; }

            public Kind Kind { get; set; }

            public Parts? Parts { get; set; }

            public List<Order> Orders { get; set; }

            public Dictionary<Kind, string> Names { get; set; }

            public int[] Empty { get; set; }
        }

        [Test]
        internal static void EveryOptionIsThatOfTheSerializer()
        {
            if (HasOracle)
            {
                Agree<Order>(400, "no-nulls", new RecordOptions { IgnoreNullValues = true });
                Agree<Order>(400, "indented", new RecordOptions { WriteIndented = true });
                Agree<Order>(400, "enums", new RecordOptions { EnumsAsText = true });
                Agree<Order>(400, "snake", new RecordOptions { PropertyNamingPolicy = Oracle.SerializerOracle.SnakeCase });
            }
        }

        internal sealed class Own : List<int>
        {
        }

        internal sealed class OwnNames : Dictionary<string, Own>
        {
        }

        internal sealed class Tree : List<Tree>
        {
        }

        /// <summary>The caller's own collections are filled; what is refused names the type and a remedy.</summary>
        [Test]
        internal static void OwnCollectionsAreFilledAndOthersRefused()
        {
            OwnNames read = RecordPlan<OwnNames>.Create().Deserialize("{\"a\":[1,2],\"b\":null}");
            Check.Equal("{\"a\":[1,2],\"b\":null}", RecordPlan<OwnNames>.Create().SerializeToString(read), "own collections");
            Check.Equal("[]", RecordPlan<ReadOnlyCollection<int>>.Create().SerializeToString(new ReadOnlyCollection<int>(new int[0])), "only written");
            foreach (Action refused in new Action[]
            {
                () => RecordPlan<object>.Create(), () => RecordPlan<Holder<object>>.Create(), () => RecordPlan<int[,]>.Create(),
                () => RecordPlan<Tree>.Create(), () => RecordPlan<Holder<IComparable>>.Create(), () => RecordPlan<Dictionary<int[], int>>.Create(),
                () => RecordPlan<Tuple<int>>.Create(), () => RecordPlan<ReadOnlyCollection<int>>.Create().Deserialize("[x]"),
            })
            {
                string message = "none";
                try
                {
                    refused();
                }
                catch (NotSupportedException fault)
                {
                    message = fault.Message;
                }
                Check.True(message.Contains("do not support") || message.Contains("is only written"), message);
            }
        }

        private static void Agree<T>(int count, string style, RecordOptions options)
        {
            RecordPlan<T> plan = RecordPlan<T>.Create(options);
            for (int seed = 0; seed < count; seed++)
            {
                JsonSamples samples = new JsonSamples((ulong)seed + 99);
                object boxed = RecordSamples.Sample(typeof(T), samples, 3);
                if (boxed == null && typeof(T).IsValueType && Nullable.GetUnderlyingType(typeof(T)) == null)
                {
                    continue;
                }
                byte[] expected = Oracle.SerializerOracle.Serialize(boxed, typeof(T), style);
                if (expected == null)
                {
                    continue;
                }
                string what = typeof(T) + " " + seed;
                Check.Bytes(expected, plan.Serialize((T)boxed), what);
                RecordsStreamsTests.AsyncStream stream = new RecordsStreamsTests.AsyncStream();
                plan.SerializeAsync(stream, (T)boxed).GetAwaiter().GetResult();
                Check.Bytes(expected, stream.ToArray(), what + ", in parts");
                Read(plan, expected, style, what);
                // 8.0 refuses times of fewer than eight characters; 9.0 takes a comma after the name of a value.
                bool differs = Oracle.SystemTextJson.Version == "8.0" ? typeof(T).ToString().Contains("System.Time") : style == "enums";
                for (int times = 0; times < (differs ? 0 : 6); times++)
                {
                    Read(plan, RecordSamples.Damaged(expected, samples), style, what);
                }
            }
        }

        private static void Read<T>(RecordPlan<T> plan, byte[] json, string style, string what)
        {
            what += ", " + Check.Show(json, json.Length);
            string expected = Oracle.SerializerOracle.Refusal(json, typeof(T), style);
            T read;
            JsonReadException error;
            plan.TryDeserialize(json, out read, out error);
            string actual = error == null ? null : error.Path + " " + error.LineNumber + " " + error.BytePositionInLine;
            Check.Equal(expected == null, actual == null, what + ", refused: " + (expected ?? error?.Message));
            if (expected != null)
            {
                // Their path of a syntax error or an ill-formed name depends on how far a converter has come.
                Check.True(error.MemberType == null || expected == actual || Array.Exists(json, unit => unit >= 0x80), what + ": expected " + expected + ", got " + actual);
                return;
            }
            bool refused;
            long line;
            long position;
            object theirs = Oracle.SerializerOracle.Deserialize(json, typeof(T), out refused, out line, out position, style);
            byte[] again = Oracle.SerializerOracle.Serialize(theirs, typeof(T), style);
            if (again != null)
            {
                Check.Bytes(again, Oracle.SerializerOracle.Serialize(read, typeof(T), style), what);
            }
        }
    }
}
