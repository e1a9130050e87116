using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;
using System.Text;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace StringMill.Generator
{
    /// <summary>
    /// For each static partial class with <c>[StringMillRecord(typeof(T))]</c>, writes its other part: plans of these types that
    /// need no reflection. A type that <c>RecordPlan.Create</c> would refuse is an error of the compiler, and so is a member that
    /// only reflection can reach.
    /// </summary>
    [Generator]
    public sealed class RecordGenerator : IIncrementalGenerator
    {
        private const string Attribute = "StringMill.StringMillRecordAttribute";

        private static readonly DiagnosticDescriptor Refused = new DiagnosticDescriptor("STRINGMILL001",
            "The type has no plan", "{0}", "StringMill", DiagnosticSeverity.Error, true);

        /// <inheritdoc />
        public void Initialize(IncrementalGeneratorInitializationContext context)
        {
            IncrementalValuesProvider<RecordPart> parts = context.SyntaxProvider
                .CreateSyntaxProvider((node, stop) => IsCandidate(node), (found, stop) => PartOf(found, stop))
                .Where(part => part != null);
            context.RegisterSourceOutput(parts, (output, part) => Report(output, part));
        }

        private static bool IsCandidate(SyntaxNode node)
        {
            ClassDeclarationSyntax declaration = node as ClassDeclarationSyntax;
            return declaration != null && declaration.AttributeLists.Count > 0;
        }

        private static RecordPart PartOf(GeneratorSyntaxContext found, CancellationToken stop)
        {
            INamedTypeSymbol symbol = found.SemanticModel.GetDeclaredSymbol(found.Node, stop) as INamedTypeSymbol;
            List<AttributeData> attributes = symbol == null ? new List<AttributeData>()
                : symbol.GetAttributes().Where(one => one.AttributeClass != null && one.AttributeClass.ToDisplayString() == Attribute).ToList();
            // The attributes can be on several parts of the class; the first one speaks for all.
            if (attributes.Count == 0 || attributes[0].ApplicationSyntaxReference.SyntaxTree != found.Node.SyntaxTree
                || !found.Node.Span.Contains(attributes[0].ApplicationSyntaxReference.Span))
            {
                return null;
            }
            return RecordPart.Of(symbol, attributes, found.SemanticModel.Compilation);
        }

        private static void Report(SourceProductionContext output, RecordPart part)
        {
            foreach (RecordFault fault in part.Faults)
            {
                output.ReportDiagnostic(Diagnostic.Create(Refused, fault.Place, fault.Message));
            }
            if (part.Source != null)
            {
                output.AddSource(part.Name, SourceText.From(part.Source, Encoding.UTF8));
            }
        }
    }

    /// <summary>An error, and its place.</summary>
    internal sealed class RecordFault
    {
        internal RecordFault(AttributeData attribute, string message)
        {
            Message = message;
            Location full = attribute.ApplicationSyntaxReference.GetSyntax().GetLocation();
            // Without the syntax tree, which would keep an old compilation in memory.
            Place = Location.Create(full.SourceTree.FilePath, full.SourceSpan, full.GetLineSpan().Span);
        }

        internal string Message { get; }

        internal Location Place { get; }
    }

    /// <summary>What the generator writes for a class. Equal parts are not written again.</summary>
    internal sealed class RecordPart : IEquatable<RecordPart>
    {
        private RecordPart(string name, string source, List<RecordFault> faults)
        {
            Name = name;
            Source = source;
            Faults = faults;
        }

        internal string Name { get; }

        /// <summary>Null if a type has no plan.</summary>
        internal string Source { get; }

        internal List<RecordFault> Faults { get; }

        internal static RecordPart Of(INamedTypeSymbol symbol, List<AttributeData> attributes, Compilation compilation)
        {
            List<RecordFault> faults = new List<RecordFault>();
            RecordCode code = new RecordCode(symbol);
            if (!symbol.IsStatic || symbol.ContainingType != null || symbol.IsGenericType || !IsPartial(symbol))
            {
                faults.Add(new RecordFault(attributes[0], symbol.Name + " has to be a static partial class outside of other classes"));
            }
            foreach (AttributeData attribute in attributes)
            {
                ITypeSymbol type = attribute.ConstructorArguments.Length == 0 ? null : attribute.ConstructorArguments[0].Value as ITypeSymbol;
                string refusal = type == null ? "the attribute names no type" : code.Add(type, new RecordTypeRules(compilation));
                if (refusal != null)
                {
                    faults.Add(new RecordFault(attribute, refusal));
                }
            }
            // The sign before a keyword is refused in names of sources.
            string name = symbol.ToDisplayString().Replace("@", "") + ".Records.g.cs";
            return new RecordPart(name, faults.Count == 0 ? code.ToString() : null, faults);
        }

        private static bool IsPartial(INamedTypeSymbol symbol)
        {
            return symbol.DeclaringSyntaxReferences.Select(one => one.GetSyntax()).OfType<ClassDeclarationSyntax>()
                .All(one => one.Modifiers.Any(modifier => modifier.ValueText == "partial"));
        }

        public bool Equals(RecordPart other)
        {
            return other != null && Name == other.Name && Source == other.Source && Faults.Count == other.Faults.Count
                && Faults.Zip(other.Faults, (a, b) => a.Message == b.Message && a.Place.Equals(b.Place)).All(same => same);
        }

        public override bool Equals(object other) => Equals(other as RecordPart);

        public override int GetHashCode() => Name.GetHashCode();
    }
}
