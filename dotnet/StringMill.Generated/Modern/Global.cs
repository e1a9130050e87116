using StringMill;

public sealed record GlobalLine(int @class, GlobalLine? Next);

/// <summary>Outside of namespaces.</summary>
[StringMillRecord(typeof(GlobalLine))]
internal static partial class GlobalPlans
{
}
