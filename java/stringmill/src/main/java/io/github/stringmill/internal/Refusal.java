package io.github.stringmill.internal;

import io.github.stringmill.ErrorCode;

/** The error and the position of a refused unit, packed into one number. */
public final class Refusal {
    private static final ErrorCode[] CODES = ErrorCode.values();

    private Refusal() {}

    /** Packs an error and an index of the source array. */
    static long of(ErrorCode code, int place) {
        return (long) code.ordinal() << 32 | place;
    }

    /** Returns the error. */
    public static ErrorCode code(long refusal) {
        return CODES[(int) (refusal >>> 32)];
    }

    /** Returns the index in the source array. */
    public static int place(long refusal) {
        return (int) refusal;
    }
}
