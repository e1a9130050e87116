using System;
using System.Collections;
using System.Collections.Generic;
using System.Reflection;

namespace StringMill
{
    /// <summary>Makes a collection of its elements.</summary>
    internal delegate C RecordCollect<C, E>(List<E> elements);

    /// <summary>How collections of a type are made from their elements.</summary>
    internal static class RecordCollectors
    {
        /// <summary>The type of elements; null if the type is no generic collection.</summary>
        internal static Type ElementOf(Type type)
        {
            foreach (Type one in new List<Type>(type.GetInterfaces()) { type })
            {
                if (one.IsGenericType && one.GetGenericTypeDefinition() == typeof(IEnumerable<>))
                {
                    return one.GetGenericArguments()[0];
                }
            }
            return null;
        }

        /// <summary>The types of names and values; null if the type is no dictionary.</summary>
        internal static Type[] PairOf(Type type)
        {
            Type element = ElementOf(type);
            bool isPair = element != null && element.IsGenericType && element.GetGenericTypeDefinition() == typeof(KeyValuePair<,>);
            Type[] pair = isPair ? element.GetGenericArguments() : null;
            return pair == null || !IsDictionary(type, pair) ? null : pair;
        }

        private static bool IsDictionary(Type type, Type[] pair)
        {
            return typeof(IDictionary<,>).MakeGenericType(pair).IsAssignableFrom(type)
                || typeof(IReadOnlyDictionary<,>).MakeGenericType(pair).IsAssignableFrom(type);
        }

        /// <summary>
        /// A collection that takes the elements: the list itself, a set, one that is made empty and filled, one that copies, or
        /// an immutable one. Null if there is no way.
        /// </summary>
        internal static RecordCollect<C, E> Of<C, E>(Type ofInterface)
        {
            if (typeof(C).IsAssignableFrom(typeof(List<E>)))
            {
                return elements => (C)(object)elements;
            }
            Type type = typeof(C).IsInterface ? ofInterface : typeof(C);
            if (type != null && typeof(C).IsAssignableFrom(type) && typeof(ICollection<E>).IsAssignableFrom(type)
                && type.GetConstructor(Type.EmptyTypes) != null)
            {
                return elements =>
                {
                    ICollection<E> made = (ICollection<E>)Activator.CreateInstance(type);
                    elements.ForEach(made.Add);
                    return (C)made;
                };
            }
            ConstructorInfo copies = typeof(C).GetConstructor(new[] { typeof(IEnumerable<E>) });
            if (copies != null)
            {
                return elements => (C)copies.Invoke(new object[] { elements });
            }
            MethodInfo range = ImmutableRange<E>(typeof(C));
            return range == null ? (RecordCollect<C, E>)null : elements => (C)range.Invoke(null, new object[] { elements });
        }

        // CreateRange of the class that makes an immutable collection, which has the name of its type or interface.
        private static MethodInfo ImmutableRange<E>(Type type)
        {
            if (type.Namespace != "System.Collections.Immutable")
            {
                return null;
            }
            string name = type.Name.Substring(type.IsInterface ? 1 : 0).Split('`')[0];
            Type maker = type.Assembly.GetType(type.Namespace + "." + (name == "ImmutableSet" ? "ImmutableHashSet" : name));
            foreach (MethodInfo method in maker.GetMethods())
            {
                MethodInfo made = method.Name == "CreateRange" && method.GetGenericArguments().Length == type.GetGenericArguments().Length
                    ? method.MakeGenericMethod(type.GetGenericArguments()) : null;
                ParameterInfo[] parameters = made == null ? new ParameterInfo[0] : made.GetParameters();
                if (parameters.Length == 1 && parameters[0].ParameterType == typeof(IEnumerable<E>))
                {
                    return made;
                }
            }
            return null;
        }

        internal static NotSupportedException OnlyWritten(Type type)
        {
            return new NotSupportedException(type + " cannot be made from elements, and is only written; give the member the type"
                + " of an interface, such as IReadOnlyList, or of a list or dictionary");
        }
    }

    /// <summary>A collection that is neither an array nor a list.</summary>
    internal sealed class RecordCollection<C, V> : RecordValue<C>
        where C : IEnumerable<V>
    {
        private readonly RecordValue<V> element;
        private readonly RecordList<V> list;
        private readonly RecordCollect<C, V> collect = RecordCollectors.Of<C, V>(typeof(HashSet<V>));

        public RecordCollection(RecordValue<V> element)
        {
            this.element = element;
            list = new RecordList<V>(element, typeof(C));
        }

        internal override void Write(JsonWriter writer, C value)
        {
            if (value == null)
            {
                writer.WriteNullValue();
                return;
            }
            writer.WriteStartArray();
            foreach (V one in value)
            {
                element.Write(writer, one);
            }
            writer.WriteEndArray();
        }

        internal override bool HasParts => true;

        internal override IEnumerator Parts(JsonWriter writer, C value) => RecordParts.OfElements(writer, value, element);

        internal override C Read(ref JsonReader reader)
        {
            if (reader.TokenType == JsonTokenKind.Null && default(C) == null)
            {
                return default(C);
            }
            if (collect == null)
            {
                throw RecordCollectors.OnlyWritten(typeof(C));
            }
            if (reader.TokenType == JsonTokenKind.Null)
            {
                reader.FailUnfit(typeof(C));
            }
            return collect(list.Read(ref reader));
        }
    }

    /// <summary>An object whose names are data of any type that is a string or number. If a name comes twice, its last value counts.</summary>
    internal sealed class RecordMap<C, K, V> : RecordValue<C>
        where C : IEnumerable<KeyValuePair<K, V>>
    {
        private readonly RecordValue<K> name;
        private readonly RecordValue<V> element;
        private readonly JsonWriteOptions nameOptions;
        private readonly RecordCollect<C, KeyValuePair<K, V>> collect = RecordCollectors.Of<C, KeyValuePair<K, V>>(typeof(Dictionary<K, V>));

        /// <param name="name">Reads numbers from strings, too.</param>
        /// <param name="element">Writes and reads a value.</param>
        /// <param name="encoder">The encoder of names.</param>
        public RecordMap(RecordValue<K> name, RecordValue<V> element, JsonEncoder encoder)
        {
            this.name = name;
            this.element = element;
            nameOptions = new JsonWriteOptions { Encoder = encoder, SkipValidation = true };
        }

        internal override void Write(JsonWriter writer, C value)
        {
            RecordParts.WriteAll(writer, Parts(writer, value));
        }

        internal override bool HasParts => true;

        internal override IEnumerator Parts(JsonWriter writer, C value)
        {
            if (value == null)
            {
                writer.WriteNullValue();
                yield break;
            }
            JsonWriter names = new JsonWriter(nameOptions);
            writer.WriteStartObject();
            foreach (KeyValuePair<K, V> member in value)
            {
                names.Reset();
                name.Write(names, member.Key);
                writer.WriteNameOf(names.PendingSpan);
                yield return RecordParts.Of(writer, member.Value, element);
            }
            writer.WriteEndObject();
        }

        internal override C Read(ref JsonReader reader)
        {
            if (reader.TokenType == JsonTokenKind.Null && default(C) == null)
            {
                return default(C);
            }
            if (collect == null)
            {
                throw RecordCollectors.OnlyWritten(typeof(C));
            }
            if (reader.TokenType != JsonTokenKind.StartObject)
            {
                reader.FailUnfit(typeof(C));
            }
            Dictionary<K, V> read = new Dictionary<K, V>();
            while (reader.Read() && reader.TokenType != JsonTokenKind.EndObject)
            {
                JsonReader text = reader.NameAsString();
                K key = name.Read(ref text);
                reader.Read();
                read[key] = element.Read(ref reader);
            }
            return typeof(C).IsAssignableFrom(typeof(Dictionary<K, V>)) ? (C)(object)read : collect(new List<KeyValuePair<K, V>>(read));
        }
    }
}
