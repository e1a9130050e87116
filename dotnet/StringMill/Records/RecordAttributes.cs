using System;
using System.Collections.Generic;
using System.Reflection;

namespace StringMill
{
    /// <summary>
    /// The attributes by which serializers are told to write a type in another way. Two of System.Text.Json are followed,
    /// <c>JsonPropertyName</c> and <c>JsonIgnore</c>; a type with any other has no plan, since what it says would be
    /// passed over in silence. All are known by name, so that no serializer is needed.
    /// </summary>
    internal static class RecordAttributes
    {
        private const string SystemTextJson = "System.Text.Json.Serialization";
        private const string Newtonsoft = "Newtonsoft.Json";
        private const string DataContracts = "System.Runtime.Serialization";

        private const string NonSerialized = "System.NonSerializedAttribute";
        private const string Required = "System.Runtime.CompilerServices.RequiredMemberAttribute";

        private const BindingFlags Own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic
            | BindingFlags.DeclaredOnly;

        /// <summary>Refuses what is said of a record itself, of its bases, and of what is no member.</summary>
        internal static void CheckRecord(Type record)
        {
            foreach (Type type in record.GetInterfaces())
            {
                if (type.Namespace == SystemTextJson)
                {
                    throw Refusal(record.ToString(), "the interface " + type.FullName);
                }
            }
            for (Type type = record; type != null && type != typeof(object) && type != typeof(ValueType); type = type.BaseType)
            {
                foreach (string attribute in Of(type))
                {
                    // System.Text.Json does not look at attributes of bases, such as JsonDerivedType.
                    if (type == record || !IsIn(attribute, SystemTextJson))
                    {
                        throw Refusal(type.ToString(), attribute);
                    }
                }
                foreach (MemberInfo member in type.GetMembers(Own))
                {
                    CheckMember(member);
                }
            }
        }

        /// <summary>Refuses an enumeration that is not written as a number.</summary>
        internal static void CheckEnum(Type type)
        {
            foreach (string attribute in Of(type))
            {
                // Data contracts name the values, and have numbers in JSON all the same.
                if (!IsIn(attribute, DataContracts))
                {
                    throw Refusal(type.ToString(), attribute);
                }
            }
        }

        private static void CheckMember(MemberInfo member)
        {
            if (member is Type || IsIgnored(member))
            {
                return;
            }
            foreach (string attribute in Of(member))
            {
                bool isFollowed = attribute == SystemTextJson + ".JsonPropertyNameAttribute"
                    || attribute == SystemTextJson + ".JsonIgnoreAttribute"
                    || attribute == SystemTextJson + ".JsonIncludeAttribute" && IsPublic(member)
                    || attribute == NonSerialized && !IsPublic(member);
                if (!isFollowed)
                {
                    throw Refusal(NameOf(member), attribute);
                }
            }
        }

        // Of these JsonInclude says nothing new.
        private static bool IsPublic(MemberInfo member)
        {
            PropertyInfo property = member as PropertyInfo;
            FieldInfo field = member as FieldInfo;
            return property == null ? field != null && field.IsPublic
                : property.GetGetMethod() != null && property.GetSetMethod() == property.GetSetMethod(true);
        }

        /// <summary>Whether a member is neither written nor read.</summary>
        internal static bool IsIgnored(MemberInfo member)
        {
            CustomAttributeData attribute = Find(member, SystemTextJson + ".JsonIgnoreAttribute");
            if (attribute == null)
            {
                return false;
            }
            const int Never = 0;
            const int Always = 1;
            int condition = Always;
            foreach (CustomAttributeNamedArgument argument in attribute.NamedArguments)
            {
                condition = Convert.ToInt32(argument.TypedValue.Value, System.Globalization.CultureInfo.InvariantCulture);
            }
            if (condition != Never && condition != Always)
            {
                throw Refusal(NameOf(member), attribute.AttributeType.FullName + " with a condition");
            }
            return condition == Always;
        }

        /// <summary>The name of a member in JSON.</summary>
        internal static string JsonName(MemberInfo member)
        {
            CustomAttributeData attribute = Find(member, SystemTextJson + ".JsonPropertyNameAttribute");
            string name = attribute == null ? member.Name : attribute.ConstructorArguments[0].Value as string;
            if (name == null)
            {
                throw Refusal(NameOf(member), attribute.AttributeType.FullName + " without a name");
            }
            return name;
        }

        private static CustomAttributeData Find(MemberInfo member, string fullName)
        {
            foreach (CustomAttributeData attribute in member.GetCustomAttributesData())
            {
                if (attribute.AttributeType.FullName == fullName)
                {
                    return attribute;
                }
            }
            return null;
        }

        // The full names of those that are about serialization; of one that is derived, that of its base.
        private static IEnumerable<string> Of(MemberInfo member)
        {
            foreach (CustomAttributeData attribute in member.GetCustomAttributesData())
            {
                for (Type type = attribute.AttributeType; type != null && type != typeof(Attribute); type = type.BaseType)
                {
                    string name = type.FullName;
                    bool isKnown = IsIn(name, SystemTextJson) || IsIn(name, Newtonsoft) || IsIn(name, DataContracts);
                    bool isOfRuntime = name == NonSerialized || name == Required && !(member is Type);
                    if (isKnown && name != DataContracts + ".OptionalFieldAttribute" || isOfRuntime)
                    {
                        yield return name;
                        break;
                    }
                }
            }
        }

        private static bool IsIn(string name, string space)
        {
            return name.StartsWith(space + ".", StringComparison.Ordinal);
        }

        internal static string NameOf(MemberInfo member)
        {
            return member.DeclaringType + "." + member.Name;
        }

        private static NotSupportedException Refusal(string what, string has)
        {
            return new NotSupportedException(what + " has " + has
                + ", which records do not support; name the members with RecordPlanBuilder instead");
        }
    }
}
