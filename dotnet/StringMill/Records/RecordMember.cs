using System;
using System.Text;

namespace StringMill
{
    /// <summary>A member of records of <typeparamref name="T"/>.</summary>
    internal abstract unsafe class RecordMember<T>
    {
        /// <summary>The name, in UTF-8.</summary>
        internal readonly byte[] Name;

        /// <summary>The inside of the string that is written for it.</summary>
        internal readonly byte[] Written;

        /// <summary>That in its quotes, with the colon.</summary>
        internal readonly byte[] Quoted;

        /// <summary>What its slot holds.</summary>
        internal readonly RecordKind Kind;

        protected RecordMember(string name, JsonEncoder encoder, RecordKind kind)
        {
            Name = Encoding.UTF8.GetBytes(name);
            Written = encoder.Escape(name);
            Quoted = new byte[Written.Length + 3];
            Buffer.BlockCopy(Written, 0, Quoted, 1, Written.Length);
            Quoted[0] = (byte)'"';
            Quoted[Written.Length + 1] = (byte)'"';
            Quoted[Written.Length + 2] = (byte)':';
            Kind = kind;
        }

        /// <summary>Whether it can be set; what cannot is written and not read.</summary>
        internal abstract bool Sets { get; }

        /// <summary>Where the field stands, if the member is a string at a known place; else -1.</summary>
        internal abstract int TextOffset { get; }

        /// <summary>
        /// Where the field stands for the native library, if the member is a number or boolean at a known place that it
        /// may both read and write: <c>SMILL_RECORD_PLACE</c>; else 0.
        /// </summary>
        internal abstract uint Place { get; }

        internal abstract void Write(ref T record, byte* memory, JsonWriter writer);

        internal abstract void Read(ref T record, byte* memory, ref JsonReader reader);

        internal abstract void ToSlot(ref T record, byte* memory, RecordSlot* slot, JsonWriter pieces);

        /// <returns>False where the slot does not hold such a value.</returns>
        internal abstract bool FromSlot(ref T record, byte* memory, RecordSlot* slot, byte* src, char* text);

        /// <summary>What a member of kind string holds.</summary>
        internal abstract string Text(ref T record, byte* memory);
    }

    internal sealed unsafe class RecordMember<T, V> : RecordMember<T>
    {
        private readonly RecordAccess<T, V> access;
        private readonly RecordValue<V> value;

        internal RecordMember(string name, JsonEncoder encoder, RecordAccess<T, V> access, RecordValue<V> value)
            : base(name, encoder, value.Kind)
        {
            this.access = access;
            this.value = value;
        }

        internal override bool Sets => access.Sets;

        internal override int TextOffset => typeof(V) == typeof(string) ? access.Offset : -1;

        internal override uint Place
        {
            get
            {
                int width = Kind == RecordKind.Raw || !Sets ? 0 : NumberLen();
                return width == 0 || access.Offset < 0 || access.Offset >= 1 << 24 ? 0
                    : (uint)width << 24 | (uint)access.Offset;
            }
        }

        // Of enumerations that of their numbers.
        private static int NumberLen()
        {
            switch (Type.GetTypeCode(typeof(V)))
            {
                case TypeCode.Boolean:
                case TypeCode.SByte:
                case TypeCode.Byte:
                    return 1;
                case TypeCode.Int16:
                case TypeCode.UInt16:
                    return 2;
                case TypeCode.Int32:
                case TypeCode.UInt32:
                case TypeCode.Single:
                    return 4;
                case TypeCode.Int64:
                case TypeCode.UInt64:
                case TypeCode.Double:
                    return 8;
                default:
                    return 0;
            }
        }

        internal override void Write(ref T record, byte* memory, JsonWriter writer)
        {
            value.Write(writer, access.Get(ref record, memory));
        }

        internal override void Read(ref T record, byte* memory, ref JsonReader reader)
        {
            access.Set(ref record, memory, value.Read(ref reader));
        }

        internal override void ToSlot(ref T record, byte* memory, RecordSlot* slot, JsonWriter pieces)
        {
            value.ToSlot(access.Get(ref record, memory), slot, pieces);
        }

        internal override bool FromSlot(ref T record, byte* memory, RecordSlot* slot, byte* src, char* text)
        {
            V read;
            if (!value.FromSlot(slot, src, text, out read))
            {
                return false;
            }
            access.Set(ref record, memory, read);
            return true;
        }

        internal override string Text(ref T record, byte* memory)
        {
            return (string)(object)access.Get(ref record, memory);
        }
    }
}
