using System;
using System.Collections.Generic;
using System.Reflection;
using System.Runtime.ExceptionServices;

namespace StringMill
{
    /// <summary>
    /// A constructor that takes values of members: the one with <c>JsonConstructor</c>, or the only public one of a class.
    /// </summary>
    internal sealed class RecordConstructor<T>
    {
        private readonly Func<object[], T> make;
        private readonly RecordMember<T>[] members;
        private readonly object[] defaults;

        /// <summary>For each member the number of its parameter, or -1.</summary>
        private readonly int[] parameterOf;

        /// <summary>The first parameter without a member; null if there is none.</summary>
        private readonly string unboundParameter;

        private RecordConstructor(ConstructorInfo constructor, RecordMember<T>[] members, List<MemberInfo> infos,
            List<string> ignored)
        {
            make = values => (T)constructor.Invoke(values);
            this.members = members;
            ParameterInfo[] parameters = constructor.GetParameters();
            defaults = Array.ConvertAll(parameters, parameter => parameter.HasDefaultValue ? parameter.DefaultValue : null);
            parameterOf = new int[members.Length];
            Array.Fill(parameterOf, -1);
            for (int i = 0; i < parameters.Length; i++)
            {
                ParameterInfo parameter = parameters[i];
                int number = infos.FindIndex(info => IsFor(info, parameter));
                if (number >= 0)
                {
                    parameterOf[number] = i;
                }
                else if (!ignored.Exists(name => name.Equals(parameter.Name, StringComparison.OrdinalIgnoreCase)))
                {
                    unboundParameter = unboundParameter ?? parameter.Name;
                }
            }
        }

        /// <summary>A constructor of generated code.</summary>
        /// <param name="make">Calls it.</param>
        /// <param name="members">The members.</param>
        /// <param name="defaults">What each parameter takes if the JSON lacks its member.</param>
        /// <param name="parameterOf">For each member the number of its parameter, or -1.</param>
        /// <param name="unboundParameter">The first parameter without a member; null if there is none.</param>
        internal RecordConstructor(Func<object[], T> make, RecordMember<T>[] members, object[] defaults, int[] parameterOf,
            string unboundParameter)
        {
            this.make = make;
            this.members = members;
            this.defaults = defaults;
            this.parameterOf = parameterOf;
            this.unboundParameter = unboundParameter;
        }

        private static bool IsFor(MemberInfo info, ParameterInfo parameter)
        {
            return info.Name.Equals(parameter.Name, StringComparison.OrdinalIgnoreCase)
                && RecordMembers.TypeOf(info) == parameter.ParameterType;
        }

        /// <summary>The constructor of a type; null for one without parameters.</summary>
        internal static RecordConstructor<T> Of(RecordMember<T>[] members, List<MemberInfo> infos, List<string> ignored)
        {
            ConstructorInfo constructor = RecordAttributes.Constructor(typeof(T));
            return constructor == null ? null : new RecordConstructor<T>(constructor, members, infos, ignored);
        }

        /// <summary>Whether it has a parameter for a member.</summary>
        internal bool Takes(int member) => parameterOf[member] >= 0;

        /// <summary>The values of a record whose JSON is being read.</summary>
        internal sealed class Arguments
        {
            private readonly RecordConstructor<T> constructor;
            internal readonly object[] Values;
            internal readonly List<KeyValuePair<int, object>> MembersToSet = new List<KeyValuePair<int, object>>();

            internal Arguments(RecordConstructor<T> constructor)
            {
                this.constructor = constructor;
                Values = (object[])constructor.defaults.Clone();
            }

            /// <summary>Takes the value of a member. If one comes twice, the last one counts.</summary>
            internal void Add(int member, object value)
            {
                int parameter = constructor.parameterOf[member];
                if (parameter >= 0)
                {
                    Values[parameter] = value;
                }
                else
                {
                    MembersToSet.Add(new KeyValuePair<int, object>(member, value));
                }
            }
        }

        internal Arguments Begin()
        {
            if (unboundParameter != null)
            {
                throw new NotSupportedException("the constructor of " + typeof(T) + " has a parameter " + unboundParameter
                    + " that no member has name and type of, so the type is only written");
            }
            return new Arguments(this);
        }

        internal T Make(Arguments arguments)
        {
            T record;
            try
            {
                record = make(arguments.Values);
            }
            catch (TargetInvocationException fault)
            {
                ExceptionDispatchInfo.Capture(fault.InnerException).Throw();
                throw;
            }
            foreach (KeyValuePair<int, object> member in arguments.MembersToSet)
            {
                members[member.Key].SetValue(ref record, member.Value);
            }
            return record;
        }
    }
}
