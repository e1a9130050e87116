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
        private const BindingFlags Own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic
            | BindingFlags.DeclaredOnly;

        private readonly List<MemberInfo> found = new List<MemberInfo>();
        private readonly RecordOptions options;

        /// <summary>Indices of <see cref="found"/>, by the names in JSON.</summary>
        private readonly Dictionary<string, int> places;

        /// <summary>Ignored members, by their names in C#.</summary>
        private readonly Dictionary<string, MemberInfo> ignored = new Dictionary<string, MemberInfo>();

        private RecordMembers(RecordOptions options)
        {
            this.options = options;
            places = new Dictionary<string, int>(
                options.IgnoreNameCase ? StringComparer.OrdinalIgnoreCase : StringComparer.Ordinal);
        }

        /// <param name="record">The type.</param>
        /// <param name="options">Whether fields are members, and how names are made and compared.</param>
        /// <param name="ignored">Names in C# of members that are neither written nor read.</param>
        internal static List<MemberInfo> Of(Type record, RecordOptions options, out List<string> ignored)
        {
            RecordMembers members = new RecordMembers(options);
            for (Type type = record; type != null && type != typeof(object); type = type.BaseType)
            {
                foreach (PropertyInfo property in type.GetProperties(Own))
                {
                    bool all = RecordAttributes.IsIncluded(property);
                    bool isMember = property.GetGetMethod(all) != null || property.GetSetMethod(all) != null;
                    if (isMember && property.GetIndexParameters().Length == 0)
                    {
                        members.Add(property);
                    }
                }
                foreach (FieldInfo field in type.GetFields(Own))
                {
                    if (RecordAttributes.IsIncluded(field) || field.IsPublic && !options.IgnoreFields)
                    {
                        members.Add(field);
                    }
                }
            }
            ignored = new List<string>(members.ignored.Keys);
            return members.found.FindAll(member => RecordAttributes.Omission(member) != RecordOmission.Always);
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
            if (ignored.TryGetValue(member.Name, out other) && IsVirtual(member) && IsVirtual(other))
            {
                return;
            }
            string name = RecordAttributes.JsonName(member, options);
            int place;
            if (!places.TryGetValue(name, out place))
            {
                if (found.Exists(overriding => IsOverridden(member, overriding)))
                {
                    throw new NotSupportedException(RecordAttributes.NameOf(member)
                        + " is overridden by a property with another name in JSON, which records do not support");
                }
                places.Add(name, found.Count);
                found.Add(member);
            }
            else if (RecordAttributes.Omission(found[place]) == RecordOmission.Always)
            {
                found[place] = member;
            }
            else if (!isIgnored && found[place].Name != member.Name && !ignored.ContainsKey(member.Name))
            {
                throw new NotSupportedException(RecordAttributes.NameOf(member) + " and "
                    + RecordAttributes.NameOf(found[place]) + " have the same name in JSON: " + name);
            }
            if (isIgnored)
            {
                ignored[member.Name] = member;
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
