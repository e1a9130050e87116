package io.github.stringmill.ion.reader;

/** Recognises a token by its first characters. Called by {@link ValueParser} and {@link NameReader}. */
final class Tokenizer {
    /** Tokens. Those from {@code OPEN_LIST} to {@code CLOSE_STRUCT} are consumed. */
    static final int END = 0;
    static final int NUMBER = 1;
    static final int IDENTIFIER = 2;
    static final int QUOTED_SYMBOL = 3;
    static final int OPERATOR = 4;
    static final int STRING = 5;
    static final int LONG_STRING = 6;
    static final int PLUS_INF = 7;
    static final int MINUS_INF = 8;
    static final int DOT = 9;
    static final int OPEN_LIST = 10;
    static final int OPEN_SEXP = 11;
    static final int OPEN_STRUCT = 12;
    static final int OPEN_LOB = 13;
    static final int CLOSE_LIST = 14;
    static final int CLOSE_SEXP = 15;
    static final int CLOSE_STRUCT = 16;
    static final int COMMA = 17;
    static final int COLON = 18;
    static final int DOUBLE_COLON = 19;

    private Tokenizer() {}

    static boolean isClosing(int token) {
        return token >= CLOSE_LIST && token <= CLOSE_STRUCT;
    }

    /**
     * The token that starts with a character at the input's position. Consumes brackets, commas, colons, dots,
     * infinities and opening quotes; numbers, identifiers and operators stay.
     */
    static int token(ByteInput input, int c) {
        switch (c) {
            case -1 -> {
                return END;
            }
            case '"' -> {
                return consume(input, STRING);
            }
            case '\'' -> {
                input.pos++;
                return input.consumeTwo('\'') ? LONG_STRING : QUOTED_SYMBOL;
            }
            case '{' -> {
                return consumePair(input, '{', OPEN_STRUCT, OPEN_LOB);
            }
            case '[' -> {
                return consume(input, OPEN_LIST);
            }
            case '(' -> {
                return consume(input, OPEN_SEXP);
            }
            case '}' -> {
                return consume(input, CLOSE_STRUCT);
            }
            case ']' -> {
                return consume(input, CLOSE_LIST);
            }
            case ')' -> {
                return consume(input, CLOSE_SEXP);
            }
            case ',' -> {
                return consume(input, COMMA);
            }
            case ':' -> {
                return consumePair(input, ':', COLON, DOUBLE_COLON);
            }
            default -> {
                return otherToken(input, c);
            }
        }
    }

    private static int consume(ByteInput input, int token) {
        input.pos++;
        return token;
    }

    /** Consumes one character, or two if the next one is {@code second}. */
    private static int consumePair(ByteInput input, int second, int one, int two) {
        input.pos++;
        if (input.peek(0) != second) {
            return one;
        }
        input.pos++;
        return two;
    }

    private static int otherToken(ByteInput input, int c) {
        if (Letters.isDigit(c)) {
            return NUMBER;
        }
        if (Letters.is(c, Letters.IDENTIFIER)) {
            return IDENTIFIER;
        }
        if (c == '-' && Letters.isDigit(input.peek(1))) {
            if (NumberScanner.startsAsTimestamp(input, 1)) {
                throw input.bad(input.pos + 1);
            }
            return NUMBER;
        }
        if ((c == '-' || c == '+') && input.peek(1) == 'i' && input.peek(2) == 'n' && input.peek(3) == 'f'
                && NumberScanner.stopsAt(input, 4)) {
            input.pos += 4;
            return c == '+' ? PLUS_INF : MINUS_INF;
        }
        if (c == '.' && !Letters.is(input.peek(1), Letters.OPERATOR)) {
            return consume(input, DOT);
        }
        if (Letters.is(c, Letters.OPERATOR)) {
            return OPERATOR;
        }
        input.peek(1);
        throw input.bad(input.pos);
    }

    /** The error of a token that is not allowed where it is. */
    static IonTextException unexpected(ByteInput input, int token) {
        return input.error(token == END ? "unexpected end of text" : "something else is expected here", input.pos);
    }
}
