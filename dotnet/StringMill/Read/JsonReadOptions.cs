namespace StringMill
{
    /// <summary>
    /// The kind of a token of JSON text. Names and numbers are those of JsonTokenType in System.Text.Json.
    /// </summary>
    public enum JsonTokenKind : byte
    {
        /// <summary>No token was read or written yet.</summary>
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

    /// <summary>How to handle comments, which RFC 8259 lacks.</summary>
    public enum JsonComments : byte
    {
        /// <summary>Comments are refused.</summary>
        Disallow = 0,
        /// <summary>Comments are skipped.</summary>
        Skip = 1,
        /// <summary>Comments are tokens of their own.</summary>
        Allow = 2,
    }

    /// <summary>How much of a text a reader checks while it reads.</summary>
    public enum JsonTextPolicy : byte
    {
        /// <summary>
        /// As System.Text.Json: checks the grammar alone. Ill-formed UTF-8 and lone surrogates in a string are refused when its
        /// value is read, and accepted in a skipped string.
        /// </summary>
        Dotnet = 0,
        /// <summary>
        /// Checks the grammar and every string, name and comment: refuses ill-formed UTF-8 and escapes that are lone surrogates, at
        /// their first byte.
        /// </summary>
        Strict = 1,
    }

    /// <summary>Extensions of RFC 8259 that a <see cref="JsonReader"/> accepts, and its limit of depth.</summary>
    public struct JsonReadOptions
    {
        internal const int DefaultMaxDepth = 64;

        private int maxDepth;

        /// <summary>How to handle comments; refused by default.</summary>
        public JsonComments CommentHandling { get; set; }

        /// <summary>
        /// The most levels of objects and arrays; zero, the default, means 64.
        /// </summary>
        /// <exception cref="System.ArgumentOutOfRangeException">The value is negative.</exception>
        public int MaxDepth
        {
            get { return maxDepth; }
            set { maxDepth = value >= 0 ? value : throw new System.ArgumentOutOfRangeException(nameof(value)); }
        }

        /// <summary>Whether a comma can follow the last element or member.</summary>
        public bool AllowTrailingCommas { get; set; }

        /// <summary>
        /// Whether a text can have more than one value, with or without white space between them. A text without a value is then
        /// accepted too. System.Text.Json has this since 9.0.
        /// </summary>
        public bool AllowMultipleValues { get; set; }

        /// <summary>How much to check while reading; as System.Text.Json by default.</summary>
        public JsonTextPolicy Policy { get; set; }
    }

    /// <summary>
    /// The state of a <see cref="JsonReader"/> between two segments of a text. It has no bytes: the caller gives the unread ones
    /// again, before the next segment.
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

        /// <summary>The state before a text.</summary>
        /// <param name="options">The options of the readers of this text.</param>
        public JsonReadState(JsonReadOptions options = default(JsonReadOptions))
        {
            this = default(JsonReadState);
            this.options = options;
        }

        /// <summary>The options of the readers of this text.</summary>
        public JsonReadOptions Options => options;
    }
}
