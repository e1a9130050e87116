using System;
using System.Runtime.InteropServices;

namespace StringMill
{
    internal static class Spans
    {
        /// <summary>A byte of a span. The indexer of ReadOnlySpan has another signature on Mono than in .NET Standard.</summary>
        internal static unsafe byte ByteAt(ReadOnlySpan<byte> bytes, int index)
        {
            fixed (byte* first = &MemoryMarshal.GetReference(bytes.Slice(index, 1)))
            {
                return *first;
            }
        }
    }
}
