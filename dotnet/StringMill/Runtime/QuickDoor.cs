using System;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace StringMill
{
    /// <summary>
    /// The calls of records once more, for Mono: without what it does around each foreign call so that its garbage
    /// collector need not wait for it, which takes 50 ns in code that was compiled and 120 in the interpreter.
    ///
    /// <para>The collector waits for these. So they are for what takes some microseconds at most; and what is called must
    /// not wait for another thread, not even by allocating memory, since the collector may have stopped that one.</para>
    ///
    /// <para>A method that calls an internal call is not compiled by other runtimes, and makes Mono warn where the call has
    /// no function yet; so nothing here is called unless <see cref="Max"/> says so.</para>
    /// </summary>
    internal static unsafe class QuickDoor
    {
        /// <summary>The longest text in units, or JSON in bytes, for which it is taken; -1 where there is none.</summary>
        internal static readonly int Max = Open() ? 1 << 14 : -1;

        [MethodImpl(MethodImplOptions.NoInlining)]
        internal static int Write(NativeDoor.RecordWriteArgs* args)
        {
            return RecordWrite(args);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        internal static int Read(NativeDoor.RecordReadArgs* args)
        {
            return RecordRead(args);
        }

        [MethodImpl(MethodImplOptions.InternalCall)]
        private static extern int RecordWrite(NativeDoor.RecordWriteArgs* args);

        [MethodImpl(MethodImplOptions.InternalCall)]
        private static extern int RecordRead(NativeDoor.RecordReadArgs* args);

        // The runtime's embedding interface is asked for by name: methods of its own library, "__Internal", are linked into
        // what is compiled ahead of time, and IL2CPP has none of these.
        [DllImport("libdl.so.2", EntryPoint = "dlsym", CallingConvention = CallingConvention.Cdecl)]
        private static extern IntPtr Symbol(IntPtr handle, string name);

        /// <summary><c>mono_lookup_pinvoke_call</c>: the function that a method of <c>DllImport</c> calls.</summary>
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        private delegate IntPtr LookUp(IntPtr method, out IntPtr faultClass, out IntPtr faultSays);

        /// <summary><c>mono_dangerous_add_raw_internal_call</c>: gives an internal call its function.</summary>
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        private delegate void AddCall(string name, IntPtr function);

        private static bool Open()
        {
            if (!RecordString.IsMono || Kernels.NativeFrom == int.MaxValue)
            {
                return false;
            }
            try
            {
                IntPtr lookUp = Symbol(IntPtr.Zero, "mono_lookup_pinvoke_call");
                IntPtr addCall = Symbol(IntPtr.Zero, "mono_dangerous_add_raw_internal_call");
                return lookUp != IntPtr.Zero && addCall != IntPtr.Zero
                    && Open(Marshal.GetDelegateForFunctionPointer<LookUp>(lookUp),
                        Marshal.GetDelegateForFunctionPointer<AddCall>(addCall));
            }
            catch (Exception e) when (e is DllNotFoundException || e is EntryPointNotFoundException
                || e is MissingMethodException)
            {
                // No Linux, or a Mono without one of these.
                return false;
            }
        }

        private static bool Open(LookUp lookUp, AddCall addCall)
        {
            foreach (string name in new[] { nameof(RecordWrite), nameof(RecordRead) })
            {
                RuntimeMethodHandle door = typeof(NativeDoor)
                    .GetMethod(name, BindingFlags.Static | BindingFlags.NonPublic).MethodHandle;
                IntPtr faultClass;
                IntPtr faultSays;
                IntPtr function = lookUp(door.Value, out faultClass, out faultSays);
                if (function == IntPtr.Zero)
                {
                    return false;
                }
                addCall(typeof(QuickDoor).FullName + "::" + name, function);
            }
            return Write(null) == (int)ErrorCode.PointerNull && Read(null) == (int)ErrorCode.PointerNull;
        }
    }
}
