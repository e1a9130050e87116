using System;

namespace StringMill
{
    /// <summary>How values of one type are written and read, as JSON or by slots.</summary>
    internal abstract unsafe class RecordValue
    {
        /// <summary>What a slot of such a value holds.</summary>
        internal readonly RecordKind Kind;

        protected RecordValue(RecordKind kind)
        {
            Kind = kind;
        }
    }

    /// <summary>How values of <typeparamref name="V"/> are written and read.</summary>
    internal abstract unsafe class RecordValue<V> : RecordValue
    {
        protected RecordValue(RecordKind kind)
            : base(kind)
        {
        }

        /// <summary>Writes a value.</summary>
        internal abstract void Write(JsonWriter writer, V value);

        /// <summary>Reads the value that begins with the token that the reader has read.</summary>
        /// <exception cref="JsonReadException">It is not JSON, or not such a value.</exception>
        internal abstract V Read(ref JsonReader reader);

        /// <summary>Puts a value into a slot; of JSON, which is written beside, its place and length.</summary>
        internal virtual void ToSlot(V value, RecordSlot* slot, JsonWriter pieces)
        {
            int from = pieces.BeginPiece();
            Write(pieces, value);
            slot->Value = (ulong)from;
            slot->Len = (ulong)(pieces.BytesPending - from);
        }

        /// <summary>Takes a value from a slot.</summary>
        /// <returns>False where the slot does not hold such a value.</returns>
        internal virtual bool FromSlot(RecordSlot* slot, byte* src, char* text, out V value)
        {
            if (slot->Len == RecordSlot.Null)
            {
                return FromNull(out value);
            }
            var reader = new JsonReader(new ReadOnlySpan<byte>(src + slot->Value, (int)slot->Len), RecordPlan.PieceOptions);
            reader.Read();
            value = Read(ref reader);
            return true;
        }

        /// <summary>What <c>null</c> is for this type.</summary>
        /// <returns>False where there is no such value.</returns>
        internal virtual bool FromNull(out V value)
        {
            value = default(V);
            return default(V) == null;
        }
    }

    /// <summary>A value type, of which there are nullables.</summary>
    internal abstract unsafe class RecordStruct<V> : RecordValue<V>
        where V : struct
    {
        protected RecordStruct(RecordKind kind)
            : base(kind)
        {
        }

        /// <summary>The same, or null.</summary>
        internal RecordValue<V?> Nullable()
        {
            return new RecordNullable<V>(this);
        }
    }

    internal sealed unsafe class RecordNullable<V> : RecordValue<V?>
        where V : struct
    {
        private readonly RecordValue<V> value;

        public RecordNullable(RecordValue<V> value)
            : base(value.Kind)
        {
            this.value = value;
        }

        internal override void Write(JsonWriter writer, V? some)
        {
            if (some.HasValue)
            {
                value.Write(writer, some.GetValueOrDefault());
            }
            else
            {
                writer.WriteNullValue();
            }
        }

        internal override V? Read(ref JsonReader reader)
        {
            if (reader.TokenType == JsonTokenKind.Null)
            {
                return null;
            }
            return value.Read(ref reader);
        }

        internal override void ToSlot(V? some, RecordSlot* slot, JsonWriter pieces)
        {
            if (some.HasValue)
            {
                value.ToSlot(some.GetValueOrDefault(), slot, pieces);
            }
            else
            {
                slot->Len = RecordSlot.Null;
            }
        }

        internal override bool FromSlot(RecordSlot* slot, byte* src, char* text, out V? some)
        {
            some = null;
            if (slot->Len == RecordSlot.Null)
            {
                return true;
            }
            V there;
            bool fits = value.FromSlot(slot, src, text, out there);
            some = there;
            return fits;
        }
    }

    internal sealed unsafe class RecordString : RecordValue<string>
    {
        internal static readonly RecordString One = new RecordString();

        // Where Mono interprets, its constructor of strings takes twice as long as a call that is native as a whole.
        internal static readonly bool IsMono = Type.GetType("Mono.Runtime") != null;

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
            try
            {
                return reader.GetString();
            }
            catch (InvalidOperationException)
            {
                reader.FailIllFormed();
                throw;
            }
        }

        internal override bool FromSlot(RecordSlot* slot, byte* src, char* text, out string value)
        {
            value = slot->Len == RecordSlot.Null ? null : Fresh.TextOf(text + slot->Value, (int)slot->Len);
            return true;
        }
    }

    internal sealed unsafe class RecordBool : RecordStruct<bool>
    {
        public RecordBool()
            : base(RecordKind.Bool)
        {
        }

        internal override void Write(JsonWriter writer, bool value)
        {
            writer.WriteBooleanValue(value);
        }

        internal override bool Read(ref JsonReader reader)
        {
            if (reader.TokenType != JsonTokenKind.True && reader.TokenType != JsonTokenKind.False)
            {
                reader.FailUnfit();
            }
            return reader.TokenType == JsonTokenKind.True;
        }

        internal override void ToSlot(bool value, RecordSlot* slot, JsonWriter pieces)
        {
            slot->Value = value ? 1u : 0u;
            slot->Len = 0;
        }

        internal override bool FromSlot(RecordSlot* slot, byte* src, char* text, out bool value)
        {
            value = slot->Value != 0;
            return slot->Len == 0;
        }
    }

    internal static class RecordFloats
    {
        /// <summary>
        /// .NET Core 3.x writes some floats by digits that are not the nearest, which the native library does not; there
        /// they are written by the runtime.
        /// </summary>
        internal static RecordKind Kind(RecordKind native)
        {
            return Environment.Version.Major == 3 ? RecordKind.Raw : native;
        }
    }

    /// <summary>A float, whose slot holds its bits.</summary>
    internal abstract unsafe class RecordFloat<V> : RecordStruct<V>
        where V : struct
    {
        protected RecordFloat(RecordKind native)
            : base(RecordFloats.Kind(native))
        {
        }

        protected abstract bool TryGet(ref JsonReader reader, out V value);

        protected abstract ulong Bits(V value);

        protected abstract V OfBits(ulong bits);

        internal override V Read(ref JsonReader reader)
        {
            V value;
            if (reader.TokenType != JsonTokenKind.Number || !TryGet(ref reader, out value))
            {
                reader.FailUnfit();
                return default(V);
            }
            return value;
        }

        internal override void ToSlot(V value, RecordSlot* slot, JsonWriter pieces)
        {
            if (Kind == RecordKind.Raw)
            {
                base.ToSlot(value, slot, pieces);
                return;
            }
            slot->Value = Bits(value);
            slot->Len = 0;
        }

        internal override bool FromSlot(RecordSlot* slot, byte* src, char* text, out V value)
        {
            if (Kind == RecordKind.Raw)
            {
                return base.FromSlot(slot, src, text, out value);
            }
            value = OfBits(slot->Value);
            return slot->Len == 0;
        }
    }

    internal sealed unsafe class RecordDouble : RecordFloat<double>
    {
        public RecordDouble()
            : base(RecordKind.Float64)
        {
        }

        internal override void Write(JsonWriter writer, double value)
        {
            writer.WriteNumberValue(value);
        }

        protected override bool TryGet(ref JsonReader reader, out double value)
        {
            return reader.TryGetDouble(out value);
        }

        protected override ulong Bits(double value)
        {
            return *(ulong*)&value;
        }

        protected override double OfBits(ulong bits)
        {
            return *(double*)&bits;
        }
    }

    internal sealed unsafe class RecordSingle : RecordFloat<float>
    {
        public RecordSingle()
            : base(RecordKind.Float32)
        {
        }

        internal override void Write(JsonWriter writer, float value)
        {
            writer.WriteNumberValue(value);
        }

        protected override bool TryGet(ref JsonReader reader, out float value)
        {
            return reader.TryGetSingle(out value);
        }

        protected override ulong Bits(float value)
        {
            return *(uint*)&value;
        }

        protected override float OfBits(ulong bits)
        {
            uint low = (uint)bits;
            return *(float*)&low;
        }
    }

    internal sealed class RecordDecimal : RecordStruct<decimal>
    {
        public RecordDecimal()
            : base(RecordKind.Raw)
        {
        }

        internal override void Write(JsonWriter writer, decimal value)
        {
            writer.WriteNumberValue(value);
        }

        internal override decimal Read(ref JsonReader reader)
        {
            decimal value;
            if (reader.TokenType != JsonTokenKind.Number || !reader.TryGetDecimal(out value))
            {
                reader.FailUnfit();
                return 0;
            }
            return value;
        }
    }

    internal sealed class RecordDateTime : RecordStruct<DateTime>
    {
        public RecordDateTime()
            : base(RecordKind.Raw)
        {
        }

        internal override void Write(JsonWriter writer, DateTime value)
        {
            writer.WriteStringValue(value);
        }

        internal override DateTime Read(ref JsonReader reader)
        {
            DateTime value;
            if (reader.TokenType != JsonTokenKind.String || !RecordDates.TryRead(ref reader, out value))
            {
                reader.FailUnfit();
                return default(DateTime);
            }
            return value;
        }
    }

    internal static class RecordDates
    {
        internal static bool TryRead(ref JsonReader reader, out DateTime value)
        {
            try
            {
                return reader.TryGetDateTime(out value);
            }
            catch (InvalidOperationException)
            {
                // Half a pair of surrogates.
                value = default(DateTime);
                return false;
            }
        }
    }
}
