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

        internal override void Write(JsonWriter writer, string value)
        {
            writer.WriteStringValue(value);
        }

        internal override string Read(ref JsonReader reader)
        {
            if (reader.TokenType == JsonTokenKind.Null)
            {
                return null;
            }
            if (reader.TokenType != JsonTokenKind.String)
            {
                reader.FailUnfit();
            }
            return reader.GetWellFormedString();
        }

        internal override bool FromSlot(RecordSlot* slot, char* text, out string value)
        {
            value = slot->Len == RecordSlot.Null ? null : Allocate.Text(text + slot->Value, (int)slot->Len);
            return true;
        }
    }

    /// <summary>A value type that is a string in JSON.</summary>
    internal abstract class RecordText<V> : RecordStruct<V>
        where V : struct
    {
        /// <summary>The value of a string.</summary>
        /// <returns>False if the string is none.</returns>
        protected abstract bool TryRead(ref JsonReader reader, out V value);

        internal override V Read(ref JsonReader reader)
        {
            V value;
            if (reader.TokenType != JsonTokenKind.String || !TryRead(ref reader, out value))
            {
                reader.FailUnfit();
                return default(V);
            }
            return value;
        }
    }

    /// <summary>A UTF-16 code unit: a string of one.</summary>
    internal sealed class RecordChar : RecordText<char>
    {
        internal override void Write(JsonWriter writer, char value)
        {
            writer.WriteStringValue(value.ToString());
        }

        protected override bool TryRead(ref JsonReader reader, out char value)
        {
            string text = reader.GetWellFormedString();
            value = text.Length == 1 ? text[0] : '\0';
            return text.Length == 1;
        }
    }

    /// <summary>A GUID: 32 hexadecimal digits in five groups.</summary>
    internal sealed class RecordGuid : RecordText<Guid>
    {
        private const string Form = "00000000-0000-0000-0000-000000000000";

        internal override void Write(JsonWriter writer, Guid value)
        {
            writer.WriteStringValue(value);
        }

        protected override bool TryRead(ref JsonReader reader, out Guid value)
        {
            string text = reader.GetWellFormedString();
            value = default(Guid);
            // Guid.TryParse takes prefixes and signs inside of groups.
            return HasForm(text) && Guid.TryParseExact(text, "D", out value);
        }

        private static bool HasForm(string text)
        {
            if (text.Length != Form.Length)
            {
                return false;
            }
            for (int i = 0; i < Form.Length; i++)
            {
                char letter = (char)(text[i] | 0x20);
                bool isHex = text[i] >= '0' && text[i] <= '9' || letter >= 'a' && letter <= 'f' && text[i] < 'g';
                if (Form[i] == '-' ? text[i] != '-' : !isHex)
                {
                    return false;
                }
            }
            return true;
        }
    }

    /// <summary>A date and time of ISO 8601.</summary>
    internal sealed class RecordDateTime : RecordText<DateTime>
    {
        internal override void Write(JsonWriter writer, DateTime value)
        {
            writer.WriteStringValue(value);
        }

        protected override bool TryRead(ref JsonReader reader, out DateTime value)
        {
            return reader.TryGetWellFormed(out value);
        }
    }

    /// <summary>A date and time of ISO 8601, with its offset.</summary>
    internal sealed class RecordDateTimeOffset : RecordText<DateTimeOffset>
    {
        internal override void Write(JsonWriter writer, DateTimeOffset value)
        {
            writer.WriteStringValue(value);
        }

        protected override bool TryRead(ref JsonReader reader, out DateTimeOffset value)
        {
            return reader.TryGetWellFormed(out value);
        }
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
