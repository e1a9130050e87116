package io.github.stringmill;

/**
 * How a writer handles a piece of input that is not well-formed UTF-8 (Unicode, table 3-7).
 *
 * <p>The length of a piece depends on the policy: {@code ED A0 80} is three pieces for {@link #REPLACE}, one for
 * {@link #REPLACE_JAVA} and {@link #REPLACE_PHP}.
 */
public enum IllFormed {
    /** Stops with an error at the first piece. */
    REJECT,

    /** U+FFFD for each maximal subpart, as in Unicode and the WHATWG Encoding Standard. */
    REPLACE,

    /** U+FFFD for each piece, with the pieces of {@code new String(bytes, UTF_8)} of the JDK. */
    REPLACE_JAVA,

    /** U+FFFD for each piece, with the pieces of {@code JSON_INVALID_UTF8_SUBSTITUTE} of PHP. */
    REPLACE_PHP,

    /** Drops each piece, with the pieces of {@code JSON_INVALID_UTF8_IGNORE} of PHP. */
    IGNORE_PHP,

    /** Copies the bytes unchecked and uncounted; still escapes ASCII among them. */
    COPY,

    /** The text {@code \xNN}, itself escaped, for each byte. */
    VISIBLE,

    /** The escape {@code \}{@code udcNN} for each byte {@code NN}, which {@link LoneSurrogates#REVERSIBLE} reads. */
    REVERSIBLE;

    private final String id = Choice.id(this);

    /**
     * Returns the policy of a name.
     *
     * @param id a name such as {@code replace}
     * @return the policy
     * @throws StringmillException {@link ErrorCode#CHOICE_UNKNOWN} if no policy has this name
     */
    public static IllFormed of(String id) {
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
