namespace StringMill
{
    /// <summary>Why JSON text was refused.</summary>
    public enum JsonReadError : byte
    {
        /// <summary>The input has no value.</summary>
        InputEmpty,

        /// <summary>The input ends inside an object or array.</summary>
        ContainerUnclosed,

        /// <summary>The input ends where more must follow.</summary>
        Incomplete,

        /// <summary>A byte that begins no value.</summary>
        ValueExpected,

        /// <summary>A byte that begins no property name.</summary>
        NameExpected,

        /// <summary>The input ends after a comma.</summary>
        NameOrValueExpected,

        /// <summary>A comma after a comment with no value before it.</summary>
        ValueExpectedBeforeComma,

        /// <summary>No colon after a property name.</summary>
        ColonExpected,

        /// <summary>The input ends after a property name.</summary>
        MemberValueExpected,

        /// <summary>A closing brace or bracket that closes nothing, or the other kind.</summary>
        BracketMismatched,

        /// <summary>A comma before a closing brace or bracket.</summary>
        CommaTrailing,

        /// <summary>Neither a comma nor a closing brace or bracket after a value.</summary>
        CommaExpected,

        /// <summary>Data after the value.</summary>
        TrailingData,

        /// <summary>Nested deeper than the limit.</summary>
        LimitDepth,

        /// <summary>A string without its closing quote.</summary>
        StringUnterminated,

        /// <summary>An unescaped control character in a string.</summary>
        ControlUnescaped,

        /// <summary>An unknown escape.</summary>
        EscapeUnknown,

        /// <summary>A unicode escape without four hexadecimal digits.</summary>
        EscapeHex,

        /// <summary>Neither <c>true</c> nor <c>false</c> nor <c>null</c>.</summary>
        LiteralUnknown,

        /// <summary>No digit where a number needs one.</summary>
        NumberDigitExpected,

        /// <summary>The input ends where a number needs a digit.</summary>
        NumberIncomplete,

        /// <summary>A digit after a leading zero.</summary>
        NumberLeadingZero,

        /// <summary>A byte that cannot stand after a number.</summary>
        NumberUnended,

        /// <summary>A byte after the digits of a fraction that is neither an exponent nor an end.</summary>
        NumberExponentExpected,

        /// <summary>A slash with neither a slash nor an asterisk after it.</summary>
        CommentUnknown,

        /// <summary>The input ends after a slash.</summary>
        CommentIncomplete,

        /// <summary>A comment without its end.</summary>
        CommentUnterminated,

        /// <summary>U+2028 or U+2029 in a comment of one line, where readers differ on its end.</summary>
        CommentLineSeparator,

        /// <summary>
        /// Ill-formed UTF-8; seen by <see cref="JsonTextPolicy.Strict"/>, and in the strings of a record.
        /// </summary>
        Utf8IllFormed,

        /// <summary>
        /// An escape that is a lone surrogate; seen by <see cref="JsonTextPolicy.Strict"/>, and in the names and strings
        /// of a record.
        /// </summary>
        SurrogateLone,

        /// <summary>
        /// A value that the member of a record cannot hold; seen by <see cref="RecordPlan{T}"/> only. The line and byte
        /// are where the value ends, the offset is where it begins.
        /// </summary>
        ValueUnfit,
    }
}
