using System;

namespace StringMill
{
    // Calls for records beside the public ones.
    public sealed partial class JsonWriter
    {
        /// <summary>The buffer, whose first <see cref="BytesPending"/> bytes are pending.</summary>
        internal byte[] Buffer
        {
            get { return buffer; }
        }

        /// <summary>Writes a name that has its quotes and colon already.</summary>
        internal void WriteQuotedName(byte[] quoted)
        {
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
    }
}
