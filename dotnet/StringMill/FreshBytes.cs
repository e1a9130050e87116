#if INTRINSICS
using System;
using System.Reflection;
#endif

namespace StringMill
{
    /// <summary>
    /// Arrays for who writes every byte of them before anybody else sees one: CoreCLR does not fill long ones with zeros
    /// first, which takes a third of the time of a long record.
    /// </summary>
    internal static class FreshBytes
    {
#if INTRINSICS
        /// <summary>Shorter ones the runtime fills anyway.</summary>
        private const int LongFrom = 2048;

        private static readonly Func<int, byte[]> MakeLong = Find();

        // Public from .NET 5 on, and part of CoreCLR 3.1; asked for by name, as the assemblies that this is compiled against
        // have it not.
        private static Func<int, byte[]> Find()
        {
            const BindingFlags All = BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;
            try
            {
                MethodInfo method = typeof(GC).GetMethod("AllocateUninitializedArray", All)?.MakeGenericMethod(typeof(byte));
                switch (method?.GetParameters().Length)
                {
                    case 1:
                        return (Func<int, byte[]>)Delegate.CreateDelegate(typeof(Func<int, byte[]>), method);
                    case 2:
                        Type twoArguments = typeof(Func<int, bool, byte[]>);
                        var make = (Func<int, bool, byte[]>)Delegate.CreateDelegate(twoArguments, method);
                        return len => make(len, false);
                    default:
                        return null;
                }
            }
            catch (Exception e) when (e is NotSupportedException || e is ArgumentException || e is AmbiguousMatchException
                || e is MemberAccessException)
            {
                // Compiled ahead of time without that method, or it is another one.
                return null;
            }
        }
#endif

        /// <summary>Makes one, whose bytes may be anything.</summary>
        internal static byte[] Make(int len)
        {
#if INTRINSICS
            if (len >= LongFrom && MakeLong != null)
            {
                return MakeLong(len);
            }
#endif
            return new byte[len];
        }
    }
}
