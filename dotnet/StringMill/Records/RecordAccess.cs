using System;
using System.Reflection;

namespace StringMill
{
    /// <summary>Gets a member of a record.</summary>
    /// <typeparam name="T">The record.</typeparam>
    /// <typeparam name="V">The member.</typeparam>
    /// <param name="record">The record, by reference, so that a struct is not copied.</param>
    /// <returns>The member's value.</returns>
    public delegate V RecordGetter<T, V>(ref T record);

    /// <summary>Sets a member of a record.</summary>
    /// <typeparam name="T">The record.</typeparam>
    /// <typeparam name="V">The member.</typeparam>
    /// <param name="record">The record, by reference, so that a struct itself changes and not a copy of it.</param>
    /// <param name="value">The member's new value.</param>
    public delegate void RecordSetter<T, V>(ref T record, V value);

    /// <summary>Gets and sets a member: properties by typed delegates, fields by reflection.</summary>
    internal sealed class RecordAccess<T, V>
    {
        // One of three pairs of fields is set.
        private readonly RecordGetter<T, V> getter;
        private readonly RecordSetter<T, V> setter;
        private readonly Func<T, V> objectGetter;
        private readonly Action<T, V> objectSetter;
        private readonly Func<object, object> anyGetter;
        private readonly Action<object, object> anySetter;

        /// <summary>Access by delegates of the caller.</summary>
        internal RecordAccess(RecordGetter<T, V> getter, RecordSetter<T, V> setter)
        {
            this.getter = getter;
            this.setter = setter;
        }

        internal RecordAccess(FieldInfo field)
        {
            anyGetter = field.GetValue;
            anySetter = field.IsInitOnly ? (Action<object, object>)null : field.SetValue;
        }

        /// <param name="property">The property.</param>
        /// <param name="all">Whether its accessors count if they are not public.</param>
        internal RecordAccess(PropertyInfo property, bool all)
        {
            MethodInfo get = property.GetGetMethod(all);
            MethodInfo set = property.GetSetMethod(all);
            if (!typeof(T).IsValueType)
            {
                objectGetter = Bind<Func<T, V>>(get);
                objectSetter = Bind<Action<T, V>>(set);
            }
            else if (RecordDelegates.AreUsable)
            {
                getter = Bind<RecordGetter<T, V>>(get);
                setter = Bind<RecordSetter<T, V>>(set);
            }
            else
            {
                anyGetter = get == null ? (Func<object, object>)null : property.GetValue;
                anySetter = set == null ? (Action<object, object>)null : property.SetValue;
            }
        }

        private static D Bind<D>(MethodInfo method)
            where D : class
        {
            return method == null ? null : (D)(object)Delegate.CreateDelegate(typeof(D), method);
        }

        /// <summary>Whether the member can be read from a record.</summary>
        internal bool CanGet => getter != null || objectGetter != null || anyGetter != null;

        /// <summary>Whether the member can be set.</summary>
        internal bool CanSet => setter != null || objectSetter != null || anySetter != null;

        /// <summary>The member's value.</summary>
        internal V Get(ref T record)
        {
            return getter != null ? getter(ref record) : objectGetter != null ? objectGetter(record) : (V)anyGetter(record);
        }

        /// <summary>Sets the member.</summary>
        internal void Set(ref T record, V value)
        {
            if (setter != null)
            {
                setter(ref record, value);
            }
            else if (objectSetter != null)
            {
                objectSetter(record, value);
            }
            else
            {
                object boxed = record;
                anySetter(boxed, value);
                record = (T)boxed;
            }
        }
    }

    /// <summary>Whether this runtime calls delegates of types that were made at run time.</summary>
    internal static class RecordDelegates
    {
        /// <summary>
        /// False if all code was compiled ahead of time: Mono then lacks the code that calls a delegate with a reference to
        /// a struct and a value of another type. Properties of structs are then set by reflection.
        /// </summary>
        internal static readonly bool AreUsable = Try();

        private struct Sample
        {
            public double Value { get; set; }
        }

        private static bool Try()
        {
            try
            {
                // Reflection hides the type of the delegate from ahead-of-time compilers.
                return (bool)typeof(RecordDelegates).GetMethod(nameof(TrySet), BindingFlags.Static | BindingFlags.NonPublic)
                    .MakeGenericMethod(typeof(Sample), typeof(double)).Invoke(null, null);
            }
            catch (TargetInvocationException)
            {
                return false;
            }
        }

        private static bool TrySet<T, V>()
        {
            MethodInfo setter = typeof(T).GetProperty(nameof(Sample.Value)).GetSetMethod();
            T record = default(T);
            ((RecordSetter<T, V>)Delegate.CreateDelegate(typeof(RecordSetter<T, V>), setter))(ref record, default(V));
            return true;
        }
    }
}
