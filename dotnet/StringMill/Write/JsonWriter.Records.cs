using System;
using System.Buffers;

namespace StringMill
{
    // Calls for records beside the public ones.
    public sealed partial class JsonWriter
    {
        /// <summary>As many bytes as System.Text.Json sends at a time.</summary>
        internal const int PartLen = 1 << 14;

        /// <summary>The buffer, whose first <see cref="BytesPending"/> bytes are pending.</summary>
        internal byte[] Buffer
        {
            get { return buffer; }
        }

        /// <summary>Whether the shared pool lends the buffer; only of a writer whose buffer no caller sees.</summary>
        internal bool IsPooled { get; set; }

        /// <summary>As <see cref="Reset()"/>; a buffer longer than this goes back to the pool.</summary>
        internal void Reset(int lenMax)
        {
            Reset();
            if (buffer.Length > lenMax)
            {
                GiveUpBuffer();
                end = 0;
            }
        }

        private void GiveUpBuffer()
        {
            if (IsPooled && buffer.Length > 0)
            {
                ArrayPool<byte>.Shared.Return(buffer);
            }
            buffer = Array.Empty<byte>();
        }

        /// <summary>Whether so much is pending that it should be sent.</summary>
        internal bool IsPartDue => at - from >= PartLen;

        /// <summary>Drops the pending bytes of a buffer of its own, which the caller has sent; the text continues.</summary>
        internal void DropSent()
        {
            BytesCommitted += at;
            at = 0;
        }

        /// <summary>Ends a line after a value, so that another value can follow.</summary>
        internal void EndLine()
        {
            Need(1);
            buffer[at++] = (byte)'\n';
            isCommaDue = false;
            token = JsonTokenKind.None;
        }

        /// <summary>Writes a name that has its quotes and colon already.</summary>
        internal void WriteQuotedName(byte[] quoted)
        {
            if (isIndented)
            {
                WriteNameOf(new ReadOnlySpan<byte>(quoted, 0, quoted.Length - 1));
                return;
            }
            Need(quoted.Length + MarksLen);
            if (isCommaDue)
            {
                buffer[at++] = (byte)',';
            }
            System.Buffer.BlockCopy(quoted, 0, buffer, at, quoted.Length);
            at += quoted.Length;
            isCommaDue = false;
            token = JsonTokenKind.PropertyName;
        }

        /// <summary>Makes room for a number and its quotes.</summary>
        internal void NeedNumber() => Need(JsonWriterNumbers.MaxDecimalLen + JsonWriterNumbers.MaxFloatLen + MarksLen + depth * indentSize);

        /// <summary>Puts quotes around the number that was written into the room of <see cref="NeedNumber"/>.</summary>
        internal void QuoteNumber()
        {
            int start = at;
            while (start > from && ",: \n\t[".IndexOf((char)buffer[start - 1]) < 0)
            {
                start--;
            }
            System.Buffer.BlockCopy(buffer, start, buffer, start + 1, at - start);
            buffer[start] = (byte)'"';
            buffer[at + 1] = (byte)'"';
            at += 2;
        }

        /// <summary>Writes the JSON of a string or number as a name.</summary>
        internal void WriteNameOf(ReadOnlySpan<byte> value)
        {
            bool isQuoted = Spans.ByteAt(value, 0) == '"';
            ReadOnlySpan<byte> inside = isQuoted ? value.Slice(1, value.Length - 2) : value;
            BeginName(inside.Length);
            buffer[at++] = (byte)'"';
            inside.CopyTo(new Span<byte>(buffer, at, inside.Length));
            at += inside.Length;
            EndName();
        }
    }
}
