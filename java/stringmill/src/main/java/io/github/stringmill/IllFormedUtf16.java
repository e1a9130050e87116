package io.github.stringmill;

/**
 * What a writer does with a code unit of UTF-16 that is half of no pair (Unicode, section 3.9, D91).
 */
public enum IllFormedUtf16 {
    /** Stops with an error at the first. */
    REJECT,

    /** U+FFFD for each, as the WHATWG Encoding Standard and .NET have it. */
    REPLACE,

    /** A question mark for each, as {@code String.getBytes(UTF_8)} has it. */
    QUESTION_MARK,

    /** An escape such as {@code \}{@code ud800} for each, as in Jackson; only for escaped output. */
    ESCAPE,

    /** Its three bytes of WTF-8, which are ill-formed UTF-8; only for plain output. */
    WTF8;

    private final String id = Choice.id(this);

    /**
     * The policy of that name.
     *
     * @param id such as {@code replace}
     * @return the policy
     * @throws StringmillException {@link ErrorCode#CHOICE_UNKNOWN}
     */
    public static IllFormedUtf16 of(String id) {
        return Choice.of(values(), id);
    }

    /**
     * The name that all languages share.
     *
     * @return such as {@code replace}
     */
    public String id() {
        return id;
    }
}
