using System;
#if INTRINSICS
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.X86;
#else
using System.Runtime.InteropServices;
#endif

namespace StringMill
{
    /// <summary>
    /// New strings and arrays. CoreCLR makes them one behind the other, until it collects, in memory that no cache holds;
    /// filling that with zeros was half the time of a record. So what comes behind is fetched: allocation prefetch, as Java's
    /// HotSpot has it of its own.
    /// </summary>
    internal static unsafe class Fresh
    {
        /// <summary>A string of zeros, for who writes every character before anybody else sees one.</summary>
        internal static string Text(int len)
        {
            string text = new string('\0', len);
            Note(text);
            return text;
        }

        /// <summary>The string of so many code units.</summary>
        internal static string TextOf(char* units, int len)
        {
#if INTRINSICS
            string text = new string(units, 0, len);
#else
            // The constructor of Mono takes longer.
            string text = RecordString.IsMono ? Marshal.PtrToStringUni((IntPtr)units, len) : new string(units, 0, len);
#endif
            Note(text);
            return text;
        }

        /// <summary>
        /// An array for who writes every byte before anybody else sees one: CoreCLR does not fill a long one with zeros.
        /// </summary>
        internal static byte[] Bytes(int len)
        {
#if INTRINSICS
            byte[] bytes = len >= UnfilledFrom && MakeUnfilled != null ? MakeUnfilled(len) : new byte[len];
            if (IsPrefetched(len))
            {
                Prefetch((byte*)Unsafe.AsPointer(ref bytes[0]) + len, len);
            }
            return bytes;
#else
            KeptSections.Note(len);
            return new byte[len];
#endif
        }

#if INTRINSICS
        /// <summary>Shorter ones the runtime fills anyway.</summary>
        private const int UnfilledFrom = 2048;

        private static readonly Func<int, byte[]> MakeUnfilled = Find();

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

        private const int Line = 64;

        // Measured: of so many bytes is what is made where it gains, and so many are fetched at most.
        private const int PrefetchedFrom = 192;
        private const int PrefetchedTo = 32 * 1024;
        private const int PrefetchedMax = 12 * 1024;

        /// <summary>The runtime fills 8 KB at a time, from which it then makes what is asked for.</summary>
        private const int Ahead = 10 * 1024;

        private static void Note(string text)
        {
            int len = text.Length * sizeof(char);
            if (IsPrefetched(len))
            {
                fixed (char* units = text)
                {
                    byte* first = (byte*)units;
                    Prefetch(first + len, len);
                }
            }
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static bool IsPrefetched(int len)
        {
            return (uint)(len - PrefetchedFrom) <= PrefetchedTo - PrefetchedFrom;
        }

        // As much as was made, if that is not too much. A prefetch reads nothing: any address will do, also one where no memory is.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void Prefetch(byte* end, int len)
        {
            if (Sse.IsSupported)
            {
                byte* last = end + Ahead + Math.Min(len, PrefetchedMax);
                for (byte* line = end + Ahead; line < last; line += Line)
                {
                    Sse.Prefetch1(line);
                }
            }
        }
#else
        private static void Note(string text)
        {
            KeptSections.Note(text.Length * sizeof(char));
        }
#endif
    }
}
