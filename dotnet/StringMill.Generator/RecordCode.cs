using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace StringMill.Generator
{
    /// <summary>
    /// The code of the plans of one class, in C# 7.2. For each type of an attribute there is a property and a method that makes a
    /// plan; for each class or struct that a plan meets, a private method that names its members.
    /// </summary>
    internal sealed class RecordCode
    {
        private static readonly SymbolDisplayFormat Full = SymbolDisplayFormat.FullyQualifiedFormat
            .AddMiscellaneousOptions(SymbolDisplayMiscellaneousOptions.EscapeKeywordIdentifiers);

        private readonly INamedTypeSymbol holder;
        private readonly StringBuilder plans = new StringBuilder();
        private readonly StringBuilder members = new StringBuilder();
        private readonly HashSet<string> names = new HashSet<string>();

        /// <summary>The methods that name members, by the types.</summary>
        private readonly Dictionary<string, string> methods = new Dictionary<string, string>();

        // Of the plan that is being added.
        private RecordTypeRules rules;
        private HashSet<string> seen;
        private List<string> types;
        private List<string> calls;

        internal RecordCode(INamedTypeSymbol holder)
        {
            this.holder = holder;
        }

        /// <summary>Adds the plan of a type.</summary>
        /// <returns>Why there is none; null if there is one.</returns>
        internal string Add(ITypeSymbol type, RecordTypeRules rulesOfCompilation)
        {
            rules = rulesOfCompilation;
            seen = new HashSet<string>();
            types = new List<string>();
            calls = new List<string>();
            try
            {
                ITypeSymbol inner;
                RecordShape shape = RecordTypeRules.ShapeOf(type, "the record", out inner);
                bool isRoot = shape == RecordShape.Record || shape == RecordShape.Array || shape == RecordShape.List || shape == RecordShape.Dictionary;
                if (!isRoot)
                {
                    return type.ToDisplayString() + " is no class or struct with members of its own, and no collection";
                }
                Visit(type, "the record");
            }
            catch (RefusedException refusal)
            {
                return refusal.Message;
            }
            string name = NameOf(type);
            if (!names.Add(name) || name == holder.Name)
            {
                return "two members of the class would have the name " + name;
            }
            AddPlan(name, FullName(type));
            return null;
        }

        private void AddPlan(string name, string type)
        {
            string plan = "global::StringMill.RecordPlan<" + type + ">";
            string access = holder.DeclaredAccessibility == Accessibility.Public ? "internal" : "public";
            Line(plans, 2, "private static " + plan + " planOf" + name + ";");
            Line(plans, 0, "");
            Line(plans, 2, "/// <summary>The plan with the defaults of System.Text.Json.</summary>");
            Line(plans, 2, access + " static " + plan + " " + name + " { get { return planOf" + name + " ?? (planOf" + name
                + " = Create" + name + "(null)); } }");
            Line(plans, 0, "");
            Line(plans, 2, "/// <summary>Makes a plan.</summary>");
            Line(plans, 2, access + " static " + plan + " Create" + name + "(global::StringMill.RecordOptions options)");
            Line(plans, 2, "{");
            Line(plans, 3, "var plan = new global::StringMill.GeneratedPlan(options);");
            foreach (string line in types.Concat(calls))
            {
                Line(plans, 3, line);
            }
            Line(plans, 3, "return plan.PlanOf<" + type + ">();");
            Line(plans, 2, "}");
            Line(plans, 0, "");
        }

        // A type comes after its elements; a class or struct before its members, which may have its own type.
        private void Visit(ITypeSymbol type, string member)
        {
            ITypeSymbol inner;
            RecordShape shape = RecordTypeRules.ShapeOf(type, member, out inner);
            if (shape == RecordShape.Scalar || !seen.Add(FullName(type)))
            {
                return;
            }
            if (shape == RecordShape.Record)
            {
                types.Add("plan.AddRecord<" + FullName(type) + ">();");
                VisitMembers((INamedTypeSymbol)type);
                return;
            }
            if (shape == RecordShape.Enum)
            {
                types.Add("plan.AddEnum<" + FullName(type) + ", " + FullName(inner) + ">();");
                return;
            }
            Visit(inner, "an element of " + member + " (" + type.ToDisplayString() + ")");
            types.Add("plan.Add" + shape + "<" + FullName(inner) + ">();");
        }

        private void VisitMembers(INamedTypeSymbol record)
        {
            RecordMembersOf found = new RecordMembersOf(record, rules);
            string method;
            if (!methods.TryGetValue(FullName(record), out method))
            {
                method = "AddMembers" + methods.Count.ToString(CultureInfo.InvariantCulture);
                methods.Add(FullName(record), method);
                members.Append(MembersMethod(method, record, found));
            }
            calls.Add(method + "(plan);");
            foreach (ISymbol member in found.Members)
            {
                Visit(RecordTypeRules.TypeOf(member), RecordTypeRules.NameOf(member));
            }
        }

        private static string MembersMethod(string method, INamedTypeSymbol record, RecordMembersOf found)
        {
            string type = FullName(record);
            StringBuilder code = new StringBuilder();
            Line(code, 2, "private static void " + method + "(global::StringMill.GeneratedPlan plan)");
            Line(code, 2, "{");
            Line(code, 3, "var members = plan.MembersOf<" + type + ">();");
            foreach (ISymbol member in found.Members)
            {
                Line(code, 3, AddMember(record, member, found));
            }
            Line(code, 3, MadeBy(type, record, found));
            Line(code, 2, "}");
            Line(code, 0, "");
            return code.ToString();
        }

        private static string AddMember(INamedTypeSymbol record, ISymbol member, RecordMembersOf found)
        {
            string owner = FullName(record);
            string type = FullName(RecordTypeRules.TypeOf(member));
            string jsonName = RecordTypeRules.JsonName(member);
            bool isOptional = member is IFieldSymbol && !RecordTypeRules.IsIncluded(member);
            int parameter = found.ParameterOf(member);
            // A member of a base can be hidden by one of the type that is no member of the JSON.
            bool isOfBase = !SymbolEqualityComparer.Default.Equals(member.ContainingType, record);
            string place = (isOfBase ? "((" + FullName(member.ContainingType) + ")record)." : "record.") + RecordMembersOf.Escaped(member.Name);
            string getter = found.CanGet(member) ? "(ref " + owner + " record) => " + place : "null";
            string setter = found.CanSet(member) ? "(ref " + owner + " record, " + type + " value) => " + place + " = value" : "null";
            return "members.Add<" + type + ">(" + Quoted(member.Name) + ", " + (jsonName == null ? "null" : Quoted(jsonName)) + ", "
                + (isOptional ? "true" : "false") + ", " + RecordTypeRules.Omission(member).ToString(CultureInfo.InvariantCulture) + ", "
                + parameter.ToString(CultureInfo.InvariantCulture) + ", " + getter + ", " + setter + ");";
        }

        private static string MadeBy(string type, INamedTypeSymbol record, RecordMembersOf found)
        {
            IMethodSymbol constructor = found.Constructor;
            if (constructor == null)
            {
                return "members.MadeBy(" + (found.HasPlainConstructor ? "() => new " + type + "()" : "null") + ");";
            }
            IEnumerable<string> arguments = constructor.Parameters.Select((one, i) => "(" + FullName(one.Type) + ")values["
                + i.ToString(CultureInfo.InvariantCulture) + "]");
            IEnumerable<string> parameters = constructor.Parameters.Select(one => found.IsIgnored(one) ? "null" : Quoted(one.Name));
            return "members.MadeBy(values => new " + type + "(" + string.Join(", ", arguments) + "), new object[] { "
                + string.Join(", ", constructor.Parameters.Select(DefaultOf)) + " }, new string[] { " + string.Join(", ", parameters) + " });";
        }

        private static string DefaultOf(IParameterSymbol parameter)
        {
            string type = FullName(parameter.Type);
            object value = parameter.HasExplicitDefaultValue ? parameter.ExplicitDefaultValue : null;
            return value == null ? "default(" + type + ")" : "(" + type + ")(" + Literal(value) + ")";
        }

        private static string Literal(object value)
        {
            if (value is double || value is float)
            {
                double number = Convert.ToDouble(value, CultureInfo.InvariantCulture);
                return double.IsNaN(number) ? "double.NaN" : double.IsPositiveInfinity(number) ? "double.PositiveInfinity"
                    : double.IsNegativeInfinity(number) ? "double.NegativeInfinity"
                    : ((IFormattable)value).ToString("R", CultureInfo.InvariantCulture) + (value is float ? "F" : "D");
            }
            return SymbolDisplay.FormatPrimitive(value, true, false) + (value is decimal ? "M" : "");
        }

        /// <summary>A name for a type that can be a part of other names.</summary>
        private static string NameOf(ITypeSymbol type)
        {
            IArrayTypeSymbol array = type as IArrayTypeSymbol;
            if (array != null)
            {
                return "ArrayOf" + NameOf(array.ElementType);
            }
            INamedTypeSymbol named = (INamedTypeSymbol)type;
            return named.IsGenericType ? named.Name + "Of" + string.Join("And", named.TypeArguments.Select(NameOf)) : named.Name;
        }

        private static string FullName(ITypeSymbol type) => type.ToDisplayString(Full);

        private static string Quoted(string text) => SymbolDisplay.FormatLiteral(text, true);

        private static void Line(StringBuilder code, int level, string text) => code.Append(' ', 4 * level).Append(text).Append('\n');

        public override string ToString()
        {
            StringBuilder code = new StringBuilder();
            bool isGlobal = holder.ContainingNamespace.IsGlobalNamespace;
            Line(code, 0, "// <auto-generated/>");
            Line(code, 0, "#pragma warning disable");
            Line(code, 0, isGlobal ? "" : "namespace " + holder.ContainingNamespace.ToDisplayString(
                Full.WithGlobalNamespaceStyle(SymbolDisplayGlobalNamespaceStyle.Omitted)));
            Line(code, 0, isGlobal ? "" : "{");
            Line(code, 1, "static partial class " + RecordMembersOf.Escaped(holder.Name));
            Line(code, 1, "{");
            code.Append(plans.ToString()).Append(members.ToString());
            Line(code, 1, "}");
            Line(code, 0, isGlobal ? "" : "}");
            return code.ToString();
        }
    }
}
