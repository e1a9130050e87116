// Typed references are used, which that warning does not know of.
#pragma warning disable 219

using System;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace StringMill
{
    /// <summary>
    /// Fields of records by their place in memory.
    ///
    /// <para>Without code that is made at run time, which AOT and IL2CPP do not have, reflection reaches a field through
    /// a box, at 50 ns to 1 us for each; a place is read in a few instructions, and needs no generic code for each kind of
    /// record. No runtime tells a place, so it is found by marks: a field that is set by reflection shows in the memory of
    /// an instance that was all zeros, and what is then stored there must come back by reflection. A field for which
    /// either fails, and every field of a runtime that lays out objects in another way, is left to reflection.</para>
    ///
    /// <para>All rests on three parts of the C# language and no other: a reference that is seen as one of another class
    /// (a struct of explicit layout), <c>fixed</c> over its first field, and <c>__makeref</c> and <c>__refvalue</c>,
    /// whose address is replaced.</para>
    /// </summary>
    internal static unsafe class RecordMemory
    {
        /// <summary>An object whose first field, whatever it is, is taken for a byte.</summary>
        internal sealed class Fields
        {
            internal byte First;
        }

        /// <summary>One field, whose place in an object is that of every first field.</summary>
        private sealed class Holder<V>
        {
            internal V Value;
        }

        [StructLayout(LayoutKind.Explicit)]
        private struct Reference
        {
            [FieldOffset(0)]
            internal object Any;

            [FieldOffset(0)]
            internal Fields Fields;
        }

        /// <summary>A string's units stand so far behind its first field, which is their number.</summary>
        internal const int UnitsAt = sizeof(int);

        /// <summary>Which word of a typed reference is the address; -1 where nothing of this can be used.</summary>
        internal static readonly int AddressWord = FindAddressWord();

        private static int FindAddressWord()
        {
            try
            {
                long value = 0x0102030405060708;
                TypedReference reference = __makeref(value);
                for (int word = 0; word < sizeof(TypedReference) / sizeof(IntPtr); word++)
                {
                    if (((IntPtr*)&reference)[word] == (IntPtr)(&value))
                    {
                        return IsRightAbout(word) && IsTextAsSaid("marked") ? word : -1;
                    }
                }
            }
            catch (Exception fault)
            {
                // An interpreter or compiler ahead of time that does not know typed references.
                System.Diagnostics.Trace.WriteLine("StringMill: fields of records by reflection: " + fault.Message);
            }
            return -1;
        }

        private static bool IsRightAbout(int word)
        {
            Holder<string> holder = new Holder<string>();
            holder.Value = "mark";
            Reference seen = default(Reference);
            seen.Any = holder;
            fixed (byte* first = &seen.Fields.First)
            {
                string text = null;
                TypedReference reference = __makeref(text);
                ((IntPtr*)&reference)[word] = (IntPtr)first;
                return ReferenceEquals(__refvalue(reference, string), holder.Value);
            }
        }

        private static bool IsTextAsSaid(string text)
        {
            fixed (byte* head = &Of(text).First)
            fixed (char* units = text)
            {
                return *(int*)head == text.Length && (byte*)units == head + UnitsAt;
            }
        }

        /// <summary>The fields of an object, to be pinned.</summary>
        internal static Fields Of(object record)
        {
            Reference seen = default(Reference);
            seen.Any = record;
            return seen.Fields;
        }

        /// <summary>The address of a local variable or of a parameter, which never moves.</summary>
        internal static byte* OfLocal<T>(ref T local)
        {
            TypedReference reference = __makeref(local);
            return (byte*)((void**)&reference)[AddressWord];
        }

        /// <summary>What stands at an address that does not move.</summary>
        internal static V Get<V>(byte* address)
        {
            V none = default(V);
            TypedReference reference = __makeref(none);
            ((void**)&reference)[AddressWord] = address;
            return __refvalue(reference, V);
        }

        /// <summary>The text at an address that does not move; without generic code, which costs an interpreter.</summary>
        internal static string Text(byte* address)
        {
            string none = null;
            TypedReference reference = __makeref(none);
            ((void**)&reference)[AddressWord] = address;
            return __refvalue(reference, string);
        }

        /// <summary>Stores at an address that does not move.</summary>
        internal static void Set<V>(byte* address, V value)
        {
            V none = default(V);
            TypedReference reference = __makeref(none);
            ((void**)&reference)[AddressWord] = address;
            __refvalue(reference, V) = value;
        }

        /// <summary>Where a field stands behind the first one of its object or struct; -1 where that is not known.</summary>
        internal static int OffsetOf<V>(FieldInfo field, Type record)
        {
            if (AddressWord < 0)
            {
                return -1;
            }
            try
            {
                object mark = Mark(typeof(V), 0);
                Holder<V> alone = new Holder<V>();
                alone.Value = (V)mark;
                object marked = NewRecord(record);
                field.SetValue(marked, mark);
                int offset = FirstOther(marked) - FirstOther(alone);
                if (HasReferences(typeof(V)))
                {
                    // The lowest bytes of an address may be zero; references stand at whole words.
                    offset = FirstOther(marked) / sizeof(IntPtr) * sizeof(IntPtr)
                        - FirstOther(alone) / sizeof(IntPtr) * sizeof(IntPtr);
                }
                return offset >= 0 && ComesBack<V>(field, NewRecord(record), offset, mark) ? offset : -1;
            }
            catch (Exception fault)
            {
                System.Diagnostics.Trace.WriteLine("StringMill: " + field + " by reflection: " + fault.Message);
                return -1;
            }
        }

        private static bool ComesBack<V>(FieldInfo field, object record, int offset, object mark)
        {
            fixed (byte* memory = &Of(record).First)
            {
                Set(memory + offset, (V)mark);
                return Equals(field.GetValue(record), mark) && Equals(Get<V>(memory + offset), mark);
            }
        }

        private static object NewRecord(Type type)
        {
            object made = RuntimeHelpers.GetUninitializedObject(type);
            GC.SuppressFinalize(made);
            return made;
        }

        // The first byte of an object that is not zero: there is one, as a field of it was marked, and marks are not
        // all zeros.
        private static int FirstOther(object record)
        {
            fixed (byte* memory = &Of(record).First)
            {
                int at = 0;
                while (memory[at] == 0)
                {
                    at++;
                }
                return at;
            }
        }

        /// <summary>A value whose every part is other than zero.</summary>
        private static object Mark(Type type, int depth)
        {
            if (type.IsEnum)
            {
                return Enum.ToObject(type, (byte)1);
            }
            switch (Type.GetTypeCode(type))
            {
                case TypeCode.Boolean: return true;
                case TypeCode.DateTime: return new DateTime(0x0101010101010101);
                case TypeCode.Decimal: return new decimal(0x01010101, 0x01010101, 0x01010101, true, 1);
                case TypeCode.String: return new string('x', 1);
                case TypeCode.Char: return '\u0101';
                case TypeCode.SByte:
                case TypeCode.Byte:
                case TypeCode.Int16:
                case TypeCode.UInt16:
                case TypeCode.Int32:
                case TypeCode.UInt32:
                case TypeCode.Int64:
                case TypeCode.UInt64:
                case TypeCode.Single:
                case TypeCode.Double:
                    return Convert.ChangeType(1, type);
            }
            if (type.IsArray)
            {
                return Array.CreateInstance(type.GetElementType(), 0);
            }
            Type nullable = Nullable.GetUnderlyingType(type);
            if (nullable != null)
            {
                return Mark(nullable, depth);
            }
            object made = NewRecord(type);
            if (type.IsValueType)
            {
                FieldInfo[] fields = type.GetFields(AllFields);
                if (fields.Length == 0 || depth == 8)
                {
                    throw new NotSupportedException("nothing in " + type + " can be marked");
                }
                foreach (FieldInfo field in fields)
                {
                    field.SetValue(made, Mark(field.FieldType, depth + 1));
                }
            }
            return made;
        }

        private static bool HasReferences(Type type)
        {
            if (!type.IsValueType)
            {
                return true;
            }
            if (!type.IsPrimitive && !type.IsEnum)
            {
                foreach (FieldInfo field in type.GetFields(AllFields))
                {
                    if (HasReferences(field.FieldType))
                    {
                        return true;
                    }
                }
            }
            return false;
        }

        private const BindingFlags AllFields = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;
    }
}
