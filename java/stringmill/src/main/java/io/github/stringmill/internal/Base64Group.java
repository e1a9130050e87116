package io.github.stringmill.internal;

import io.github.stringmill.ErrorCode;

/** One group of base64: four symbols, or two or three at the end, with white space among them. Standard: RFC 4648. */
final class Base64Group {
    /** The source ends before the group is complete. */
    static final long INCOMPLETE = -1;

    private Base64Group() {}

    /**
     * Reads the group at {@code src[at]}, which must not be allowed white space. Returns {@link #INCOMPLETE} or a
     * refusal, both negative, for other groups.
     */
    static long at(Base64Rules rules, byte[] src, int at, int to, boolean last) {
        int bits = 0;
        int symbols = 0;
        int latest = at;
        for (int place = at; place < to; place++) {
            byte letter = src[place];
            int number = PureBase64.number(rules.url(), letter);
            if (number >= 0) {
                bits = bits << 6 | number;
                latest = place;
                if (++symbols == 4) {
                    return group(bits, 3, place + 1);
                }
            } else if (letter == '=') {
                return readPadded(rules, src, place, to, last, bits, symbols, latest);
            } else if (!rules.allows(letter)) {
                return refuse(notASymbol(letter), place);
            }
        }
        if (!last) {
            return INCOMPLETE;
        }
        if (symbols == 1) {
            return refuse(ErrorCode.BASE64_INCOMPLETE, latest);
        }
        if (rules.mustPad()) {
            return refuse(ErrorCode.BASE64_PADDING_MISSING, to);
        }
        return trails(rules, bits, symbols) ? refuse(ErrorCode.BASE64_TRAILING_BITS, latest) : end(bits, symbols, to);
    }

    /** Reads the last group, whose padding begins at {@code first}. */
    private static long readPadded(Base64Rules rules, byte[] src, int first, int to, boolean last, int bits, int symbols,
            int latest) {
        if (!rules.mayPad() || symbols < 2) {
            return refuse(ErrorCode.BASE64_PADDING_UNEXPECTED, first);
        }
        if (trails(rules, bits, symbols)) {
            return refuse(ErrorCode.BASE64_TRAILING_BITS, latest);
        }
        int missing = 4 - symbols;
        for (int place = first; place < to; place++) {
            byte letter = src[place];
            if (letter == '=' && missing > 0) {
                missing--;
            } else if (!rules.allows(letter)) {
                return refuse(errorAfterPadding(rules, letter, missing), place);
            }
        }
        if (!last) {
            // The next call finds out whether padding or data follows.
            return INCOMPLETE;
        }
        return missing > 0 ? refuse(ErrorCode.BASE64_PADDING_MISSING, to) : end(bits, symbols, to);
    }

    /** Returns the error for a letter that is not allowed after the start of the padding. */
    private static ErrorCode errorAfterPadding(Base64Rules rules, byte letter, int missing) {
        if (missing == 0 && !Base64Rules.isWhiteSpace(letter)) {
            return ErrorCode.BASE64_AFTER_PADDING;
        }
        boolean symbol = PureBase64.number(rules.url(), letter) >= 0;
        return symbol ? ErrorCode.BASE64_PADDING_MISSING : notASymbol(letter);
    }

    private static ErrorCode notASymbol(byte letter) {
        return Base64Rules.isWhiteSpace(letter) ? ErrorCode.BASE64_WHITE_SPACE : ErrorCode.BASE64_SYMBOL;
    }

    /**
     * Returns whether a bit after the last byte is set and must be zero: two symbols have four such bits, three have
     * two.
     */
    private static boolean trails(Base64Rules rules, int bits, int symbols) {
        return !rules.dropsTrailing() && (bits & (symbols == 2 ? 15 : 3)) != 0;
    }

    private static long end(int bits, int symbols, int end) {
        return group(bits << 6 * (4 - symbols), symbols - 1, end);
    }

    private static long group(int bits, int len, int end) {
        return (long) end << 26 | (long) len << 24 | bits;
    }

    private static long refuse(ErrorCode code, int place) {
        return -2 - Refusal.of(code, place);
    }

    /** Returns the error and its position as a {@link Refusal}. */
    static long refusal(long group) {
        return -2 - group;
    }

    /** Returns the number of decoded bytes. */
    static int len(long group) {
        return (int) (group >> 24) & 3;
    }

    /** Returns the decoded bytes, the first in the highest of 24 bits. */
    static int bits(long group) {
        return (int) group & 0xFF_FFFF;
    }

    /** Returns the end of the group in the source. */
    static int end(long group) {
        return (int) (group >> 26);
    }
}
