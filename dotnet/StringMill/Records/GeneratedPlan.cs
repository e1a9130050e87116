using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;

namespace StringMill
{
    /// <summary>
    /// A plan in the making, for code of the generator: the types, their members and accessors. Nothing is found by reflection, and no
    /// generic type is made at run time. A type comes after those that it has as elements; the members of classes and structs
    /// come last, since these may have members of their own type.
    /// </summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class GeneratedPlan
    {
        private readonly RecordTypes types;

        /// <summary>A plan without types.</summary>
        /// <param name="options">How records are written and read; null for the defaults of System.Text.Json.</param>
        public GeneratedPlan([AllowNull] RecordOptions options)
        {
            types = new RecordTypes(options ?? new RecordOptions());
        }

        /// <summary>Adds a class or struct with members.</summary>
        /// <typeparam name="T">The type.</typeparam>
        public void AddRecord<T>() => types.Put(new RecordObject<T>());

        /// <summary>Adds an enumeration.</summary>
        /// <typeparam name="E">The enumeration.</typeparam>
        /// <typeparam name="V">The type of its numbers.</typeparam>
        public void AddEnum<E, V>()
            where E : struct
            where V : struct
        {
            RecordInteger<V> number = (RecordInteger<V>)types.Known<V>();
            types.Put(types.Options.EnumsAsText ? (RecordValue<E>)new RecordEnumText<E, V>(number) : new RecordEnum<E, V>(number));
        }

        /// <summary>Adds values that can be null.</summary>
        /// <typeparam name="V">The value.</typeparam>
        public void AddNullable<V>()
            where V : struct
        {
            types.Put(new RecordNullable<V>(types.Known<V>()));
        }

        /// <summary>Adds an array.</summary>
        /// <typeparam name="V">Its elements.</typeparam>
        public void AddArray<V>() => types.Put(new RecordArray<V>(types.Known<V>()));

        /// <summary>Adds a list.</summary>
        /// <typeparam name="V">Its elements.</typeparam>
        public void AddList<V>() => types.Put(new RecordList<V>(types.Known<V>()));

        /// <summary>Adds a dictionary by strings.</summary>
        /// <typeparam name="V">Its values.</typeparam>
        public void AddDictionary<V>() => types.Put(new RecordDictionary<V>(types.Known<V>()));

        /// <summary>Names the members of a class or struct, in the order in which they are written.</summary>
        /// <typeparam name="T">The type.</typeparam>
        /// <returns>Takes the members, and ends with one of its methods <c>MadeBy</c>.</returns>
        public GeneratedMembers<T> MembersOf<T>() => new GeneratedMembers<T>(types);

        /// <summary>The plan of a type, after the members of all types.</summary>
        /// <typeparam name="T">The type.</typeparam>
        /// <returns>The plan, which never changes.</returns>
        public RecordPlan<T> PlanOf<T>() => new RecordPlan<T>(types, types.Known<T>());
    }

    /// <summary>Takes the members of a type from code of the generator.</summary>
    /// <typeparam name="T">The type.</typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class GeneratedMembers<T>
    {
        private readonly RecordTypes types;
        private readonly List<RecordMember<T>> members = new List<RecordMember<T>>();
        private readonly List<int> parameters = new List<int>();
        private readonly Dictionary<string, string> names;

        internal GeneratedMembers(RecordTypes types)
        {
            this.types = types;
            names = new Dictionary<string, string>(
                types.Options.IgnoreNameCase ? StringComparer.OrdinalIgnoreCase : StringComparer.Ordinal);
        }

        /// <summary>Adds a member.</summary>
        /// <typeparam name="V">Its type.</typeparam>
        /// <param name="name">Its name in C#.</param>
        /// <param name="jsonName">Its name in JSON by an attribute; null if it has none.</param>
        /// <param name="isOptional">Whether it is a field that options can leave out.</param>
        /// <param name="omission">The number of its <c>JsonIgnoreCondition</c>, or -1 without the attribute.</param>
        /// <param name="parameter">The number of the parameter of the constructor that takes it, or -1.</param>
        /// <param name="getter">Gets it; null for a member that is only read from JSON.</param>
        /// <param name="setter">Sets it; null for a member that is only written, or only taken by the constructor.</param>
        /// <exception cref="NotSupportedException">There is another member of that name in JSON.</exception>
        public void Add<V>(string name, [AllowNull] string jsonName, bool isOptional, int omission, int parameter,
            [AllowNull] RecordGetter<T, V> getter, [AllowNull] RecordSetter<T, V> setter)
        {
            if (isOptional && types.Options.IgnoreFields)
            {
                return;
            }
            string inJson = jsonName ?? RecordAttributes.JsonName(name, types.Options);
            RecordOmission unmarked = types.Options.IgnoreNullValues && default(V) == null ? RecordOmission.IfNull : RecordOmission.Never;
            string other;
            if (names.TryGetValue(inJson, out other))
            {
                throw new NotSupportedException(typeof(T) + "." + name + " and " + typeof(T) + "." + other
                    + " have the same name in JSON: " + inJson);
            }
            names.Add(inJson, name);
            members.Add(new RecordMember<T, V>(inJson, types.Encoder, new RecordAccess<T, V>(getter, setter), types.Known<V>(),
                omission < 0 ? unmarked : (RecordOmission)omission));
            parameters.Add(parameter);
        }

        /// <summary>Ends with a method that makes a new record.</summary>
        /// <param name="make">The method; null for a struct, and for a class that is only written.</param>
        public void MadeBy([AllowNull] Func<T> make) => ((RecordObject<T>)types.Known<T>()).Use(types, members.ToArray(), make, null);

        /// <summary>Ends with a constructor that takes members.</summary>
        /// <param name="make">Calls it.</param>
        /// <param name="defaults">What each parameter takes if JSON lacks its member.</param>
        /// <param name="names">The names of the parameters; null for one that needs no member.</param>
        public void MadeBy(Func<object[], T> make, object[] defaults, string[] names)
        {
            string unbound = null;
            for (int i = 0; i < names.Length && unbound == null; i++)
            {
                unbound = parameters.Contains(i) ? null : names[i];
            }
            RecordMember<T>[] all = members.ToArray();
            ((RecordObject<T>)types.Known<T>()).Use(types, all, null,
                new RecordConstructor<T>(make, all, defaults, parameters.ToArray(), unbound));
        }
    }

    /// <summary>The part of the types that generated code fills.</summary>
    internal sealed partial class RecordTypes
    {
        /// <summary>Adds how a type is written and read.</summary>
        internal void Put<V>(RecordValue<V> value) => values[typeof(V)] = value;

        /// <summary>How a type is written and read that is there already.</summary>
        internal RecordValue<V> Known<V>()
        {
            RecordValue value;
            if (!values.TryGetValue(typeof(V), out value))
            {
                throw new NotSupportedException("generated code did not add " + typeof(V) + ", which this assembly of the library lacks");
            }
            return (RecordValue<V>)value;
        }
    }

    /// <summary>The part of a record that generated code fills.</summary>
    internal sealed partial class RecordObject<T>
    {
        internal void Use(RecordTypes types, RecordMember<T>[] members, Func<T> make, RecordConstructor<T> madeBy)
        {
            factory = make;
            constructor = madeBy;
            SetMembers(types, members);
        }
    }
}
