using System;
using System.Text;

namespace StringMill
{
    /// <summary>Numbers in strings, by the grammar of <c>System.Buffers.Text.Utf8Parser</c>, which is wider than JSON's.</summary>
    internal static class RecordDigits
    {
        /// <summary>A reader on the number in the string that the current token has to be.</summary>
        /// <param name="reader">Refuses any other token.</param>
        /// <param name="fromText">False if the options refuse strings too.</param>
        /// <param name="kind">The kind of number.</param>
        /// <param name="type">The type that an error names.</param>
        internal static JsonReader InString(ref JsonReader reader, bool fromText, RecordKind kind, Type type)
        {
            byte[] number = fromText && reader.TokenType == JsonTokenKind.String
                ? ToJson(reader.GetWellFormedString(), kind) : null;
            JsonReader digits = new JsonReader(number);
            if (number == null || !digits.Read())
            {
                reader.FailUnfit(type);
            }
            return digits;
        }

        /// <summary>Whether the token is a string with the name of a float that JSON has no number for.</summary>
        internal static bool IsNamed(ref JsonReader reader, out double value)
        {
            string text = reader.TokenType == JsonTokenKind.String ? reader.GetWellFormedString() : null;
            value = text == "NaN" ? double.NaN : text == "Infinity" ? double.PositiveInfinity : double.NegativeInfinity;
            return text == "-Infinity" || !double.IsNegativeInfinity(value);
        }

        /// <summary>
        /// The JSON number of a text: no plus or zeros in front, and a digit before and after a point.
        /// </summary>
        /// <returns>Null if the text is no number.</returns>
        internal static byte[] ToJson(string text, RecordKind kind)
        {
            StringBuilder json = new StringBuilder(text.Length + 2);
            int at = 0;
            if (at < text.Length && (text[at] == '-' || text[at] == '+'))
            {
                if (kind == RecordKind.UInt64)
                {
                    return null;
                }
                json.Append(text[at] == '-' ? "-" : "");
                at++;
            }
            int whole = Digits(text, at);
            int first = at;
            while (first < whole - 1 && text[first] == '0')
            {
                first++;
            }
            json.Append(text, first, whole - first);
            int digits = whole - at;
            if (digits == 0)
            {
                json.Append('0');
            }
            at = whole;
            if (kind == RecordKind.Int64 || kind == RecordKind.UInt64)
            {
                return digits == 0 || at < text.Length ? null : Encoding.ASCII.GetBytes(json.ToString());
            }
            if (at < text.Length && text[at] == '.')
            {
                int end = Digits(text, at + 1);
                digits += end - at - 1;
                json.Append(text, at, end == at + 1 ? 0 : end - at);
                at = end;
            }
            if (digits > 0 && at < text.Length && (text[at] | 0x20) == 'e')
            {
                int sign = at + 1 < text.Length && (text[at + 1] == '-' || text[at + 1] == '+') ? 2 : 1;
                int end = Digits(text, at + sign);
                if (end > at + sign)
                {
                    json.Append(text, at, end - at);
                    at = end;
                }
            }
            return digits == 0 || at < text.Length ? null : Encoding.ASCII.GetBytes(json.ToString());
        }

        // Returns the end of the digits that begin at a place.
        private static int Digits(string text, int from)
        {
            while (from < text.Length && text[from] >= '0' && text[from] <= '9')
            {
                from++;
            }
            return from;
        }
    }

    /// <summary>Numbers of <c>JsonNumberHandling</c> in System.Text.Json.</summary>
    [Flags]
    internal enum RecordNumberHandling
    {
        Strict = 0,
        ReadFromString = 1,
        WriteAsString = 2,
        Both = 3,
    }

    /// <summary>A number that is written as a string.</summary>
    internal sealed class RecordQuoted<V> : RecordValue<V>
    {
        private readonly RecordValue<V> number;

        internal RecordQuoted(RecordValue<V> number)
        {
            this.number = number;
        }

        internal override void Write(JsonWriter writer, V value)
        {
            writer.NeedNumber();
            number.Write(writer, value);
            writer.QuoteNumber();
        }

        internal override V Read(ref JsonReader reader) => number.Read(ref reader);

        internal override bool IsDefault(V value) => number.IsDefault(value);
    }

    /// <summary>A boolean.</summary>
    internal sealed unsafe class RecordBool : RecordValue<bool>
    {
        internal RecordBool()
            : base(RecordKind.Bool)
        {
        }

        internal override void Write(JsonWriter writer, bool value) => writer.WriteBooleanValue(value);

        internal override bool Read(ref JsonReader reader)
        {
            if (reader.TokenType != JsonTokenKind.True && reader.TokenType != JsonTokenKind.False)
            {
                reader.FailUnfit(typeof(bool));
            }
            return reader.TokenType == JsonTokenKind.True;
        }

        internal override void ToSlot(bool value, RecordSlot* slot)
        {
            slot->Value = value ? 1u : 0u;
            slot->Len = 0;
        }

        internal override bool FromSlot(RecordSlot* slot, char* text, out bool value)
        {
            value = slot->Value != 0;
            return slot->Len == 0;
        }
    }

    /// <summary>A float of 64 bits, which are also the value of its slot.</summary>
    internal sealed unsafe class RecordDouble : RecordValue<double>
    {
        private readonly bool fromText;

        internal RecordDouble(bool fromText)
            : base(RecordSlot.CanHoldFloats ? RecordKind.Float64 : RecordKind.None)
        {
            this.fromText = fromText;
        }

        internal override void Write(JsonWriter writer, double value) => writer.WriteNumberValue(value);

        internal override double Read(ref JsonReader reader)
        {
            double value;
            if (reader.TokenType == JsonTokenKind.Number && reader.TryGetDouble(out value))
            {
                return value;
            }
            double named;
            if (fromText && RecordDigits.IsNamed(ref reader, out named))
            {
                return named;
            }
            // A number that is too large becomes an infinity; in a string it is an error.
            JsonReader digits = RecordDigits.InString(ref reader, fromText, Kind, typeof(double));
            if (!digits.TryGetDouble(out value) || double.IsInfinity(value))
            {
                reader.FailUnfit(typeof(double));
            }
            return value;
        }

        internal override void ToSlot(double value, RecordSlot* slot)
        {
            slot->Value = *(ulong*)&value;
            slot->Len = 0;
        }

        internal override bool FromSlot(RecordSlot* slot, char* text, out double value)
        {
            value = *(double*)&slot->Value;
            return slot->Len == 0;
        }
    }

    /// <summary>A float of 32 bits, which are also the value of its slot.</summary>
    internal sealed unsafe class RecordSingle : RecordValue<float>
    {
        private readonly bool fromText;

        internal RecordSingle(bool fromText)
            : base(RecordSlot.CanHoldFloats ? RecordKind.Float32 : RecordKind.None)
        {
            this.fromText = fromText;
        }

        internal override void Write(JsonWriter writer, float value) => writer.WriteNumberValue(value);

        internal override float Read(ref JsonReader reader)
        {
            float value;
            if (reader.TokenType == JsonTokenKind.Number && reader.TryGetSingle(out value))
            {
                return value;
            }
            double named;
            if (fromText && RecordDigits.IsNamed(ref reader, out named))
            {
                return (float)named;
            }
            // A number that is too large becomes an infinity; in a string it is an error.
            JsonReader digits = RecordDigits.InString(ref reader, fromText, Kind, typeof(float));
            if (!digits.TryGetSingle(out value) || float.IsInfinity(value))
            {
                reader.FailUnfit(typeof(float));
            }
            return value;
        }

        internal override void ToSlot(float value, RecordSlot* slot)
        {
            slot->Value = *(uint*)&value;
            slot->Len = 0;
        }

        internal override bool FromSlot(RecordSlot* slot, char* text, out float value)
        {
            uint bits = (uint)slot->Value;
            value = *(float*)&bits;
            return slot->Len == 0;
        }
    }

    /// <summary>A decimal.</summary>
    internal sealed class RecordDecimal : RecordValue<decimal>
    {
        private readonly bool fromText;

        internal RecordDecimal(bool fromText)
        {
            this.fromText = fromText;
        }

        internal override void Write(JsonWriter writer, decimal value) => writer.WriteNumberValue(value);

        internal override decimal Read(ref JsonReader reader)
        {
            decimal value;
            if (reader.TokenType == JsonTokenKind.Number && reader.TryGetDecimal(out value))
            {
                return value;
            }
            JsonReader digits = RecordDigits.InString(ref reader, fromText, Kind, typeof(decimal));
            if (!digits.TryGetDecimal(out value))
            {
                reader.FailUnfit(typeof(decimal));
            }
            return value;
        }
    }
}
