package io.github.stringmill.internal;

import io.github.stringmill.ErrorCode;
import java.io.Serial;

/** The first error of a text. Thrown inside the reader, which keeps it; so it has no stack trace. */
public final class PartialRefusal extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    /** The error. */
    private final ErrorCode code;
    /** Its place. */
    private final PartialPlace place;

    /**
     * Makes an error.
     *
     * @param isBytes whether the offset counts bytes, otherwise code units
     */
    PartialRefusal(ErrorCode code, PartialPlace place, boolean isBytes) {
        super(code.says() + " at " + (isBytes ? "byte " : "code unit ") + place.offset() + " (line " + place.line()
                + ", column " + place.column() + ")", null, false, false);
        this.code = code;
        this.place = place;
    }

    public ErrorCode code() {
        return code;
    }

    public PartialPlace place() {
        return place;
    }
}
