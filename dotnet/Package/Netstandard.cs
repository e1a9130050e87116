using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Mono.Cecil;
using Mono.Cecil.Cil;
using Mono.CompilerServices.SymbolWriter;

/// <summary>
/// Makes an assembly that was compiled against the assemblies of CoreCLR one of .NET Standard: what it takes from them
/// it then takes from <c>netstandard</c>, which every runtime has. NETSTANDARD says of which version: 2.1, and 2.0 for a generator,
/// of which the members are looked up too, in the folder above. Assemblies that a package brings keep their names, and
/// so do those of .NET alone. A type that the standard and these lack is a failure. The symbols, those of Mono's compiler too,
/// become a portable PDB, and nothing in either file depends on the time or the place of the build.
/// </summary>
internal static class Netstandard
{
    private const string Intrinsics = "System.Runtime.Intrinsics";

    // The line of instructions without a source, in every format of symbols.
    private const int Hidden = 0xFEEFEE;

    // Types of System.Runtime that only an assembly for .NET 8.0 uses.
    private static readonly HashSet<string> Later = new HashSet<string>
    {
        "System.Numerics.BitOperations",
        "System.Text.Unicode.Utf8",
        "System.DateOnly",
        "System.TimeOnly",
        "System.Half",
        "System.Int128",
        "System.UInt128",
        "System.Runtime.CompilerServices.NullableAttribute",
        "System.Runtime.CompilerServices.NullableContextAttribute",
        "System.Diagnostics.CodeAnalysis.RequiresDynamicCodeAttribute",
        "System.Diagnostics.CodeAnalysis.RequiresUnreferencedCodeAttribute",
    };

    private static readonly byte[] RuntimeToken = { 0xB0, 0x3F, 0x5F, 0x7F, 0x11, 0xD5, 0x0A, 0x3A };
    private static readonly byte[] Token = { 0xCC, 0x7B, 0x13, 0xFF, 0xCD, 0x2D, 0xDD, 0x51 };

    /// <summary>A file of symbols. The assembly has its whole path, and a hash of that: here one that no folder is in.</summary>
    private sealed class SymbolFile : FileStream
    {
        private readonly string name;

        public SymbolFile(string path)
            : base(path, FileMode.Create)
        {
            name = "/_/" + Path.GetFileName(path);
        }

        public override string Name
        {
            get { return name; }
        }
    }

    private static int Main(string[] arguments)
    {
        if (arguments.Length != 3)
        {
            Console.Error.WriteLine("usage: Netstandard.exe ASSEMBLY OUTPUT NETSTANDARD");
            return 2;
        }
        // Roslyn writes a portable PDB, Mono's compiler a file with a format of its own.
        bool isOfRoslyn = File.Exists(Path.ChangeExtension(arguments[0], ".pdb"));
        AssemblyDefinition assembly = AssemblyDefinition.ReadAssembly(arguments[0], isOfRoslyn
            ? new ReaderParameters { ReadSymbols = true, SymbolReaderProvider = new PortablePdbReaderProvider() }
            : new ReaderParameters());
        Version version = AssemblyDefinition.ReadAssembly(arguments[2]).Name.Version;
        foreach (AssemblyNameReference reference in assembly.MainModule.AssemblyReferences)
        {
            bool keeps = reference.Name == "System.Text.Json" || reference.Name == "System.Text.Encodings.Web"
                || reference.Name == "System.Collections.Immutable"
                || reference.Name == "System.Runtime.CompilerServices.Unsafe";
            if (reference.Name.StartsWith("System.", StringComparison.Ordinal) && !keeps)
            {
                reference.Name = "netstandard";
                reference.Version = version;
                reference.PublicKeyToken = Token;
            }
            else if (reference.Name == "System.Collections.Immutable")
            {
                // That of the oldest compiler that runs the generator.
                reference.Version = new Version(5, 0, 0, 0);
            }
        }
        int missing = MoveTypes(arguments[0], assembly.MainModule, isOfRoslyn, arguments[2]);
        missing += version.Minor == 0 ? CountMissing(assembly.MainModule, arguments[2]) : 0;
        // Of .NET Framework, and nothing that .NET Standard has.
        assembly.SecurityDeclarations.Clear();
        // The compiler adds it with symbols; its values are the defaults of the runtime.
        assembly.CustomAttributes.Remove(
            assembly.CustomAttributes.Single(one => one.AttributeType.Name == "DebuggableAttribute"));
        if (!isOfRoslyn)
        {
            AddSymbols(assembly.MainModule, MonoSymbolFile.ReadSymbolFile(arguments[0] + ".mdb"));
        }
        using (Stream lines = new SymbolFile(Path.ChangeExtension(arguments[1], ".pdb")))
        {
            assembly.Write(arguments[1], new WriterParameters
            {
                DeterministicMvid = true,
                Timestamp = 0,
                WriteSymbols = true,
                SymbolWriterProvider = new PortablePdbWriterProvider(),
                SymbolStream = lines,
            });
        }
        return missing;
    }

    /// <summary>Gives types that .NET Standard lacks to the assemblies of .NET 8.0; returns how many none of these has.</summary>
    private static int MoveTypes(string name, ModuleDefinition module, bool isOfRoslyn, string netstandard)
    {
        HashSet<string> standard = new HashSet<string>();
        foreach (ExportedType type in AssemblyDefinition.ReadAssembly(netstandard).MainModule.ExportedTypes)
        {
            standard.Add(type.FullName);
        }
        int missing = 0;
        var intrinsics = new AssemblyNameReference(Intrinsics, new Version(8, 0, 0, 0)) { PublicKeyToken = Token };
        var runtime = new AssemblyNameReference("System.Runtime", new Version(8, 0, 0, 0)) { PublicKeyToken = RuntimeToken };
        foreach (TypeReference type in module.GetTypeReferences())
        {
            AssemblyNameReference later = type.Namespace.StartsWith(Intrinsics, StringComparison.Ordinal) ? intrinsics
                : isOfRoslyn && Later.Contains(type.FullName) ? runtime : null;
            if (later != null)
            {
                if (!module.AssemblyReferences.Contains(later))
                {
                    module.AssemblyReferences.Add(later);
                }
                type.Scope = later;
            }
            else if (type.DeclaringType == null && type.Scope.Name == "netstandard" && !standard.Contains(type.FullName))
            {
                Console.Error.WriteLine(name + " uses " + type.FullName + ", which .NET Standard lacks");
                missing++;
            }
        }
        return missing;
    }

    /// <summary>How many members of the runtime are used that the assemblies of .NET Framework 4.7.2 lack.</summary>
    private static int CountMissing(ModuleDefinition module, string netstandard)
    {
        var known = new DefaultAssemblyResolver();
        known.AddSearchDirectory(Path.GetDirectoryName(netstandard));
        known.AddSearchDirectory(Path.GetDirectoryName(Path.GetDirectoryName(netstandard)));
        var resolver = new MetadataResolver(known);
        int missing = 0;
        foreach (MethodReference method in module.GetMemberReferences().OfType<MethodReference>())
        {
            TypeReference type = method.DeclaringType.GetElementType();
            if (type.Scope.Name == "netstandard" && !method.DeclaringType.IsArray && resolver.Resolve(method) == null)
            {
                Console.Error.WriteLine(module.Name + " uses " + method.FullName + ", which .NET Standard 2.0 lacks");
                missing++;
            }
        }
        return missing;
    }

    /// <summary>Gives every method the lines of its source, whose path begins at the folder of the repository.</summary>
    private static void AddSymbols(ModuleDefinition module, MonoSymbolFile symbols)
    {
        Dictionary<string, Document> documents = symbols.Sources.Select(one => one.FileName).Distinct()
            .ToDictionary(name => name, name => new Document(name)
            {
                Language = DocumentLanguage.CSharp,
                LanguageVendor = DocumentLanguageVendor.Microsoft,
                Type = DocumentType.Text,
            });
        foreach (MethodEntry entry in symbols.Methods)
        {
            MethodDefinition method = (MethodDefinition)module.LookupToken(entry.Token);
            Dictionary<int, Instruction> instructions = method.Body.Instructions.ToDictionary(one => one.Offset);
            foreach (LineNumberEntry line in entry.GetLineNumberTable().LineNumbers)
            {
                Instruction instruction;
                if (!instructions.TryGetValue(line.Offset, out instruction))
                {
                    continue;
                }
                SequencePoint point = new SequencePoint(instruction, documents[symbols.GetSourceFile(line.File).FileName])
                {
                    StartLine = line.IsHidden ? Hidden : line.Row,
                    EndLine = line.IsHidden ? Hidden : Math.Max(line.Row, line.EndRow),
                    StartColumn = line.IsHidden ? 0 : Math.Max(line.Column, 1),
                };
                point.EndColumn = line.IsHidden ? 0 : Math.Max(line.EndColumn, point.StartColumn + 1);
                method.DebugInformation.SequencePoints.Add(point);
            }
        }
    }
}
