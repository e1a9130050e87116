using System;

namespace StringMill
{
    /// <summary>A string or null.</summary>
    internal sealed unsafe class RecordString : RecordValue<string>
    {
        internal static readonly RecordString One = new RecordString();

        private RecordString()
            : base(RecordKind.String)
        {
        }

        internal override void Write(JsonWriter writer, string value) => writer.WriteStringValue(value);

        internal override string Read(ref JsonReader reader)
        {
            if (reader.TokenType == JsonTokenKind.Null)
            {
                return null;
            }
            if (reader.TokenType != JsonTokenKind.String)
            {
                reader.FailUnfit(typeof(string));
            }
            return reader.GetWellFormedString();
        }

        internal override bool FromSlot(RecordSlot* slot, char* text, out string value)
        {
            value = slot->Len == RecordSlot.Null ? null : Allocate.Text(text + slot->Value, (int)slot->Len);
            return true;
        }
    }

    /// <summary>A value that is a string in JSON. No delegates: those of static methods move every argument.</summary>
    internal abstract class RecordText<V> : RecordValue<V>
    {
        /// <summary>Reads the value of a string's token.</summary>
        /// <returns>False if the string is no such value.</returns>
        protected abstract bool TryRead(ref JsonReader reader, out V value);

        internal override V Read(ref JsonReader reader)
        {
            V value;
            if (reader.TokenType == JsonTokenKind.Null && default(V) == null)
            {
                return default(V);
            }
            try
            {
                if (reader.TokenType == JsonTokenKind.String && TryRead(ref reader, out value))
                {
                    return value;
                }
            }
            catch (InvalidOperationException)
            {
                // Ill-formed text, which is no such value either.
            }
            reader.FailUnfit(typeof(V));
            return default(V);
        }
    }

    /// <summary>A UTF-16 code unit: a string of one.</summary>
    internal sealed class RecordChar : RecordText<char>
    {
        internal override void Write(JsonWriter writer, char value) => writer.WriteStringValue(value.ToString());

        protected override bool TryRead(ref JsonReader reader, out char value)
        {
            string text = reader.GetString();
            value = text.Length == 1 ? text[0] : '\0';
            return text.Length == 1;
        }
    }

    /// <summary>A GUID.</summary>
    internal sealed class RecordGuid : RecordText<Guid>
    {
        internal override void Write(JsonWriter writer, Guid value) => writer.WriteStringValue(value);

        protected override bool TryRead(ref JsonReader reader, out Guid value) => reader.TryGetGuid(out value);
    }

    /// <summary>A date and time.</summary>
    internal sealed class RecordDateTime : RecordText<DateTime>
    {
        internal override void Write(JsonWriter writer, DateTime value) => writer.WriteStringValue(value);

        protected override bool TryRead(ref JsonReader reader, out DateTime value) => reader.TryGetDateTime(out value);
    }

    /// <summary>A date and time with its offset.</summary>
    internal sealed class RecordDateTimeOffset : RecordText<DateTimeOffset>
    {
        internal override void Write(JsonWriter writer, DateTimeOffset value) => writer.WriteStringValue(value);

        protected override bool TryRead(ref JsonReader reader, out DateTimeOffset value) => reader.TryGetDateTimeOffset(out value);
    }

    /// <summary>Bytes: a string of base64.</summary>
    internal sealed class RecordBytes : RecordValue<byte[]>
    {
        private static readonly char[] Blanks = { ' ', '\t', '\n', '\r' };

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
            if (reader.TokenType == JsonTokenKind.Null)
            {
                return null;
            }
            byte[] bytes = null;
            if (reader.TokenType != JsonTokenKind.String
                || (!reader.TryGetBase64(out bytes) && !TryConvert(reader.GetWellFormedString(), out bytes)))
            {
                reader.FailUnfit(typeof(byte[]));
            }
            return bytes;
        }

        // Any other text, by the rules of Convert, whose refusals count.
        private static bool TryConvert(string text, out byte[] bytes)
        {
            bytes = null;
            try
            {
                // Convert skips white space, which is no base64.
                bytes = text.IndexOfAny(Blanks) >= 0 ? null : Convert.FromBase64String(text);
            }
            catch (FormatException)
            {
                return false;
            }
            return bytes != null;
        }
    }
}
