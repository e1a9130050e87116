using System;

namespace StringMill
{
    /// <summary>Integers of 64 bits or fewer.</summary>
    internal sealed unsafe class RecordInteger<V> : RecordValue<V>
        where V : struct
    {
        private readonly bool fromText;
        private readonly Type type;
        private readonly long min;
        private readonly ulong max;
        private readonly Func<V, ulong> bitsOf;
        private readonly Func<ulong, V> ofBits;

        /// <param name="min">The lowest integer.</param>
        /// <param name="max">The highest integer.</param>
        /// <param name="fromText">Whether the number may also come as a string.</param>
        /// <param name="bitsOf">The 64 bits of an integer, extended by its sign.</param>
        /// <param name="ofBits">The integer of the lower bits.</param>
        internal RecordInteger(long min, ulong max, bool fromText, Func<V, ulong> bitsOf, Func<ulong, V> ofBits)
            : this(typeof(V), min, max, fromText, bitsOf, ofBits)
        {
        }

        private RecordInteger(Type type, long min, ulong max, bool fromText, Func<V, ulong> bitsOf, Func<ulong, V> ofBits)
            : base(min < 0 ? RecordKind.Int64 : RecordKind.UInt64)
        {
            this.type = type;
            this.min = min;
            this.max = max;
            this.fromText = fromText;
            this.bitsOf = bitsOf;
            this.ofBits = ofBits;
        }

        /// <summary>The same range for an enumeration, whose numbers System.Text.Json does not read from strings.</summary>
        internal RecordInteger<V> OfEnum(Type enumeration) => new RecordInteger<V>(enumeration, min, max, false, bitsOf, ofBits);

        internal override void Write(JsonWriter writer, V value)
        {
            if (Kind == RecordKind.Int64)
            {
                writer.WriteNumberValue((long)bitsOf(value));
            }
            else
            {
                writer.WriteNumberValue(bitsOf(value));
            }
        }

        internal override V Read(ref JsonReader reader)
        {
            V value;
            if (reader.TokenType == JsonTokenKind.Number && TryRead(ref reader, out value))
            {
                return value;
            }
            JsonReader digits = RecordDigits.InString(ref reader, fromText, Kind, type);
            if (!TryRead(ref digits, out value))
            {
                reader.FailUnfit(type);
            }
            return value;
        }

        private bool TryRead(ref JsonReader reader, out V value)
        {
            value = default(V);
            if (Kind == RecordKind.UInt64)
            {
                ulong bits;
                return reader.TryGetUInt64(out bits) && TryOf(bits, out value);
            }
            long signed;
            return reader.TryGetInt64(out signed) && TryOf((ulong)signed, out value);
        }

        private bool TryOf(ulong bits, out V value)
        {
            value = ofBits(bits);
            return min < 0 ? (long)bits >= min && (long)bits <= (long)max : bits <= max;
        }

        internal override void ToSlot(V value, RecordSlot* slot)
        {
            slot->Value = bitsOf(value);
            slot->Len = 0;
        }

        internal override bool FromSlot(RecordSlot* slot, char* text, out V value)
        {
            return TryOf(slot->Value, out value) && slot->Len == 0;
        }
    }

    /// <summary>An enumeration: its number.</summary>
    /// <typeparam name="E">The enumeration.</typeparam>
    /// <typeparam name="V">The type of its numbers.</typeparam>
    internal sealed unsafe class RecordEnum<E, V> : RecordValue<E>
        where E : struct
        where V : struct
    {
        private readonly RecordInteger<V> number;

        public RecordEnum(RecordInteger<V> number)
            : base(number.Kind)
        {
            this.number = number.OfEnum(typeof(E));
        }

        // An enumeration may be unboxed as its number, and a number as its enumeration.

        internal override void Write(JsonWriter writer, E value) => number.Write(writer, (V)(object)value);

        internal override E Read(ref JsonReader reader) => (E)(object)number.Read(ref reader);

        internal override void ToSlot(E value, RecordSlot* slot) => number.ToSlot((V)(object)value, slot);

        internal override bool FromSlot(RecordSlot* slot, char* text, out E value)
        {
            V read;
            bool fits = number.FromSlot(slot, text, out read);
            value = (E)(object)read;
            return fits;
        }

        internal override bool IsDefault(E value) => number.IsDefault((V)(object)value);
    }
}
