// Trimmers and ahead-of-time compilers know these attributes by their names. Only .NET 8.0 and newer have all of them.
#if !NET8_0_OR_GREATER
namespace System.Diagnostics.CodeAnalysis
{
    /// <summary>The member needs members of types that a trimmer can remove.</summary>
    [AttributeUsage(AttributeTargets.Method | AttributeTargets.Constructor | AttributeTargets.Class, Inherited = false)]
    internal sealed class RequiresUnreferencedCodeAttribute : Attribute
    {
        internal RequiresUnreferencedCodeAttribute(string message) => Message = message;

        internal string Message { get; }
    }

    /// <summary>The member needs code that an ahead-of-time compiler can lack.</summary>
    [AttributeUsage(AttributeTargets.Method | AttributeTargets.Constructor | AttributeTargets.Class, Inherited = false)]
    internal sealed class RequiresDynamicCodeAttribute : Attribute
    {
        internal RequiresDynamicCodeAttribute(string message) => Message = message;

        internal string Message { get; }
    }
}
#endif

namespace StringMill
{
    /// <summary>The messages of trimmers and ahead-of-time compilers.</summary>
    internal static class TrimmingReasons
    {
        internal const string Members = "Members are found by reflection; the generator of [StringMillRecord] names them instead.";
        internal const string Generics = "Generic types over the members are made at run time.";
    }
}
