using System;
using System.Collections.Generic;
using System.Reflection;

namespace StringMill
{
    /// <summary>
    /// Which members of a type are written: properties and then fields, those of the type itself before those of its bases.
    /// Of two with one name in JSON the rules of System.Text.Json 8.0 decide.
    /// </summary>
    internal sealed class RecordMembers
    {
        private readonly List<MemberInfo> found = new List<MemberInfo>();

        /// <summary>Indices of <see cref="found"/>, by the names in JSON.</summary>
        private readonly Dictionary<string, int> places = new Dictionary<string, int>();

        /// <summary>Those that are not written, by their names in C#.</summary>
        private readonly Dictionary<string, MemberInfo> ignored = new Dictionary<string, MemberInfo>();

        private RecordMembers()
        {
        }

        internal static List<MemberInfo> Of(Type record, bool fields)
        {
            const BindingFlags Own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.DeclaredOnly;
            RecordMembers members = new RecordMembers();
            for (Type type = record; type != null && type != typeof(object); type = type.BaseType)
            {
                foreach (PropertyInfo property in type.GetProperties(Own))
                {
                    if (property.GetGetMethod() != null && property.GetIndexParameters().Length == 0)
                    {
                        members.Add(property);
                    }
                }
                foreach (FieldInfo field in fields ? type.GetFields(Own) : new FieldInfo[0])
                {
                    members.Add(field);
                }
            }
            return members.found.FindAll(member => !RecordAttributes.IsIgnored(member));
        }

        private void Add(MemberInfo member)
        {
            bool isIgnored = RecordAttributes.IsIgnored(member);
            MemberInfo other;
            if (ignored.TryGetValue(member.Name, out other) && IsVirtual(member) && IsVirtual(other))
            {
                return;
            }
            string name = RecordAttributes.JsonName(member);
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
            else if (RecordAttributes.IsIgnored(found[place]))
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
                && ((PropertyInfo)member).GetGetMethod().GetBaseDefinition()
                    == ((PropertyInfo)by).GetGetMethod().GetBaseDefinition();
        }

        private static bool IsVirtual(MemberInfo member)
        {
            PropertyInfo property = member as PropertyInfo;
            return property != null && property.GetGetMethod().IsVirtual;
        }
    }
}
