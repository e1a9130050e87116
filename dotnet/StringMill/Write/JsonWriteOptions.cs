using System.Diagnostics.CodeAnalysis;
using System;

namespace StringMill
{
    /// <summary>How a <see cref="JsonWriter"/> writes: layout, escaping, checks.</summary>
    public struct JsonWriteOptions
    {
        internal const int DefaultMaxDepth = 1000;
        internal const int DefaultIndentSize = 2;
        private const int MaxIndentSize = 127;

        private int maxDepth;
        private int indentSize;
        private bool hasIndentSize;
        private char indentCharacter;
        private string newLine;

        /// <summary>Whether each member and element stands on a line of its own.</summary>
        public bool Indented { get; set; }

        /// <summary>
        /// Whether calls that do not make JSON are carried out rather than refused. Faster, where the program is right.
        /// </summary>
        public bool SkipValidation { get; set; }

        /// <summary>
        /// What is escaped in strings and names, and how; null means <see cref="JsonEncoder.DotNet"/>.
        /// </summary>
        [AllowNull, MaybeNull]
        public JsonEncoder Encoder { get; set; }

        /// <summary>How many objects and arrays may stand in each other; zero, the default, means 1,000.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
        public int MaxDepth
        {
            get { return maxDepth; }
            set
            {
                if (value < 0)
                {
                    throw new ArgumentOutOfRangeException(nameof(value));
                }
                maxDepth = value;
            }
        }

        /// <summary>How many characters a level is indented by: 0 to 127, by default 2.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The value is out of range.</exception>
        public int IndentSize
        {
            get { return hasIndentSize ? indentSize : DefaultIndentSize; }
            set
            {
                if (value < 0 || value > MaxIndentSize)
                {
                    throw new ArgumentOutOfRangeException(nameof(value));
                }
                indentSize = value;
                hasIndentSize = true;
            }
        }

        /// <summary>What lines are indented with: a space, which is the default, or a tab.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The value is another character.</exception>
        public char IndentCharacter
        {
            get { return indentCharacter == '\0' ? ' ' : indentCharacter; }
            set
            {
                if (value != ' ' && value != '\t')
                {
                    throw new ArgumentOutOfRangeException(nameof(value));
                }
                indentCharacter = value;
            }
        }

        /// <summary>What ends a line: LF, or CR and LF; by default what the system has.</summary>
        /// <exception cref="ArgumentNullException">The value is null.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The value is another text.</exception>
        public string NewLine
        {
            get { return newLine ?? Environment.NewLine; }
            set
            {
                if (value == null)
                {
                    throw new ArgumentNullException(nameof(value));
                }
                if (value != "\n" && value != "\r\n")
                {
                    throw new ArgumentOutOfRangeException(nameof(value));
                }
                newLine = value;
            }
        }
    }
}
