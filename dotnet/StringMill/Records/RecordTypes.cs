using System;
using System.Collections.Generic;
using System.Reflection;

namespace StringMill
{
    /// <summary>Looks up how types are written and read, once for each type that a plan meets.</summary>
    internal sealed partial class RecordTypes
    {
        private readonly List<Type> numbers = new List<Type>();

        // Collections whose elements are looked up.
        private readonly HashSet<Type> unfinished = new HashSet<Type>();
        private readonly Dictionary<Type, RecordValue> values = new Dictionary<Type, RecordValue>();

        // How the members are written and read that have JsonNumberHandling, by its value.
        private readonly Dictionary<RecordNumberHandling, RecordTypes> handled = new Dictionary<RecordNumberHandling, RecordTypes>();
        private readonly bool quotesNumbers;

        internal RecordTypes(RecordOptions options)
            : this(options, false)
        {
        }

        private RecordTypes(RecordOptions options, bool quotesNumbers)
        {
            this.quotesNumbers = quotesNumbers;
            Options = options;
            Encoder = options.Encoder ?? JsonEncoder.DotNet;
            bool fromText = options.ReadNumbersFromStrings;
            values.Add(typeof(string), RecordString.One);
            Add(new RecordBool());
            Add(new RecordChar());
            AddNumber(new RecordInteger<sbyte>(sbyte.MinValue, (ulong)sbyte.MaxValue, fromText,
                value => (ulong)(long)value, bits => (sbyte)bits));
            AddNumber(new RecordInteger<byte>(0, byte.MaxValue, fromText, value => value, bits => (byte)bits));
            AddNumber(new RecordInteger<short>(short.MinValue, (ulong)short.MaxValue, fromText,
                value => (ulong)(long)value, bits => (short)bits));
            AddNumber(new RecordInteger<ushort>(0, ushort.MaxValue, fromText, value => value, bits => (ushort)bits));
            AddNumber(new RecordInteger<int>(int.MinValue, (ulong)int.MaxValue, fromText,
                value => (ulong)(long)value, bits => (int)bits));
            AddNumber(new RecordInteger<uint>(0, uint.MaxValue, fromText, value => value, bits => (uint)bits));
            AddNumber(new RecordInteger<long>(long.MinValue, long.MaxValue, fromText, value => (ulong)value, bits => (long)bits));
            AddNumber(new RecordInteger<ulong>(0, ulong.MaxValue, fromText, value => value, bits => bits));
            AddNumber(new RecordSingle(fromText));
            AddNumber(new RecordDouble(fromText));
            AddNumber(new RecordDecimal(fromText));
            Add(new RecordGuid());
            Add(new RecordDateTime());
            Add(new RecordDateTimeOffset());
            RecordFormats.AddTo(this, fromText);
            AddLists(RecordString.One);
            values[typeof(byte[])] = new RecordBytes();
        }

        /// <summary>How records are written and read.</summary>
        internal RecordOptions Options { get; }

        /// <summary>The encoder of all strings and names.</summary>
        internal JsonEncoder Encoder { get; }

        // All generic types over these are named here, so that a compiler ahead of time sees them.
        internal void Add<V>(RecordValue<V> value)
            where V : struct
        {
            RecordNullable<V> nullable = new RecordNullable<V>(value);
            values.Add(typeof(V), value);
            values.Add(typeof(V?), nullable);
            AddLists(value);
            AddLists(nullable);
        }

        internal void AddNumber<V>(RecordValue<V> value)
            where V : struct
        {
            numbers.Add(typeof(V));
            Add(quotesNumbers ? new RecordQuoted<V>(value) : value);
        }

        // The value of a member by its own handling of numbers, or by that of its type.
        private RecordValue HandledValueOf(Type type, string name, MemberInfo member, Type record)
        {
            RecordNumberHandling? own = RecordAttributes.NumberHandling(member);
            RecordNumberHandling? handling = own ?? RecordAttributes.NumberHandling(record);
            Type leaf = type;
            for (Type inner = type; inner != null; leaf = inner ?? leaf)
            {
                inner = Nullable.GetUnderlyingType(leaf) ?? (leaf.IsArray && leaf != typeof(byte[]) ? leaf.GetElementType()
                    : leaf == typeof(string) || IsRecord(leaf) ? null
                    : RecordCollectors.PairOf(leaf) != null ? RecordCollectors.PairOf(leaf)[1] : RecordCollectors.ElementOf(leaf));
            }
            bool isNumber = numbers.Contains(leaf);
            if (own.HasValue && !isNumber)
            {
                throw new NotSupportedException(name + " is of type " + type + ", whose numbers JsonNumberHandling does not reach;"
                    + " put the attribute on the members that are numbers");
            }
            if (!handling.HasValue || !isNumber)
            {
                return ValueOf(type, name);
            }
            RecordTypes types;
            if (!handled.TryGetValue(handling.Value, out types))
            {
                RecordOptions options = new RecordOptions
                {
                    Encoder = Encoder, ReadNumbersFromStrings = (handling & RecordNumberHandling.ReadFromString) != 0,
                };
                types = new RecordTypes(options, (handling & RecordNumberHandling.WriteAsString) != 0);
                handled.Add(handling.Value, types);
            }
            return types.ValueOf(type, name);
        }

        internal void AddClass<V>(RecordValue<V> value)
        {
            values.Add(typeof(V), value);
            AddLists(value);
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
                if (!unfinished.Add(type))
                {
                    throw new NotSupportedException(member + " is of type " + type + ", a collection of itself, which records do not support");
                }
                value = Make(type, member);
                unfinished.Remove(type);
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
                return EnumOf(type, RecordAttributes.IsEnumText(type) || Options.EnumsAsText, member);
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
            if (RecordCollectors.ElementOf(type) != null && !IsOfRuntime(type))
            {
                RecordAttributes.CheckRecord(type);
            }
            Type[] pair = RecordCollectors.PairOf(type);
            if (pair != null)
            {
                return Of(typeof(RecordMap<,,>), new[] { type, pair[0], pair[1] }, NameOf(pair[0], member),
                    ValueOf(pair[1], "a value" + element), Encoder);
            }
            inner = IsRecord(type) ? null : RecordCollectors.ElementOf(type);
            if (inner != null)
            {
                return Of(typeof(RecordCollection<,>), new[] { type, inner }, ValueOf(inner, "an element" + element));
            }
            if (!IsRecord(type))
            {
                throw new NotSupportedException(member + " is of type " + type + ", which records do not support; "
                    + RecordAttributes.RemedyOf(type));
            }
            return Of(typeof(RecordObject<>), new[] { type });
        }

        private RecordValue EnumOf(Type type, bool asText, string member)
        {
            RecordAttributes.CheckEnum(type);
            Type number = Enum.GetUnderlyingType(type);
            return Of(asText ? typeof(RecordEnumText<,>) : typeof(RecordEnum<,>), new[] { type, number }, ValueOf(number, member));
        }

        // The value of an enumeration, or of one that can be null, by its names.
        private RecordValue TextOf(Type type, string member)
        {
            Type inner = Nullable.GetUnderlyingType(type);
            if (!(inner ?? type).IsEnum)
            {
                throw new NotSupportedException(member + " is of type " + type + ", which JsonStringEnumConverter does not convert");
            }
            RecordValue value = EnumOf(inner ?? type, true, member);
            return inner == null ? value : Of(typeof(RecordNullable<>), new[] { inner }, value);
        }

        // The value of names in a dictionary: a string, or what is a string or number in JSON.
        private RecordValue NameOf(Type type, string member)
        {
            RecordOptions options = new RecordOptions { Encoder = Encoder, ReadNumbersFromStrings = true };
            RecordValue name = type.IsEnum ? EnumOf(type, true, member) : type == typeof(bool) ? RecordFormats.NameOfBool()
                : type == typeof(char) || type.Namespace == "System" && !type.IsGenericType && !type.IsArray && type != typeof(object)
                    ? new RecordTypes(options).ValueOf(type, "a name of " + member) : null;
            return name ?? throw new NotSupportedException("a name of " + member + " is of type " + type
                + ", which records do not support; take a string, number, Guid or enumeration");
        }

        private static RecordValue Of(Type generic, Type[] types, params object[] arguments)
        {
            return (RecordValue)Activator.CreateInstance(generic.MakeGenericType(types), arguments);
        }

        private static bool IsOfRuntime(Type type)
        {
            return type.Namespace != null && (type.Namespace == "System" || type.Namespace.StartsWith("System.", StringComparison.Ordinal));
        }

        // Types of the runtime itself are written by rules of their own, or not at all.
        private static bool IsRecord(Type type)
        {
            return !IsOfRuntime(type) && !type.IsPrimitive && !type.IsEnum && !type.IsInterface && !type.IsAbstract
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
            string name = typeof(T) + "." + member.Name;
            RecordValue<V> value = (RecordValue<V>)(RecordAttributes.IsEnumText(member)
                ? TextOf(typeof(V), name) : HandledValueOf(typeof(V), name, member, typeof(T)));
            RecordAccess<T, V> access = property == null ? new RecordAccess<T, V>((FieldInfo)member)
                : new RecordAccess<T, V>(property, RecordAttributes.IsIncluded(member));
            if (RecordAttributes.IsRequired(member) && !access.CanSet)
            {
                throw RecordAttributes.NoSetter(member);
            }
            return new RecordMember<T, V>(RecordAttributes.JsonName(member, Options), Encoder, access, value,
                RecordAttributes.Omission(member, Options.IgnoreNullValues && default(V) == null), RecordAttributes.IsRequired(member));
        }
    }
}
