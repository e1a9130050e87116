namespace StringMill
{
    /// <summary>Why JSON text was refused.</summary>
    public enum JsonReadError : byte
    {
        /// <summary>The input has no value.</summary>
        InputEmpty,
        /// <summary>The input ends inside an object or array.</summary>
        ContainerUnclosed,
        /// <summary>The input ends before the value does.</summary>
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
        /// <summary>A closing brace or bracket without an open one of its kind.</summary>
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
        /// <summary>A number lacks a digit.</summary>
        NumberDigitExpected,
        /// <summary>The input ends before the next digit of a number.</summary>
        NumberIncomplete,
        /// <summary>A digit after a leading zero.</summary>
        NumberLeadingZero,
        /// <summary>A byte that cannot follow a number.</summary>
        NumberUnended,
        /// <summary>A byte after the digits of a fraction that is neither an exponent nor an end.</summary>
        NumberExponentExpected,
        /// <summary>A slash with neither a slash nor an asterisk after it.</summary>
        CommentUnknown,
        /// <summary>The input ends after a slash.</summary>
        CommentIncomplete,
        /// <summary>A comment without its end.</summary>
        CommentUnterminated,
        /// <summary>U+2028 or U+2029 in a comment of one line: readers differ on its end.</summary>
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
        /// A value that does not fit the member of a record; seen by <see cref="RecordPlan{T}"/> only. The line and byte are those
        /// of the end of the value, the offset that of its beginning.
        /// </summary>
        ValueUnfit,
        /// <summary>
        /// A value that a setter, constructor or factory of a record refused by an exception, which is the
        /// <see cref="System.Exception.InnerException"/>; seen by <see cref="RecordPlan{T}"/> only. The places are those of
        /// <see cref="ValueUnfit"/>; after a constructor those of the object's closing brace.
        /// </summary>
        ValueRefused,
        /// <summary>An object that lacks a required member; seen by <see cref="RecordPlan{T}"/> only, at its closing brace.</summary>
        MemberMissing,
    }
}
