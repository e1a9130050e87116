using System;
using System.Buffers;

namespace StringMill.Benchmarks.Peers
{
    /// <summary>An array that a writer fills again and again.</summary>
    internal sealed class ReusedBuffer : IBufferWriter<byte>
    {
        private byte[] bytes = new byte[256];

        internal int Length { get; private set; }

        internal void Clear()
        {
            Length = 0;
        }

        internal byte[] ToArray()
        {
            byte[] copy = new byte[Length];
            Buffer.BlockCopy(bytes, 0, copy, 0, Length);
            return copy;
        }

        public void Advance(int count)
        {
            Length += count;
        }

        public Memory<byte> GetMemory(int sizeHint)
        {
            int wanted = Length + Math.Max(sizeHint, 256);
            if (bytes.Length < wanted)
            {
                Array.Resize(ref bytes, 2 * wanted);
            }
            return new Memory<byte>(bytes, Length, bytes.Length - Length);
        }

        public Span<byte> GetSpan(int sizeHint)
        {
            return GetMemory(sizeHint).Span;
        }
    }
}
