using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Xml.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;

/// <summary>
/// Compiles SDK projects with Roslyn, without the SDK: every target framework that they name, with their settings, and
/// with warnings as errors. Then a program that uses them, whose lines name the warnings that nullable references give.
/// <para><c>OUT ASSEMBLIES PROGRAM|- PROJECT...</c>: OUT takes an assembly for each target; ASSEMBLIES is a folder with those of
/// .NET Core 3.1, which stand in for .NET Standard 2.1, or with those of ASP.NET Core 9.0; a project may use the ones before
/// it, and one for 9.0 those for 8.0 in OUT. For .NET 8.0 the assemblies of the runtime are taken, which must be that one.</para>
/// </summary>
internal static class Roslyn
{
    // Two versions of one assembly, which the SDK lets pass too.
    private static readonly Dictionary<string, ReportDiagnostic> LikeSdk = new Dictionary<string, ReportDiagnostic>
    {
        { "CS1701", ReportDiagnostic.Suppress }, { "CS1702", ReportDiagnostic.Suppress },
    };

    // The folder of the repository in symbols.
    private const string Root = "/_/";

    private static int Main(string[] arguments)
    {
        string output = arguments[0];
        string assemblies = arguments[1];
        string[] projects = arguments.Skip(3).ToArray();
        bool compiled = true;
        foreach (string target in projects.SelectMany(path => Targets(XElement.Load(path))).Distinct())
        {
            string folder = Path.Combine(output, target);
            Directory.CreateDirectory(folder);
            List<MetadataReference> references = References(target, assemblies, output).ToList();
            foreach (string path in projects.Where(path => Targets(XElement.Load(path)).Contains(target)))
            {
                string library = Path.Combine(folder, Path.GetFileNameWithoutExtension(path) + ".dll");
                bool done = Compile(path, target, library, references);
                compiled &= done;
                if (done)
                {
                    references.Add(MetadataReference.CreateFromFile(library));
                }
            }
            compiled = compiled && (arguments[2] == "-" || WarnsAsItSays(arguments[2], target, references));
        }
        return compiled ? 0 : 1;
    }

    private static string[] Targets(XElement project)
    {
        return Value(project, "TargetFrameworks", null).Split(';');
    }

    private static bool Compile(string path, string target, string library, IEnumerable<MetadataReference> references)
    {
        XElement project = XElement.Load(path);
        CSharpParseOptions parse = new CSharpParseOptions(Language(project, target), DocumentationMode.Diagnose,
            SourceCodeKind.Regular, Value(project, "DefineConstants", target).Split(';').Where(one => one != ""));
        string folder = Path.GetDirectoryName(path);
        SyntaxTree[] sources = Directory.GetDirectories(folder).Append(folder)
            .SelectMany(one => Directory.GetFiles(one, "*.cs"))
            .OrderBy(file => file, StringComparer.Ordinal)
            .Select(file => CSharpSyntaxTree.ParseText(File.ReadAllText(file), parse, Root + file, Encoding.UTF8)).ToArray();
        CSharpCompilationOptions options = new CSharpCompilationOptions(
            Value(project, "OutputType", target) == "Exe" ? OutputKind.ConsoleApplication : OutputKind.DynamicallyLinkedLibrary,
            optimizationLevel: OptimizationLevel.Release, deterministic: true,
            allowUnsafe: Value(project, "AllowUnsafeBlocks", target) == "true",
            generalDiagnosticOption: ReportDiagnostic.Error, specificDiagnosticOptions: LikeSdk, nullableContextOptions: Nullable(project, target));
        string name = Path.GetFileNameWithoutExtension(path);
        EmitResult result;
        using (FileStream image = File.Create(library))
        using (FileStream symbols = File.Create(Path.ChangeExtension(library, ".pdb")))
        using (FileStream documentation = File.Create(Path.ChangeExtension(library, ".xml")))
        {
            EmitOptions symbolOptions = new EmitOptions(debugInformationFormat: DebugInformationFormat.PortablePdb,
                pdbFilePath: Root + name + ".pdb");
            result = CSharpCompilation.Create(name, sources, references, options)
                .Emit(image, symbols, documentation, options: symbolOptions);
        }
        foreach (Diagnostic fault in result.Diagnostics.Where(fault => fault.Severity == DiagnosticSeverity.Error))
        {
            Console.WriteLine(fault);
        }
        Console.WriteLine("{0}, {1}: {2} files as C# {3}, nullable {4}: {5}", name, target, sources.Length,
            parse.LanguageVersion.ToDisplayString(), options.NullableContextOptions, result.Success ? "compiled" : "FAILED");
        return result.Success;
    }

    /// <summary>Whether each line of a program has the warnings that its comment names, and no others.</summary>
    private static bool WarnsAsItSays(string path, string target, IEnumerable<MetadataReference> references)
    {
        SyntaxTree source = CSharpSyntaxTree.ParseText(File.ReadAllText(path), new CSharpParseOptions(LanguageVersion.CSharp8));
        CSharpCompilationOptions options = new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary,
            nullableContextOptions: NullableContextOptions.Enable);
        ILookup<int, string> warnings = CSharpCompilation.Create("NullableUse", new[] { source }, references, options)
            .GetDiagnostics().Where(one => one.Severity >= DiagnosticSeverity.Warning)
            .ToLookup(one => one.Location.GetLineSpan().StartLinePosition.Line, one => one.Id);
        string[] lines = File.ReadAllLines(path);
        bool right = true;
        for (int i = 0; i < lines.Length; i++)
        {
            int at = lines[i].IndexOf("// CS", StringComparison.Ordinal);
            string expected = at < 0 ? "" : lines[i].Substring(at + 3);
            string actual = string.Join(" ", warnings[i].OrderBy(id => id, StringComparer.Ordinal));
            if (expected != actual)
            {
                Console.WriteLine("{0}({1}), {2}: expected '{3}', got '{4}'", path, i + 1, target, expected, actual);
                right = false;
            }
        }
        return right;
    }

    private static LanguageVersion Language(XElement project, string target)
    {
        LanguageVersion version;
        if (!LanguageVersionFacts.TryParse(Value(project, "LangVersion", target), out version))
        {
            throw new ArgumentException("no such LangVersion");
        }
        return version;
    }

    private static NullableContextOptions Nullable(XElement project, string target)
    {
        return (NullableContextOptions)Enum.Parse(typeof(NullableContextOptions), Value(project, "Nullable", target), true);
    }

    /// <summary>A property of a project for one target framework; the last one counts.</summary>
    private static string Value(XElement project, string property, string target)
    {
        string value = "";
        foreach (XElement element in project.Elements("PropertyGroup").Where(group => Applies(group, target)).Elements(property))
        {
            value = element.Value.Replace("$(" + property + ")", value);
        }
        return value;
    }

    // Conditions compare the target framework with one name.
    private static bool Applies(XElement group, string target)
    {
        XAttribute condition = group.Attribute("Condition");
        if (condition == null)
        {
            return true;
        }
        string[] parts = condition.Value.Split('\'');
        if (parts.Length != 5 || parts[1] != "$(TargetFramework)" || parts[2].Trim() != "==" && parts[2].Trim() != "!=")
        {
            throw new ArgumentException("a condition that is not understood: " + condition.Value);
        }
        return (parts[3] == target) == (parts[2].Trim() == "==");
    }

    private static IEnumerable<MetadataReference> References(string target, string assemblies, string output)
    {
        string[] files = Directory.GetFiles(assemblies, "*.dll");
        if (target == "net9.0")
        {
            string[] ofNet = { "System.", "Microsoft.AspNetCore.", "Microsoft.Extensions.", "Microsoft.Net.", "netstandard" };
            return files.Where(file => ofNet.Any(Path.GetFileName(file).StartsWith))
                .Concat(Directory.GetFiles(Path.Combine(output, "net8.0"), "*.dll")).Select(file => MetadataReference.CreateFromFile(file));
        }
        if (target == "netstandard2.1")
        {
            return files.Select(file => MetadataReference.CreateFromFile(file));
        }
        if (target == "net8.0" && Environment.Version.Major == 8)
        {
            return RuntimeAssemblies.Named(files.Select(Path.GetFileNameWithoutExtension));
        }
        throw new ArgumentException("no assemblies for " + target);
    }
}
