using System;
using System.Collections;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;

/// <summary>
/// Runs the generator as a compiler does, on the runtime of .NET 8.0, whose assemblies are the references:
/// <c>OUT GENERATOR LIBRARY ASSEMBLIES FOLDER SOURCE...</c>.
/// <para>What it makes of each SOURCE, which has to be C# 7.3, goes to OUT, for the tests to compile. FOLDER/Modern is compiled as
/// C# 10 with nullable references and warnings as errors into OUT/StringMill.Generated.Modern.dll. Each line of FOLDER/Refused has
/// the error that its comment names, and no other.</para>
/// </summary>
internal static class Generate
{
    private static MetadataReference[] references;
    private static IIncrementalGenerator generator;

    private static int Main(string[] arguments)
    {
        string output = arguments[0];
        string folder = arguments[4];
        generator = (IIncrementalGenerator)Activator.CreateInstance(
            Assembly.LoadFrom(Path.GetFullPath(arguments[1])).GetType("StringMill.Generator.RecordGenerator"));
        references = RuntimeAssemblies.Named(Directory.GetFiles(arguments[3], "*.dll").Select(Path.GetFileNameWithoutExtension))
            .Append(MetadataReference.CreateFromFile(arguments[2])).ToArray();
        bool isRight = KnowsTheScalars(Path.GetFullPath(arguments[2])) & WriteSources(output, arguments.Skip(5)) & CompileModern(output, Path.Combine(folder, "Modern"));
        foreach (string path in Directory.GetFiles(Path.Combine(folder, "Refused"), "*.cs"))
        {
            isRight &= RefusesAsItSays(path);
        }
        return isRight ? 0 : 1;
    }

    private static Compilation Parse(IEnumerable<string> paths, LanguageVersion version, CSharpCompilationOptions options)
    {
        CSharpParseOptions parse = new CSharpParseOptions(version);
        return CSharpCompilation.Create("StringMill.Generated.Modern",
            paths.Select(path => CSharpSyntaxTree.ParseText(File.ReadAllText(path), parse, path, Encoding.UTF8)), references, options);
    }

    private static GeneratorDriverRunResult Run(Compilation compilation, out Compilation updated, out ImmutableArray<Diagnostic> faults)
    {
        GeneratorDriver driver = CSharpGeneratorDriver.Create(new[] { generator.AsSourceGenerator() },
            parseOptions: (CSharpParseOptions)compilation.SyntaxTrees.First().Options);
        GeneratorDriverRunResult first = driver.RunGeneratorsAndUpdateCompilation(compilation, out updated, out faults).GetRunResult();
        // A driver is used again after each edit.
        GeneratorDriverRunResult second = driver.RunGenerators(compilation.AddSyntaxTrees(CSharpSyntaxTree.ParseText("class Other { }",
            (CSharpParseOptions)compilation.SyntaxTrees.First().Options))).GetRunResult();
        if (!Sources(first).SequenceEqual(Sources(second)))
        {
            throw new InvalidOperationException("the sources of a second run differ");
        }
        return first;
    }

    private static IEnumerable<string> Sources(GeneratorDriverRunResult result)
    {
        return result.GeneratedTrees.Select(tree => tree.FilePath + "\n" + tree);
    }

    private static bool Report(IEnumerable<Diagnostic> faults)
    {
        // CS8785 is an exception of the generator, which is only a warning.
        Diagnostic[] errors = faults.Where(fault => fault.Severity == DiagnosticSeverity.Error || fault.Id == "CS8785").ToArray();
        foreach (Diagnostic fault in errors)
        {
            Console.WriteLine(fault);
        }
        return errors.Length == 0;
    }

    private static bool WriteSources(string output, IEnumerable<string> paths)
    {
        Compilation updated;
        ImmutableArray<Diagnostic> faults;
        GeneratorDriverRunResult result = Run(Parse(paths, LanguageVersion.CSharp7_3,
            new CSharpCompilationOptions(OutputKind.ConsoleApplication)), out updated, out faults);
        foreach (SyntaxTree tree in result.GeneratedTrees)
        {
            File.WriteAllText(Path.Combine(output, Path.GetFileName(tree.FilePath)), tree.ToString());
        }
        Console.WriteLine("generator: {0} sources as C# 7.3", result.GeneratedTrees.Length);
        return Report(faults) & Report(updated.GetDiagnostics()) & result.GeneratedTrees.Length > 0;
    }

    /// <summary>Whether the generator has the names of the types that the library writes and reads without members or elements.</summary>
    private static bool KnowsTheScalars(string library)
    {
        const BindingFlags Internal = BindingFlags.Static | BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public;
        Assembly assembly = Assembly.LoadFrom(library);
        Type types = assembly.GetType("StringMill.RecordTypes");
        object options = Activator.CreateInstance(assembly.GetType("StringMill.RecordOptions"));
        object made = Activator.CreateInstance(types, Internal, null, new[] { options }, null);
        Compilation compilation = CSharpCompilation.Create("Names", references: references);
        IEnumerable<string> ofLibrary = ((IDictionary)types.GetField("values", Internal).GetValue(made)).Keys.Cast<Type>()
            .Where(type => type == typeof(byte[]) || !type.IsGenericType && !type.IsArray)
            .Select(type => type.IsArray ? "byte[]" : compilation.GetTypeByMetadataName(type.FullName).ToDisplayString());
        var ofGenerator = (IEnumerable<string>)generator.GetType().Assembly.GetType("StringMill.Generator.RecordTypeRules")
            .GetField("Scalars", Internal).GetValue(null);
        string[] different = ofLibrary.Except(ofGenerator).Concat(ofGenerator.Except(ofLibrary)).ToArray();
        if (different.Length > 0)
        {
            Console.WriteLine("generator and library differ in the types " + string.Join(", ", different));
        }
        return different.Length == 0;
    }

    private static bool CompileModern(string output, string folder)
    {
        Compilation updated;
        ImmutableArray<Diagnostic> faults;
        Run(Parse(Directory.GetFiles(folder, "*.cs"), LanguageVersion.CSharp10, new CSharpCompilationOptions(
            OutputKind.DynamicallyLinkedLibrary, generalDiagnosticOption: ReportDiagnostic.Error,
            nullableContextOptions: NullableContextOptions.Enable)), out updated, out faults);
        EmitResult result;
        using (FileStream image = File.Create(Path.Combine(output, "StringMill.Generated.Modern.dll")))
        {
            result = updated.Emit(image);
        }
        Console.WriteLine("generator: C# 10: {0}", result.Success ? "compiled" : "FAILED");
        return Report(faults) & Report(result.Diagnostics);
    }

    /// <summary>Whether each line has the error that its comment ends with, and no line another one.</summary>
    private static bool RefusesAsItSays(string path)
    {
        Compilation updated;
        ImmutableArray<Diagnostic> faults;
        GeneratorDriverRunResult result = Run(Parse(new[] { path }, LanguageVersion.Preview,
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary)), out updated, out faults);
        ILookup<int, string> messages = faults.ToLookup(one => one.Location.GetLineSpan().StartLinePosition.Line, one => one.GetMessage());
        string[] lines = File.ReadAllLines(path);
        bool isRight = result.GeneratedTrees.Length == 0;
        int count = 0;
        for (int i = 0; i < lines.Length; i++)
        {
            int at = lines[i].IndexOf("// refused: ", StringComparison.Ordinal);
            string expected = at < 0 ? "" : lines[i].Substring(at + "// refused: ".Length);
            string actual = string.Join(" and ", messages[i]);
            count += at < 0 ? 0 : 1;
            if (expected != actual)
            {
                Console.WriteLine("{0}({1}): expected '{2}', got '{3}'", path, i + 1, expected, actual);
                isRight = false;
            }
        }
        Console.WriteLine("generator: {0} types refused{1}", count, isRight ? "" : ": FAILED");
        return isRight && count > 0;
    }
}
