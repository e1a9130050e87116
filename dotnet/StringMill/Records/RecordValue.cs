using System;
using System.Collections;

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

        /// <summary>Whether a value can have any number of values inside, and is written in parts.</summary>
        internal virtual bool HasParts => false;
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

        /// <summary>
        /// Writes a value in parts. Each step is null, after which the caller can send what is written, or the parts of a value
        /// inside, which the caller has to write before the next step.
        /// </summary>
        internal virtual IEnumerator Parts(JsonWriter writer, V value)
        {
            Write(writer, value);
            yield break;
        }

        /// <summary>Reads the value that begins with the reader's current token.</summary>
        /// <exception cref="JsonReadException">It is not JSON, or not such a value.</exception>
        internal abstract V Read(ref JsonReader reader);

        /// <summary>Puts a value into a slot. A string's slot is filled by <see cref="RecordNative{T}"/>.</summary>
        internal virtual void ToSlot(V value, RecordSlot* slot)
        {
            throw new NotSupportedException(typeof(V) + " has no slot");
        }

        /// <summary>Takes a value from a slot.</summary>
        /// <returns>False if the value of the slot is not one of <typeparamref name="V"/>.</returns>
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
        private readonly RecordValue<V> values;

        public RecordNullable(RecordValue<V> values)
            : base(values.Kind)
        {
            this.values = values;
        }

        internal override void Write(JsonWriter writer, V? value)
        {
            if (value.HasValue)
            {
                values.Write(writer, value.GetValueOrDefault());
            }
            else
            {
                writer.WriteNullValue();
            }
        }

        internal override bool HasParts => values.HasParts;

        internal override IEnumerator Parts(JsonWriter writer, V? value)
        {
            return value.HasValue ? values.Parts(writer, value.GetValueOrDefault()) : base.Parts(writer, value);
        }

        internal override V? Read(ref JsonReader reader)
        {
            if (reader.TokenType == JsonTokenKind.Null)
            {
                return null;
            }
            return values.Read(ref reader);
        }

        internal override void ToSlot(V? value, RecordSlot* slot)
        {
            if (value.HasValue)
            {
                values.ToSlot(value.GetValueOrDefault(), slot);
            }
            else
            {
                slot->Len = RecordSlot.Null;
            }
        }

        internal override bool FromSlot(RecordSlot* slot, char* text, out V? value)
        {
            value = null;
            if (slot->Len == RecordSlot.Null)
            {
                return true;
            }
            V present;
            bool fits = values.FromSlot(slot, text, out present);
            value = present;
            return fits;
        }

        internal override bool IsDefault(V? value) => !value.HasValue;
    }
}
