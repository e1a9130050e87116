using System;
using System.Runtime.InteropServices;

namespace StringMill
{
    /// <summary>New strings and arrays, which may be long.</summary>
    internal static unsafe class Allocate
    {
        /// <summary>A string of these code units.</summary>
        internal static string Text(char* units, int len)
        {
            SgenPinning.Note(sizeof(char) * len);
            // The constructor of Mono copies in C#, which its interpreter executes slowly.
            return RuntimeKind.IsMono ? Marshal.PtrToStringUni((IntPtr)units, len) : new string(units, 0, len);
        }

        /// <summary>An array of zeros.</summary>
        internal static byte[] Bytes(int len)
        {
            SgenPinning.Note(len);
            return new byte[len];
        }
    }
}
