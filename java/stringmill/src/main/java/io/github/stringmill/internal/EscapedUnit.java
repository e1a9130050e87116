package io.github.stringmill.internal;

import io.github.stringmill.ErrorCode;
import io.github.stringmill.LoneSurrogates;

/** One unit of the contents of a JSON string: a character or an escape, not a quote. Standard: RFC 8259, section 7. */
final class EscapedUnit {
    private static final ErrorCode[] ERRORS = ErrorCode.values();
    /** The source ends before the unit is complete. */
    private static final int INCOMPLETE = -1;

    /** Bit of a unit: a single byte that is not a character. */
    private static final int BYTE = 0x20;
    /** Bit of a unit: a replacement. */
    private static final int REPAIR = 0x10;
    /** Bits of a unit: its length. */
    private static final int LEN = 0x0F;

    private EscapedUnit() {}

    /**
     * Decodes the unit at {@code src[at]}, where {@code at < to}. Without {@code last}, more of the source may complete
     * it.
     */
    static long at(LoneSurrogates policy, byte[] src, int at, int to, boolean last) {
        int first = src[at];
        if (first == '\\') {
            return escape(policy, src, at, to, last);
        }
        if (first >= 0 && first < 0x20) {
            return refuse(ErrorCode.CONTROL_UNESCAPED);
        }
        int unit = Utf8Unit.at(src, at, to);
        if (unit >= 0) {
            return scalar(Utf8Unit.code(unit), Utf8Unit.len(unit));
        }
        return !last && Utf8Unit.isCut(unit) ? INCOMPLETE : refuse(Utf8Unit.error(unit));
    }

    private static long escape(LoneSurrogates policy, byte[] src, int at, int to, boolean last) {
        if (to - at == 1) {
            return incomplete(last);
        }
        int letter = src[at + 1];
        if (letter == 'u') {
            return unicode(policy, src, at, to, last);
        }
        int code = shortForm(letter);
        return code < 0 ? refuse(ErrorCode.ESCAPE_UNKNOWN) : scalar(code, 2);
    }

    /** Returns the character of a short escape, or -1. */
    static int shortForm(int letter) {
        return switch (letter) {
            case '"', '\\', '/' -> letter;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> -1;
        };
    }

    private static long unicode(LoneSurrogates policy, byte[] src, int at, int to, boolean last) {
        int first = fourDigits(src, at + 2, to);
        if (first < 0) {
            return first == INCOMPLETE ? incomplete(last) : refuse(ErrorCode.ESCAPE_HEX);
        }
        if (!Utf16Unit.isLone(first)) {
            return scalar(first, 6);
        }
        if (Character.isHighSurrogate((char) first)) {
            int second = secondOfPair(src, at + 6, to);
            if (second == INCOMPLETE && !last) {
                return INCOMPLETE;
            }
            if (second >= 0) {
                return scalar(Character.toCodePoint((char) first, (char) second), 12);
            }
        }
        return loneSurrogate(policy, first);
    }

    /**
     * Returns the low surrogate of the escape at an index, {@link #INCOMPLETE} if the source ends inside the escape,
     * or a lower number if it is another escape.
     */
    private static int secondOfPair(byte[] src, int at, int to) {
        if (at < to && src[at] != '\\' || at + 1 < to && src[at + 1] != 'u') {
            return INCOMPLETE - 1;
        }
        int second = at + 2 > to ? INCOMPLETE : fourDigits(src, at + 2, to);
        return second >= 0 && !Character.isLowSurrogate((char) second) ? INCOMPLETE - 1 : second;
    }

    private static long loneSurrogate(LoneSurrogates policy, int surrogate) {
        if (policy == LoneSurrogates.REPLACE) {
            return scalar(0xFFFD, 6 | REPAIR);
        }
        if (policy == LoneSurrogates.REVERSIBLE && surrogate >= 0xDC80 && surrogate <= 0xDCFF) {
            return scalar(surrogate - 0xDC00, 6 | BYTE);
        }
        return refuse(ErrorCode.SURROGATE_LONE);
    }

    /**
     * Parses four hexadecimal digits; {@link #INCOMPLETE} if the source ends inside them, a lower number if a byte is
     * not a digit.
     */
    private static int fourDigits(byte[] src, int at, int to) {
        int number = 0;
        for (int place = at; place < at + 4; place++) {
            if (place >= to) {
                return INCOMPLETE;
            }
            int digit = src[place] < 0 ? -1 : Character.digit((char) src[place], 16);
            if (digit < 0) {
                return INCOMPLETE - 1;
            }
            number = number << 4 | digit;
        }
        return number;
    }

    private static long incomplete(boolean last) {
        return last ? refuse(ErrorCode.ESCAPE_INCOMPLETE) : INCOMPLETE;
    }

    private static long scalar(int code, int lenAndMarks) {
        return (long) code << 8 | lenAndMarks;
    }

    private static long refuse(ErrorCode error) {
        return -2L - error.ordinal();
    }

    /** Returns whether the unit is incomplete or invalid. */
    static boolean isRefusedOrCut(long unit) {
        return unit < 0;
    }

    /** Returns the error of the unit; null if it is incomplete. */
    static ErrorCode error(long unit) {
        return unit == INCOMPLETE ? null : ERRORS[(int) (-2 - unit)];
    }

    /** Returns whether the policy replaces the unit. */
    static boolean isRepair(long unit) {
        return (unit & REPAIR) != 0;
    }

    /** Returns the length of the unit in the source. */
    static int len(long unit) {
        return (int) unit & LEN;
    }

    /** Writes the decoded unit, and returns the end of the output; -1 if it does not fit. */
    static int put(long unit, byte[] dst, int at, int end) {
        int code = (int) (unit >> 8);
        if ((unit & BYTE) == 0) {
            return Escapes.putPlain(code, dst, at, end);
        }
        if (at == end) {
            return -1;
        }
        dst[at] = (byte) code;
        return at + 1;
    }
}
