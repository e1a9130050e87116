package io.github.stringmill.internal;

import io.github.stringmill.ErrorCode;

/** What an operation refuses and where, in one number. */
public final class Refusal {
    private static final ErrorCode[] CODES = ErrorCode.values();

    private Refusal() {}

    /** A refusal of what stands at a place of the source array. */
    static long of(ErrorCode code, int place) {
        return (long) code.ordinal() << 32 | place;
    }

    /** What is wrong. */
    public static ErrorCode code(long refusal) {
        return CODES[(int) (refusal >>> 32)];
    }

    /** Where in the source array. */
    public static int place(long refusal) {
        return (int) refusal;
    }
}
