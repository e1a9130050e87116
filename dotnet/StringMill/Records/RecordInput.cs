using System;
using System.Buffers;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace StringMill
{
    /// <summary>The place of the first byte of a text in a stream with other texts before it.</summary>
    internal struct RecordPlace
    {
        internal long Line;
        internal long BytePositionInLine;
        internal long Offset;

        /// <summary>Moves past bytes.</summary>
        internal void Pass(ReadOnlySpan<byte> bytes)
        {
            Offset += bytes.Length;
            for (int end = bytes.IndexOf((byte)'\n'); end >= 0; end = bytes.IndexOf((byte)'\n'))
            {
                Line++;
                BytePositionInLine = 0;
                bytes = bytes.Slice(end + 1);
            }
            BytePositionInLine += bytes.Length;
        }
    }

    /// <summary>The unread bytes of a stream, in a pooled array that grows with the longest unread text.</summary>
    internal sealed class RecordInput : IDisposable
    {
        private readonly Stream stream;

        // Whether the first bytes were looked at, which can be a byte order mark.
        private bool isBegun;

        internal RecordInput(Stream stream)
        {
            this.stream = stream;
            Bytes = ArrayPool<byte>.Shared.Rent(JsonWriter.PartLen);
        }

        /// <summary>Unread bytes are from <see cref="Start"/> to <see cref="End"/>.</summary>
        internal byte[] Bytes { get; private set; }

        internal int Start { get; set; }

        internal int End { get; private set; }

        /// <summary>Whether the stream has no more bytes.</summary>
        internal bool IsEnded { get; private set; }

        internal ReadOnlySpan<byte> Unread => new ReadOnlySpan<byte>(Bytes, Start, End - Start);

        /// <summary>Reads some more bytes.</summary>
        internal void Fill()
        {
            MakeRoom();
            Add(stream.Read(Bytes, End, Bytes.Length - End));
        }

        /// <summary>As <see cref="Fill"/>.</summary>
        internal async Task FillAsync(CancellationToken cancellationToken)
        {
            MakeRoom();
            Add(await stream.ReadAsync(new Memory<byte>(Bytes, End, Bytes.Length - End), cancellationToken).ConfigureAwait(false));
        }

        /// <summary>Whether the first bytes can be read: they are no part of a byte order mark.</summary>
        internal bool Begin()
        {
            ReadOnlySpan<byte> mark = ByteOrderMark;
            ReadOnlySpan<byte> unread = Unread;
            if (isBegun || unread.Length < mark.Length && !IsEnded && unread.SequenceEqual(mark.Slice(0, unread.Length)))
            {
                return isBegun;
            }
            Start += unread.StartsWith(mark) ? mark.Length : 0;
            isBegun = true;
            return true;
        }

        public void Dispose()
        {
            byte[] bytes = Bytes;
            Bytes = null;
            if (bytes != null)
            {
                ArrayPool<byte>.Shared.Return(bytes);
            }
        }

        private static readonly byte[] ByteOrderMark = { 0xEF, 0xBB, 0xBF };

        private void Add(int read)
        {
            End += read;
            IsEnded = read == 0;
        }

        private void MakeRoom()
        {
            if (Start > 0 && Start >= End - Start)
            {
                Buffer.BlockCopy(Bytes, Start, Bytes, 0, End - Start);
                End -= Start;
                Start = 0;
            }
            else if (End == Bytes.Length)
            {
                const int MaxArrayLen = 0x7FFFFFC7;
                if (Bytes.Length == MaxArrayLen)
                {
                    throw new OutOfMemoryException("the text is longer than an array can be");
                }
                byte[] longer = ArrayPool<byte>.Shared.Rent((int)Math.Min(MaxArrayLen, 2L * Bytes.Length));
                Buffer.BlockCopy(Bytes, Start, longer, 0, End - Start);
                End -= Start;
                Start = 0;
                ArrayPool<byte>.Shared.Return(Bytes);
                Bytes = longer;
            }
        }
    }
}
