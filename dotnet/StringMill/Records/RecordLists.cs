using System;
using System.Collections;
using System.Collections.Generic;

namespace StringMill
{
    /// <summary>The parts in which collections are written.</summary>
    internal static class RecordParts
    {
        internal static IEnumerator OfElements<V>(JsonWriter writer, IEnumerable<V> elements, RecordValue<V> element)
        {
            if (elements == null)
            {
                writer.WriteNullValue();
                yield break;
            }
            writer.WriteStartArray();
            foreach (V one in elements)
            {
                yield return Of(writer, one, element);
            }
            writer.WriteEndArray();
        }

        internal static IEnumerator OfMembers<V>(JsonWriter writer, IEnumerable<KeyValuePair<string, V>> members,
            RecordValue<V> element)
        {
            if (members == null)
            {
                writer.WriteNullValue();
                yield break;
            }
            writer.WriteStartObject();
            foreach (KeyValuePair<string, V> member in members)
            {
                writer.WritePropertyName(member.Key);
                yield return Of(writer, member.Value, element);
            }
            writer.WriteEndObject();
        }

        /// <summary>Writes what is left of a value.</summary>
        internal static void WriteAll(JsonWriter writer, IEnumerator parts)
        {
            while (parts != null && parts.MoveNext())
            {
                WriteAll(writer, (IEnumerator)parts.Current);
            }
        }

        // Writes a value without parts, and returns those of another one.
        internal static IEnumerator Of<V>(JsonWriter writer, V value, RecordValue<V> values)
        {
            if (values.HasParts)
            {
                return values.Parts(writer, value);
            }
            values.Write(writer, value);
            return null;
        }
    }

    /// <summary>An array.</summary>
    internal sealed class RecordArray<V> : RecordValue<V[]>
    {
        private readonly RecordValue<V> element;
        private readonly RecordList<V> list;

        public RecordArray(RecordValue<V> element)
        {
            this.element = element;
            list = new RecordList<V>(element, typeof(V[]));
        }

        // Not through IList: an interface call takes longer than to write an integer.
        internal override void Write(JsonWriter writer, V[] value)
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

        internal override IEnumerator Parts(JsonWriter writer, V[] value) => RecordParts.OfElements(writer, value, element);

        internal override V[] Read(ref JsonReader reader)
        {
            List<V> read = list.Read(ref reader);
            return read == null ? null : read.ToArray();
        }
    }

    /// <summary>A list.</summary>
    internal sealed class RecordList<V> : RecordValue<List<V>>
    {
        private readonly RecordValue<V> element;
        private readonly Type type;

        public RecordList(RecordValue<V> element)
            : this(element, typeof(List<V>))
        {
        }

        /// <summary>Reads the values of an array: errors name the type of the array, not that of the list.</summary>
        internal RecordList(RecordValue<V> element, Type type)
        {
            this.element = element;
            this.type = type;
        }

        internal override void Write(JsonWriter writer, List<V> value)
        {
            if (value == null)
            {
                writer.WriteNullValue();
                return;
            }
            writer.WriteStartArray();
            for (int i = 0; i < value.Count; i++)
            {
                element.Write(writer, value[i]);
            }
            writer.WriteEndArray();
        }

        internal override bool HasParts => true;

        internal override IEnumerator Parts(JsonWriter writer, List<V> value) => RecordParts.OfElements(writer, value, element);

        internal override List<V> Read(ref JsonReader reader)
        {
            if (reader.TokenType == JsonTokenKind.Null)
            {
                return null;
            }
            if (reader.TokenType != JsonTokenKind.StartArray)
            {
                reader.FailUnfit(type);
            }
            List<V> read = new List<V>();
            while (reader.Read() && reader.TokenType != JsonTokenKind.EndArray)
            {
                read.Add(element.Read(ref reader));
            }
            return read;
        }
    }

    /// <summary>An object whose names are data. If a name comes twice, its last value counts.</summary>
    internal sealed class RecordDictionary<V> : RecordValue<Dictionary<string, V>>
    {
        private readonly RecordValue<V> element;

        public RecordDictionary(RecordValue<V> element)
        {
            this.element = element;
        }

        internal override void Write(JsonWriter writer, Dictionary<string, V> value)
        {
            if (value == null)
            {
                writer.WriteNullValue();
                return;
            }
            writer.WriteStartObject();
            foreach (KeyValuePair<string, V> pair in value)
            {
                writer.WritePropertyName(pair.Key);
                element.Write(writer, pair.Value);
            }
            writer.WriteEndObject();
        }

        internal override bool HasParts => true;

        internal override IEnumerator Parts(JsonWriter writer, Dictionary<string, V> value)
        {
            return RecordParts.OfMembers(writer, value, element);
        }

        internal override Dictionary<string, V> Read(ref JsonReader reader)
        {
            if (reader.TokenType == JsonTokenKind.Null)
            {
                return null;
            }
            if (reader.TokenType != JsonTokenKind.StartObject)
            {
                reader.FailUnfit(typeof(Dictionary<string, V>));
            }
            Dictionary<string, V> read = new Dictionary<string, V>();
            while (reader.Read() && reader.TokenType != JsonTokenKind.EndObject)
            {
                string name = reader.GetWellFormedString();
                reader.Read();
                read[name] = element.Read(ref reader);
            }
            return read;
        }
    }
}
