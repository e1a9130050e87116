using System;
using System.Reflection;

namespace StringMill.Benchmarks.Peers
{
    /// <summary>The versions of peers, as records name them.</summary>
    internal static class FileVersion
    {
        /// <summary>The version that the assembly of a type tells, without what identifies its build.</summary>
        internal static string Of(Type type)
        {
            Assembly assembly = type.Assembly;
            var told = (AssemblyInformationalVersionAttribute)Attribute.GetCustomAttribute(assembly,
                typeof(AssemblyInformationalVersionAttribute));
            return told == null ? assembly.GetName().Version.ToString() : told.InformationalVersion.Split('+')[0];
        }
    }
}
