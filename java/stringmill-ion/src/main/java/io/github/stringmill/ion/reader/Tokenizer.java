package io.github.stringmill.ion.reader;

/** Tells what begins at a place. */
abstract class Tokenizer extends TextLoader {
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

    Tokenizer(byte[] src, int from, int to, boolean countsChars, boolean asIonJava) {
        super(src, from, to, countsChars, asIonJava);
    }

    Tokenizer(ByteFeed feed, boolean countsChars, boolean asIonJava) {
        super(feed, countsChars, asIonJava);
    }

    static boolean isClosing(int token) {
        return token >= CLOSE_LIST && token <= CLOSE_STRUCT;
    }

    /**
     * The token that begins with a character at {@code pos}. Brackets, commas, colons and opening quotes are consumed;
     * numbers, identifiers and operators are not.
     */
    final int token(int c) {
        switch (c) {
            case -1 -> {
                return END;
            }
            case '"' -> {
                pos++;
                return STRING;
            }
            case '\'' -> {
                pos++;
                return twoQuotes() ? LONG_STRING : QUOTED_SYMBOL;
            }
            case '{' -> {
                pos++;
                if (peek(0) != '{') {
                    return OPEN_STRUCT;
                }
                pos++;
                return OPEN_LOB;
            }
            case '[' -> {
                pos++;
                return OPEN_LIST;
            }
            case '(' -> {
                pos++;
                return OPEN_SEXP;
            }
            case '}' -> {
                pos++;
                return CLOSE_STRUCT;
            }
            case ']' -> {
                pos++;
                return CLOSE_LIST;
            }
            case ')' -> {
                pos++;
                return CLOSE_SEXP;
            }
            case ',' -> {
                pos++;
                return COMMA;
            }
            case ':' -> {
                pos++;
                if (peek(0) != ':') {
                    return COLON;
                }
                pos++;
                return DOUBLE_COLON;
            }
            default -> {
                return otherToken(c);
            }
        }
    }

    private int otherToken(int c) {
        if (Letters.isDigit(c)) {
            return NUMBER;
        }
        if (Letters.is(c, Letters.IDENTIFIER)) {
            return IDENTIFIER;
        }
        if (c == '-' && Letters.isDigit(peek(1))) {
            if (beginsAsTimestamp(1)) {
                throw bad(pos + 1);
            }
            return NUMBER;
        }
        if ((c == '-' || c == '+') && peek(1) == 'i' && peek(2) == 'n' && peek(3) == 'f' && stopsAhead(4)) {
            pos += 4;
            return c == '+' ? PLUS_INF : MINUS_INF;
        }
        if (c == '.' && !Letters.is(peek(1), Letters.OPERATOR)) {
            pos++;
            return DOT;
        }
        if (Letters.is(c, Letters.OPERATOR)) {
            return OPERATOR;
        }
        peek(1);
        throw bad(pos);
    }
}
