// Fields that reflection alone sets.
#pragma warning disable 649

using System;
using System.Collections.Generic;
using System.Runtime.Serialization;
using System.Text;
using Own = Newtonsoft.Json;

// By name, as a plan knows them: nothing of the package is needed here.
namespace Newtonsoft.Json
{
    [AttributeUsage(AttributeTargets.All)]
    internal sealed class JsonPropertyAttribute : Attribute
    {
        public JsonPropertyAttribute(string name = null)
        {
        }
    }

    [AttributeUsage(AttributeTargets.All)]
    internal sealed class JsonIgnoreAttribute : Attribute
    {
    }

    [AttributeUsage(AttributeTargets.All)]
    internal class JsonConverterAttribute : Attribute
    {
    }
}

namespace System.Text.Json.Serialization
{
    // That of 9.0.
    [AttributeUsage(AttributeTargets.Field)]
    internal sealed class JsonStringEnumMemberNameAttribute : Attribute
    {
        public JsonStringEnumMemberNameAttribute(string name)
        {
            Name = name;
        }

        public string Name { get; }
    }
}

namespace StringMill.Tests
{
    /// <summary>Types with attributes for other serializers have no plan.</summary>
    internal static class RecordsAttributesTests
    {
        private sealed class OwnConverterAttribute : Own.JsonConverterAttribute
        {
        }

        [DataContract]
        private class Contract
        {
            public int A { get; set; }
        }

        private class OfContract : Contract
        {
        }

        private class ContractMember
        {
            [DataMember(Name = "b")]
            public int A { get; set; }
        }

        private class PrivateMember
        {
            public int A { get; set; }

            [DataMember]
            private int hidden = 1;

            internal int Hidden => hidden;
        }

        private class Callback
        {
            public int A { get; set; }

            [OnDeserialized]
            public void Done(StreamingContext context)
            {
            }
        }

        private struct Unserialized
        {
            public int A;

            [NonSerialized]
            public int B;
        }

        private class Property
        {
            [Own.JsonProperty("b")]
            public int A { get; set; }
        }

        private class Ignored
        {
            [Own.JsonIgnore]
            public int A { get; set; }
        }

        private class Derived
        {
            [OwnConverter]
            public string A { get; set; }
        }

        private class OnConstructor
        {
            [Own.JsonProperty]
            public OnConstructor()
            {
            }

            public int A { get; set; }
        }

        private class OfBase : Property
        {
            public int B { get; set; }
        }

        private class Nested
        {
            public List<Property> All { get; set; }
        }

        [Own.JsonConverter]
        private enum Converted
        {
            None,
        }

        private class Holder
        {
            public Converted? A { get; set; }
        }

        [Test]
        internal static void WhatIsNotFollowedIsRefused()
        {
            Refused<Contract>("Contract", "DataContractAttribute");
            Refused<OfContract>("Contract", "DataContractAttribute");
            Refused<ContractMember>("ContractMember.A", "DataMemberAttribute");
            Refused<PrivateMember>("PrivateMember.hidden", "DataMemberAttribute");
            Refused<Callback>("Callback.Done", "OnDeserializedAttribute");
            Refused<Unserialized>("Unserialized.B", "NonSerializedAttribute");
            Refused<Property>("Property.A", "Newtonsoft.Json.JsonPropertyAttribute");
            Refused<Ignored>("Ignored.A", "Newtonsoft.Json.JsonIgnoreAttribute");
            Refused<Derived>("Derived.A", "Newtonsoft.Json.JsonConverterAttribute");
            Refused<OnConstructor>("OnConstructor..ctor", "JsonPropertyAttribute");
            Refused<OfBase>("Property.A", "JsonPropertyAttribute");
            Refused<Nested>("Property.A", "JsonPropertyAttribute");
            Refused<Holder>("Converted", "JsonConverterAttribute");
            Check.True(new PrivateMember().Hidden == 1, "the field is used");
        }

        private static void Refused<T>(string what, string attribute)
        {
            // A second plan is refused as the first is.
            for (int times = 0; times < 2; times++)
            {
                string refusal = "none";
                try
                {
                    RecordPlan<T>.Create();
                }
                catch (NotSupportedException e)
                {
                    refusal = e.Message;
                }
                Check.True(refusal.Contains("+" + what + " has ") && refusal.Contains(attribute + ", which"),
                    what + ": " + refusal);
            }
        }

        [Flags]
        private enum Named
        {
            [System.Text.Json.Serialization.JsonStringEnumMemberName("the first")]
            First = 1,
            Second = 2,
            Third = 4,
        }

        [Test]
        internal static void ValuesHaveTheirNames()
        {
            RecordPlan<Named> plan = RecordPlan<Named>.Create(new RecordOptions { EnumsAsText = true });
            foreach (string[] row in new[]
            {
                new[] { "\"the first\"", "\"the first\"" }, new[] { "\"Second, The First\"", "\"the first, Second\"" }, new[] { "3", "\"the first, Second\"" },
                new[] { "9", "9" }, new[] { "\"third\"", "\"Third\"" },
            })
            {
                Check.Equal(row[1], plan.SerializeToString(plan.Deserialize(row[0])), row[0]);
            }
            Named read;
            JsonReadException error;
            Check.True(!plan.TryDeserialize("\"fourth\"".AsSpan(), out read, out error) && error.MemberType == typeof(Named), "no name");
        }

        private static readonly Type RecordsHere = FindRecords();

        /// <summary>
        /// Records for the System.Text.Json that is present. CoreCLR 8.0 has attributes that 3.1 lacks; tools/run dotnet compiles
        /// records with these against 9.0.
        /// </summary>
        private static Type FindRecords()
        {
            string path = typeof(Runner).Assembly.Location.Replace("StringMill.Tests.exe", "StringMill.Attributed.dll");
            // In a browser assemblies are no files.
            bool isFile = path.Length > 0;
            if (!Oracle.SerializerOracle.HasWeb || (isFile && !System.IO.File.Exists(path)))
            {
                return typeof(Oracle.AttributedRecords);
            }
            AppDomain.CurrentDomain.AssemblyResolve += (sender, missing) =>
                missing.Name.StartsWith("System.Text.Json,", StringComparison.Ordinal) ? Oracle.SerializerOracle.Library : null;
            var assembly = isFile ? System.Reflection.Assembly.LoadFrom(path) : System.Reflection.Assembly.Load("StringMill.Attributed");
            return assembly.GetType(typeof(Oracle.AttributedRecords).FullName);
        }

        /// <summary>Those of the System.Text.Json that is present.</summary>
        [Test]
        internal static void ThoseOfSystemTextJsonAreRefused()
        {
            foreach (Type type in (Type[])RecordsHere.GetField("Refused").GetValue(null))
            {
                string refusal = "none";
                try
                {
                    Plan(type);
                }
                catch (System.Reflection.TargetInvocationException e)
                {
                    refusal = e.InnerException.Message;
                }
                bool isNamed = refusal.Contains(" has System.Text.Json.Serialization.Json")
                    || refusal.Contains(" has the interface System.Text.Json.Serialization.IJson");
                Check.True(isNamed || refusal.Contains(" name in JSON"), type + ": " + refusal);
            }
        }

        private static object Plan(Type type)
        {
            return typeof(RecordPlan<>).MakeGenericType(type).GetMethod("Create").Invoke(null, new object[] { null });
        }

        /// <summary>Names and ignored members, beside the serializer itself.</summary>
        [Test]
        internal static void NamesAndIgnoredMembersAreFollowed()
        {
            // 3.1 has other rules for members that hide others.
            bool isOld = RecordsHere == typeof(Oracle.AttributedRecords);
            bool hasOwn = Runner.RuntimeName() == "coreclr-3.1" || Runner.RuntimeName().StartsWith("mono", StringComparison.Ordinal);
            Check.True(!isOld || hasOwn, "StringMill.Attributed.dll is missing");
            object[] hiding = { Oracle.SerializerOracle.HasFields };
            foreach (object record in (System.Collections.IEnumerable)RecordsHere.GetMethod("Followed").Invoke(null, hiding))
            {
                Type type = record.GetType();
                object plan = Plan(type);
                byte[] expected = Oracle.SerializerOracle.Serialize(record, type);
                byte[] actual = (byte[])plan.GetType().GetMethod("Serialize", new[] { type })
                    .Invoke(plan, new[] { record });
                Check.Equal(Encoding.UTF8.GetString(expected), Encoding.UTF8.GetString(actual), type + ", written");
                foreach (string json in Attributed)
                {
                    ReadsAlike(plan, type, Encoding.UTF8.GetBytes(json));
                }
            }
        }

        private static readonly string[] Attributed =
        {
            "{\"A\":21,\"B\":22,\"b\":23,\"Name\":24,\"C\":25,\"\\u0063\":26}", "{}", "{\"A\":1,\"B\":null}", "{\"A\":null}",
            "null",
            "{\"A\":\"x\",\"B\":5,\"C\":6,\"E\":3,\"F\":{\"A\":1},\"G\":1.5}", "{\"a\":1,\"b\":2,\"name\":\"n\",\"A\":3}",
            "{\"Name\":null,\"A\":7,\"B\":8,\"C\":9}", "{\"B\":{\"A\":2,\"B\":2.5},\"A\":4,\"A\":5}",
            "{\"B\":1,\"A\":2,\"D\":3,\"C\":4}",
            "{\"A\":1,\"B\":true}", "{\"C\":\"x\",\"A\":1}", "{\"A\":\"Some\",\"B\":\"none\"}", "{\"A\":\"Monday\",\"B\":5}", "{\"A\":\"monday\"}",
            "{\"A\":\"Other\"}", "{\"A\":\"\"}", "{\"A\":5,\"C\":6}",
        };

        private static void ReadsAlike(object plan, Type type, byte[] json)
        {
            string what = type + ", read from " + Encoding.UTF8.GetString(json);
            bool refused;
            long place;
            object read = Oracle.SerializerOracle.Deserialize(json, type, out refused, out place, out place);
            // 3.1 reads null as a struct.
            refused |= read == null && type.IsValueType;
            string ours;
            try
            {
                object made = plan.GetType().GetMethod("Deserialize", new[] { typeof(byte[]) }).Invoke(plan,
                    new object[] { json });
                ours = made == null ? "null" : Oracle.AttributedRecords.Says(made);
            }
            catch (System.Reflection.TargetInvocationException e) when (e.InnerException is JsonReadException)
            {
                ours = "refused";
            }
            Check.Equal(refused ? "refused" : read == null ? "null" : Oracle.AttributedRecords.Says(read), ours, what);
        }

        private sealed class NoConstructor
        {
            internal NoConstructor(int a)
            {
                A = a;
            }

            public int A { get; private set; }
        }

        [Test]
        internal static void WithoutAConstructorRecordsAreWrittenOnly()
        {
            RecordPlan<NoConstructor> plan = RecordPlan<NoConstructor>.Create();
            Check.Equal("{\"A\":5}", plan.SerializeToString(new NoConstructor(5)), "written");
            try
            {
                plan.Deserialize(Encoding.UTF8.GetBytes("{\"A\":5}"));
                Check.True(false, "it is read");
            }
            catch (NotSupportedException refusal)
            {
                Check.True(refusal.Message.Contains("NoConstructor has no public constructor"), refusal.Message);
            }
        }
    }
}
