package io.github.stringmill.ion.reader;

import java.nio.charset.StandardCharsets;

/**
 * Reads what comes before a value: its field name, for {@link ValueParser}, and identifiers that may be annotations,
 * for {@link SymbolParser}.
 */
final class NameReader {
    private final QuotedReader quoted;
    final Names fieldName;
    final Names annotations;

    NameReader(QuotedReader quoted, SymbolTexts texts) {
        this.quoted = quoted;
        fieldName = new Names(texts);
        annotations = new Names(texts);
    }

    void clear() {
        fieldName.clear();
        annotations.clear();
    }

    /** Consumes the identifier at the input's position. */
    static void skipIdentifier(ByteInput input) {
        int len = 1;
        while (true) {
            byte[] src = input.buf;
            int end = input.limit;
            int start = input.pos;
            int p = start + len;
            while (end - p >= 8) {
                long found = Words.notIdentifier(Words.load(src, p));
                if (found != 0) {
                    input.pos = p + Words.first(found);
                    return;
                }
                p += 8;
            }
            while (p < end && Letters.isByte(src[p], Letters.IDENTIFIER)) {
                p++;
            }
            len = p - start;
            if (p < end || !input.more()) {
                input.pos += len;
                return;
            }
        }
    }

    /** Adds an identifier, whose ends are relative to the mark. Keywords are refused. */
    void addIdentifier(ByteInput input, Names names, int from, int to) {
        int start = input.mark + from;
        int end = input.mark + to;
        int keyword = Keywords.of(input.buf, start, end);
        if (keyword == Keywords.SYMBOL_ID) {
            names.addId(symbolId(input, from, to));
        } else if (keyword == Keywords.NONE) {
            names.addRun(from, to);
        } else {
            boolean isField = names == fieldName;
            int next = isField ? input.peek(0) : -1;
            if (next == ' ' || next == '\t') {
                Blanks.skip(input);
            }
            throw input.error("a keyword cannot be " + (isField ? "a field name" : "an annotation"), input.pos);
        }
    }

    /** The number after a dollar sign; the ends of both are relative to the mark. */
    static int symbolId(ByteInput input, int from, int to) {
        try {
            String digits = new String(input.buf, input.mark + from + 1, to - from - 1, StandardCharsets.ISO_8859_1);
            return Integer.parseInt(digits);
        } catch (NumberFormatException e) {
            throw new IonTextException("a symbol ID is too large" + input.at(input.mark + to), e);
        }
    }

    /** Reads a field name that starts with a token, and consumes the colon after it. */
    void readFieldName(ByteInput input, int token) {
        switch (token) {
            case Tokenizer.IDENTIFIER -> {
                int from = input.pos - input.mark;
                skipIdentifier(input);
                addIdentifier(input, fieldName, from, input.pos - input.mark);
            }
            case Tokenizer.QUOTED_SYMBOL, Tokenizer.STRING -> {
                int end = quoted.plainEnd(token == Tokenizer.STRING ? Words.DOUBLE_QUOTES : Words.SINGLE_QUOTES);
                if (end < 0) {
                    fieldName.addText(textOfName(input, token));
                } else {
                    fieldName.addRun(input.pos - input.mark, end - input.mark);
                    input.pos = end + 1;
                }
            }
            case Tokenizer.LONG_STRING -> fieldName.addText(textOfName(input, token));
            default -> throw Tokenizer.unexpected(input, token);
        }
        if (input.pos < input.limit && input.buf[input.pos] == ':' && input.peek(1) != ':') {
            input.pos++;
        } else if (Tokenizer.token(input, Blanks.skip(input)) != Tokenizer.COLON) {
            throw input.error("a colon has to follow a field name", input.pos);
        }
    }

    /** The text of a name that is not plain. Looks for its end first, so that a missing end is the error to report. */
    private String textOfName(ByteInput input, int token) {
        int from = input.pos - input.mark;
        switch (token) {
            case Tokenizer.STRING -> ValueSkipper.skipString(input);
            case Tokenizer.QUOTED_SYMBOL -> ValueSkipper.skipQuotedSymbol(input);
            default -> ValueSkipper.skipLongString(input, false);
        }
        int to = input.pos - input.mark;
        input.pos = input.mark + from;
        String text = switch (token) {
            case Tokenizer.STRING -> quoted.string(true);
            case Tokenizer.QUOTED_SYMBOL -> quoted.symbol(true);
            default -> quoted.longString(true);
        };
        input.pos = input.mark + to;
        return text;
    }
}
