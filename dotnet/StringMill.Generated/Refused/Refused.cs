using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Text.Json.Serialization;

namespace StringMill.Generated.Refused
{
    [StringMillRecord(typeof(int))] // refused: int is no class or struct with members of its own, and no collection
    [StringMillRecord(typeof(DayOfWeek))] // refused: System.DayOfWeek is no class or struct with members of its own, and no collection
    [StringMillRecord(typeof(System.Text.StringBuilder))] // refused: the record is of type System.Text.StringBuilder, which the generator does not support
    [StringMillRecord(typeof(IFace))] // refused: the record is of type StringMill.Generated.Refused.IFace, which the generator does not support
    [StringMillRecord(typeof(List<Queue<int>>))] // refused: an element of the record (System.Collections.Generic.List<System.Collections.Generic.Queue<int>>) is of type System.Collections.Generic.Queue<int>, which the generator does not support
    [StringMillRecord(typeof(Dictionary<int, string>))] // refused: the record is of type System.Collections.Generic.Dictionary<int, string>, which the generator does not support
    [StringMillRecord(typeof(int[,]))] // refused: the record is of type int[*,*], which the generator does not support
    [StringMillRecord(typeof(WithObject))] // refused: StringMill.Generated.Refused.WithObject.Any is of type object, which the generator does not support
    [StringMillRecord(typeof(Init))] // refused: StringMill.Generated.Refused.Init.Num has an accessor init and no parameter of the constructor, so that only plans by reflection set it; give it an accessor set or a parameter
    [StringMillRecord(typeof(Required))] // refused: StringMill.Generated.Refused.Required.Num is required, which the generator does not support; take a plan by reflection, or RecordPlanBuilder
    [StringMillRecord(typeof(Ordered))] // refused: StringMill.Generated.Refused.Ordered.Num has System.Text.Json.Serialization.JsonPropertyOrderAttribute, which the generator does not support; take a plan by reflection, or RecordPlanBuilder
    [StringMillRecord(typeof(Callback))] // refused: StringMill.Generated.Refused.Callback has the interface System.Text.Json.Serialization.IJsonOnSerialized, which the generator does not support; take a plan by reflection, or RecordPlanBuilder
    [StringMillRecord(typeof(Contract))] // refused: StringMill.Generated.Refused.Contract has System.Runtime.Serialization.DataContractAttribute, which the generator does not support; take a plan by reflection, or RecordPlanBuilder
    [StringMillRecord(typeof(Omitted))] // refused: StringMill.Generated.Refused.Omitted.Field has System.NonSerializedAttribute, which the generator does not support; take a plan by reflection, or RecordPlanBuilder
    [StringMillRecord(typeof(Twice))] // refused: StringMill.Generated.Refused.Twice.B and StringMill.Generated.Refused.Twice.A have the same name in JSON: x
    [StringMillRecord(typeof(Renamed))] // refused: StringMill.Generated.Refused.Base.Num and StringMill.Generated.Refused.Renamed.Num have one name in C# and differ in JSON, which only plans by reflection support
    [StringMillRecord(typeof(Secret))] // refused: StringMill.Generated.Refused.Secret.Num cannot be reached by generated code; make it internal or public
    [StringMillRecord(typeof(Omission))] // refused: StringMill.Generated.Refused.Omission.Num has JsonIgnoreAttribute with the condition 3, which the generator does not support; take a plan by reflection, or RecordPlanBuilder
    [StringMillRecord(typeof(Named))] // refused: StringMill.Generated.Refused.Color has System.Text.Json.Serialization.JsonConverterAttribute, which the generator does not support; take a plan by reflection, or RecordPlanBuilder
    [StringMillRecord(typeof(A.Same))]
    [StringMillRecord(typeof(B.Same))] // refused: two members of the class would have the name Same
    internal static partial class Plans
    {
    }

    [StringMillRecord(typeof(A.Same))] // refused: NotPartial has to be a static partial class outside of other classes
    internal static class NotPartial
    {
    }

    internal interface IFace
    {
    }

    internal class WithObject
    {
        public object Any { get; set; }
    }

    internal class Init
    {
        public int Num { get; init; }
    }

    internal class Required
    {
        [RequiredMember]
        public int Num { get; set; }
    }

    internal class Ordered
    {
        [JsonPropertyOrder(1)]
        public int Num { get; set; }
    }

    internal class Callback : IJsonOnSerialized
    {
        public void OnSerialized()
        {
        }
    }

    [System.Runtime.Serialization.DataContract]
    internal class Contract
    {
    }

    internal class Omitted
    {
        [NonSerialized]
        public int Field;
    }

    internal class Twice
    {
        [JsonPropertyName("x")]
        public int A { get; set; }

        [JsonPropertyName("x")]
        public int B { get; set; }
    }

    internal class Base
    {
        public virtual int Num { get; set; }
    }

    internal class Renamed : Base
    {
        [JsonPropertyName("y")]
        public override int Num { get; set; }
    }

    internal class Secret
    {
        [JsonInclude]
        private int Num { get; set; }
    }

    internal class Omission
    {
        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
        public int Num { get; set; }
    }

    [JsonConverter(typeof(JsonStringEnumConverter))]
    internal enum Color
    {
        None,
    }

    internal class Named
    {
        public Color? Color { get; set; }
    }

    internal static class A
    {
        internal class Same
        {
        }
    }

    internal static class B
    {
        internal class Same
        {
        }
    }
}
