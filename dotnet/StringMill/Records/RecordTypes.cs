using System;
using System.Collections.Generic;
using System.Reflection;

namespace StringMill
{
    /// <summary>Looks up how types are written and read, once for each type that a plan meets.</summary>
    internal sealed class RecordTypes
    {
        private readonly RecordOptions options;
        private readonly JsonEncoder encoder;
        private readonly Dictionary<Type, RecordValue> values = new Dictionary<Type, RecordValue>();

        internal RecordTypes(RecordOptions options)
        {
            this.options = options;
            encoder = options.Encoder ?? JsonEncoder.DotNet;
            values.Add(typeof(string), RecordString.One);
            Add(new RecordBool());
            Add(new RecordSByte());
            Add(new RecordByte());
            Add(new RecordInt16());
            Add(new RecordUInt16());
            Add(new RecordInt32());
            Add(new RecordUInt32());
            Add(new RecordInt64());
            Add(new RecordUInt64());
            Add(new RecordSingle());
            Add(new RecordDouble());
            Add(new RecordDecimal());
            Add(new RecordDateTime());
            AddLists(RecordString.One);
            values[typeof(byte[])] = new RecordBytes();
        }

        // All that is made of these is named here, so that a compiler ahead of time sees it.
        private void Add<V>(RecordStruct<V> value)
            where V : struct
        {
            RecordValue<V?> nullable = value.Nullable();
            values.Add(typeof(V), value);
            values.Add(typeof(V?), nullable);
            AddLists(value);
            AddLists(nullable);
        }

        private void AddLists<V>(RecordValue<V> value)
        {
            values.Add(typeof(V[]), new RecordArray<V>(value));
            values.Add(typeof(List<V>), new RecordList<V>(value));
        }

        /// <summary>The plan of a type.</summary>
        internal RecordPlan<T> PlanOf<T>()
        {
            if (!IsRecord(typeof(T)))
            {
                throw new NotSupportedException(typeof(T) + " is no class or struct with members of its own");
            }
            return ((RecordNested<T>)ValueOf(typeof(T), null)).Plan;
        }

        /// <summary>How values of a type are written and read, as a member asks.</summary>
        internal RecordValue<V> ValueOf<V>(string member)
        {
            return (RecordValue<V>)ValueOf(typeof(V), member);
        }

        private RecordValue ValueOf(Type type, string member)
        {
            RecordValue value;
            if (!values.TryGetValue(type, out value))
            {
                value = Make(type, member);
                values[type] = value;
                IRecordNested nested = value as IRecordNested;
                if (nested != null)
                {
                    // After it can be found: a type may have members of itself.
                    nested.MakePlan(this);
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
            if (type.IsArray && type == type.GetElementType().MakeArrayType())
            {
                inner = type.GetElementType();
                return Of(typeof(RecordArray<>), new[] { inner }, ValueOf(inner, member));
            }
            if (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(List<>))
            {
                inner = type.GetGenericArguments()[0];
                return Of(typeof(RecordList<>), new[] { inner }, ValueOf(inner, member));
            }
            if (!IsRecord(type))
            {
                throw new NotSupportedException(member + " is of type " + type + ", which records do not support");
            }
            return Of(typeof(RecordNested<>), new[] { type });
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

        /// <summary>The members of a type.</summary>
        internal RecordMember<T>[] MembersOf<T>()
        {
            RecordAttributes.CheckRecord(typeof(T));
            List<RecordMember<T>> members = new List<RecordMember<T>>();
            foreach (MemberInfo member in RecordMembers.Of(typeof(T), !options.IgnoreFields))
            {
                PropertyInfo property = member as PropertyInfo;
                members.Add(property != null ? Call<T>("PropertyOf", property.PropertyType, member)
                    : Call<T>("FieldOf", ((FieldInfo)member).FieldType, member));
            }
            return members.ToArray();
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
                // Of a type that cannot be an argument: a pointer, or one that lives on the stack alone.
                throw new NotSupportedException(typeof(T) + "." + member.Name + " is of type " + type
                    + ", which records do not support", fault);
            }
        }

        private RecordMember<T> PropertyOf<T, V>(PropertyInfo property)
        {
            return new RecordMember<T, V>(RecordAttributes.JsonName(property), encoder, RecordAccess<T, V>.Of(property),
                ValueOf<V>(typeof(T) + "." + property.Name));
        }

        private RecordMember<T> FieldOf<T, V>(FieldInfo field)
        {
            RecordValue<V> value = ValueOf<V>(typeof(T) + "." + field.Name);
            return new RecordMember<T, V>(RecordAttributes.JsonName(field), encoder, RecordAccess<T, V>.Of(field), value);
        }

        /// <summary>What is checked when records are read.</summary>
        internal JsonTextPolicy Policy
        {
            get { return options.Policy; }
        }

        /// <summary>The encoder of all that is planned.</summary>
        internal JsonEncoder Encoder
        {
            get { return encoder; }
        }
    }
}
