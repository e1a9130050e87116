using System;

namespace StringMill
{
    /// <summary>Writes and reads values of one type, as JSON or in slots.</summary>
    internal abstract class RecordValue
    {
        /// <summary>The kind of a slot with such a value.</summary>
        internal readonly RecordKind Kind;

        protected RecordValue(RecordKind kind)
        {
            Kind = kind;
        }
    }

    /// <summary>Writes and reads values of <typeparamref name="V"/>.</summary>
    internal abstract unsafe class RecordValue<V> : RecordValue
    {
        protected RecordValue(RecordKind kind = RecordKind.None)
            : base(kind)
        {
        }

        /// <summary>Writes a value.</summary>
        internal abstract void Write(JsonWriter writer, V value);

        /// <summary>Reads the value that begins with the reader's current token.</summary>
        /// <exception cref="JsonReadException">It is not JSON, or not such a value.</exception>
        internal abstract V Read(ref JsonReader reader);

        /// <summary>Puts a value into a slot. A string's slot is filled by <see cref="RecordNative{T}"/>.</summary>
        internal virtual void ToSlot(V value, RecordSlot* slot)
        {
            throw new NotSupportedException(typeof(V) + " has no slot");
        }

        /// <summary>Takes a value from a slot.</summary>
        /// <returns>False if the slot does not hold such a value.</returns>
        internal virtual bool FromSlot(RecordSlot* slot, char* text, out V value)
        {
            throw new NotSupportedException(typeof(V) + " has no slot");
        }

        /// <summary>Whether a value is the default of its type.</summary>
        internal virtual bool IsDefault(V value)
        {
            // EqualityComparer makes a generic type at run time, which code compiled ahead of time may lack.
            IEquatable<V> equatable = value as IEquatable<V>;
            return value == null || (equatable != null ? equatable.Equals(default(V)) : value.Equals(default(V)));
        }
    }

    /// <summary>A value or null.</summary>
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

        internal override void ToSlot(V? some, RecordSlot* slot)
        {
            if (some.HasValue)
            {
                value.ToSlot(some.GetValueOrDefault(), slot);
            }
            else
            {
                slot->Len = RecordSlot.Null;
            }
        }

        internal override bool FromSlot(RecordSlot* slot, char* text, out V? some)
        {
            some = null;
            if (slot->Len == RecordSlot.Null)
            {
                return true;
            }
            V there;
            bool fits = value.FromSlot(slot, text, out there);
            some = there;
            return fits;
        }

        internal override bool IsDefault(V? some) => !some.HasValue;
    }
}
