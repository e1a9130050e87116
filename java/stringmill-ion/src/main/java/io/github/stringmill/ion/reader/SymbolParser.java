package io.github.stringmill.ion.reader;

import com.amazon.ion.IonType;

/**
 * Parses what starts like a symbol where a value may be: annotations, symbols, and the keywords and typed nulls among
 * identifiers. Called by {@link ValueParser}.
 */
final class SymbolParser {
    private final QuotedReader quoted;
    private final NameReader names;
    private final CurrentValue value;

    SymbolParser(QuotedReader quoted, NameReader names, CurrentValue value) {
        this.quoted = quoted;
        this.names = names;
        this.value = value;
    }

    /** Parses the identifier at the input's position. Returns whether it was an annotation. */
    boolean parseIdentifier(ByteInput input) {
        int from = input.pos - input.mark;
        NameReader.skipIdentifier(input);
        int to = input.pos - input.mark;
        int next = input.pos < input.limit ? input.buf[input.pos] : 0;
        boolean blankFollows = false;
        if (next != ',' && next != '}' && next != ']' && next != ')') {
            if (Blanks.consumeDoubleColon(input)) {
                names.addIdentifier(input, names.annotations, from, to);
                return true;
            }
            blankFollows = input.pos - input.mark != to;
        }
        setIdentifier(input, from, to, blankFollows);
        return false;
    }

    private void setIdentifier(ByteInput input, int from, int to, boolean blankFollows) {
        int start = input.mark + from;
        switch (Keywords.of(input.buf, start, input.mark + to)) {
            case Keywords.TRUE, Keywords.FALSE -> value.setBool(input.buf[start] == 't');
            case Keywords.NULL -> value.setNull(blankFollows ? IonType.NULL : nullType(input));
            case Keywords.NAN -> value.setDouble(Double.NaN);
            case Keywords.SYMBOL_ID -> value.setSymbolId(NameReader.symbolId(input, from, to));
            default -> value.setSymbolRun(from, to, true);
        }
    }

    /** The type after {@code null}, if a point follows. */
    private static IonType nullType(ByteInput input) {
        if (input.peek(0) != '.') {
            return IonType.NULL;
        }
        int len = 0;
        while (len <= Keywords.LONGEST_TYPE && Letters.is(input.peek(1 + len), Letters.IDENTIFIER)) {
            len++;
        }
        int start = input.pos + 1;
        byte[] src = input.buf;
        IonType named = input.asIonJava ? Keywords.typeAsIonJava(src, start, len) : Keywords.type(src, start, len);
        if (named == null) {
            throw badTypeName(input, len);
        }
        input.pos = start + len;
        return named;
    }

    /**
     * ion-java refuses the first letter that no type name has there, or the character after the start of a type name.
     */
    private static IonTextException badTypeName(ByteInput input, int len) {
        int good = Keywords.typeLetters(input.buf, input.pos + 1, len);
        input.peek(1 + good + 1);
        return input.error("no type has this name", input.indexAfter(input.pos + 1 + good));
    }

    /** Parses a quoted symbol whose opening quote was consumed. Returns whether it was an annotation. */
    boolean parseQuoted(ByteInput input) {
        int from = input.pos - input.mark;
        int end = quoted.plainEnd(Words.SINGLE_QUOTES);
        if (end < 0) {
            String text = quoted.symbol(false);
            if (Blanks.consumeDoubleColon(input)) {
                names.annotations.addText(text);
                return true;
            }
            value.setSymbolText(text);
            return false;
        }
        input.pos = end + 1;
        int to = end - input.mark;
        if (Blanks.consumeDoubleColon(input)) {
            names.annotations.addRun(from, to);
            return true;
        }
        value.setSymbolRun(from, to, false);
        return false;
    }

    /** Parses the operator at the input's position. */
    void parseOperator(ByteInput input) {
        int len = 1;
        while (Letters.is(input.peek(len), Letters.OPERATOR) && (input.asIonJava || !isCommentAt(input, len))) {
            len++;
        }
        int from = input.pos - input.mark;
        input.pos += len;
        value.setSymbolRun(from, from + len, false);
    }

    /** Parses the operator {@code .}, which the tokenizer has consumed. */
    void parseDot(ByteInput input) {
        int to = input.pos - input.mark;
        value.setSymbolRun(to - 1, to, false);
    }

    /** Whether a comment starts at {@code offset}. It ends an operator; ion-java reads it as a part of the operator. */
    private static boolean isCommentAt(ByteInput input, int offset) {
        return input.peek(offset) == '/' && (input.peek(offset + 1) == '/' || input.peek(offset + 1) == '*');
    }
}
