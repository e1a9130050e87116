using System;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace StringMill
{
    /// <summary>Gets a member of a record.</summary>
    /// <typeparam name="T">The record.</typeparam>
    /// <typeparam name="V">The member.</typeparam>
    /// <param name="record">The record, by reference, so that a struct is not copied.</param>
    /// <returns>What the member holds.</returns>
    public delegate V RecordGetter<T, V>(ref T record);

    /// <summary>Sets a member of a record.</summary>
    /// <typeparam name="T">The record.</typeparam>
    /// <typeparam name="V">The member.</typeparam>
    /// <param name="record">The record, by reference, so that it is not a copy of a struct that changes.</param>
    /// <param name="value">What the member shall hold.</param>
    public delegate void RecordSetter<T, V>(ref T record, V value);

    /// <summary>A way to a member of a record.</summary>
    internal abstract unsafe class RecordAccess<T, V>
    {
        /// <summary>What the member holds.</summary>
        /// <param name="record">The record.</param>
        /// <param name="memory">Its fields, where they do not move; null where their places are not known.</param>
        internal abstract V Get(ref T record, byte* memory);

        /// <summary>Sets the member.</summary>
        internal abstract void Set(ref T record, byte* memory, V value);

        /// <summary>Whether the member can be set.</summary>
        internal abstract bool Sets { get; }

        /// <summary>The place of a field that is reached by it; -1 for any other way.</summary>
        internal virtual int Offset => -1;

        /// <summary>The way to a field: by its place, or where that is not known by reflection.</summary>
        internal static RecordAccess<T, V> Of(FieldInfo field)
        {
            int offset = RecordMemory.OffsetOf<V>(field, typeof(T));
            return offset >= 0 ? (RecordAccess<T, V>)new AtOffset(offset, !field.IsInitOnly) : new Reflected(field);
        }

        /// <summary>
        /// The way to a property: by the place of its field, where both methods are those that the compiler makes; else by
        /// delegates to them.
        /// </summary>
        internal static RecordAccess<T, V> Of(PropertyInfo property)
        {
            MethodInfo getter = property.GetGetMethod();
            MethodInfo setter = property.GetSetMethod();
            FieldInfo field = IsAutomatic(getter) && (setter == null || IsAutomatic(setter))
                ? property.DeclaringType.GetField("<" + property.Name + ">k__BackingField",
                    BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.DeclaredOnly)
                : null;
            int offset = field == null || field.FieldType != typeof(V) ? -1 : RecordMemory.OffsetOf<V>(field, typeof(T));
            if (offset >= 0)
            {
                return new AtOffset(offset, setter != null);
            }
            if (typeof(T).IsValueType)
            {
                return new ByReference(
                    (RecordGetter<T, V>)Delegate.CreateDelegate(typeof(RecordGetter<T, V>), getter),
                    setter == null ? null
                        : (RecordSetter<T, V>)Delegate.CreateDelegate(typeof(RecordSetter<T, V>), setter));
            }
            return new ByObject((Func<T, V>)Delegate.CreateDelegate(typeof(Func<T, V>), getter),
                setter == null ? null : (Action<T, V>)Delegate.CreateDelegate(typeof(Action<T, V>), setter));
        }

        /// <summary>Whether the compiler has made a method of a property, and no other class has another.</summary>
        private static bool IsAutomatic(MethodInfo method)
        {
            return (!method.IsVirtual || method.IsFinal) && method.IsDefined(typeof(CompilerGeneratedAttribute), false);
        }

        /// <summary>The way that the caller knows.</summary>
        internal static RecordAccess<T, V> Of(RecordGetter<T, V> getter, RecordSetter<T, V> setter)
        {
            return new ByReference(getter, setter);
        }

        private sealed class ByReference : RecordAccess<T, V>
        {
            private readonly RecordGetter<T, V> getter;
            private readonly RecordSetter<T, V> setter;

            internal ByReference(RecordGetter<T, V> getter, RecordSetter<T, V> setter)
            {
                this.getter = getter;
                this.setter = setter;
            }

            internal override bool Sets => setter != null;

            internal override V Get(ref T record, byte* memory)
            {
                return getter(ref record);
            }

            internal override void Set(ref T record, byte* memory, V value)
            {
                setter(ref record, value);
            }
        }

        private sealed class ByObject : RecordAccess<T, V>
        {
            private readonly Func<T, V> getter;
            private readonly Action<T, V> setter;

            internal ByObject(Func<T, V> getter, Action<T, V> setter)
            {
                this.getter = getter;
                this.setter = setter;
            }

            internal override bool Sets => setter != null;

            internal override V Get(ref T record, byte* memory)
            {
                return getter(record);
            }

            internal override void Set(ref T record, byte* memory, V value)
            {
                setter(record, value);
            }
        }

        private sealed class AtOffset : RecordAccess<T, V>
        {
            private readonly int offset;
            private readonly bool sets;

            internal AtOffset(int offset, bool sets)
            {
                this.offset = offset;
                this.sets = sets;
            }

            internal override bool Sets => sets;

            internal override int Offset => offset;

            internal override V Get(ref T record, byte* memory)
            {
                return RecordMemory.Get<V>(memory + offset);
            }

            internal override void Set(ref T record, byte* memory, V value)
            {
                RecordMemory.Set(memory + offset, value);
            }
        }

        private sealed class Reflected : RecordAccess<T, V>
        {
            private readonly FieldInfo field;

            internal Reflected(FieldInfo field)
            {
                this.field = field;
            }

            internal override bool Sets => !field.IsInitOnly;

            internal override V Get(ref T record, byte* memory)
            {
                return (V)field.GetValue(record);
            }

            internal override void Set(ref T record, byte* memory, V value)
            {
                object boxed = record;
                field.SetValue(boxed, value);
                record = (T)boxed;
            }
        }
    }
}
