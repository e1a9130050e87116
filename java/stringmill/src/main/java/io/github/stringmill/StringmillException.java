package io.github.stringmill;

import java.io.Serial;
import java.util.Objects;

/**
 * Invalid input or an invalid request: the error and its position.
 *
 * <p>The message reads {@code unknown escape at byte 17}, without a place if the error is not in the input, and never
 * contains input. {@link #remedy()} has advice.
 */
public final class StringmillException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    /** The error. */
    private final ErrorCode code;

    /** Its offset in units of the input. */
    private final long offset;

    /**
     * Makes an exception for an error at an offset.
     *
     * @param code the error
     * @param offset its position, in units from the start of the input
     */
    public StringmillException(ErrorCode code, long offset) {
        super(message(Objects.requireNonNull(code, "code"), offset));
        this.code = code;
        this.offset = offset;
    }

    private static String message(ErrorCode code, long offset) {
        return code.unit().isEmpty() ? code.says() : code.says() + " at " + code.unit() + " " + offset;
    }

    /**
     * Returns the error.
     *
     * @return one of the errors that all languages share
     */
    public ErrorCode code() {
        return code;
    }

    /**
     * Returns advice for the user, the same as {@link ErrorCode#remedy()}.
     *
     * @return one sentence in the imperative, in lower case and without a full stop
     */
    public String remedy() {
        return code.remedy();
    }

    /**
     * Returns the offset of the first unit of the smallest invalid piece.
     *
     * @return an offset in units of the input, from its start; from the start of the stream if {@link Repairs} are
     *     counted over buffers
     */
    public long offset() {
        return offset;
    }
}
