package io.github.stringmill.internal;

/** The tokens of RFC 8259, one code unit at a time. */
final class PartialGrammar {
    private PartialGrammar() {}

    /** What comes next. */
    enum State {
        VALUE, FIRST_VALUE, NAME, FIRST_NAME, BEFORE_COLON, AFTER_VALUE, IN_STRING, IN_NUMBER,
        /** Text around the value. */
        BEFORE, AFTER,
        /** From here on, any unit beyond ASCII is refused. */
        ESCAPE, HEX, LOW_BACKSLASH, LOW_U, IN_WORD, OPENING_FENCE, CLOSING_FENCE
    }

    /** States of a number. It may end in a state with an odd number. */
    static final int MINUS_SIGN = 0;
    static final int FIRST_ZERO = 1;
    static final int POINT = 2;
    static final int INTEGER = 3;
    static final int EXPONENT = 4;
    static final int FRACTION = 5;
    static final int EXPONENT_SIGN = 6;
    static final int POWER = 7;

    static boolean isWhite(int unit) {
        return unit == ' ' || unit == '\n' || unit == '\r' || unit == '\t';
    }

    static boolean isDigit(char unit) {
        return unit >= '0' && unit <= '9';
    }

    /** Returns the value of a hexadecimal digit, or -1. */
    static int hexDigit(char unit) {
        int letter = unit | 0x20;
        return isDigit(unit) ? unit - '0' : letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
    }

    /** Returns the character that a letter after a backslash means, or 0. */
    static char escaped(char letter) {
        return switch (letter) {
            case '"', '\\', '/' -> letter;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> 0;
        };
    }

    /** Returns the state of a number after a code unit, or -1 if the unit is not part of the number. */
    static int digitsAfter(int digits, char unit) {
        if (isDigit(unit)) {
            return switch (digits) {
                case MINUS_SIGN -> unit == '0' ? FIRST_ZERO : INTEGER;
                case FIRST_ZERO -> -1;
                case POINT -> FRACTION;
                case EXPONENT, EXPONENT_SIGN -> POWER;
                default -> digits;
            };
        }
        return switch (unit) {
            case '.' -> digits == FIRST_ZERO || digits == INTEGER ? POINT : -1;
            case 'e', 'E' -> digits % 2 == 1 && digits != POWER ? EXPONENT : -1;
            case '+', '-' -> digits == EXPONENT ? EXPONENT_SIGN : -1;
            default -> -1;
        };
    }
}
