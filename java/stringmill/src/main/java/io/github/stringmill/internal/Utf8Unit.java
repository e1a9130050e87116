package io.github.stringmill.internal;

import io.github.stringmill.ErrorCode;
import io.github.stringmill.IllFormed;

/** One unit of UTF-8: a sequence or an ill-formed piece. Standard: Unicode, table 3-7 and definition D93b. */
public final class Utf8Unit {
    /** The errors of UTF-8, in the order of the numbers that {@link #at} packs. */
    private static final ErrorCode[] ERRORS = {
        ErrorCode.UTF8_STRAY_CONTINUATION, ErrorCode.UTF8_IMPOSSIBLE_BYTE, ErrorCode.UTF8_MISSING_CONTINUATION,
        ErrorCode.UTF8_OVERLONG, ErrorCode.UTF8_SURROGATE, ErrorCode.UTF8_ABOVE_MAX, ErrorCode.UTF8_INCOMPLETE
    };
    private static final int STRAY = 0;
    private static final int IMPOSSIBLE = 1;
    private static final int MISSING = 2;
    private static final int OVERLONG = 3;
    private static final int SURROGATE = 4;
    private static final int ABOVE_MAX = 5;
    private static final int INCOMPLETE = 6;

    /** A byte that is a piece by itself, whatever its neighbours are. */
    static final int ANY_BYTE = illFormed(STRAY, 1);

    private Utf8Unit() {}

    /**
     * Decodes the unit at {@code src[at]}, where {@code at < to}. Not negative: a scalar value and its length, see
     * {@link #code} and {@link #len}. Negative: a maximal subpart of that length; {@link #error} returns the error.
     */
    public static int at(byte[] src, int at, int to) {
        int lead = src[at] & 0xFF;
        if (lead < 0x80) {
            return scalar(lead, 1);
        }
        if (lead < 0xC0) {
            return illFormed(STRAY, 1);
        }
        if (lead < 0xC2) {
            return illFormed(OVERLONG, 1);
        }
        if (lead > 0xF4) {
            return illFormed(IMPOSSIBLE, 1);
        }
        int announced = announced(lead);
        if (to - at < 2) {
            return illFormed(INCOMPLETE, 1);
        }
        int second = src[at + 1] & 0xFF;
        int kind = secondByte(lead, second);
        if (kind >= 0) {
            return illFormed(kind, 1);
        }
        int code = lead & 0x7F >> announced;
        code = code << 6 | second & 0x3F;
        for (int len = 2; len < announced; len++) {
            if (at + len == to) {
                return illFormed(INCOMPLETE, len);
            }
            if (!isContinuation(src[at + len])) {
                return illFormed(MISSING, len);
            }
            code = code << 6 | src[at + len] & 0x3F;
        }
        return scalar(code, announced);
    }

    /** Returns the error of a second byte, or -1. */
    private static int secondByte(int lead, int second) {
        if (!isContinuation((byte) second)) {
            return MISSING;
        }
        if (lead == 0xE0 && second < 0xA0 || lead == 0xF0 && second < 0x90) {
            return OVERLONG;
        }
        if (lead == 0xED && second >= 0xA0) {
            return SURROGATE;
        }
        return lead == 0xF4 && second >= 0x90 ? ABOVE_MAX : -1;
    }

    private static int scalar(int code, int len) {
        return code << 3 | len;
    }

    private static int illFormed(int error, int len) {
        return ~scalar(error, len);
    }

    /** Returns the scalar value of a well-formed unit. */
    static int code(int unit) {
        return unit >> 3;
    }

    /** Returns the length of a unit. */
    public static int len(int unit) {
        return (unit < 0 ? ~unit : unit) & 7;
    }

    /** Returns the error of an ill-formed unit. */
    public static ErrorCode error(int unit) {
        return ERRORS[~unit >> 3];
    }

    /** Returns whether the source ends inside this unit, so that more of it could make it well-formed. */
    static boolean isCut(int unit) {
        return unit < 0 && ~unit >> 3 == INCOMPLETE;
    }

    /**
     * Returns the length of the piece that a policy repairs at once, for an ill-formed {@code unit}; negative if it
     * depends on bytes after {@code to}.
     */
    public static int pieceLen(IllFormed policy, int unit, byte[] src, int at, int to) {
        return switch (policy) {
            case REPLACE_JAVA -> javaPieceLen(unit, src, at, to);
            case REPLACE_PHP, IGNORE_PHP -> phpPieceLen(src, at, to);
            default -> isCut(unit) ? -len(unit) : len(unit);
        };
    }

    /**
     * The decoder of the JDK finds a surrogate only after its three bytes, so those are one piece; without the third
     * byte, the first two are one piece.
     */
    private static int javaPieceLen(int unit, byte[] src, int at, int to) {
        boolean beginsSurrogate = (src[at] & 0xFF) == 0xED && to - at >= 2 && (src[at + 1] & 0xE0) == 0xA0;
        if (!beginsSurrogate) {
            return isCut(unit) ? -len(unit) : len(unit);
        }
        if (to - at == 2) {
            return -2;
        }
        return isContinuation(src[at + 2]) ? 3 : 2;
    }

    /**
     * PHP takes the number of bytes that the lead byte announces, but stops before one that could begin a character.
     */
    private static int phpPieceLen(byte[] src, int at, int to) {
        int lead = src[at] & 0xFF;
        int announced = lead >= 0xC2 && lead <= 0xF4 ? announced(lead) : 1;
        int len = 1;
        while (len < announced) {
            if (at + len == to) {
                return -len;
            }
            int next = src[at + len] & 0xFF;
            if (next < 0x80 || next >= 0xC2 && next <= 0xF4) {
                break;
            }
            len++;
        }
        return len;
    }

    /** Returns the length of the sequence after a lead byte. */
    private static int announced(int lead) {
        return lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    }

    private static boolean isContinuation(byte next) {
        return (next & 0xC0) == 0x80;
    }
}
