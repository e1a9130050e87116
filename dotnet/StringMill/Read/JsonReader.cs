using System;
using System.Runtime.InteropServices;

namespace StringMill
{
    /// <summary>
    /// Reads JSON text from UTF-8, token by token, forward only, without an allocation for a token.
    /// </summary>
    /// <remarks>
    /// <para>
    /// Standard: RFC 8259. Verdicts and positions are those of <c>System.Text.Json.Utf8JsonReader</c>, unless
    /// <see cref="JsonReadOptions.Policy"/> is stricter.
    /// </para>
    /// <para>
    /// Values are borrowed from the span of the reader. A text can come in segments: if <see cref="Read"/> returns false on a
    /// segment that is not the last, the next reader gets <see cref="CurrentState"/>, the bytes from <see cref="BytesConsumed"/>
    /// on, and those of the next segment.
    /// </para>
    /// <para>
    /// Methods for a value throw <see cref="System.InvalidOperationException"/> if the token is of another kind, or its text is
    /// ill-formed UTF-8 or has a lone surrogate. A number or
    /// string that does not fit the type throws <see cref="System.FormatException"/>, and a <c>TryGet</c> method returns false.
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
        private readonly ReadOnlySpan<byte> segment;
        private readonly bool isFinal;
        private JsonReadOptions options;
        private readonly int maxDepth;

        // The offset of the current line in the segment; negative if the line began in an earlier segment. With it the position in the
        // line is a subtraction, not a count.
        private long lineStart;
        private long line;

        private int consumed;
        private int tokenStart;
        private int valueStart;
        private int valueLength;
        private bool valueIsEscaped;

        // Whether a string or name is ASCII; false if the reader did not check that.
        private bool valueIsAscii;
        private bool inObject;
        private bool isNotPrimitive;
        private bool commaBeforeComment;
        private JsonTokenKind token;
        private JsonTokenKind beforeComment;
        private JsonNesting nesting;

        // The error of an earlier call; every later call throws it again.
        private JsonReadException failure;
        private int consumedBeforeFailure;

        /// <summary>A reader of a whole text.</summary>
        /// <param name="json">The text, as UTF-8.</param>
        /// <param name="options">Extensions to accept.</param>
        public JsonReader(ReadOnlySpan<byte> json, JsonReadOptions options = default(JsonReadOptions))
            : this()
        {
            segment = json;
            isFinal = true;
            this.options = options;
            maxDepth = MaxDepth(options);
        }

        /// <summary>A reader of one segment of a text.</summary>
        /// <param name="json">The unread bytes of the previous reader, and the next segment, as UTF-8.</param>
        /// <param name="isFinalBlock">Whether this is the last segment.</param>
        /// <param name="state">The <see cref="CurrentState"/> of the previous reader, or a new one.</param>
        public JsonReader(ReadOnlySpan<byte> json, bool isFinalBlock, JsonReadState state)
            : this()
        {
            segment = json;
            isFinal = isFinalBlock;
            options = state.Options;
            maxDepth = MaxDepth(options);
            lineStart = -state.BytePositionInLine;
            line = state.Line;
            valueIsEscaped = state.ValueIsEscaped;
            inObject = state.InObject;
            isNotPrimitive = state.IsNotPrimitive;
            commaBeforeComment = state.CommaBeforeComment;
            token = state.Token;
            beforeComment = state.BeforeComment;
            nesting = state.Nesting;
        }

        /// <summary>The kind of the last token.</summary>
        public JsonTokenKind TokenType => token;

        /// <summary>
        /// The bytes of the last token as in the text: of a string or name those between the quotes, escapes not resolved; of a
        /// comment those between its marks. Borrowed from the span of the reader, and not checked to be well-formed UTF-8 unless
        /// the policy is <see cref="JsonTextPolicy.Strict"/>.
        /// </summary>
        public ReadOnlySpan<byte> ValueSpan => segment.Slice(valueStart, valueLength);

        /// <summary>Whether the last token is a string or name with escapes in it.</summary>
        public bool ValueIsEscaped => valueIsEscaped;

        /// <summary>
        /// The offset of the last token in the span: of a string that of its quote, of a comment that of its slash.
        /// </summary>
        public long TokenStartIndex => tokenStart;

        /// <summary>The number of bytes read.</summary>
        public long BytesConsumed => failure == null ? consumed : consumedBeforeFailure;

        /// <summary>
        /// The number of objects and arrays around the last token; a bracket is outside of its own.
        /// </summary>
        public int CurrentDepth => nesting.Depth - (token == JsonTokenKind.StartArray || token == JsonTokenKind.StartObject ? 1 : 0);

        /// <summary>Whether this is the last segment of the text.</summary>
        public bool IsFinalBlock => isFinal;

        /// <summary>The state for the reader of the next segment.</summary>
        public JsonReadState CurrentState
        {
            get
            {
                var state = new JsonReadState(options);
                state.Line = line;
                state.BytePositionInLine = BytesConsumed - lineStart;
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

        /// <summary>Reads the next token.</summary>
        /// <returns>
        /// False at the end of the text, or if a segment that is not the last has no more whole token.
        /// </returns>
        /// <exception cref="JsonReadException">
        /// The text is not JSON, or nested deeper than the limit. Every later call throws the same.
        /// </exception>
        public bool Read()
        {
            bool read;
            fixed (byte* data = &MemoryMarshal.GetReference(segment))
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
        /// Skips the value: from a property name to the end of its value, from an opening brace or bracket to its closing one. Does
        /// nothing at any other token.
        /// </summary>
        /// <exception cref="InvalidOperationException">
        /// The segment is not the last: see <see cref="TrySkip"/>.
        /// </exception>
        /// <exception cref="JsonReadException">The text is not JSON, or nested deeper than the limit.</exception>
        public void Skip()
        {
            if (!isFinal)
            {
                throw new InvalidOperationException("a segment that is not the last needs TrySkip");
            }
            SkipValue();
        }

        /// <summary>As <see cref="Skip"/>, on a segment that need not be the last.</summary>
        /// <returns>
        /// False if the segment ends before the value does; the reader is then unchanged.
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
