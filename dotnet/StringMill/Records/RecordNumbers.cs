using System;
using System.Text;

namespace StringMill
{
    /// <summary>A number, which may also come as a string if the options say so.</summary>
    internal abstract class RecordNumber<V> : RecordStruct<V>
        where V : struct
    {
        private readonly bool fromText;

        protected RecordNumber(RecordKind kind, bool fromText)
            : base(kind)
        {
            this.fromText = fromText;
        }

        /// <summary>The value of a number's token.</summary>
        /// <returns>False if it is out of range.</returns>
        protected abstract bool TryRead(ref JsonReader reader, out V value);

        /// <summary>False for infinity: a float that is too large is infinity as a number, and refused as a string.</summary>
        protected virtual bool IsFinite(V value) => true;

        internal override V Read(ref JsonReader reader)
        {
            V value;
            if (reader.TokenType == JsonTokenKind.Number && TryRead(ref reader, out value))
            {
                return value;
            }
            if (reader.TokenType == JsonTokenKind.String && fromText)
            {
                byte[] number = RecordDigits.ToJson(reader.GetWellFormedString(), Kind);
                JsonReader alone = new JsonReader(number);
                if (number != null && alone.Read() && TryRead(ref alone, out value) && IsFinite(value))
                {
                    return value;
                }
            }
            reader.FailUnfit();
            return default(V);
        }
    }

    /// <summary>Numbers in strings, by the grammar of <c>System.Buffers.Text.Utf8Parser</c>, which is wider than JSON's.</summary>
    internal static class RecordDigits
    {
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

        // The end of the digits from a place on.
        private static int Digits(string text, int from)
        {
            while (from < text.Length && text[from] >= '0' && text[from] <= '9')
            {
                from++;
            }
            return from;
        }
    }

    /// <summary>A boolean.</summary>
    internal sealed unsafe class RecordBool : RecordStruct<bool>
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
                reader.FailUnfit();
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

    /// <summary>A float. Its slot holds its bits.</summary>
    internal abstract unsafe class RecordFloat<V> : RecordNumber<V>
        where V : struct
    {
        protected RecordFloat(RecordKind kind, bool fromText)
            : base(SlotKind(kind), fromText)
        {
        }

        // .NET Core 3.x writes some floats with other digits than the nearest ones of the native library.
        private static RecordKind SlotKind(RecordKind kind) => Environment.Version.Major == 3 ? RecordKind.None : kind;

        protected abstract ulong Bits(V value);

        protected abstract V OfBits(ulong bits);

        internal override void ToSlot(V value, RecordSlot* slot)
        {
            slot->Value = Bits(value);
            slot->Len = 0;
        }

        internal override bool FromSlot(RecordSlot* slot, char* text, out V value)
        {
            value = OfBits(slot->Value);
            return slot->Len == 0;
        }
    }

    /// <summary>A float of 64 bits.</summary>
    internal sealed unsafe class RecordDouble : RecordFloat<double>
    {
        internal RecordDouble(bool fromText)
            : base(RecordKind.Float64, fromText)
        {
        }

        internal override void Write(JsonWriter writer, double value) => writer.WriteNumberValue(value);

        protected override bool TryRead(ref JsonReader reader, out double value) => reader.TryGetDouble(out value);

        protected override bool IsFinite(double value) => !double.IsInfinity(value);

        protected override ulong Bits(double value) => *(ulong*)&value;

        protected override double OfBits(ulong bits) => *(double*)&bits;
    }

    /// <summary>A float of 32 bits.</summary>
    internal sealed unsafe class RecordSingle : RecordFloat<float>
    {
        internal RecordSingle(bool fromText)
            : base(RecordKind.Float32, fromText)
        {
        }

        internal override void Write(JsonWriter writer, float value) => writer.WriteNumberValue(value);

        protected override bool TryRead(ref JsonReader reader, out float value) => reader.TryGetSingle(out value);

        protected override bool IsFinite(float value) => !float.IsInfinity(value);

        protected override ulong Bits(float value) => *(uint*)&value;

        protected override float OfBits(ulong bits)
        {
            uint low = (uint)bits;
            return *(float*)&low;
        }
    }

    /// <summary>A decimal.</summary>
    internal sealed class RecordDecimal : RecordNumber<decimal>
    {
        internal RecordDecimal(bool fromText)
            : base(RecordKind.None, fromText)
        {
        }

        internal override void Write(JsonWriter writer, decimal value) => writer.WriteNumberValue(value);

        protected override bool TryRead(ref JsonReader reader, out decimal value) => reader.TryGetDecimal(out value);
    }
}
