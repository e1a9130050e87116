using System;
using System.Collections.Generic;
using System.Reflection;

namespace StringMill
{
    /// <summary>Looks up how types are written and read, once for each type that a plan meets.</summary>
    internal sealed class RecordTypes
    {
        private readonly Dictionary<Type, RecordValue> values = new Dictionary<Type, RecordValue>();

        internal RecordTypes(RecordOptions options)
        {
            Options = options;
            Encoder = options.Encoder ?? JsonEncoder.DotNet;
            bool fromText = options.ReadNumbersFromStrings;
            values.Add(typeof(string), RecordString.One);
            Add(new RecordBool());
            Add(new RecordChar());
            Add(new RecordInteger<sbyte>(sbyte.MinValue, (ulong)sbyte.MaxValue, fromText,
                value => (ulong)(long)value, bits => (sbyte)bits));
            Add(new RecordInteger<byte>(0, byte.MaxValue, fromText, value => value, bits => (byte)bits));
            Add(new RecordInteger<short>(short.MinValue, (ulong)short.MaxValue, fromText,
                value => (ulong)(long)value, bits => (short)bits));
            Add(new RecordInteger<ushort>(0, ushort.MaxValue, fromText, value => value, bits => (ushort)bits));
            Add(new RecordInteger<int>(int.MinValue, (ulong)int.MaxValue, fromText,
                value => (ulong)(long)value, bits => (int)bits));
            Add(new RecordInteger<uint>(0, uint.MaxValue, fromText, value => value, bits => (uint)bits));
            Add(new RecordInteger<long>(long.MinValue, long.MaxValue, fromText, value => (ulong)value, bits => (long)bits));
            Add(new RecordInteger<ulong>(0, ulong.MaxValue, fromText, value => value, bits => bits));
            Add(new RecordSingle(fromText));
            Add(new RecordDouble(fromText));
            Add(new RecordDecimal(fromText));
            Add(new RecordGuid());
            Add(new RecordDateTime());
            Add(new RecordDateTimeOffset());
            AddLists(RecordString.One);
            values[typeof(byte[])] = new RecordBytes();
        }

        /// <summary>How records are written and read.</summary>
        internal RecordOptions Options { get; }

        /// <summary>The encoder of all strings and names.</summary>
        internal JsonEncoder Encoder { get; }

        // All generic types over these are named here, so that a compiler ahead of time sees them.
        private void Add<V>(RecordValue<V> value)
            where V : struct
        {
            RecordNullable<V> nullable = new RecordNullable<V>(value);
            values.Add(typeof(V), value);
            values.Add(typeof(V?), nullable);
            AddLists(value);
            AddLists(nullable);
        }

        private void AddLists<V>(RecordValue<V> value)
        {
            values.Add(typeof(V[]), new RecordArray<V>(value));
            values.Add(typeof(List<V>), new RecordList<V>(value));
            values.Add(typeof(Dictionary<string, V>), new RecordDictionary<V>(value));
        }

        /// <summary>The plan of a type.</summary>
        internal RecordPlan<T> PlanOf<T>() => new RecordPlan<T>(this, ValueOf<T>("the record"));

        private static bool IsOf(Type type, Type definition)
        {
            return type.IsGenericType && type.GetGenericTypeDefinition() == definition;
        }

        /// <summary>The value of a type. A refusal names the member.</summary>
        internal RecordValue<V> ValueOf<V>(string member) => (RecordValue<V>)ValueOf(typeof(V), member);

        private RecordValue ValueOf(Type type, string member)
        {
            RecordValue value;
            if (!values.TryGetValue(type, out value))
            {
                value = Make(type, member);
                values[type] = value;
                IRecordObject made = value as IRecordObject;
                if (made != null)
                {
                    made.FindMembers(this);
                }
            }
            return value;
        }

        private RecordValue Make(Type type, string member)
        {
            if (type.IsEnum)
            {
                RecordAttributes.CheckEnum(type);
                Type number = Enum.GetUnderlyingType(type);
                return Of(typeof(RecordEnum<,>), new[] { type, number }, ValueOf(number, member));
            }
            Type inner = Nullable.GetUnderlyingType(type);
            if (inner != null)
            {
                return Of(typeof(RecordNullable<>), new[] { inner }, ValueOf(inner, member));
            }
            string element = " of " + member + " (" + type + ")";
            if (type.IsArray && type == type.GetElementType().MakeArrayType())
            {
                inner = type.GetElementType();
                return Of(typeof(RecordArray<>), new[] { inner }, ValueOf(inner, "an element" + element));
            }
            if (IsOf(type, typeof(List<>)))
            {
                inner = type.GetGenericArguments()[0];
                return Of(typeof(RecordList<>), new[] { inner }, ValueOf(inner, "an element" + element));
            }
            if (IsOf(type, typeof(Dictionary<,>)) && type.GetGenericArguments()[0] == typeof(string))
            {
                inner = type.GetGenericArguments()[1];
                return Of(typeof(RecordDictionary<>), new[] { inner }, ValueOf(inner, "a value" + element));
            }
            if (!IsRecord(type))
            {
                throw new NotSupportedException(member + " is of type " + type + ", which records do not support");
            }
            return Of(typeof(RecordObject<>), new[] { type });
        }

        private static RecordValue Of(Type generic, Type[] types, params object[] arguments)
        {
            return (RecordValue)Activator.CreateInstance(generic.MakeGenericType(types), arguments);
        }

        // Types of the runtime itself are written by rules of their own, or not at all.
        private static bool IsRecord(Type type)
        {
            bool isOfRuntime = type.Namespace != null
                && (type.Namespace == "System" || type.Namespace.StartsWith("System.", StringComparison.Ordinal));
            return !isOfRuntime && !type.IsPrimitive && !type.IsEnum && !type.IsInterface && !type.IsAbstract
                && !type.IsPointer && !type.IsArray && !type.IsGenericParameter
                && !typeof(Delegate).IsAssignableFrom(type)
                && !typeof(System.Collections.IEnumerable).IsAssignableFrom(type);
        }

        /// <summary>The members of a type, and the constructor that takes some of them; null for one without parameters.</summary>
        internal RecordMember<T>[] MembersOf<T>(out RecordConstructor<T> constructor)
        {
            RecordAttributes.CheckRecord(typeof(T));
            List<string> ignored;
            List<MemberInfo> infos = RecordMembers.Of(typeof(T), Options, out ignored);
            RecordMember<T>[] members = infos.ConvertAll(MemberOf<T>).ToArray();
            constructor = RecordConstructor<T>.Of(members, infos, ignored);
            return members;
        }

        private RecordMember<T> MemberOf<T>(MemberInfo member)
        {
            return Call<T>(nameof(MemberOfType), RecordMembers.TypeOf(member), member);
        }

        private RecordMember<T> Call<T>(string method, Type type, MemberInfo member)
        {
            try
            {
                MethodInfo made = typeof(RecordTypes).GetMethod(method, BindingFlags.Instance | BindingFlags.NonPublic)
                    .MakeGenericMethod(typeof(T), type);
                return (RecordMember<T>)made.Invoke(this, new object[] { member });
            }
            catch (TargetInvocationException fault)
            {
                System.Runtime.ExceptionServices.ExceptionDispatchInfo.Capture(fault.InnerException).Throw();
                throw;
            }
            catch (ArgumentException fault)
            {
                // The type of the member cannot be a type argument: it is a pointer or a ref struct.
                throw new NotSupportedException(typeof(T) + "." + member.Name + " is of type " + type
                    + ", which records do not support", fault);
            }
        }

        private RecordMember<T> MemberOfType<T, V>(MemberInfo member)
        {
            PropertyInfo property = member as PropertyInfo;
            RecordValue<V> value = ValueOf<V>(typeof(T) + "." + member.Name);
            RecordAccess<T, V> access = property == null ? new RecordAccess<T, V>((FieldInfo)member)
                : new RecordAccess<T, V>(property, RecordAttributes.IsIncluded(member));
            return new RecordMember<T, V>(RecordAttributes.JsonName(member, Options), Encoder, access, value,
                RecordAttributes.Omission(member));
        }
    }
}
