namespace StringMill
{
    /// <summary>
    /// What a token of JSON text is. Members and numbers are those of JsonTokenType in System.Text.Json.
    /// </summary>
    public enum JsonTokenKind : byte
    {
        /// <summary>Nothing was read or written yet.</summary>
        None = 0,

        /// <summary>The opening brace of an object.</summary>
        StartObject = 1,

        /// <summary>The closing brace of an object.</summary>
        EndObject = 2,

        /// <summary>The opening bracket of an array.</summary>
        StartArray = 3,

        /// <summary>The closing bracket of an array.</summary>
        EndArray = 4,

        /// <summary>The name of a property, with the colon after it.</summary>
        PropertyName = 5,

        /// <summary>A comment, without the marks around it.</summary>
        Comment = 6,

        /// <summary>A string.</summary>
        String = 7,

        /// <summary>A number.</summary>
        Number = 8,

        /// <summary>The literal <c>true</c>.</summary>
        True = 9,

        /// <summary>The literal <c>false</c>.</summary>
        False = 10,

        /// <summary>The literal <c>null</c>.</summary>
        Null = 11,
    }

    /// <summary>What a reader does with comments, which RFC 8259 does not know.</summary>
    public enum JsonComments : byte
    {
        /// <summary>Comments are refused.</summary>
        Disallow = 0,

        /// <summary>Comments are passed over.</summary>
        Skip = 1,

        /// <summary>Comments are tokens of their own.</summary>
        Allow = 2,
    }

    /// <summary>How much of a text a reader checks while it reads.</summary>
    public enum JsonTextPolicy : byte
    {
        /// <summary>
        /// As System.Text.Json: the grammar alone. Ill-formed UTF-8 and lone surrogates in a string are seen only when
        /// its value is asked for; a string that is passed over may hold them.
        /// </summary>
        Dotnet = 0,

        /// <summary>
        /// The grammar, and every string, name and comment: ill-formed UTF-8 and escapes that are lone surrogates are
        /// refused while reading, at their first byte.
        /// </summary>
        Strict = 1,
    }

    /// <summary>What a <see cref="JsonReader"/> accepts beside RFC 8259, and its limit of depth.</summary>
    public struct JsonReadOptions
    {
        internal const int DefaultMaxDepth = 64;

        private int maxDepth;

        /// <summary>What is done with comments; by default they are refused.</summary>
        public JsonComments CommentHandling { get; set; }

        /// <summary>
        /// How many objects and arrays may stand in each other; zero, the default, means 64.
        /// </summary>
        /// <exception cref="System.ArgumentOutOfRangeException">The value is negative.</exception>
        public int MaxDepth
        {
            get { return maxDepth; }
            set
            {
                if (value < 0)
                {
                    throw new System.ArgumentOutOfRangeException(nameof(value));
                }
                maxDepth = value;
            }
        }

        /// <summary>Whether a comma may stand after the last element or member.</summary>
        public bool AllowTrailingCommas { get; set; }

        /// <summary>
        /// Whether more than one value may stand at the top, with or without white space between them. An input without
        /// any value is then no error. System.Text.Json has this since 9.0.
        /// </summary>
        public bool AllowMultipleValues { get; set; }

        /// <summary>What is checked while reading; by default what System.Text.Json checks.</summary>
        public JsonTextPolicy Policy { get; set; }
    }

    /// <summary>
    /// What a <see cref="JsonReader"/> must remember between two segments of a text. It holds no bytes: what the last
    /// reader did not consume is given again in front of the next segment.
    /// </summary>
    public struct JsonReadState
    {
        internal long Line;
        internal long BytePositionInLine;
        internal JsonNesting Nesting;
        internal bool InObject;
        internal bool IsNotPrimitive;
        internal bool CommaBeforeComment;
        internal bool ValueIsEscaped;
        internal JsonTokenKind Token;
        internal JsonTokenKind BeforeComment;
        private readonly JsonReadOptions options;

        /// <summary>The state in front of a text.</summary>
        /// <param name="options">What the readers of this text accept.</param>
        public JsonReadState(JsonReadOptions options = default(JsonReadOptions))
        {
            this = default(JsonReadState);
            this.options = options;
        }

        /// <summary>What the readers of this text accept.</summary>
        public JsonReadOptions Options
        {
            get { return options; }
        }
    }
}
