using System;

namespace StringMill
{
    /// <summary>The runtime that this process has.</summary>
    internal static class RuntimeKind
    {
        /// <summary>Mono with its own class library; that of .NET 5 and newer does not count.</summary>
        internal static readonly bool IsMono = Type.GetType("Mono.Runtime") != null;
    }
}
