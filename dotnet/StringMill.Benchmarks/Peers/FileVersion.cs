using System;
using System.Reflection;

namespace StringMill.Benchmarks.Peers
{
    /// <summary>The versions of peers, as records name them.</summary>
    internal static class FileVersion
    {
        /// <summary>The version in the file of a type's assembly, without the identity of its build.</summary>
        internal static string Of(Type type)
        {
            Assembly assembly = type.Assembly;
            var told = (AssemblyInformationalVersionAttribute)Attribute.GetCustomAttribute(assembly,
                typeof(AssemblyInformationalVersionAttribute));
            return told == null ? assembly.GetName().Version.ToString() : told.InformationalVersion.Split('+')[0];
        }
    }
}
