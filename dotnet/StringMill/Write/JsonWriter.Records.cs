using System;

namespace StringMill
{
    // What records need beside the calls that are there for all.
    public sealed partial class JsonWriter
    {
        /// <summary>The buffer in which what is pending stands, from its beginning on.</summary>
        internal byte[] Buffer
        {
            get { return room; }
        }

        /// <summary>Begins a value that stands for itself; returns where in the buffer.</summary>
        internal int BeginPiece()
        {
            isCommaDue = false;
            token = JsonTokenKind.None;
            return at;
        }

        /// <summary>Writes a name that is in its quotes already, with its colon.</summary>
        internal void WriteQuotedName(byte[] quoted)
        {
            Need(quoted.Length + MarksLen);
            if (isCommaDue)
            {
                room[at++] = (byte)',';
            }
            System.Buffer.BlockCopy(quoted, 0, room, at, quoted.Length);
            at += quoted.Length;
            isCommaDue = false;
            token = JsonTokenKind.PropertyName;
        }
    }
}
