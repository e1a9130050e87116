using System;

namespace StringMill
{
    /// <summary>How the values of a stream follow each other.</summary>
    internal enum RecordFraming
    {
        /// <summary>As elements of one array.</summary>
        Array,

        /// <summary>One after the other, with or without white space between them.</summary>
        TopLevel,

        /// <summary>One a line; blank lines do not count.</summary>
        Lines,
    }

    /// <summary>
    /// Finds where a value ends, without judging it: each byte is looked at once, however the stream is cut. The reader of the
    /// value then gives the verdict.
    /// </summary>
    internal struct RecordFrames
    {
        private static readonly byte[] InString = { (byte)'"', (byte)'\\' };

        private readonly RecordFraming framing;

        // Bytes of the value that were looked at.
        private int scanned;
        private int depth;
        private bool inString;
        private bool isEscaped;

        internal RecordFrames(RecordFraming framing)
        {
            this = default(RecordFrames);
            this.framing = framing;
        }

        /// <summary>Whether a value has begun: other bytes than white space were seen.</summary>
        internal bool HasBegun { get; private set; }

        /// <summary>Begins the next value.</summary>
        internal void Reset() => this = new RecordFrames(framing);

        /// <summary>
        /// Returns the length of the value at the beginning of these bytes; in an array and in lines the byte at its end is a
        /// comma, bracket or line feed.
        /// </summary>
        /// <param name="unread">As in the last call, and more.</param>
        /// <returns>-1 if the value does not end there.</returns>
        internal int Find(ReadOnlySpan<byte> unread)
        {
            while (scanned < unread.Length)
            {
                if (inString)
                {
                    PassText(unread.Slice(scanned));
                    if (!inString && depth == 0 && framing == RecordFraming.TopLevel)
                    {
                        return scanned;
                    }
                }
                else if (framing == RecordFraming.Lines)
                {
                    int len = unread.Slice(scanned).IndexOf((byte)'\n');
                    scanned = len < 0 ? unread.Length : scanned + len;
                    return len < 0 ? -1 : scanned;
                }
                else if (EndsAt(Spans.ByteAt(unread, scanned)))
                {
                    return scanned;
                }
            }
            return -1;
        }

        private void PassText(ReadOnlySpan<byte> text)
        {
            int special = isEscaped ? 0 : text.IndexOfAny(InString);
            if (special < 0)
            {
                scanned += text.Length;
                return;
            }
            inString = isEscaped || Spans.ByteAt(text, special) != '"';
            isEscaped = !isEscaped && inString;
            scanned += special + 1;
        }

        // Passes a byte outside of strings, unless the value ends in front of it.
        private bool EndsAt(byte unit)
        {
            bool isTop = framing == RecordFraming.TopLevel && depth == 0;
            bool ends = false;
            switch (unit)
            {
                case (byte)' ':
                case (byte)'\t':
                case (byte)'\r':
                case (byte)'\n':
                    if (isTop && HasBegun)
                    {
                        return true;
                    }
                    scanned++;
                    return false;
                case (byte)'"':
                case (byte)'{':
                case (byte)'[':
                    if (isTop && HasBegun)
                    {
                        return true;
                    }
                    inString = unit == '"';
                    depth += inString ? 0 : 1;
                    break;
                case (byte)'}':
                case (byte)']':
                    if (depth == 0 && !isTop)
                    {
                        return true;
                    }
                    depth -= depth > 0 ? 1 : 0;
                    ends = depth == 0 && framing == RecordFraming.TopLevel;
                    break;
                case (byte)',':
                    if (depth == 0 && !isTop)
                    {
                        return true;
                    }
                    break;
            }
            HasBegun = true;
            scanned++;
            return ends;
        }
    }
}
