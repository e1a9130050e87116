package io.github.stringmill.ion.reader;

import java.nio.charset.StandardCharsets;

/** What stands before a value: its field name, and identifiers that may be its annotations. */
abstract class NameReader extends Tokenizer {
    /** Null until a symbol is asked for, and behind the end. */
    private SymbolCache cache;
    final Names fieldName = new Names();
    final Names annotations = new Names();

    /** Where the value begins, with its field name and annotations. */
    int valueStart;

    NameReader(byte[] src, int from, int to, boolean countsChars, boolean asIonJava) {
        super(src, from, to, countsChars, asIonJava);
    }

    NameReader(ByteFeed feed, boolean countsChars, boolean asIonJava) {
        super(feed, countsChars, asIonJava);
    }

    @Override
    void moved(int by) {
        super.moved(by);
        valueStart -= by;
        fieldName.moved(by);
        annotations.moved(by);
    }

    final SymbolCache cache() {
        if (cache == null) {
            cache = SymbolCache.take();
        }
        return cache;
    }

    /** Nothing more is read, at least for now. */
    final void giveCache() {
        if (cache != null) {
            cache.give();
            cache = null;
        }
    }

    final IonTextException unexpected(int token) {
        return error(token == END ? "unexpected end of text" : "something else is expected here", pos);
    }

    /** The end of the identifier at {@code pos}. */
    final int identifierEnd() {
        while (true) {
            byte[] src = buf;
            int end = limit;
            int p = pos + 1;
            while (end - p >= 8) {
                long found = Words.notIdentifier(Words.load(src, p));
                if (found != 0) {
                    return p + Words.first(found);
                }
                p += 8;
            }
            while (p < end && Letters.isByte(src[p], Letters.IDENTIFIER)) {
                p++;
            }
            if (p < end || !moreOfToken()) {
                return p;
            }
        }
    }

    /** Consumes white space, and a double colon where it stands behind that. */
    final boolean consumeDoubleColon() {
        if (skipBlank() == ':' && peek(1) == ':') {
            pos += 2;
            return true;
        }
        return false;
    }

    /** Puts down an identifier; keywords are none. */
    final void addName(Names names, int from, int to, boolean isField) {
        int keyword = Keywords.of(buf, from, to);
        if (keyword == Keywords.SYMBOL_ID) {
            names.addId(symbolId(from, to));
        } else if (keyword == Keywords.NONE) {
            names.addRun(from, to);
        } else {
            if (isField && (peek(0) == ' ' || peek(0) == '\t')) {
                skipBlank();
            }
            throw error("a keyword cannot be " + (isField ? "a field name" : "an annotation"), pos);
        }
    }

    /** The number behind a dollar sign. */
    final int symbolId(int from, int to) {
        try {
            return Integer.parseInt(new String(buf, from + 1, to - from - 1, StandardCharsets.ISO_8859_1));
        } catch (NumberFormatException e) {
            throw new IonTextException("a symbol ID is too large" + at(to), e);
        }
    }

    /** A field name, and the colon behind it. */
    final void parseFieldName(int token) {
        switch (token) {
            case IDENTIFIER -> {
                int from = pos - valueStart;
                pos = identifierEnd();
                addName(fieldName, valueStart + from, pos, true);
            }
            case QUOTED_SYMBOL, STRING -> {
                int end = plainEnd(token == STRING ? Words.DOUBLE_QUOTES : Words.SINGLE_QUOTES);
                if (end < 0) {
                    fieldName.addText(textOfName(token));
                } else {
                    fieldName.addRun(pos, end);
                    pos = end + 1;
                }
            }
            case LONG_STRING -> fieldName.addText(textOfName(token));
            default -> throw unexpected(token);
        }
        if (pos < limit && buf[pos] == ':' && peek(1) != ':') {
            pos++;
        } else if (token(skipBlank()) != COLON) {
            throw error("a colon has to follow a field name", pos);
        }
    }

    /** The text of a name that is not plain. Its end is looked for first: a missing one is told before all else. */
    private String textOfName(int token) {
        int from = pos - valueStart;
        if (token == STRING) {
            skipString();
        } else if (token == QUOTED_SYMBOL) {
            skipQuotedSymbol();
        } else {
            skipLongString();
        }
        int to = pos - valueStart;
        pos = valueStart + from;
        readsName = true;
        String text = token == STRING ? loadString() : token == QUOTED_SYMBOL ? loadQuotedSymbol() : loadLongString();
        readsName = false;
        pos = valueStart + to;
        return text;
    }
}
