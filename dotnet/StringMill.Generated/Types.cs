using System;
using System.Collections.Generic;
using System.Text.Json.Serialization;
using StringMill.Ahead;

// The attributes of System.Text.Json are known by their names; so no reference to it is needed, on Mono too.
namespace System.Text.Json.Serialization
{
    internal enum JsonIgnoreCondition
    {
        Never,
        Always,
        WhenWritingDefault,
        WhenWritingNull,
    }

    [AttributeUsage(AttributeTargets.Property | AttributeTargets.Field)]
    internal sealed class JsonPropertyNameAttribute : Attribute
    {
        public JsonPropertyNameAttribute(string name) => Name = name;

        public string Name { get; }
    }

    [AttributeUsage(AttributeTargets.Property | AttributeTargets.Field)]
    internal sealed class JsonIgnoreAttribute : Attribute
    {
        public JsonIgnoreCondition Condition { get; set; }
    }

    [AttributeUsage(AttributeTargets.Property | AttributeTargets.Field)]
    internal sealed class JsonIncludeAttribute : Attribute
    {
    }

    [AttributeUsage(AttributeTargets.Constructor)]
    internal sealed class JsonConstructorAttribute : Attribute
    {
    }
}

namespace StringMill.Generated
{
    internal class Base
    {
        public int Low { get; set; }

        public virtual string Text { get; set; }

        public int Hidden { get; set; }

        public int LowField;

        public int Shadowed { get; set; } = 8;
    }

    /// <summary>Its properties come before its fields, and both before those of its base.</summary>
    internal sealed class Derived : Base
    {
        public int HighField;

        public int High { get; set; }

        public override string Text { get; set; }

        public new int Hidden { get; set; }

        public int WriteOnly { set => High += value; }

        public int ReadOnly => High * 2;

        public int Half { get; private set; }

        public static int Static { get; set; }

        public int this[int at] => at;

        public int @class { get; set; }

        internal new string Shadowed = "no member";

        private int Secret { get; set; } = 7;
    }

    internal sealed class Named
    {
        [JsonPropertyName("a\u00e9\"b")]
        public string First { get; set; }

        [JsonIgnore]
        public int Never { get; set; }

        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
        public int IfDefault { get; set; }

        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
        public string IfNull { get; set; }

        [JsonIgnore(Condition = JsonIgnoreCondition.Never)]
        public string Always { get; set; }

        [JsonInclude]
        internal int Inside { get; set; }

        [JsonInclude]
        internal int field;

        [JsonInclude]
        public int Partly { get; internal set; }
    }

    /// <summary>Its constructor has parameters with defaults, and one for a member that is ignored.</summary>
    internal sealed class Defaults
    {
        public Defaults()
        {
        }

        [JsonConstructor]
        internal Defaults(string text = "a\n\"b\"", int num = -5, long big = long.MinValue, float part = 0.1f, double twice = double.NaN,
            decimal money = 1.50m, char unit = '\'', Color color = Color.Green, int? maybe = 4, Color? other = null,
            Point point = default(Point), string ignored = "x", DateTime date = default(DateTime), bool yes = true)
        {
            Text = text;
            Num = num;
            Big = big;
            Part = part;
            Twice = twice;
            Money = money;
            Unit = unit;
            Color = color;
            Maybe = maybe;
            Other = other;
            Point = point;
            Ignored = ignored;
            Date = date;
            Yes = yes;
            Seen = ignored;
        }

        public string Text { get; }

        public int Num { get; }

        public long Big { get; }

        public float Part { get; }

        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
        public double Twice { get; set; }

        public decimal Money { get; }

        public char Unit { get; }

        public Color Color { get; }

        public int? Maybe { get; }

        public Color? Other { get; }

        public Point Point { get; }

        [JsonIgnore]
        public string Ignored { get; }

        public DateTime Date { get; }

        public bool Yes { get; }

        public string Seen { get; set; }
    }

    internal sealed class Pair<A, B>
    {
        public A First { get; set; }

        public B Second { get; set; }

        public Pair<A, B> Next { get; set; }
    }

    internal sealed class WrittenOnly
    {
        private WrittenOnly()
        {
        }

        public int Num { get; set; }

        internal static WrittenOnly Make() => new WrittenOnly { Num = 3 };
    }

    /// <summary>Its constructor has a parameter that no member has the type of.</summary>
    internal sealed class Unbound
    {
        public Unbound(long num)
        {
            Num = (int)num;
        }

        public int Num { get; }
    }
}
