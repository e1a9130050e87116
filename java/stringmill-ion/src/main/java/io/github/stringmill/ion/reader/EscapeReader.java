package io.github.stringmill.ion.reader;

/** Reads the escape after a backslash, and checks controls. Called by {@link QuotedReader} and {@link LobReader}. */
final class EscapeReader {
    /** Returned for an escaped line end, which means nothing. */
    private static final int LINE_END = -1;

    private final ByteInput input;
    private final UnitBuffer units;

    EscapeReader(ByteInput input, UnitBuffer units) {
        this.input = input;
        this.units = units;
    }

    /** Consumes an escape whose backslash was consumed, and appends its meaning. */
    void appendEscaped() {
        int codePoint = readEscape();
        if (codePoint == LINE_END) {
            units.appendEscapedLineEnd();
        } else {
            units.append(codePoint);
        }
    }

    private int readEscape() {
        int c = input.peek(0);
        if (c < 0) {
            throw input.unexpectedEnd();
        }
        input.pos++;
        switch (c) {
            case '\n' -> {
                return LINE_END;
            }
            case '\r' -> {
                input.consumeLineFeed();
                return LINE_END;
            }
            case 'x' -> {
                return hexDigits(2);
            }
            case 'u' -> {
                return hexDigits(4);
            }
            case 'U' -> {
                int codePoint = hexDigits(8);
                if (!input.asIonJava && codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
                    throw input.error("a surrogate stands alone", input.pos);
                }
                return codePoint;
            }
            default -> {
                return escapedLetter(c);
            }
        }
    }

    private int escapedLetter(int c) {
        return switch (c) {
            case '0' -> 0;
            case 'a' -> 7;
            case 'b' -> '\b';
            case 't' -> '\t';
            case 'n' -> '\n';
            case 'f' -> '\f';
            case 'r' -> '\r';
            case 'v' -> 0x0B;
            case '"', '\'', '?', '\\', '/' -> c;
            default -> throw input.error("unknown escape", input.indexAfter(input.pos - 1));
        };
    }

    private int hexDigits(int count) {
        long number = 0;
        for (int i = 0; i < count; i++) {
            int c = input.peek(0);
            if (c < 0) {
                throw input.unexpectedEnd();
            }
            int digit = Letters.hexDigit(c);
            if (digit < 0) {
                input.peek(1);
                // ion-java reads a line end as the end of the text here.
                int after = input.indexAfter(input.pos);
                throw c == '\n' || c == '\r'
                        ? input.unexpectedEnd(after) : input.error("not a hexadecimal digit", after);
            }
            input.pos++;
            number = number << 4 | digit;
        }
        if (number > Character.MAX_CODE_POINT) {
            throw input.error("an escape is above U+10FFFF", input.pos);
        }
        return (int) number;
    }

    /** Refuses a control that was consumed, unless it is white space, which text may contain. */
    void checkControl(int c) {
        if (c == '\t' || c == 0x0B || c == 0x0C) {
            return;
        }
        input.peek(0);
        throw input.bad(input.pos - 1);
    }
}
