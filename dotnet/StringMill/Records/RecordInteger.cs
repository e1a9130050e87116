using System;

namespace StringMill
{
    /// <summary>Integers of 64 bits or fewer, which are read by their range.</summary>
    internal abstract unsafe class RecordInteger<V> : RecordStruct<V>
        where V : struct
    {
        protected RecordInteger(RecordKind kind)
            : base(kind)
        {
        }

        /// <summary>The bits, extended by the sign where there is one.</summary>
        internal abstract ulong Bits(V value);

        /// <summary>The integer of these bits.</summary>
        /// <returns>False where it is out of range.</returns>
        internal abstract bool TryOf(ulong bits, out V value);

        internal override void Write(JsonWriter writer, V value)
        {
            if (Kind == RecordKind.Int64)
            {
                writer.WriteNumberValue((long)Bits(value));
            }
            else
            {
                writer.WriteNumberValue(Bits(value));
            }
        }

        internal override V Read(ref JsonReader reader)
        {
            V value;
            if (reader.TokenType != JsonTokenKind.Number || !TryRead(ref reader, out value))
            {
                reader.FailUnfit();
                return default(V);
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

        internal override void ToSlot(V value, RecordSlot* slot, JsonWriter pieces)
        {
            slot->Value = Bits(value);
            slot->Len = 0;
        }

        internal override bool FromSlot(RecordSlot* slot, byte* src, char* text, out V value)
        {
            return TryOf(slot->Value, out value) && slot->Len == 0;
        }
    }

    internal sealed class RecordSByte : RecordInteger<sbyte>
    {
        public RecordSByte()
            : base(RecordKind.Int64)
        {
        }

        internal override ulong Bits(sbyte value)
        {
            return (ulong)(long)value;
        }

        internal override bool TryOf(ulong bits, out sbyte value)
        {
            value = (sbyte)bits;
            return (ulong)(long)value == bits;
        }
    }

    internal sealed class RecordByte : RecordInteger<byte>
    {
        public RecordByte()
            : base(RecordKind.UInt64)
        {
        }

        internal override ulong Bits(byte value)
        {
            return value;
        }

        internal override bool TryOf(ulong bits, out byte value)
        {
            value = (byte)bits;
            return value == bits;
        }
    }

    internal sealed class RecordInt16 : RecordInteger<short>
    {
        public RecordInt16()
            : base(RecordKind.Int64)
        {
        }

        internal override ulong Bits(short value)
        {
            return (ulong)(long)value;
        }

        internal override bool TryOf(ulong bits, out short value)
        {
            value = (short)bits;
            return (ulong)(long)value == bits;
        }
    }

    internal sealed class RecordUInt16 : RecordInteger<ushort>
    {
        public RecordUInt16()
            : base(RecordKind.UInt64)
        {
        }

        internal override ulong Bits(ushort value)
        {
            return value;
        }

        internal override bool TryOf(ulong bits, out ushort value)
        {
            value = (ushort)bits;
            return value == bits;
        }
    }

    internal sealed class RecordInt32 : RecordInteger<int>
    {
        public RecordInt32()
            : base(RecordKind.Int64)
        {
        }

        internal override ulong Bits(int value)
        {
            return (ulong)(long)value;
        }

        internal override bool TryOf(ulong bits, out int value)
        {
            value = (int)bits;
            return (ulong)(long)value == bits;
        }
    }

    internal sealed class RecordUInt32 : RecordInteger<uint>
    {
        public RecordUInt32()
            : base(RecordKind.UInt64)
        {
        }

        internal override ulong Bits(uint value)
        {
            return value;
        }

        internal override bool TryOf(ulong bits, out uint value)
        {
            value = (uint)bits;
            return value == bits;
        }
    }

    internal sealed class RecordInt64 : RecordInteger<long>
    {
        public RecordInt64()
            : base(RecordKind.Int64)
        {
        }

        internal override ulong Bits(long value)
        {
            return (ulong)value;
        }

        internal override bool TryOf(ulong bits, out long value)
        {
            value = (long)bits;
            return true;
        }
    }

    internal sealed class RecordUInt64 : RecordInteger<ulong>
    {
        public RecordUInt64()
            : base(RecordKind.UInt64)
        {
        }

        internal override ulong Bits(ulong value)
        {
            return value;
        }

        internal override bool TryOf(ulong bits, out ulong value)
        {
            value = (ulong)bits;
            return true;
        }
    }

    /// <summary>An enumeration, which is its number.</summary>
    internal sealed unsafe class RecordEnum<E, V> : RecordInteger<E>
        where E : struct
        where V : struct
    {
        private readonly RecordInteger<V> number;

        public RecordEnum(RecordInteger<V> number)
            : base(number.Kind)
        {
            this.number = number;
        }

        internal override ulong Bits(E value)
        {
            return number.Bits(RecordMemory.AddressWord >= 0 ? RecordMemory.Get<V>(RecordMemory.OfLocal(ref value))
                : (V)(object)value);
        }

        internal override bool TryOf(ulong bits, out E value)
        {
            V underlying;
            bool fits = number.TryOf(bits, out underlying);
            value = RecordMemory.AddressWord >= 0 ? RecordMemory.Get<E>(RecordMemory.OfLocal(ref underlying))
                : (E)Enum.ToObject(typeof(E), underlying);
            return fits;
        }
    }
}
