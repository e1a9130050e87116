package io.github.stringmill.internal;

import io.github.stringmill.ErrorCode;

/** One group of base64: four symbols, or two or three at the end, white space among them. Standard: RFC 4648. */
final class Base64Group {
    /** More of the source is needed to tell what the group is. */
    static final long CUT = -1;

    private Base64Group() {}

    /** The group at {@code src[at]}, where no white space stands that may. Negative: {@link #CUT}, or a refusal. */
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
                return padded(rules, src, place, to, last, bits, symbols, latest);
            } else if (!rules.allows(letter)) {
                return wrong(notASymbol(letter), place);
            }
        }
        if (!last) {
            return CUT;
        }
        if (symbols == 1) {
            return wrong(ErrorCode.BASE64_INCOMPLETE, latest);
        }
        if (rules.mustPad()) {
            return wrong(ErrorCode.BASE64_PADDING_MISSING, to);
        }
        return trails(rules, bits, symbols) ? wrong(ErrorCode.BASE64_TRAILING_BITS, latest) : end(bits, symbols, to);
    }

    /** The last group, whose padding begins at {@code first}. */
    private static long padded(Base64Rules rules, byte[] src, int first, int to, boolean last, int bits, int symbols,
            int latest) {
        if (!rules.mayPad() || symbols < 2) {
            return wrong(ErrorCode.BASE64_PADDING_UNEXPECTED, first);
        }
        if (trails(rules, bits, symbols)) {
            return wrong(ErrorCode.BASE64_TRAILING_BITS, latest);
        }
        int missing = 4 - symbols;
        for (int place = first; place < to; place++) {
            byte letter = src[place];
            if (letter == '=' && missing > 0) {
                missing--;
            } else if (!rules.allows(letter)) {
                return wrong(afterPadding(rules, letter, missing), place);
            }
        }
        if (!last) {
            // Whether something stands after the padding shows later.
            return CUT;
        }
        return missing > 0 ? wrong(ErrorCode.BASE64_PADDING_MISSING, to) : end(bits, symbols, to);
    }

    /** Why a letter that may not stand there cannot follow padding of which some is missing. */
    private static ErrorCode afterPadding(Base64Rules rules, byte letter, int missing) {
        if (missing == 0 && !Base64Rules.isWhiteSpace(letter)) {
            return ErrorCode.BASE64_AFTER_PADDING;
        }
        boolean symbol = PureBase64.number(rules.url(), letter) >= 0;
        return symbol ? ErrorCode.BASE64_PADDING_MISSING : notASymbol(letter);
    }

    private static ErrorCode notASymbol(byte letter) {
        return Base64Rules.isWhiteSpace(letter) ? ErrorCode.BASE64_WHITE_SPACE : ErrorCode.BASE64_SYMBOL;
    }

    /** Whether a bit is set that belongs to no byte, where that matters: two symbols have four too many, three two. */
    private static boolean trails(Base64Rules rules, int bits, int symbols) {
        return !rules.dropsTrailing() && (bits & (symbols == 2 ? 15 : 3)) != 0;
    }

    private static long end(int bits, int symbols, int end) {
        return group(bits << 6 * (4 - symbols), symbols - 1, end);
    }

    private static long group(int bits, int len, int end) {
        return (long) end << 26 | (long) len << 24 | bits;
    }

    private static long wrong(ErrorCode code, int place) {
        return -2 - Refusal.of(code, place);
    }

    /** What is wrong and where, as a {@link Refusal}. */
    static long refusal(long group) {
        return -2 - group;
    }

    /** How many bytes the group spells. */
    static int len(long group) {
        return (int) (group >> 24) & 3;
    }

    /** The bytes, the first highest of 24 bits. */
    static int bits(long group) {
        return (int) group & 0xFF_FFFF;
    }

    /** Where the group ends. */
    static int end(long group) {
        return (int) (group >> 26);
    }
}
