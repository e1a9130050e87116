using System;
using System.Collections.Generic;

namespace StringMill.Ahead
{
    internal enum Color
    {
        None,
        Red,
        Green = 1000000,
    }

    internal enum Small : byte
    {
        None,
        Most = 255,
    }

    internal enum Long : long
    {
        None,
        Least = long.MinValue,
    }

    internal struct Inner
    {
        public Color Kind { get; set; }

        public Small? Size { get; set; }
    }

    internal struct Point
    {
        public int X { get; set; }

        public double Y { get; set; }

        public string Name { get; set; }

        public Inner Inner { get; set; }
    }

    internal sealed class Node
    {
        public int Num { get; set; }

        public Point Inner { get; set; }

        public Node Next { get; set; }
    }

    internal sealed class Scalars
    {
        public bool Bool { get; set; }

        public char Char { get; set; }

        public sbyte I1 { get; set; }

        public byte U1 { get; set; }

        public short I2 { get; set; }

        public ushort U2 { get; set; }

        public int I4 { get; set; }

        public uint U4 { get; set; }

        public long I8 { get; set; }

        public ulong U8 { get; set; }

        public float R4 { get; set; }

        public double R8 { get; set; }

        public decimal Money { get; set; }

        public string Text { get; set; }

        public Color Color { get; set; }

        public Small Small { get; set; }

        public Long Long { get; set; }

        public Guid Id { get; set; }

        public DateTime Date { get; set; }

        public DateTimeOffset At { get; set; }
    }

    internal struct ScalarStruct
    {
        public bool Bool { get; set; }

        public char Char { get; set; }

        public sbyte I1 { get; set; }

        public byte U1 { get; set; }

        public short I2 { get; set; }

        public ushort U2 { get; set; }

        public int I4 { get; set; }

        public uint U4 { get; set; }

        public long I8 { get; set; }

        public ulong U8 { get; set; }

        public float R4 { get; set; }

        public double R8 { get; set; }

        public decimal Money { get; set; }

        public string Text { get; set; }

        public Color Color { get; set; }

        public Small Small { get; set; }

        public Long Long { get; set; }

        public Guid Id { get; set; }

        public DateTime Date { get; set; }

        public DateTimeOffset At { get; set; }
    }

    internal sealed class Maybe
    {
        public bool? Bool { get; set; }

        public char? Char { get; set; }

        public sbyte? I1 { get; set; }

        public byte? U1 { get; set; }

        public short? I2 { get; set; }

        public ushort? U2 { get; set; }

        public int? I4 { get; set; }

        public uint? U4 { get; set; }

        public long? I8 { get; set; }

        public ulong? U8 { get; set; }

        public float? R4 { get; set; }

        public double? R8 { get; set; }

        public decimal? Money { get; set; }

        public Color? Color { get; set; }

        public Small? Small { get; set; }

        public Guid? Id { get; set; }

        public DateTime? Date { get; set; }

        public DateTimeOffset? At { get; set; }

        public Point? Point { get; set; }
    }

    internal struct MaybeStruct
    {
        public int? I4 { get; set; }

        public double? R8 { get; set; }

        public Color? Color { get; set; }

        public Point? Point { get; set; }

        public Guid? Id { get; set; }
    }

    internal sealed class Fields
    {
        public int Num;
        public Color Color;
        public Point Point;
        public string Text;
        public int? Maybe;
    }

    internal struct FieldsOfStruct
    {
        public int Num;
        public Color Color;
        public Point Point;
        public string Text;
        public int? Maybe;
    }

    internal sealed class Lists
    {
        public int[] Numbers { get; set; }

        public Color[] Colors { get; set; }

        public Point[] Points { get; set; }

        public int?[] Maybes { get; set; }

        public Color?[] MaybeColors { get; set; }

        public byte[] Bytes { get; set; }

        public List<string> TextList { get; set; }

        public List<Color> ColorList { get; set; }

        public List<Point> PointList { get; set; }

        public List<double?> MaybeList { get; set; }

        public List<List<Color>> Nested { get; set; }

        public List<Node> Classes { get; set; }

        public List<DateTimeOffset> Dates { get; set; }

        public List<char> Chars { get; set; }

        public Guid[] Ids { get; set; }

        public Dictionary<string, string> ByText { get; set; }

        public Dictionary<string, Color> ByColor { get; set; }

        public Dictionary<string, Point> ByPoint { get; set; }

        public Dictionary<string, int?> ByMaybe { get; set; }

        public Dictionary<string, Node> ByNode { get; set; }
    }

    internal sealed class More
    {
        public TimeSpan Time { get; set; }

        public TimeSpan? MaybeTime { get; set; }

        public Uri Uri { get; set; }

        public Version Version { get; set; }

        public HashSet<string> Texts { get; set; }

        public ISet<int> Numbers { get; set; }

        public IReadOnlyList<Point> Points { get; set; }

        public IEnumerable<Color> Colors { get; set; }

        public Queue<double> Queue { get; set; }

        public Dictionary<int, string> ByNumber { get; set; }

        public Dictionary<Color, Point> ByColor { get; set; }

        public SortedDictionary<Guid, int?> ById { get; set; }
    }

    /// <summary>Its only constructor takes values of members.</summary>
    internal sealed class Immutable
    {
        public Immutable(int num, Color color, Point point, double? part)
        {
            Num = num;
            Color = color;
            Point = point;
            Part = part;
        }

        public int Num { get; }

        public Color Color { get; }

        public Point Point { get; }

        public double? Part { get; }

        public int Later { get; set; }
    }
}
