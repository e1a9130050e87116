using System;
using System.Runtime.InteropServices;

namespace StringMill
{
    /// <summary>
    /// Reads JSON text token by token, forward only, from UTF-8 bytes; nothing is allocated for a token.
    /// </summary>
    /// <remarks>
    /// <para>
    /// Standard: RFC 8259. Verdicts and positions are those of <c>System.Text.Json.Utf8JsonReader</c>, unless
    /// <see cref="JsonReadOptions.Policy"/> asks for more.
    /// </para>
    /// <para>
    /// The bytes are borrowed: values are parts of the span that the reader was given. A text may come in segments:
    /// where
    /// <see cref="Read"/> returns false on a segment that is not the last, the next reader gets
    /// <see cref="CurrentState"/> and the bytes from <see cref="BytesConsumed"/> on, with what follows them.
    /// </para>
    /// <example>
    /// <code>
    /// var reader = new JsonReader(utf8);
    /// while (reader.Read())
    ///     if (reader.TokenType == JsonTokenKind.String) Console.WriteLine(reader.GetString());
    /// </code>
    /// </example>
    /// </remarks>
    public unsafe ref partial struct JsonReader
    {
        private readonly ReadOnlySpan<byte> data;
        private readonly bool isFinal;
        private JsonReadOptions options;
        private readonly int maxDepth;

        // Where the line began, counted in the segment: negative for a line that began in an earlier one. The position
        // in the line is thus never counted byte by byte.
        private long lineStart;
        private long line;

        private int consumed;
        private int tokenStart;
        private int valueStart;
        private int valueLength;
        private bool valueIsEscaped;

        // Of a string or name; where it is false, nobody has looked.
        private bool valueIsAscii;
        private bool inObject;
        private bool isNotPrimitive;
        private bool commaBeforeComment;
        private JsonTokenKind token;
        private JsonTokenKind beforeComment;
        private JsonNesting nesting;

        /// <summary>A reader of a whole text.</summary>
        /// <param name="json">The text, as UTF-8.</param>
        /// <param name="options">What is accepted beside RFC 8259.</param>
        public JsonReader(ReadOnlySpan<byte> json, JsonReadOptions options = default(JsonReadOptions))
            : this()
        {
            data = json;
            isFinal = true;
            this.options = options;
            maxDepth = MaxDepth(options);
        }

        /// <summary>A reader of one segment of a text.</summary>
        /// <param name="json">What the reader before left, and what follows it, as UTF-8.</param>
        /// <param name="isFinalBlock">Whether nothing follows this segment.</param>
        /// <param name="state">The <see cref="CurrentState"/> of the reader before, or a new one.</param>
        public JsonReader(ReadOnlySpan<byte> json, bool isFinalBlock, JsonReadState state)
        {
            data = json;
            isFinal = isFinalBlock;
            options = state.Options;
            maxDepth = MaxDepth(options);
            lineStart = -state.BytePositionInLine;
            line = state.Line;
            consumed = 0;
            tokenStart = 0;
            valueStart = 0;
            valueLength = 0;
            valueIsEscaped = state.ValueIsEscaped;
            valueIsAscii = false;
            inObject = state.InObject;
            isNotPrimitive = state.IsNotPrimitive;
            commaBeforeComment = state.CommaBeforeComment;
            token = state.Token;
            beforeComment = state.BeforeComment;
            nesting = state.Nesting;
        }

        /// <summary>The kind of the last token.</summary>
        public JsonTokenKind TokenType
        {
            get { return token; }
        }

        /// <summary>
        /// The bytes of the last token as they stand in the text: of a string or name what is between the quotes,
        /// escapes and all; of a comment what is between its marks. They are borrowed from the span that was given, and
        /// not checked to be well-formed UTF-8 unless the policy is <see cref="JsonTextPolicy.Strict"/>.
        /// </summary>
        public ReadOnlySpan<byte> ValueSpan
        {
            get { return data.Slice(valueStart, valueLength); }
        }

        /// <summary>Whether the last token is a string or name with escapes in it.</summary>
        public bool ValueIsEscaped
        {
            get { return valueIsEscaped; }
        }

        /// <summary>
        /// Where the last token begins in the span: of a string at its quote, of a comment at its slash.
        /// </summary>
        public long TokenStartIndex
        {
            get { return tokenStart; }
        }

        /// <summary>How many bytes of the span were read.</summary>
        public long BytesConsumed
        {
            get { return consumed; }
        }

        /// <summary>
        /// In how many objects and arrays the last token stands; a bracket stands outside of what it opens.
        /// </summary>
        public int CurrentDepth
        {
            get
            {
                bool opens = token == JsonTokenKind.StartArray || token == JsonTokenKind.StartObject;
                return opens ? nesting.Depth - 1 : nesting.Depth;
            }
        }

        /// <summary>Whether the span is the last of the text.</summary>
        public bool IsFinalBlock
        {
            get { return isFinal; }
        }

        /// <summary>What the reader of the next segment must be given.</summary>
        public JsonReadState CurrentState
        {
            get
            {
                var state = new JsonReadState(options);
                state.Line = line;
                state.BytePositionInLine = consumed - lineStart;
                state.Nesting = nesting;
                state.InObject = inObject;
                state.IsNotPrimitive = isNotPrimitive;
                state.CommaBeforeComment = commaBeforeComment;
                state.ValueIsEscaped = valueIsEscaped;
                state.Token = token;
                state.BeforeComment = beforeComment;
                return state;
            }
        }

        /// <summary>Goes to the next token.</summary>
        /// <returns>
        /// False where there is none: at the end of the text, or where a segment that is not the last has no whole
        /// token more.
        /// </returns>
        /// <exception cref="JsonReadException">The text is not JSON, or nested deeper than the limit.</exception>
        public bool Read()
        {
            bool read;
            fixed (byte* data = &MemoryMarshal.GetReference(this.data))
            {
                read = ReadToken(data);
            }
            if (!read && isFinal && token == JsonTokenKind.None && !options.AllowMultipleValues)
            {
                Fail(JsonReadError.InputEmpty, consumed);
            }
            return read;
        }

        /// <summary>
        /// Goes past the value: from a property name to the end of what it names, from an opening brace or bracket to
        /// the one that closes it; from any other token nowhere.
        /// </summary>
        /// <exception cref="InvalidOperationException">
        /// The segment is not the last: see <see cref="TrySkip"/>.
        /// </exception>
        /// <exception cref="JsonReadException">The text is not JSON, or nested deeper than the limit.</exception>
        public void Skip()
        {
            if (!isFinal)
            {
                throw new InvalidOperationException("in a segment that is not the last, TrySkip is there");
            }
            SkipValue();
        }

        /// <summary>As <see cref="Skip"/>, on a segment that need not be the last.</summary>
        /// <returns>
        /// False where the segment ends before the value does; the reader then stands where it stood.
        /// </returns>
        /// <exception cref="JsonReadException">The text is not JSON, or nested deeper than the limit.</exception>
        public bool TrySkip()
        {
            JsonReader before = this;
            bool skipped = SkipValue();
            if (!skipped)
            {
                this = before;
            }
            return skipped;
        }

        private bool SkipValue()
        {
            if (token == JsonTokenKind.PropertyName && !Read())
            {
                return false;
            }
            if (token == JsonTokenKind.StartObject || token == JsonTokenKind.StartArray)
            {
                int depth = CurrentDepth;
                do
                {
                    if (!Read())
                    {
                        return false;
                    }
                }
                while (depth < CurrentDepth);
            }
            return true;
        }

        private static int MaxDepth(JsonReadOptions options)
        {
            return options.MaxDepth == 0 ? JsonReadOptions.DefaultMaxDepth : options.MaxDepth;
        }
    }
}
