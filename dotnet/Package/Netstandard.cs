using System;
using System.Collections.Generic;
using Mono.Cecil;

/// <summary>
/// Makes an assembly that was compiled against the assemblies of CoreCLR one of .NET Standard 2.1: what it takes from them
/// it then takes from <c>netstandard</c>, which every runtime has. Assemblies that a package brings keep their names, and
/// so do those of .NET Core alone. A type that the standard lacks is a failure.
/// </summary>
internal static class Netstandard
{
    private const string Intrinsics = "System.Runtime.Intrinsics";

    private static readonly byte[] Token = { 0xCC, 0x7B, 0x13, 0xFF, 0xCD, 0x2D, 0xDD, 0x51 };

    private static int Main(string[] arguments)
    {
        if (arguments.Length != 3)
        {
            Console.Error.WriteLine("usage: Netstandard.exe ASSEMBLY OUTPUT NETSTANDARD");
            return 2;
        }
        AssemblyDefinition assembly = AssemblyDefinition.ReadAssembly(arguments[0]);
        foreach (AssemblyNameReference reference in assembly.MainModule.AssemblyReferences)
        {
            bool keeps = reference.Name == "System.Text.Json" || reference.Name == "System.Text.Encodings.Web"
                || reference.Name == "System.Runtime.CompilerServices.Unsafe";
            if (reference.Name.StartsWith("System.", StringComparison.Ordinal) && !keeps)
            {
                reference.Name = "netstandard";
                reference.Version = new Version(2, 1, 0, 0);
                reference.PublicKeyToken = Token;
            }
        }
        HashSet<string> standard = new HashSet<string>();
        foreach (ExportedType type in AssemblyDefinition.ReadAssembly(arguments[2]).MainModule.ExportedTypes)
        {
            standard.Add(type.FullName);
        }
        int missing = 0;
        var intrinsics = new AssemblyNameReference(Intrinsics, new Version(4, 0, 1, 0)) { PublicKeyToken = Token };
        foreach (TypeReference type in assembly.MainModule.GetTypeReferences())
        {
            if (type.Namespace.StartsWith(Intrinsics, StringComparison.Ordinal))
            {
                if (!assembly.MainModule.AssemblyReferences.Contains(intrinsics))
                {
                    assembly.MainModule.AssemblyReferences.Add(intrinsics);
                }
                type.Scope = intrinsics;
            }
            else if (type.DeclaringType == null && type.Scope.Name == "netstandard" && !standard.Contains(type.FullName))
            {
                Console.Error.WriteLine(arguments[0] + " uses " + type.FullName + ", which .NET Standard 2.1 lacks");
                missing++;
            }
        }
        // Of .NET Framework, and nothing that .NET Standard has.
        assembly.SecurityDeclarations.Clear();
        assembly.Write(arguments[1]);
        return missing;
    }
}
