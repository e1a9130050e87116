using System;
using System.Collections.Generic;
using System.Text.Json.Serialization;

namespace StringMill.Generated.@event;

public enum Kind : short
{
    None,
    Some = 3,
}

/// <summary>Its properties have accessors <c>init</c>, and the constructor takes them all.</summary>
public sealed record Line(int Num, string? Text, Kind? Kind = null, decimal Part = 1.5m);

public record Base(Guid Id)
{
    public string Note { get; set; } = "n";
}

public sealed record Derived(Guid Id, List<Line>? Lines, Dictionary<string, Line?> ByName) : Base(Id);

public readonly struct Place
{
    [JsonConstructor]
    public Place(double x, double y)
    {
        X = x;
        Y = y;
    }

    public double X { get; }

    public double Y { get; }
}

public sealed class Order
{
    [JsonPropertyName("order-id")]
    public long Id { get; set; }

    public Place? Where { get; set; }

    public Line[]? Lines { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Note { get; set; }

    [JsonIgnore]
    public int Cached { get; set; }

    public TimeSpan? Took { get; set; }

    public DateOnly Day { get; set; }

    public Uri? Link { get; set; }
}

[StringMillRecord(typeof(Line))]
[StringMillRecord(typeof(Derived))]
internal static partial class Plans
{
}

/// <summary>A public class has internal plans.</summary>
[StringMillRecord(typeof(Order))]
[StringMillRecord(typeof(List<Place?>))]
public static partial class MorePlans
{
}

public static class Cases
{
    /// <summary>Calls <paramref name="compare"/> for the plans of this assembly, generated and by reflection.</summary>
    public static void Run(Action<Func<RecordOptions?, object>, Func<RecordOptions?, object>, object?> compare)
    {
        Line line = new(7, "caf\u00e9", Kind.Some);
        compare(Plans.CreateLine, RecordPlan<Line>.Create, line);
        compare(Plans.CreateDerived, RecordPlan<Derived>.Create, new Derived(Guid.Empty, new() { line, null! }, new() { ["a"] = line, ["b"] = null }));
        compare(MorePlans.CreateOrder, RecordPlan<Order>.Create, new Order { Id = 1, Where = new Place(1, 2), Lines = new[] { line }, Cached = 9, Took = TimeSpan.FromHours(1), Day = new(2020, 2, 29), Link = new("https://example.org/") });
        compare(GlobalPlans.CreateGlobalLine, RecordPlan<GlobalLine>.Create, new GlobalLine(1, new(2, null)));
        compare(MorePlans.CreateListOfNullableOfPlace, RecordPlan<List<Place?>>.Create, new List<Place?> { new Place(0.5, -1), null });
    }
}
