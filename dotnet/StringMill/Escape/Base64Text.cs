using System;
using System.Buffers;
using System.Buffers.Text;
using System.Runtime.InteropServices;

namespace StringMill
{
    /// <summary>
    /// Driver of base64 with padding (RFC 4648, section 4): the runtime's own code, which has vectors on CoreCLR; on Mono, where
    /// that is scalar, the native library for long texts.
    /// </summary>
    internal static unsafe class Base64Text
    {
        // In bytes of the source. Forced kernels run on each runtime.
        private static readonly int NativeFrom = RuntimeKind.IsMono || KernelDriver.NativeFrom == 0 ? KernelDriver.NativeFrom : int.MaxValue;

        /// <summary>Encodes bytes into room for all of their text.</summary>
        /// <returns>The length of the text.</returns>
        internal static int Encode(ReadOnlySpan<byte> src, Span<byte> dst)
        {
            int written;
            if (src.Length >= NativeFrom && src.Length > 0)
            {
                KernelDriver.RequireNative();
                fixed (byte* bytes = &MemoryMarshal.GetReference(src))
                fixed (byte* text = &MemoryMarshal.GetReference(dst))
                {
                    return NativeKernels.EncodeBase64(bytes, src.Length, text, dst.Length);
                }
            }
            int read;
            Base64.EncodeToUtf8(src, dst, out read, out written);
            return written;
        }

        /// <summary>Decodes base64 without white space.</summary>
        /// <returns>False for any other text, also for base64 with white space.</returns>
        internal static bool TryDecode(ReadOnlySpan<byte> src, out byte[] bytes)
        {
            bytes = null;
            int len = src.Length;
            if (len == 0 || len % 4 != 0)
            {
                bytes = len == 0 ? Array.Empty<byte>() : null;
                return len == 0;
            }
            byte[] room = Allocate.Bytes(len / 4 * 3 - Padding(src));
            // CoreCLR skips white space since 8.0; it is at least a group, so the array is then not full.
            if (Decode(src, room) != room.Length)
            {
                return false;
            }
            bytes = room;
            return true;
        }

        // By a pointer: the indexer of ReadOnlySpan has another signature on Mono than in .NET Standard.
        private static int Padding(ReadOnlySpan<byte> src)
        {
            fixed (byte* text = &MemoryMarshal.GetReference(src))
            {
                byte* end = text + src.Length;
                return end[-1] != '=' ? 0 : end[-2] != '=' ? 1 : 2;
            }
        }

        // Returns how many bytes were written; -1 if the text is not base64.
        private static int Decode(ReadOnlySpan<byte> src, byte[] dst)
        {
            if (src.Length >= NativeFrom)
            {
                KernelDriver.RequireNative();
                fixed (byte* text = &MemoryMarshal.GetReference(src))
                fixed (byte* bytes = dst)
                {
                    return NativeKernels.DecodeBase64(text, src.Length, bytes, dst.Length);
                }
            }
            int read;
            int written;
            return Base64.DecodeFromUtf8(src, dst, out read, out written) == OperationStatus.Done ? written : -1;
        }
    }
}
