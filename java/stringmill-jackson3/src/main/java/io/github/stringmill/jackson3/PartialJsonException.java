// Generated from java/stringmill-jackson2 by `cargo run -p stringmill-gen -- jackson3`; do not edit.
package io.github.stringmill.jackson3;

import io.github.stringmill.ErrorCode;
import io.github.stringmill.internal.PartialRefusal;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.io.ContentReference;

/**
 * The first error of a text that {@link PartialJson} reads: code, offset, line and column are those of a strict reader of
 * the whole text. The message, such as {@code expected a JSON value at byte 6 (line 1, column 7)}, never contains input.
 */
public final class PartialJsonException extends StreamReadException {
    private static final long serialVersionUID = 1L;

    /** The error. */
    private final ErrorCode code;

    /** The units before it. */
    private final long offset;

    PartialJsonException(PartialRefusal refusal, boolean isBytes) {
        super(null, refusal.getMessage(), location(refusal, isBytes));
        code = refusal.code();
        offset = refusal.place().offset();
    }

    private static TokenStreamLocation location(PartialRefusal refusal, boolean isBytes) {
        long offset = refusal.place().offset();
        int line = (int) Math.min(refusal.place().line(), Integer.MAX_VALUE);
        int column = (int) Math.min(refusal.place().column(), Integer.MAX_VALUE);
        return new TokenStreamLocation(ContentReference.unknown(), isBytes ? offset : -1, isBytes ? -1 : offset, line, column);
    }

    /** Returns the message without Jackson's own description of the place. */
    @Override
    public String getMessage() {
        return getOriginalMessage();
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
     * Returns the offset of the error.
     *
     * @return bytes from the start of the text, or code units if the pieces are text
     */
    public long offset() {
        return offset;
    }

    /**
     * Returns the line of the error.
     *
     * @return a number from 1
     */
    public int line() {
        return getLocation().getLineNr();
    }

    /**
     * Returns the column of the error, in code points.
     *
     * @return a number from 1
     */
    public int column() {
        return getLocation().getColumnNr();
    }

    /**
     * Returns advice for the user, the same as {@link ErrorCode#remedy()}.
     *
     * @return one sentence in the imperative, in lower case and without a full stop
     */
    public String remedy() {
        return code.remedy();
    }
}
