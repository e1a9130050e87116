package io.github.stringmill.ion.reader;

/**
 * Reads the text of strings and quoted symbols. Called by {@link CurrentValue} for values, by {@link SymbolParser} for
 * symbols and annotations, and by {@link NameReader} for field names.
 *
 * <p>Plain ASCII up to the closing quote becomes a string at once. Any other text goes through {@link UnitBuffer}.
 */
final class QuotedReader {
    private final ByteInput input;
    private final UnitBuffer units;
    private final EscapeReader escapes;

    QuotedReader(ByteInput input, UnitBuffer units, EscapeReader escapes) {
        this.input = input;
        this.units = units;
        this.escapes = escapes;
    }

    /** The index of the closing quote, if the text from the input's position up to it is plain; -1 otherwise. */
    int plainEnd(long quotes) {
        int offset = 0;
        while (true) {
            int p = input.pos + offset;
            byte[] src = input.buf;
            int end = input.limit;
            while (end - p >= 8) {
                long found = Words.notPlain(Words.load(src, p), quotes);
                if (found != 0) {
                    p += Words.first(found);
                    return src[p] == (byte) quotes ? p : -1;
                }
                p += 8;
            }
            for (; p < end; p++) {
                byte c = src[p];
                if (c < ' ' || c == '\\' || c == (byte) quotes) {
                    return c == (byte) quotes ? p : -1;
                }
            }
            offset = p - input.pos;
            if (!input.more()) {
                throw input.unexpectedEnd();
            }
        }
    }

    /**
     * Reads a string whose opening quote was consumed, and consumes the closing one.
     *
     * @param isName whether it is a field name; an error at its end has another place there
     */
    String string(boolean isName) {
        int end = plainEnd(Words.DOUBLE_QUOTES);
        if (end >= 0) {
            return plain(end);
        }
        units.clear();
        while (true) {
            int c = units.readRun('"', true);
            if (c == '"') {
                return text(isName, input.pos - 1);
            }
            if (c < ' ') {
                escapes.checkControl(c);
            }
            append(c);
        }
    }

    /** Reads a quoted symbol whose opening quote was consumed, and consumes the closing one. */
    String symbol(boolean isName) {
        int end = plainEnd(Words.SINGLE_QUOTES);
        if (end >= 0) {
            return plain(end);
        }
        units.clear();
        while (true) {
            int c = units.readRun('\'', true);
            if (c == '\'') {
                return text(isName, input.pos - 1);
            }
            if (c < ' ' && (!input.asIonJava || c == '\n' || c == '\r')) {
                escapes.checkControl(c);
            }
            if (c == '\\' && input.peek(0) < 0) {
                // ion-java reports this as a bad escape.
                throw input.error("unexpected end of text", input.limit);
            }
            append(c);
        }
    }

    /** Reads a long string whose first three quotes were consumed, and consumes the white space after it. */
    String longString(boolean isName) {
        units.clear();
        while (true) {
            int c = units.readRun('\'', false);
            if (c == '\'') {
                if (!input.consumeTwo('\'')) {
                    units.append(c);
                    continue;
                }
                int closingAt = input.pos - 3 - input.mark;
                if (!Blanks.nextSegment(input, false)) {
                    return text(isName, input.mark + closingAt);
                }
                units.requirePairs();
            } else if (c == '\n' || c == '\r') {
                units.append('\n');
                if (c == '\r') {
                    input.consumeLineFeed();
                }
            } else {
                if (c < ' ') {
                    escapes.checkControl(c);
                }
                append(c);
            }
        }
    }

    private void append(int c) {
        if (c == '\\') {
            escapes.appendEscaped();
        } else {
            units.append(c < 0x80 ? c : Utf8.decode(input, c));
        }
    }

    private String plain(int end) {
        String text = Words.text(input.buf, input.pos, end - input.pos);
        input.pos = end + 1;
        return text;
    }

    /** ion-java has looked for the end of a field name before it reads it, so errors of its end are there. */
    private String text(boolean isName, int closingAt) {
        return units.text(isName ? closingAt : input.pos);
    }
}
