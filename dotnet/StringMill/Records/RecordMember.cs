using System;
using System.Collections;
using System.Text;

namespace StringMill
{
    /// <summary>When a member is not written: numbers of <c>JsonIgnoreCondition</c> in System.Text.Json.</summary>
    internal enum RecordOmission
    {
        Never = 0,
        Always = 1,
        IfDefault = 2,
        IfNull = 3,
    }

    /// <summary>A member of records of <typeparamref name="T"/>.</summary>
    internal abstract unsafe class RecordMember<T>
    {
        /// <summary>The name, in UTF-8.</summary>
        internal readonly byte[] Name;

        /// <summary>The name as the inside of a JSON string.</summary>
        internal readonly byte[] EscapedName;

        /// <summary><see cref="EscapedName"/> in its quotes, with the colon.</summary>
        internal readonly byte[] QuotedName;

        /// <summary>The kind of the slot of the member.</summary>
        internal readonly RecordKind Kind;

        /// <summary>Whether every JSON of a record has the member: it has a getter and is never omitted.</summary>
        internal readonly bool IsAlwaysWritten;

        /// <summary>Whether the member can be set; one that cannot be set is written and not read.</summary>
        internal readonly bool CanSet;

        /// <summary>Whether JSON without the member is refused.</summary>
        internal readonly bool IsRequired;

        protected RecordMember(string name, JsonEncoder encoder, RecordKind kind, bool isAlwaysWritten, bool canSet, bool isRequired)
        {
            IsRequired = isRequired;
            Name = Encoding.UTF8.GetBytes(name);
            EscapedName = encoder.Escape(name);
            QuotedName = new byte[EscapedName.Length + 3];
            Buffer.BlockCopy(EscapedName, 0, QuotedName, 1, EscapedName.Length);
            QuotedName[0] = (byte)'"';
            QuotedName[EscapedName.Length + 1] = (byte)'"';
            QuotedName[EscapedName.Length + 2] = (byte)':';
            Kind = kind;
            IsAlwaysWritten = isAlwaysWritten;
            CanSet = canSet;
        }

        /// <summary>Writes name and value, unless the member is omitted.</summary>
        internal abstract void Write(ref T record, JsonWriter writer);

        /// <summary>As <see cref="Write"/>; returns the parts of a value that has some, and has then written the name alone.</summary>
        internal abstract IEnumerator WriteOrParts(ref T record, JsonWriter writer);

        /// <summary>Whether values have parts.</summary>
        internal abstract bool HasParts { get; }

        /// <summary>Reads the value that begins with the reader's current token, and sets the member.</summary>
        internal abstract void Read(ref T record, ref JsonReader reader);

        /// <summary>Reads the value for a constructor.</summary>
        internal abstract object ReadValue(ref JsonReader reader);

        /// <summary>Sets the member to a value that <see cref="ReadValue"/> returned.</summary>
        internal abstract void SetValue(ref T record, object value);

        internal abstract void ToSlot(ref T record, RecordSlot* slot);

        /// <returns>False if the value of the slot does not fit the member.</returns>
        internal abstract bool FromSlot(ref T record, RecordSlot* slot, char* text);

        /// <summary>The value of a member of kind string.</summary>
        internal abstract string Text(ref T record);
    }

    internal sealed unsafe class RecordMember<T, V> : RecordMember<T>
    {
        private readonly RecordAccess<T, V> access;
        private readonly RecordValue<V> values;
        private readonly RecordOmission omission;

        internal RecordMember(string name, JsonEncoder encoder, RecordAccess<T, V> access, RecordValue<V> values,
            RecordOmission omission = RecordOmission.Never, bool isRequired = false)
            : base(name, encoder, values.Kind, access.CanGet && omission == RecordOmission.Never, access.CanSet, isRequired)
        {
            this.access = access;
            this.values = values;
            this.omission = omission;
        }

        internal override void Write(ref T record, JsonWriter writer)
        {
            V value;
            if (WriteName(ref record, writer, out value))
            {
                values.Write(writer, value);
            }
        }

        internal override bool HasParts => values.HasParts;

        internal override IEnumerator WriteOrParts(ref T record, JsonWriter writer)
        {
            V value;
            return WriteName(ref record, writer, out value) ? RecordParts.Of(writer, value, values) : null;
        }

        // Writes the name of a member that is not omitted.
        private bool WriteName(ref T record, JsonWriter writer, out V value)
        {
            value = default(V);
            if (!access.CanGet)
            {
                return false;
            }
            value = access.Get(ref record);
            if (omission != RecordOmission.Never && (omission == RecordOmission.IfNull ? value == null : values.IsDefault(value)))
            {
                return false;
            }
            writer.WriteQuotedName(QuotedName);
            return true;
        }

        internal override void Read(ref T record, ref JsonReader reader) => access.Set(ref record, values.Read(ref reader));

        internal override object ReadValue(ref JsonReader reader) => values.Read(ref reader);

        internal override void SetValue(ref T record, object value) => access.Set(ref record, (V)value);

        internal override void ToSlot(ref T record, RecordSlot* slot) => values.ToSlot(access.Get(ref record), slot);

        internal override bool FromSlot(ref T record, RecordSlot* slot, char* text)
        {
            V read;
            if (!values.FromSlot(slot, text, out read))
            {
                return false;
            }
            access.Set(ref record, read);
            return true;
        }

        internal override string Text(ref T record) => (string)(object)access.Get(ref record);
    }
}
