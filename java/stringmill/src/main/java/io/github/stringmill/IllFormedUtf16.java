package io.github.stringmill;

/**
 * How a writer handles a lone surrogate: a code unit of UTF-16 that is not part of a pair (Unicode, section 3.9, D91).
 */
public enum IllFormedUtf16 {
    /** Stops with an error at the first one. */
    REJECT,

    /** U+FFFD for each, as in the WHATWG Encoding Standard and .NET. */
    REPLACE,

    /** A question mark for each, as in {@code String.getBytes(UTF_8)}. */
    QUESTION_MARK,

    /** An escape such as {@code \}{@code ud800} for each, as in Jackson; only for escaped output. */
    ESCAPE,

    /** Its three bytes of WTF-8, which are ill-formed UTF-8; only for plain output. */
    WTF8;

    private final String id = Choice.id(this);

    /**
     * Returns the policy of a name.
     *
     * @param id a name such as {@code replace}
     * @return the policy
     * @throws StringmillException {@link ErrorCode#CHOICE_UNKNOWN} if no policy has this name
     */
    public static IllFormedUtf16 of(String id) {
        return Choice.of(values(), id);
    }

    /**
     * Returns the name that all languages share.
     *
     * @return a name such as {@code replace}
     */
    public String id() {
        return id;
    }
}
