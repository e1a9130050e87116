package io.github.stringmill;

/**
 * What a writer does with a piece of input that is not well-formed UTF-8 (Unicode, table 3-7).
 *
 * <p>How long one piece is differs between hosts: {@code ED A0 80} is three pieces for {@link #REPLACE}, one for
 * {@link #REPLACE_JAVA} and {@link #REPLACE_PHP}.
 */
public enum IllFormed {
    /** Stops with an error at the first piece. */
    REJECT,

    /** U+FFFD for each maximal subpart, as Unicode and the WHATWG Encoding Standard have it. */
    REPLACE,

    /** U+FFFD for each piece as {@code new String(bytes, UTF_8)} of the JDK cuts them. */
    REPLACE_JAVA,

    /** U+FFFD for each piece as {@code JSON_INVALID_UTF8_SUBSTITUTE} of PHP cuts them. */
    REPLACE_PHP,

    /** Nothing for each piece as {@code JSON_INVALID_UTF8_IGNORE} of PHP cuts them. */
    IGNORE_PHP,

    /** Copies the bytes unchecked and uncounted; ASCII among them is still escaped. */
    COPY,

    /** The text {@code \xNN}, itself escaped, for each byte. */
    VISIBLE,

    /** The escape {@code \}{@code udcNN} for each byte {@code NN}, which {@link LoneSurrogates#REVERSIBLE} reads. */
    REVERSIBLE;

    private final String id = Choice.id(this);

    /**
     * The policy of that name.
     *
     * @param id such as {@code replace}
     * @return the policy
     * @throws StringmillException {@link ErrorCode#CHOICE_UNKNOWN}
     */
    public static IllFormed of(String id) {
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
