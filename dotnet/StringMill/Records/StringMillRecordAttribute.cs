using System;

namespace StringMill
{
    /// <summary>
    /// Gives a static partial class the plan of a type, made without reflection: a generator of the package writes a property
    /// with the plan and a method that makes one with options.
    /// </summary>
    /// <example>
    /// <code>
    /// [StringMillRecord(typeof(Line))]
    /// [StringMillRecord(typeof(List&lt;Order&gt;))]
    /// internal static partial class Plans { }
    ///
    /// byte[] json = Plans.Line.Serialize(line);
    /// List&lt;Order&gt; orders = Plans.CreateListOfOrder(RecordOptions.Web()).Deserialize(utf8);
    /// </code>
    /// </example>
    [AttributeUsage(AttributeTargets.Class, AllowMultiple = true, Inherited = false)]
    public sealed class StringMillRecordAttribute : Attribute
    {
        /// <summary>Asks for the plan of a type.</summary>
        /// <param name="record">A class or struct, or an array, list or dictionary.</param>
        public StringMillRecordAttribute(Type record)
        {
            Record = record;
        }

        /// <summary>The type.</summary>
        public Type Record { get; }
    }
}
