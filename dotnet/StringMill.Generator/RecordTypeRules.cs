using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace StringMill.Generator
{
    /// <summary>A type that has no plan; the message is for the one who wrote the attribute.</summary>
    internal sealed class RefusedException : Exception
    {
        internal RefusedException(string message)
            : base(message)
        {
        }
    }

    /// <summary>How a type is written and read.</summary>
    internal enum RecordShape
    {
        Scalar,
        Enum,
        Nullable,
        Array,
        List,
        Dictionary,
        Record,
    }

    /// <summary>The rules of <c>RecordTypes</c> and <c>RecordAttributes</c> of the library, for the symbols of a compiler.</summary>
    internal sealed class RecordTypeRules
    {
        private const string SystemTextJson = "System.Text.Json.Serialization";
        private const string DataContracts = "System.Runtime.Serialization";
        private const string Remedy = ", which the generator does not support; take a plan by reflection, or RecordPlanBuilder";

        private static readonly HashSet<string> Scalars = new HashSet<string>
        {
            "string", "bool", "char", "sbyte", "byte", "short", "ushort", "int", "uint", "long", "ulong", "float", "double", "decimal",
            "System.Guid", "System.DateTime", "System.DateTimeOffset", "System.TimeSpan", "System.Uri", "System.Version", "System.DateOnly",
            "System.TimeOnly", "System.Half", "System.Int128", "System.UInt128", "byte[]",
        };

        private static readonly HashSet<string> Followed = new HashSet<string>
        {
            SystemTextJson + ".JsonPropertyNameAttribute", SystemTextJson + ".JsonIgnoreAttribute",
            SystemTextJson + ".JsonIncludeAttribute", SystemTextJson + ".JsonConstructorAttribute",
        };

        private readonly Compilation compilation;

        internal RecordTypeRules(Compilation compilation)
        {
            this.compilation = compilation;
        }

        /// <summary>Whether generated code in this compilation can name a symbol.</summary>
        internal bool IsAccessible(ISymbol symbol) => compilation.IsSymbolAccessibleWithin(symbol, compilation.Assembly);

        /// <summary>How a type is written and read.</summary>
        /// <param name="type">The type.</param>
        /// <param name="member">What has the type, for the message of a refusal.</param>
        /// <param name="inner">The type of the elements or of the value that can be null; of an enumeration that of its numbers.</param>
        internal static RecordShape ShapeOf(ITypeSymbol type, string member, out ITypeSymbol inner)
        {
            inner = null;
            INamedTypeSymbol named = type as INamedTypeSymbol;
            IArrayTypeSymbol array = type as IArrayTypeSymbol;
            if (Scalars.Contains(type.WithNullableAnnotation(NullableAnnotation.None).ToDisplayString()))
            {
                return RecordShape.Scalar;
            }
            if (type.TypeKind == TypeKind.Enum)
            {
                CheckEnum(named);
                inner = named.EnumUnderlyingType;
                return RecordShape.Enum;
            }
            if (array != null && array.IsSZArray)
            {
                inner = array.ElementType;
                return RecordShape.Array;
            }
            string definition = named == null || !named.IsGenericType ? "" : named.ConstructedFrom.ToDisplayString();
            if (definition == "System.Nullable<T>" || type.OriginalDefinition.SpecialType == SpecialType.System_Nullable_T)
            {
                inner = named.TypeArguments[0];
                return RecordShape.Nullable;
            }
            if (definition == "System.Collections.Generic.List<T>")
            {
                inner = named.TypeArguments[0];
                return RecordShape.List;
            }
            if (definition.StartsWith("System.Collections.Generic.Dictionary<", StringComparison.Ordinal)
                && named.TypeArguments[0].SpecialType == SpecialType.System_String)
            {
                inner = named.TypeArguments[1];
                return RecordShape.Dictionary;
            }
            if (named == null || !IsRecord(named))
            {
                throw new RefusedException(member + " is of type " + type.ToDisplayString() + ", which the generator does not support");
            }
            return RecordShape.Record;
        }

        private static bool IsRecord(INamedTypeSymbol type)
        {
            string space = type.ContainingNamespace.ToDisplayString();
            bool isOfRuntime = space == "System" || space.StartsWith("System.", StringComparison.Ordinal);
            return !isOfRuntime && (type.TypeKind == TypeKind.Class || type.TypeKind == TypeKind.Struct) && !type.IsAbstract
                && !type.IsRefLikeType && !type.IsTupleType && !type.IsUnboundGenericType
                && type.AllInterfaces.All(one => one.ToDisplayString() != "System.Collections.IEnumerable");
        }

        /// <summary>Refuses attributes of a record, of its bases and of all that they declare.</summary>
        internal static void CheckRecord(INamedTypeSymbol record)
        {
            foreach (INamedTypeSymbol one in record.AllInterfaces)
            {
                if (one.ContainingNamespace.ToDisplayString() == SystemTextJson)
                {
                    throw new RefusedException(record.ToDisplayString() + " has the interface " + one.ToDisplayString() + Remedy);
                }
            }
            foreach (INamedTypeSymbol type in WithBases(record))
            {
                foreach (string attribute in Serializing(type))
                {
                    // System.Text.Json does not look at attributes of bases, such as JsonDerivedType.
                    if (SymbolEqualityComparer.Default.Equals(type, record) || !IsIn(attribute, SystemTextJson))
                    {
                        throw new RefusedException(type.ToDisplayString() + " has " + attribute + Remedy);
                    }
                }
                foreach (ISymbol member in type.GetMembers())
                {
                    CheckMember(member);
                }
            }
        }

        /// <summary>A type and its bases, without those of the runtime.</summary>
        internal static IEnumerable<INamedTypeSymbol> WithBases(INamedTypeSymbol record)
        {
            for (INamedTypeSymbol type = record; type != null; type = type.BaseType)
            {
                if (type.SpecialType == SpecialType.System_Object || type.SpecialType == SpecialType.System_ValueType)
                {
                    break;
                }
                yield return type;
            }
        }

        // Data contracts name the values of an enumeration, which System.Text.Json ignores.
        private static void CheckEnum(INamedTypeSymbol type)
        {
            foreach (string attribute in Serializing(type).Where(name => !IsIn(name, DataContracts)))
            {
                throw new RefusedException(type.ToDisplayString() + " has " + attribute + Remedy);
            }
        }

        private static void CheckMember(ISymbol member)
        {
            if (member is ITypeSymbol || Omission(member) == 1)
            {
                return;
            }
            if (IsRequired(member))
            {
                throw new RefusedException(NameOf(member) + " is required" + Remedy);
            }
            IFieldSymbol field = member as IFieldSymbol;
            bool isPublicField = field != null && field.DeclaredAccessibility == Accessibility.Public;
            if (isPublicField && field.GetAttributes().Any(one => NameOf(one.AttributeClass) == "System.NonSerializedAttribute"))
            {
                throw new RefusedException(NameOf(member) + " has System.NonSerializedAttribute" + Remedy);
            }
            foreach (string attribute in Serializing(member).Where(name => !Followed.Contains(name)))
            {
                throw new RefusedException(NameOf(member) + " has " + attribute + Remedy);
            }
        }

        // The compiler adds the attribute of required members only to assemblies.
        private static bool IsRequired(ISymbol member)
        {
            return member.GetAttributes().Any(one => NameOf(one.AttributeClass) == "System.Runtime.CompilerServices.RequiredMemberAttribute")
                || member.DeclaringSyntaxReferences.Select(one => one.GetSyntax()).Any(node =>
                {
                    MemberDeclarationSyntax declared = node as MemberDeclarationSyntax ?? node.Parent?.Parent as MemberDeclarationSyntax;
                    return declared != null && declared.Modifiers.Any(modifier => modifier.ValueText == "required");
                });
        }

        /// <summary>The number of the condition under which a member is not written; 1 if it is neither written nor read, -1 without the attribute.</summary>
        internal static int Omission(ISymbol member)
        {
            AttributeData attribute = Find(member, "JsonIgnoreAttribute");
            if (attribute == null)
            {
                return -1;
            }
            int omission = attribute.NamedArguments.Length == 0 ? 1 : Convert.ToInt32(attribute.NamedArguments[0].Value.Value);
            ITypeSymbol type = TypeOf(member);
            bool canBeNull = !type.IsValueType || type.OriginalDefinition.SpecialType == SpecialType.System_Nullable_T;
            if (omission < 0 || omission > 3 || omission == 3 && !canBeNull)
            {
                throw new RefusedException(NameOf(member) + " has JsonIgnoreAttribute with the condition " + omission + Remedy);
            }
            return omission;
        }

        /// <summary>Whether a member counts although it is not public.</summary>
        internal static bool IsIncluded(ISymbol member) => Find(member, "JsonIncludeAttribute") != null;

        /// <summary>Whether a constructor has the attribute that chooses it.</summary>
        internal static bool IsChosen(ISymbol constructor) => Find(constructor, "JsonConstructorAttribute") != null;

        /// <summary>The name of a member in JSON by its attribute; null if it has none.</summary>
        internal static string JsonName(ISymbol member)
        {
            AttributeData attribute = Find(member, "JsonPropertyNameAttribute");
            if (attribute == null)
            {
                return null;
            }
            string name = attribute.ConstructorArguments.Length == 0 ? null : attribute.ConstructorArguments[0].Value as string;
            if (name == null)
            {
                throw new RefusedException(NameOf(member) + " has JsonPropertyNameAttribute without a name" + Remedy);
            }
            return name;
        }

        /// <summary>The type of a property or field.</summary>
        internal static ITypeSymbol TypeOf(ISymbol member)
        {
            IPropertySymbol property = member as IPropertySymbol;
            return property == null ? ((IFieldSymbol)member).Type : property.Type;
        }

        internal static string NameOf(ISymbol symbol) => symbol == null ? "" : symbol.ToDisplayString();

        private static AttributeData Find(ISymbol member, string name)
        {
            return member.GetAttributes().FirstOrDefault(one => NameOf(one.AttributeClass) == SystemTextJson + "." + name);
        }

        // The full names of attributes that concern serialization; for a derived one, that of its base.
        private static IEnumerable<string> Serializing(ISymbol member)
        {
            foreach (AttributeData attribute in member.GetAttributes())
            {
                for (INamedTypeSymbol type = attribute.AttributeClass; type != null; type = type.BaseType)
                {
                    string name = type.ToDisplayString();
                    bool isKnown = IsIn(name, SystemTextJson) || IsIn(name, "Newtonsoft.Json") || IsIn(name, DataContracts);
                    if (isKnown && name != DataContracts + ".OptionalFieldAttribute")
                    {
                        yield return name;
                        break;
                    }
                }
            }
        }

        private static bool IsIn(string name, string space) => name.StartsWith(space + ".", StringComparison.Ordinal);
    }
}
