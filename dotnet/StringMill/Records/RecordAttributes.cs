using System;
using System.Collections.Generic;
using System.Globalization;
using System.Reflection;

namespace StringMill
{
    /// <summary>
    /// Attributes of serializers. Of System.Text.Json are followed: <c>JsonPropertyName</c>, <c>JsonPropertyOrder</c>,
    /// <c>JsonIgnore</c>, <c>JsonInclude</c>, <c>JsonRequired</c>, <c>JsonConstructor</c>, <c>JsonNumberHandling</c> without named
    /// floats, <c>JsonConverter</c> with <c>JsonStringEnumConverter</c>, and the C# keyword <c>required</c>. A plan refuses a type with any other, instead of ignoring it in silence.
    /// All are known by name, so that no serializer is needed.
    /// </summary>
    internal static class RecordAttributes
    {
        private const string SystemTextJson = "System.Text.Json.Serialization";
        private const string Newtonsoft = "Newtonsoft.Json";
        private const string DataContracts = "System.Runtime.Serialization";

        private const string PropertyName = SystemTextJson + ".JsonPropertyNameAttribute";
        private const string Ignore = SystemTextJson + ".JsonIgnoreAttribute";
        private const string Include = SystemTextJson + ".JsonIncludeAttribute";
        private const string PropertyOrder = SystemTextJson + ".JsonPropertyOrderAttribute";
        private const string JsonRequired = SystemTextJson + ".JsonRequiredAttribute";
        private const string Handling = SystemTextJson + ".JsonNumberHandlingAttribute";
        private const string Converter = SystemTextJson + ".JsonConverterAttribute";
        private const string EnumConverter = SystemTextJson + ".JsonStringEnumConverter";
        private const string JsonConstructor = SystemTextJson + ".JsonConstructorAttribute";
        private const string NonSerialized = "System.NonSerializedAttribute";
        private const string Required = "System.Runtime.CompilerServices.RequiredMemberAttribute";

        private const BindingFlags DeclaredHere = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic
            | BindingFlags.DeclaredOnly;

        /// <summary>Refuses attributes of a record, of its bases and of all that they declare.</summary>
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
                    bool isFollowed = attribute == Handling && NumberHandling(type) <= RecordNumberHandling.Both;
                    if (!isFollowed && (type == record || !IsIn(attribute, SystemTextJson)))
                    {
                        throw Refusal(type.ToString(), attribute);
                    }
                }
                foreach (MemberInfo member in type.GetMembers(DeclaredHere))
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
                // Data contracts name the values, which System.Text.Json ignores.
                if (!IsIn(attribute, DataContracts) && !(attribute == Converter && IsEnumText(type)))
                {
                    throw Refusal(type.ToString(), attribute);
                }
            }
        }

        private static void CheckMember(MemberInfo member)
        {
            if (member is Type || Omission(member) == RecordOmission.Always)
            {
                return;
            }
            foreach (string attribute in Of(member))
            {
                bool isFollowed = attribute == PropertyName || attribute == Ignore || attribute == Include
                    || attribute == JsonConstructor || attribute == PropertyOrder || attribute == JsonRequired || attribute == Required
                    || attribute == Converter && IsEnumText(member)
                    || attribute == Handling && NumberHandling(member) <= RecordNumberHandling.Both
                    || attribute == NonSerialized && !(member is FieldInfo && ((FieldInfo)member).IsPublic);
                if (!isFollowed)
                {
                    throw Refusal(NameOf(member), attribute);
                }
            }
        }

        /// <summary>Whether an enumeration, or a member of one, is written by names: it has the converter for that.</summary>
        internal static bool IsEnumText(MemberInfo member)
        {
            CustomAttributeData attribute = Find(member, Converter);
            object type = attribute == null || attribute.ConstructorArguments.Count == 0 ? null : attribute.ConstructorArguments[0].Value;
            return type is Type && ((Type)type).FullName.StartsWith(EnumConverter, StringComparison.Ordinal);
        }

        /// <summary>How the numbers of a member or type are written and read; null if it does not say.</summary>
        internal static RecordNumberHandling? NumberHandling(MemberInfo member)
        {
            CustomAttributeData attribute = Find(member, Handling);
            return attribute == null ? (RecordNumberHandling?)null : (RecordNumberHandling)(int)attribute.ConstructorArguments[0].Value;
        }

        /// <summary>Where a member is written: those with lower numbers first.</summary>
        internal static int Order(MemberInfo member)
        {
            CustomAttributeData attribute = Find(member, PropertyOrder);
            return attribute == null ? 0 : (int)attribute.ConstructorArguments[0].Value;
        }

        /// <summary>Whether JSON without the member is refused.</summary>
        internal static bool IsRequired(MemberInfo member) => Find(member, JsonRequired) != null || Find(member, Required) != null;

        /// <summary>Advice for a type that records do not support.</summary>
        internal static string RemedyOf(Type type)
        {
            return type == typeof(object) || type.IsInterface || type.IsAbstract ? "give the member a type with members of its own, or ignore it"
                : type.Namespace != null && type.Namespace.StartsWith("System.Text.Json", StringComparison.Ordinal)
                    ? "serialize this type with System.Text.Json and StringMillEncoder, or read the text with JsonReader"
                : "ignore the member, or name the members of the type with RecordPlanBuilder and convert this one in its getter and setter";
        }

        /// <summary>When a member is not written. One that never is, is not read either.</summary>
        internal static RecordOmission Omission(MemberInfo member, bool ignoresNulls = false)
        {
            CustomAttributeData attribute = Find(member, Ignore);
            if (attribute == null)
            {
                return ignoresNulls ? RecordOmission.IfNull : RecordOmission.Never;
            }
            RecordOmission omission = RecordOmission.Always;
            foreach (CustomAttributeNamedArgument argument in attribute.NamedArguments)
            {
                omission = (RecordOmission)Convert.ToInt32(argument.TypedValue.Value, CultureInfo.InvariantCulture);
            }
            Type type = RecordMembers.TypeOf(member);
            bool isPossible = omission != RecordOmission.IfNull || !type.IsValueType || Nullable.GetUnderlyingType(type) != null;
            if (omission < RecordOmission.Never || omission > RecordOmission.IfNull || !isPossible)
            {
                throw Refusal(NameOf(member), Ignore + " with the condition " + (int)omission);
            }
            return omission;
        }

        /// <summary>Whether a member counts although it is not public.</summary>
        internal static bool IsIncluded(MemberInfo member) => Find(member, Include) != null;

        /// <summary>The name in JSON of a member without an attribute.</summary>
        internal static string JsonName(string name, RecordOptions options)
        {
            return options.PropertyNamingPolicy != null ? options.PropertyNamingPolicy(name)
                : options.CamelCase ? RecordNames.ToCamelCase(name) : name;
        }

        /// <summary>The name of a member in JSON.</summary>
        internal static string JsonName(MemberInfo member, RecordOptions options)
        {
            CustomAttributeData attribute = Find(member, PropertyName);
            if (attribute == null)
            {
                return JsonName(member.Name, options);
            }
            string name = attribute.ConstructorArguments[0].Value as string;
            if (name == null)
            {
                throw Refusal(NameOf(member), PropertyName + " without a name");
            }
            return name;
        }

        /// <summary>
        /// The constructor that takes values of members; null if a new record comes from the public one without parameters.
        /// </summary>
        internal static ConstructorInfo Constructor(Type record)
        {
            ConstructorInfo[] constructors = record.GetConstructors(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic);
            ConstructorInfo[] attributed = Array.FindAll(constructors, one => Find(one, JsonConstructor) != null);
            if (attributed.Length > 1)
            {
                throw Refusal(record.ToString(), JsonConstructor + " more than once");
            }
            ConstructorInfo[] publicOnes = Array.FindAll(constructors, one => one.IsPublic);
            ConstructorInfo onlyPublic = !record.IsValueType && publicOnes.Length == 1 ? publicOnes[0] : null;
            ConstructorInfo chosen = attributed.Length == 1 ? attributed[0] : onlyPublic;
            return chosen == null || chosen.IsPublic && chosen.GetParameters().Length == 0 ? null : chosen;
        }

        internal static CustomAttributeData Find(MemberInfo member, string fullName)
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

        // The full names of attributes that concern serialization; for a derived one, that of its base.
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

        private static bool IsIn(string name, string space) => name.StartsWith(space + ".", StringComparison.Ordinal);

        internal static string NameOf(MemberInfo member) => member.DeclaringType + "." + member.Name;

        internal static NotSupportedException NoSetter(MemberInfo member) => Refusal(NameOf(member), JsonRequired + " and no setter");

        private static NotSupportedException Refusal(string what, string has)
        {
            return new NotSupportedException(what + " has " + has
                + ", which records do not support; name the members with RecordPlanBuilder instead");
        }
    }
}
