using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Reflection.Metadata;
using Microsoft.CodeAnalysis;

/// <summary>The assemblies of the runtime that runs, which are all in one file, as references of a compilation.</summary>
internal static unsafe class RuntimeAssemblies
{
    /// <summary>Those of the names that the runtime has.</summary>
    internal static IEnumerable<MetadataReference> Named(IEnumerable<string> names)
    {
        return names.Select(Find).Where(reference => reference != null);
    }

    private static MetadataReference Find(string name)
    {
        try
        {
            byte* blob;
            int len;
            Assembly assembly = Assembly.Load(name);
            return assembly.TryGetRawMetadata(out blob, out len)
                ? AssemblyMetadata.Create(ModuleMetadata.CreateFromMetadata((IntPtr)blob, len)).GetReference() : null;
        }
        catch (FileNotFoundException)
        {
            return null;
        }
    }
}
