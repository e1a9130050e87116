namespace StringMill
{
    /// <summary>How to handle a piece of input that is not well-formed UTF-8 (Unicode, table 3-7).</summary>
    public enum IllFormed
    {
        /// <summary>An error at the first piece.</summary>
        Reject = 0,

        /// <summary>U+FFFD for each maximal subpart, as in Unicode, WHATWG and .NET.</summary>
        Replace = 1,

        /// <summary>The bytes as they are, without a check; ASCII is still escaped.</summary>
        Copy = 5,
    }

    /// <summary>How to handle a surrogate of UTF-16 without its other half.</summary>
    public enum IllFormedUtf16
    {
        /// <summary>An error at the first.</summary>
        Reject = 16,

        /// <summary>U+FFFD for each, as in WHATWG and .NET.</summary>
        Replace = 17,

        /// <summary>The escape <c>\ud800</c> for each, as in <c>JSON.stringify</c>.</summary>
        Escape = 19,
    }

    /// <summary>How to handle an escape <c>\ud800</c> to <c>\udfff</c> that is not part of a pair.</summary>
    public enum LoneSurrogates
    {
        /// <summary>An error, as in System.Text.Json.</summary>
        Reject = 0,

        /// <summary>U+FFFD for each, as in Newtonsoft.Json.</summary>
        Replace = 1,
    }
}
