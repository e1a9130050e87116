using System;
using System.Collections.Generic;

namespace StringMill
{
    /// <summary>What has members itself, whose plan is made after it.</summary>
    internal interface IRecordNested
    {
        /// <summary>Makes the plan.</summary>
        void MakePlan(RecordTypes types);
    }

    /// <summary>A record in a record.</summary>
    internal sealed class RecordNested<T> : RecordValue<T>, IRecordNested
    {
        public RecordNested()
            : base(RecordKind.Raw)
        {
        }

        internal RecordPlan<T> Plan { get; private set; }

        public void MakePlan(RecordTypes types)
        {
            Plan = new RecordPlan<T>(types, types.MembersOf<T>(), null);
        }

        internal override void Write(JsonWriter writer, T value)
        {
            Plan.WriteWhole(writer, ref value);
        }

        internal override T Read(ref JsonReader reader)
        {
            return Plan.ReadWhole(ref reader);
        }
    }

    /// <summary>An array.</summary>
    internal sealed class RecordArray<V> : RecordValue<V[]>
    {
        private readonly RecordValue<V> element;

        public RecordArray(RecordValue<V> element)
            : base(RecordKind.Raw)
        {
            this.element = element;
        }

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

        internal override V[] Read(ref JsonReader reader)
        {
            List<V> read = RecordList<V>.Read(ref reader, element);
            return read == null ? null : read.ToArray();
        }
    }

    /// <summary>A list.</summary>
    internal sealed class RecordList<V> : RecordValue<List<V>>
    {
        private readonly RecordValue<V> element;

        public RecordList(RecordValue<V> element)
            : base(RecordKind.Raw)
        {
            this.element = element;
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

        internal override List<V> Read(ref JsonReader reader)
        {
            return Read(ref reader, element);
        }

        internal static List<V> Read(ref JsonReader reader, RecordValue<V> element)
        {
            if (reader.TokenType == JsonTokenKind.Null)
            {
                return null;
            }
            if (reader.TokenType != JsonTokenKind.StartArray)
            {
                reader.FailUnfit();
            }
            List<V> read = new List<V>();
            while (reader.Read() && reader.TokenType != JsonTokenKind.EndArray)
            {
                read.Add(element.Read(ref reader));
            }
            return read;
        }
    }

    /// <summary>Bytes, which are a string of base64.</summary>
    internal sealed class RecordBytes : RecordValue<byte[]>
    {
        internal RecordBytes()
            : base(RecordKind.Raw)
        {
        }

        internal override void Write(JsonWriter writer, byte[] value)
        {
            if (value == null)
            {
                writer.WriteNullValue();
            }
            else
            {
                writer.WriteBase64StringValue(value);
            }
        }

        internal override byte[] Read(ref JsonReader reader)
        {
            string text = RecordString.One.Read(ref reader);
            byte[] bytes = null;
            if (text != null && !TryDecode(text, out bytes))
            {
                reader.FailUnfit();
            }
            return bytes;
        }

        private static bool TryDecode(string text, out byte[] bytes)
        {
            bytes = null;
            try
            {
                // Convert passes over white space, which is none of base64.
                bytes = text.IndexOfAny(Blanks) >= 0 ? null : Convert.FromBase64String(text);
            }
            catch (FormatException)
            {
                return false;
            }
            return bytes != null;
        }

        private static readonly char[] Blanks = { ' ', '\t', '\n', '\r' };
    }
}
