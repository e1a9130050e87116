// Fields that reflection alone sets.
#pragma warning disable 649

using System;
using System.Collections.Generic;
using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace StringMill.Oracle
{
    /// <summary>Records with attributes of the System.Text.Json that is present.</summary>
    public static class AttributedRecords
    {
        /// <summary>Those with attributes that a plan does not follow, or with names that it refuses.</summary>
        public static readonly Type[] Refused =
        {
            typeof(Extended), typeof(Colliding), typeof(CollidingWithBase),
            typeof(NamedOverride),
#if RAW
            typeof(NamedFloats), typeof(RequiredGetter), typeof(NeverNull), typeof(TwoConstructors), typeof(Polymorphic), typeof(Strict), typeof(Watched),
#endif
        };

#pragma warning disable 1591
        public class Converting
        {
            [JsonConverter(typeof(JsonStringEnumConverter))]
            public DayOfWeek A { get; set; }

            public DayOfWeek B { get; set; }
        }

        public class Extended
        {
            [JsonExtensionData]
            public Dictionary<string, JsonElement> A { get; set; }
        }

        [JsonConverter(typeof(JsonStringEnumConverter))]
        public enum AsText
        {
            None,
            Some = 5,
        }

        public struct OfEnum
        {
            public AsText A { get; set; }

            public AsText? B { get; set; }
        }

        public class Colliding
        {
            [JsonPropertyName("B")]
            public int A { get; set; }

            public int B { get; set; }
        }

        public class CollidingWithBase : Plain
        {
            [JsonPropertyName("A")]
            public int Other { get; set; }
        }

        public class Plain
        {
            public int A { get; set; } = 1;

            public virtual int B { get; set; } = 2;
        }

        public class Named
        {
            [JsonPropertyName("Name")]
            public int A { get; set; } = 1;

            [JsonPropertyName("A")]
            public int B { get; set; } = 2;

            [JsonPropertyName("<\u00e9\">")]
            public int C { get; set; } = 3;
        }

        public struct Ignoring
        {
            [JsonIgnore]
            public int A { get; set; }

            public int B { get; set; }

            // A type that no plan supports.
            [JsonIgnore]
            public Dictionary<int, object> C { get; set; }

            [JsonIgnore, JsonPropertyName("B")]
            public int Other { get; set; }
        }

        public class IgnoredOverride : Plain
        {
            [JsonIgnore]
            public override int B { get; set; } = 3;
        }

        public class IgnoredHiding : Plain
        {
            [JsonIgnore]
            public new int A { get; set; } = 3;

            public int C { get; set; } = 4;
        }

        public class NamedOverride : Plain
        {
            [JsonPropertyName("Name")]
            public override int B { get; set; } = 3;
        }

        public class NamedHiding : Plain
        {
            [JsonPropertyName("C")]
            public new int A { get; set; } = 3;
        }

#if RAW
        public class NeverIgnored
        {
            [JsonIgnore(Condition = JsonIgnoreCondition.Never)]
            public int A { get; set; } = 1;

            [JsonIgnore(Condition = JsonIgnoreCondition.Always)]
            public int B { get; set; } = 2;
        }

        public class Included
        {
            [JsonInclude, JsonPropertyName("b")]
            public int A = 1;

            [JsonInclude]
            public int B { get; set; } = 2;

            [JsonInclude]
            public int C => 3;
        }

        public class Conditional
        {
            [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
            public string A { get; set; }

            [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
            public int? B { get; set; }

            [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
            public int C { get; set; }

            [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
            public Guid D { get; set; }

            [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
            public DayOfWeek E { get; set; }

            [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
            public Pair F { get; set; }

            [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
            public decimal? G { get; set; }
        }

        public struct Pair
        {
            public int A { get; set; }

            public double B { get; set; }
        }

        public class NeverNull
        {
            [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
            public int A { get; set; }
        }

        public class Ordered
        {
            [JsonPropertyOrder(1)]
            public int A { get; set; }

            public int B { get; set; } = 2;

            [JsonPropertyOrder(-5)]
            public int C { get; set; } = 3;

            [JsonPropertyOrder(1)]
            public int D { get; set; } = 4;
        }

        [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)]
        public class NumbersAsText
        {
            public int A { get; set; } = -4;

            public double? B { get; set; } = 0.5;

            [JsonNumberHandling(JsonNumberHandling.Strict)]
            public decimal C { get; set; } = 1.50m;

            [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
            public List<ulong> D { get; set; } = new List<ulong> { 0, ulong.MaxValue };

            public Dictionary<string, byte> E { get; set; } = new Dictionary<string, byte> { { "x", 7 } };

            public string Name { get; set; } = "1";
        }

        public class NamedFloats
        {
            [JsonNumberHandling(JsonNumberHandling.AllowNamedFloatingPointLiterals)]
            public double A { get; set; }
        }

        public class Constructed
        {
            [JsonConstructor]
            public Constructed(int a, int? b, string name = "none")
            {
                A = a;
                B = b;
                Name = name;
            }

            public Constructed()
            {
            }

            public int A { get; }

            public int? B { get; }

            public string Name { get; }

            public int C { get; set; } = 7;
        }

        /// <summary>Its only public constructor takes values of members.</summary>
        public class Immutable
        {
            public Immutable(int a, DayOfWeek b)
            {
                A = a;
                B = b;
            }

            public int A { get; }

            public DayOfWeek B { get; }

            [JsonIgnore]
            public int C { get; set; } = 8;
        }

        public struct ImmutableStruct
        {
            [JsonConstructor]
            public ImmutableStruct(int a, Pair b)
            {
                A = a;
                B = b;
            }

            public int A { get; }

            public Pair B { get; }
        }

        public class TwoConstructors
        {
            [JsonConstructor]
            public TwoConstructors(int a)
            {
                A = a;
            }

            [JsonConstructor]
            public TwoConstructors()
            {
            }

            public int A { get; }
        }

        public class IncludedPrivate
        {
            [JsonInclude]
            internal int A = 5;

            [JsonInclude]
            private int B { get; set; } = 6;
        }

        public class IncludedSetter
        {
            [JsonInclude]
            public int A { get; private set; }

            [JsonInclude]
            public int B { private get; set; } = 4;

            public int C { private get; set; }

            public int D { get; private set; } = 3;
        }

        [JsonDerivedType(typeof(OfPolymorphic), "text")]
        public class Polymorphic
        {
            public int A { get; set; } = 1;
        }

        public class OfPolymorphic : Polymorphic
        {
            public int B { get; set; } = 2;
        }

        public class RequiredMember
        {
            [JsonRequired]
            public int A { get; set; }

            public string Name { get; set; }
        }

        public class RequiredGetter
        {
            [JsonRequired]
            public int A { get; }
        }

        public class RequiredByConstructor
        {
            public RequiredByConstructor(int a)
            {
                A = a;
            }

            public int A { get; }

            [JsonRequired]
            public int C { get; set; }
        }

        [JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
        public class Strict
        {
            public int A { get; set; }
        }

        public class Watched : IJsonOnDeserialized
        {
            public int A { get; set; }

            public void OnDeserialized()
            {
                A++;
            }
        }
#endif
#pragma warning restore 1591

        /// <summary>Records whose attributes a plan follows.</summary>
        /// <param name="hiding">Also those with members that hide others.</param>
        public static IEnumerable<object> Followed(bool hiding)
        {
            yield return new Named();
            yield return new Ignoring { A = 1, B = 2 };
            yield return new Converting { A = DayOfWeek.Friday, B = DayOfWeek.Friday };
            yield return new Converting { A = (DayOfWeek)77 };
            yield return new OfEnum { A = AsText.Some };
            yield return new OfEnum { B = AsText.None };
            if (hiding)
            {
                yield return new IgnoredOverride();
                yield return new IgnoredHiding();
                yield return new NamedHiding();
#if RAW
                yield return new NeverIgnored();
                yield return new Ordered();
                yield return new NumbersAsText();
                yield return new RequiredMember();
                yield return new RequiredByConstructor(4);
                yield return new Included();
                yield return new OfPolymorphic();
                yield return new Conditional();
                yield return new Conditional
                {
                    A = "", B = 0, C = 1, D = Guid.Empty, E = DayOfWeek.Monday, F = new Pair { A = 1 }, G = 0,
                };
                yield return new Constructed(1, null);
                yield return new Constructed(1, 2, "three") { C = 4 };
                yield return new Immutable(1, DayOfWeek.Friday);
                yield return new ImmutableStruct(1, new Pair { B = 2 });
                yield return new IncludedPrivate();
                yield return new IncludedSetter();
#endif
            }
        }

        /// <summary>Every property and field, also those of bases that are hidden.</summary>
        public static string Says(object record)
        {
            const BindingFlags Own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.DeclaredOnly;
            string all = "";
            for (Type type = record.GetType(); type != typeof(object); type = type.BaseType)
            {
                foreach (PropertyInfo property in type.GetProperties(Own))
                {
                    all += type.Name + "." + property.Name + "=" + property.GetValue(record) + " ";
                }
                foreach (FieldInfo field in type.GetFields(Own))
                {
                    all += type.Name + "." + field.Name + "=" + field.GetValue(record) + " ";
                }
            }
            return all;
        }
    }
}
