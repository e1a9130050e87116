package io.github.stringmill;

/**
 * What a reader does with an escape {@code \}{@code uD800} to {@code \}{@code uDFFF} that is not part of a pair.
 */
public enum LoneSurrogates {
    /** Stops with an error. */
    REJECT,

    /** U+FFFD for each. */
    REPLACE,

    /** {@code \}{@code udc80} to {@code \}{@code udcff} give the bytes 80 to FF; any other is an error. */
    REVERSIBLE;

    private final String id = Choice.id(this);

    /**
     * The policy of that name.
     *
     * @param id such as {@code replace}
     * @return the policy
     * @throws StringmillException {@link ErrorCode#CHOICE_UNKNOWN}
     */
    public static LoneSurrogates of(String id) {
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
