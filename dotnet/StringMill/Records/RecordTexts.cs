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

    /// <summary>Reads the value of a string's token.</summary>
    /// <returns>False if the string is no such value.</returns>
    internal delegate bool RecordTryRead<V>(ref JsonReader reader, out V value);

    /// <summary>A value type that is a string in JSON.</summary>
    internal sealed class RecordText<V> : RecordValue<V>
        where V : struct
    {
        private readonly Action<JsonWriter, V> write;
        private readonly RecordTryRead<V> tryRead;

        internal RecordText(Action<JsonWriter, V> write, RecordTryRead<V> tryRead)
        {
            this.write = write;
            this.tryRead = tryRead;
        }

        internal override void Write(JsonWriter writer, V value) => write(writer, value);

        internal override V Read(ref JsonReader reader)
        {
            V value;
            try
            {
                if (reader.TokenType == JsonTokenKind.String && tryRead(ref reader, out value))
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
