using System;
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
        internal readonly byte[] Written;

        /// <summary>That in its quotes, with the colon.</summary>
        internal readonly byte[] Quoted;

        /// <summary>The kind of its slot.</summary>
        internal readonly RecordKind Kind;

        /// <summary>Whether it is in every JSON: it has a getter and is never omitted.</summary>
        internal readonly bool IsAlwaysWritten;

        /// <summary>Whether it can be set; a member that cannot is written and not read.</summary>
        internal readonly bool Sets;

        protected RecordMember(string name, JsonEncoder encoder, RecordKind kind, bool isAlwaysWritten, bool sets)
        {
            Name = Encoding.UTF8.GetBytes(name);
            Written = encoder.Escape(name);
            Quoted = new byte[Written.Length + 3];
            Buffer.BlockCopy(Written, 0, Quoted, 1, Written.Length);
            Quoted[0] = (byte)'"';
            Quoted[Written.Length + 1] = (byte)'"';
            Quoted[Written.Length + 2] = (byte)':';
            Kind = kind;
            IsAlwaysWritten = isAlwaysWritten;
            Sets = sets;
        }

        /// <summary>Writes name and value, unless the member is omitted.</summary>
        internal abstract void Write(ref T record, JsonWriter writer);

        /// <summary>Reads the value that begins with the reader's current token, and sets the member.</summary>
        internal abstract void Read(ref T record, ref JsonReader reader);

        /// <summary>Reads the value for a constructor.</summary>
        internal abstract object ReadValue(ref JsonReader reader);

        /// <summary>Sets the member to a value that <see cref="ReadValue"/> returned.</summary>
        internal abstract void SetValue(ref T record, object value);

        internal abstract void ToSlot(ref T record, RecordSlot* slot);

        /// <returns>False if the slot does not hold such a value.</returns>
        internal abstract bool FromSlot(ref T record, RecordSlot* slot, char* text);

        /// <summary>The value of a member of kind string.</summary>
        internal abstract string Text(ref T record);
    }

    internal sealed unsafe class RecordMember<T, V> : RecordMember<T>
    {
        private readonly RecordAccess<T, V> access;
        private readonly RecordValue<V> value;
        private readonly RecordOmission omission;

        internal RecordMember(string name, JsonEncoder encoder, RecordAccess<T, V> access, RecordValue<V> value,
            RecordOmission omission = RecordOmission.Never)
            : base(name, encoder, value.Kind, access.Gets && omission == RecordOmission.Never, access.Sets)
        {
            this.access = access;
            this.value = value;
            this.omission = omission;
        }

        internal override void Write(ref T record, JsonWriter writer)
        {
            if (!access.Gets)
            {
                return;
            }
            V held = access.Get(ref record);
            if (omission != RecordOmission.Never && (omission == RecordOmission.IfNull ? held == null : value.IsDefault(held)))
            {
                return;
            }
            writer.WriteQuotedName(Quoted);
            value.Write(writer, held);
        }

        internal override void Read(ref T record, ref JsonReader reader) => access.Set(ref record, value.Read(ref reader));

        internal override object ReadValue(ref JsonReader reader) => value.Read(ref reader);

        internal override void SetValue(ref T record, object value) => access.Set(ref record, (V)value);

        internal override void ToSlot(ref T record, RecordSlot* slot) => value.ToSlot(access.Get(ref record), slot);

        internal override bool FromSlot(ref T record, RecordSlot* slot, char* text)
        {
            V read;
            if (!value.FromSlot(slot, text, out read))
            {
                return false;
            }
            access.Set(ref record, read);
            return true;
        }

        internal override string Text(ref T record) => (string)(object)access.Get(ref record);
    }
}
