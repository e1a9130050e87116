package io.github.stringmill;

import java.io.Serial;
import java.util.Objects;

/**
 * A refused input or request: the error and its position.
 *
 * <p>The message reads {@code unknown escape at byte 17} and holds nothing of the input; {@link #remedy()} is advice.
 */
public final class StringmillException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    /** What is wrong. */
    private final ErrorCode code;

    /** Where. */
    private final long offset;

    /**
     * An error at a place.
     *
     * @param code   the error
     * @param offset its position, in units from the start of the input
     */
    public StringmillException(ErrorCode code, long offset) {
        super(Objects.requireNonNull(code, "code").says() + " at " + code.unit() + " " + offset);
        this.code = code;
        this.offset = offset;
    }

    /**
     * What is wrong.
     *
     * @return one of the errors that all languages share
     */
    public ErrorCode code() {
        return code;
    }

    /**
     * Advice for the user, as {@link ErrorCode#remedy()}.
     *
     * @return one sentence in the imperative, in lower case and without a full stop
     */
    public String remedy() {
        return code.remedy();
    }

    /**
     * Where it is: the first unit of the smallest piece that cannot be right.
     *
     * @return an offset in units of the input, from where the input of the call or, where {@link Repairs} are counted
     *         over buffers, of the stream begins
     */
    public long offset() {
        return offset;
    }
}
