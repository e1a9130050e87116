using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace StringMill.Generator
{
    /// <summary>
    /// The members of a type as <c>RecordMembers</c> of the library orders them, and the constructor that takes some of them.
    /// </summary>
    internal sealed class RecordMembersOf
    {
        private readonly INamedTypeSymbol record;
        private readonly RecordTypeRules rules;
        private readonly List<ISymbol> ignored = new List<ISymbol>();

        internal RecordMembersOf(INamedTypeSymbol record, RecordTypeRules rules)
        {
            this.record = record;
            this.rules = rules;
            RecordTypeRules.CheckRecord(record);
            foreach (INamedTypeSymbol type in RecordTypeRules.WithBases(record))
            {
                ISymbol[] declared = type.GetMembers().Where(one => !one.IsStatic && !one.IsImplicitlyDeclared).ToArray();
                foreach (ISymbol member in declared.Where(IsPropertyMember).Concat(declared.Where(IsFieldMember)))
                {
                    Add(member);
                }
            }
            Constructor = ChooseConstructor();
        }

        /// <summary>The members, in the order in which they are written.</summary>
        internal List<ISymbol> Members { get; } = new List<ISymbol>();

        /// <summary>The constructor that takes values of members; null for one without parameters.</summary>
        internal IMethodSymbol Constructor { get; }

        /// <summary>Whether a new record comes from a public constructor without parameters.</summary>
        internal bool HasPlainConstructor => !record.IsValueType && record.InstanceConstructors
            .Any(one => one.Parameters.Length == 0 && one.DeclaredAccessibility == Accessibility.Public);

        private static bool IsPropertyMember(ISymbol member)
        {
            IPropertySymbol property = member as IPropertySymbol;
            if (property == null || property.IsIndexer)
            {
                return false;
            }
            bool isIncluded = RecordTypeRules.IsIncluded(property);
            return IsUsable(property.GetMethod, isIncluded) || IsUsable(property.SetMethod, isIncluded);
        }

        private static bool IsFieldMember(ISymbol member)
        {
            return member is IFieldSymbol
                && (RecordTypeRules.IsIncluded(member) || member.DeclaredAccessibility == Accessibility.Public);
        }

        private static bool IsUsable(IMethodSymbol accessor, bool isIncluded)
        {
            return accessor != null && (isIncluded || accessor.DeclaredAccessibility == Accessibility.Public);
        }

        private void Add(ISymbol member)
        {
            string name = RecordTypeRules.JsonName(member) ?? member.Name;
            ISymbol sameName = Members.Concat(ignored).FirstOrDefault(one => one.Name == member.Name);
            ISymbol sameInJson = Members.FirstOrDefault(one => (RecordTypeRules.JsonName(one) ?? one.Name) == name);
            if (sameName != null)
            {
                bool isCovered = ignored.Contains(sameName) ? sameName.IsOverride && (member.IsVirtual || member.IsOverride)
                    : sameInJson == sameName;
                if (!isCovered)
                {
                    throw new RefusedException(RecordTypeRules.NameOf(member) + " and " + RecordTypeRules.NameOf(sameName)
                        + " have one name in C# and differ in JSON, which only plans by reflection support");
                }
                return;
            }
            if (RecordTypeRules.Omission(member) == 1)
            {
                ignored.Add(member);
                return;
            }
            if (sameInJson != null)
            {
                throw new RefusedException(RecordTypeRules.NameOf(member) + " and " + RecordTypeRules.NameOf(sameInJson)
                    + " have the same name in JSON: " + name);
            }
            Members.Add(member);
        }

        private IMethodSymbol ChooseConstructor()
        {
            IMethodSymbol[] chosen = record.InstanceConstructors.Where(RecordTypeRules.IsChosen).ToArray();
            if (chosen.Length > 1)
            {
                throw new RefusedException(RecordTypeRules.NameOf(record) + " has JsonConstructorAttribute more than once");
            }
            IMethodSymbol[] publicOnes = record.InstanceConstructors
                .Where(one => one.DeclaredAccessibility == Accessibility.Public).ToArray();
            IMethodSymbol only = !record.IsValueType && publicOnes.Length == 1 ? publicOnes[0] : null;
            IMethodSymbol constructor = chosen.Length == 1 ? chosen[0] : only;
            bool isPlain = constructor == null
                || constructor.DeclaredAccessibility == Accessibility.Public && constructor.Parameters.Length == 0;
            if (isPlain)
            {
                return null;
            }
            if (!rules.IsAccessible(constructor) || constructor.Parameters.Any(one => one.RefKind != RefKind.None))
            {
                throw new RefusedException(RecordTypeRules.NameOf(constructor) + " cannot be called by generated code");
            }
            return constructor;
        }

        /// <summary>The number of the parameter that takes a member, or -1.</summary>
        internal int ParameterOf(ISymbol member)
        {
            if (Constructor == null)
            {
                return -1;
            }
            IParameterSymbol parameter = Constructor.Parameters.LastOrDefault(one => Members.Find(other => IsFor(other, one)) == member);
            return parameter == null ? -1 : parameter.Ordinal;
        }

        /// <summary>Whether a parameter is for an ignored member, and takes its default.</summary>
        internal bool IsIgnored(IParameterSymbol parameter)
        {
            return ignored.Exists(one => one.Name.Equals(parameter.Name, StringComparison.OrdinalIgnoreCase));
        }

        private static bool IsFor(ISymbol member, IParameterSymbol parameter)
        {
            return member.Name.Equals(parameter.Name, StringComparison.OrdinalIgnoreCase)
                && SymbolEqualityComparer.Default.Equals(RecordTypeRules.TypeOf(member), parameter.Type);
        }

        /// <summary>Whether generated code gets a member; one that is included and not accessible is refused.</summary>
        internal bool CanGet(ISymbol member)
        {
            IPropertySymbol property = member as IPropertySymbol;
            return property == null ? Reaches(member, member) : Reaches(member, property.GetMethod);
        }

        /// <summary>Whether generated code sets a member.</summary>
        internal bool CanSet(ISymbol member)
        {
            IPropertySymbol property = member as IPropertySymbol;
            IFieldSymbol field = member as IFieldSymbol;
            if (field != null)
            {
                return !field.IsReadOnly && Reaches(member, member);
            }
            bool canSet = Reaches(member, property.SetMethod);
            if (canSet && property.SetMethod.IsInitOnly)
            {
                if (ParameterOf(member) < 0)
                {
                    throw new RefusedException(RecordTypeRules.NameOf(member) + " has an accessor init and no parameter of the constructor,"
                        + " so that only plans by reflection set it; give it an accessor set or a parameter");
                }
                return false;
            }
            return canSet;
        }

        private bool Reaches(ISymbol member, ISymbol accessor)
        {
            if (accessor == null || accessor.DeclaredAccessibility != Accessibility.Public && !RecordTypeRules.IsIncluded(member))
            {
                return false;
            }
            IPropertySymbol property = member as IPropertySymbol;
            if (!rules.IsAccessible(accessor) || property != null && (property.ReturnsByRef || property.ReturnsByRefReadonly))
            {
                throw new RefusedException(RecordTypeRules.NameOf(member) + " cannot be reached by generated code; make it internal or public");
            }
            return true;
        }

        /// <summary>A name in code: keywords have a sign before them.</summary>
        internal static string Escaped(string name) => SyntaxFacts.GetKeywordKind(name) == SyntaxKind.None ? name : "@" + name;
    }
}
