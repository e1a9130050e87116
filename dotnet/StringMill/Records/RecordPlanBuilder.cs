using System.Diagnostics.CodeAnalysis;
using System;
using System.Collections.Generic;

namespace StringMill
{
    /// <summary>
    /// Makes a plan of members that the caller names, with their accessors, without reflection.
    /// </summary>
    /// <example>
    /// <code>
    /// RecordPlan&lt;Line&gt; plan = new RecordPlanBuilder&lt;Line&gt;()
    ///     .Field("Num", (ref Line line) => line.Num, (ref Line line, int value) => line.Num = value)
    ///     .Field("Text", (ref Line line) => line.Text, (ref Line line, string value) => line.Text = value)
    ///     .Build();
    /// </code>
    /// </example>
    /// <typeparam name="T">A class or struct.</typeparam>
    public sealed class RecordPlanBuilder<T>
    {
        private readonly RecordTypes types;
        private readonly List<RecordMember<T>> members = new List<RecordMember<T>>();
        private readonly List<string> names = new List<string>();
        private Func<T> factory;

        /// <summary>A plan without members.</summary>
        /// <param name="options">How records are written and read; null for the defaults of System.Text.Json.</param>
        public RecordPlanBuilder([AllowNull] RecordOptions options = null)
        {
            types = new RecordTypes(options ?? new RecordOptions());
        }

        /// <summary>Adds a member, after those that were added before.</summary>
        /// <typeparam name="V">Its type.</typeparam>
        /// <param name="name">Its name in JSON.</param>
        /// <param name="getter">Gets it.</param>
        /// <param name="setter">Sets it; null for a member that is written and not read.</param>
        /// <returns>This builder.</returns>
        /// <exception cref="ArgumentException">There is a member of that name.</exception>
        /// <exception cref="NotSupportedException">Its type cannot be written and read.</exception>
        public RecordPlanBuilder<T> Field<V>(string name, RecordGetter<T, V> getter,
            [AllowNull] RecordSetter<T, V> setter = null)
        {
            if (name == null)
            {
                throw new ArgumentNullException(nameof(name));
            }
            if (getter == null)
            {
                throw new ArgumentNullException(nameof(getter));
            }
            RecordValue<V> value = types.ValueOf<V>(typeof(T) + "." + name);
            StringComparison how = types.Options.IgnoreNameCase ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal;
            if (names.Exists(one => one.Equals(name, how)))
            {
                throw new ArgumentException("there are two members of the name " + name, nameof(name));
            }
            names.Add(name);
            members.Add(new RecordMember<T, V>(name, types.Encoder, new RecordAccess<T, V>(getter, setter), value));
            return this;
        }

        /// <summary>Sets a method that makes new records for reading, instead of the constructor without parameters.</summary>
        /// <param name="make">Makes a record.</param>
        /// <returns>This builder.</returns>
        public RecordPlanBuilder<T> MadeBy(Func<T> make)
        {
            factory = make;
            return this;
        }

        /// <summary>Makes the plan.</summary>
        /// <returns>The plan, which never changes.</returns>
        public RecordPlan<T> Build() => new RecordPlan<T>(types, new RecordObject<T>(types, members.ToArray(), factory));
    }
}
