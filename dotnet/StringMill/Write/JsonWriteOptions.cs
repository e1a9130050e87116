using System.Diagnostics.CodeAnalysis;
using System;

namespace StringMill
{
    /// <summary>The layout, escaping and checks of a <see cref="JsonWriter"/>.</summary>
    public struct JsonWriteOptions
    {
        internal const int DefaultMaxDepth = 1000;
        internal const int DefaultIndentSize = 2;
        private const int MaxIndentSize = 127;

        private int maxDepth;
        private int? indentSize;
        private char indentCharacter;
        private string newLine;

        /// <summary>Whether each member and element gets a line of its own.</summary>
        public bool Indented { get; set; }

        /// <summary>
        /// Whether to carry out calls that do not make JSON, instead of refusing them.
        /// </summary>
        public bool SkipValidation { get; set; }

        /// <summary>
        /// The encoder of strings and names; null means <see cref="JsonEncoder.DotNet"/>.
        /// </summary>
        [AllowNull, MaybeNull]
        public JsonEncoder Encoder { get; set; }

        /// <summary>The most levels of objects and arrays; zero, the default, means 1,000.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
        public int MaxDepth
        {
            get { return maxDepth; }
            set { maxDepth = value >= 0 ? value : throw new ArgumentOutOfRangeException(nameof(value)); }
        }

        /// <summary>The number of characters that indent a level: 0 to 127, by default 2.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The value is out of range.</exception>
        public int IndentSize
        {
            get { return indentSize ?? DefaultIndentSize; }
            set { indentSize = value >= 0 && value <= MaxIndentSize ? value : throw new ArgumentOutOfRangeException(nameof(value)); }
        }

        /// <summary>The character that indents lines: a space, which is the default, or a tab.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The value is another character.</exception>
        public char IndentCharacter
        {
            get { return indentCharacter == '\0' ? ' ' : indentCharacter; }
            set { indentCharacter = value == ' ' || value == '\t' ? value : throw new ArgumentOutOfRangeException(nameof(value)); }
        }

        /// <summary>The end of a line: LF, or CR and LF; by default that of the system.</summary>
        /// <exception cref="ArgumentNullException">The value is null.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The value is another text.</exception>
        public string NewLine
        {
            get { return newLine ?? Environment.NewLine; }
            set
            {
                bool isLineEnd = (value ?? throw new ArgumentNullException(nameof(value))) == "\n" || value == "\r\n";
                newLine = isLineEnd ? value : throw new ArgumentOutOfRangeException(nameof(value));
            }
        }
    }
}
