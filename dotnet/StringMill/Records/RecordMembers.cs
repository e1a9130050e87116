using System;
using System.Collections.Generic;
using System.Reflection;

namespace StringMill
{
    /// <summary>
    /// The members of a type in the order in which they are written: properties and then fields, those of the type itself
    /// before those of its bases. Of two with one name in JSON the rules of System.Text.Json 8.0 decide.
    /// </summary>
    internal sealed class RecordMembers
    {
        private const BindingFlags DeclaredHere = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic
            | BindingFlags.DeclaredOnly;

        private readonly List<MemberInfo> members = new List<MemberInfo>();
        private readonly RecordOptions options;

        /// <summary>Indices of <see cref="members"/>, by the names in JSON.</summary>
        private readonly Dictionary<string, int> places;

        /// <summary>Ignored members, by their names in C#.</summary>
        private readonly Dictionary<string, MemberInfo> ignoredMembers = new Dictionary<string, MemberInfo>();

        private RecordMembers(RecordOptions options)
        {
            this.options = options;
            places = new Dictionary<string, int>(
                options.IgnoreNameCase ? StringComparer.OrdinalIgnoreCase : StringComparer.Ordinal);
        }

        /// <param name="record">The type.</param>
        /// <param name="options">Whether fields are members, and how names are made and compared.</param>
        /// <param name="ignoredNames">Names in C# of members that are neither written nor read.</param>
        internal static List<MemberInfo> Of(Type record, RecordOptions options, out List<string> ignoredNames)
        {
            RecordMembers collected = new RecordMembers(options);
            for (Type type = record; type != null && type != typeof(object); type = type.BaseType)
            {
                foreach (PropertyInfo property in type.GetProperties(DeclaredHere))
                {
                    bool withNonPublic = RecordAttributes.IsIncluded(property);
                    bool isMember = property.GetGetMethod(withNonPublic) != null || property.GetSetMethod(withNonPublic) != null;
                    if (isMember && property.GetIndexParameters().Length == 0)
                    {
                        collected.Add(property);
                    }
                }
                foreach (FieldInfo field in type.GetFields(DeclaredHere))
                {
                    if (RecordAttributes.IsIncluded(field) || field.IsPublic && !options.IgnoreFields)
                    {
                        collected.Add(field);
                    }
                }
            }
            ignoredNames = new List<string>(collected.ignoredMembers.Keys);
            // Members of one number stay in their order.
            List<MemberInfo> sorted = new List<MemberInfo>();
            foreach (MemberInfo member in collected.members.FindAll(one => RecordAttributes.Omission(one) != RecordOmission.Always))
            {
                int at = sorted.Count;
                while (at > 0 && RecordAttributes.Order(sorted[at - 1]) > RecordAttributes.Order(member))
                {
                    at--;
                }
                sorted.Insert(at, member);
            }
            return sorted;
        }

        /// <summary>The type of a property or field.</summary>
        internal static Type TypeOf(MemberInfo member)
        {
            PropertyInfo property = member as PropertyInfo;
            return property == null ? ((FieldInfo)member).FieldType : property.PropertyType;
        }

        private void Add(MemberInfo member)
        {
            bool isIgnored = RecordAttributes.Omission(member) == RecordOmission.Always;
            MemberInfo other;
            if (ignoredMembers.TryGetValue(member.Name, out other) && IsVirtual(member) && IsVirtual(other))
            {
                return;
            }
            string name = RecordAttributes.JsonName(member, options);
            int place;
            if (!places.TryGetValue(name, out place))
            {
                if (members.Exists(overriding => IsOverridden(member, overriding)))
                {
                    throw new NotSupportedException(RecordAttributes.NameOf(member)
                        + " is overridden by a property with another name in JSON, which records do not support");
                }
                places.Add(name, members.Count);
                members.Add(member);
            }
            else if (RecordAttributes.Omission(members[place]) == RecordOmission.Always)
            {
                members[place] = member;
            }
            else if (!isIgnored && members[place].Name != member.Name && !ignoredMembers.ContainsKey(member.Name))
            {
                throw new NotSupportedException(RecordAttributes.NameOf(member) + " and "
                    + RecordAttributes.NameOf(members[place]) + " have the same name in JSON: " + name);
            }
            if (isIgnored)
            {
                ignoredMembers[member.Name] = member;
            }
        }

        private static bool IsOverridden(MemberInfo member, MemberInfo by)
        {
            return member.Name == by.Name && IsVirtual(member) && IsVirtual(by)
                && Accessor(member).GetBaseDefinition() == Accessor(by).GetBaseDefinition();
        }

        private static bool IsVirtual(MemberInfo member) => member is PropertyInfo && Accessor(member).IsVirtual;

        private static MethodInfo Accessor(MemberInfo member)
        {
            PropertyInfo property = (PropertyInfo)member;
            return property.GetGetMethod(true) ?? property.GetSetMethod(true);
        }
    }
}
