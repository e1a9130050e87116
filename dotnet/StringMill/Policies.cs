namespace StringMill
{
    /// <summary>What becomes of a piece of input that is not well-formed UTF-8 (Unicode, table 3-7).</summary>
    public enum IllFormed
    {
        /// <summary>An error at the first piece.</summary>
        Reject = 0,

        /// <summary>U+FFFD for each maximal subpart, as Unicode, WHATWG and .NET have it.</summary>
        Replace = 1,

        /// <summary>The bytes as they are, unchecked; ASCII is still escaped.</summary>
        Copy = 5,
    }

    /// <summary>What becomes of a surrogate of UTF-16 that is half of no pair.</summary>
    public enum IllFormedUtf16
    {
        /// <summary>An error at the first.</summary>
        Reject = 16,

        /// <summary>U+FFFD for each, as WHATWG and .NET have it.</summary>
        Replace = 17,

        /// <summary>The escape <c>\ud800</c> for each, as <c>JSON.stringify</c> has it.</summary>
        Escape = 19,
    }

    /// <summary>What becomes of an escape <c>\ud800</c> to <c>\udfff</c> that is not part of a pair.</summary>
    public enum LoneSurrogates
    {
        /// <summary>An error, as System.Text.Json has it.</summary>
        Reject = 0,

        /// <summary>U+FFFD for each, as Newtonsoft.Json has it.</summary>
        Replace = 1,
    }
}
