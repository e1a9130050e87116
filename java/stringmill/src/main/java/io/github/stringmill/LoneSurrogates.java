package io.github.stringmill;

/**
 * How a reader handles an escape {@code \}{@code uD800} to {@code \}{@code uDFFF} that is not part of a pair.
 */
public enum LoneSurrogates {
    /** Stops with an error. */
    REJECT,

    /** U+FFFD for each. */
    REPLACE,

    /** Decodes {@code \}{@code udc80} to {@code \}{@code udcff} to the bytes 80 to FF; rejects any other. */
    REVERSIBLE;

    private final String id = Choice.id(this);

    /**
     * Returns the policy of a name.
     *
     * @param id a name such as {@code replace}
     * @return the policy
     * @throws StringmillException {@link ErrorCode#CHOICE_UNKNOWN} if no policy has this name
     */
    public static LoneSurrogates of(String id) {
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
