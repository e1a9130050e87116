using System.Collections.Generic;
using StringMill.Ahead;

namespace StringMill.Generated
{
    /// <summary>The types that are compiled ahead of time, and those of this program.</summary>
    [StringMillRecord(typeof(Scalars))]
    [StringMillRecord(typeof(ScalarStruct))]
    [StringMillRecord(typeof(Maybe))]
    [StringMillRecord(typeof(MaybeStruct))]
    [StringMillRecord(typeof(Fields))]
    [StringMillRecord(typeof(FieldsOfStruct))]
    [StringMillRecord(typeof(Lists))]
    [StringMillRecord(typeof(Node))]
    [StringMillRecord(typeof(Immutable))]
    [StringMillRecord(typeof(Color[]))]
    [StringMillRecord(typeof(List<Point>))]
    [StringMillRecord(typeof(Dictionary<string, Point>))]
    [StringMillRecord(typeof(ScalarStruct[]))]
    [StringMillRecord(typeof(Derived))]
    [StringMillRecord(typeof(Named))]
    [StringMillRecord(typeof(Defaults))]
    [StringMillRecord(typeof(Pair<int, List<string[]>>))]
    [StringMillRecord(typeof(WrittenOnly))]
    [StringMillRecord(typeof(Unbound))]
    internal static partial class Plans
    {
    }
}
