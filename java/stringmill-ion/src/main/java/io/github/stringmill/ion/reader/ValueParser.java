package io.github.stringmill.ion.reader;

import com.amazon.ion.IonType;
import java.util.Locale;

/**
 * Moves from value to value: the grammar of Ion text around values. {@link TextReader} asks it for the next value, and
 * {@link ValueReader} to step into and out of containers; it stores its results in {@link CurrentValue} and
 * {@link NameReader}.
 *
 * <p>It looks at each part of a value in the same call as ion-java does, so that errors come from the same calls.
 */
final class ValueParser {
    /** The tokens that are allowed next in the container. */
    private static final int TOP_LEVEL = 0;
    private static final int IN_LIST = 1;
    private static final int IN_SEXP = 2;
    private static final int FIELD_NAME = 3;
    private static final int AFTER_ANNOTATION = 4;
    private static final int AFTER_ANNOTATION_IN_SEXP = 5;
    private static final int AFTER_VALUE = 6;
    private static final int AT_END = 7;
    /** After an error the position may be inside a string or comment, so nothing more is read. */
    private static final int FAILED = 8;

    /** {@code $ion_1_0}. */
    private static final long VERSION_MARKER = 0x305F315F6E6F6924L;

    private final ByteInput input;
    private final NameReader names;
    private final SymbolParser symbols;
    private final CurrentValue value;
    private final SymbolTables tables;
    private final ContainerStack containers = new ContainerStack();
    private final ValueSkipper skipper = new ValueSkipper();

    private int state = TOP_LEVEL;
    /** The state after a value of the container. */
    private int stateAfterValue = TOP_LEVEL;
    private boolean isAtTopLevel = true;
    private boolean nextIsFound;
    private boolean atContainerEnd;
    /** The start of the value with its field name and annotations, relative to the mark. */
    private int startOffset;
    /** The error that every later step throws again, in the state {@link #FAILED}. */
    private RuntimeException failure;

    ValueParser(ByteInput input, NameReader names,
            SymbolParser symbols, CurrentValue value, SymbolTables tables) {
        this.input = input;
        this.names = names;
        this.symbols = symbols;
        this.value = value;
        this.tables = tables;
    }

    /** Starts again at an index, as if it were the first value of its container. */
    void hoist(int index, LineCounter.Place place, IonType container) {
        input.pos = index;
        input.rebase(index, place);
        containers.hoist(container);
        begin();
    }

    /** Starts over with another text, which the input has already. */
    void restart() {
        containers.restart();
        begin();
    }

    private void begin() {
        failure = null;
        clearValue();
        value.unread = CurrentValue.NOTHING;
        nextIsFound = false;
        atContainerEnd = false;
        enterContainer();
    }

    /** Whether version markers and symbol tables are possible here. */
    boolean isAtTopLevel() {
        return isAtTopLevel;
    }

    ContainerStack containers() {
        return containers;
    }

    /** The index of the value, with its field name and annotations. */
    int valueStart() {
        return input.mark + startOffset;
    }

    /** The index whose line and column a span reports. After a comma ion-java reports those of the comma. */
    int spanStart() {
        return input.mark;
    }

    /** Finds the next value without moving past it; false at the end of the container. */
    boolean findNext(ByteInput input) {
        if (!nextIsFound && !atContainerEnd) {
            try {
                finishValue(input);
                clearValue();
                parse(input);
            } catch (RuntimeException e) {
                throw fail(e);
            }
            nextIsFound = true;
        }
        return !atContainerEnd;
    }

    /** Ends the text at an error: all steps throw it again until {@link #hoist} or {@link #restart}. */
    RuntimeException fail(RuntimeException error) {
        failure = error;
        state = FAILED;
        value.unread = CurrentValue.NOTHING;
        clearValue();
        nextIsFound = false;
        atContainerEnd = false;
        return error;
    }

    /** Whether {@link #findNext} has found the value after the current one. */
    boolean isNextFound() {
        return nextIsFound;
    }

    /** Whether the last value of the container was passed. */
    boolean isAtContainerEnd() {
        return atContainerEnd;
    }

    /** Makes the value that was found the current one, or skips it if it is not reported. */
    void moveToNext() {
        nextIsFound = false;
    }

    private void clearValue() {
        value.clear();
        names.clear();
    }

    private void finishValue(ByteInput input) {
        if (value.unread != CurrentValue.NOTHING) {
            value.skip(input, skipper);
            state = stateAfterValue;
        }
        nextIsFound = false;
    }

    /** The container has changed: its first value is next. */
    private void enterContainer() {
        state = containers.is(IonType.DATAGRAM) ? TOP_LEVEL : containers.is(IonType.SEXP) ? IN_SEXP
                : containers.is(IonType.LIST) ? IN_LIST : FIELD_NAME;
        updateStateAfterValue();
    }

    private void updateStateAfterValue() {
        isAtTopLevel = containers.depth() == 0 && containers.is(IonType.DATAGRAM);
        stateAfterValue = containers.isHoisted() ? AT_END : containers.is(IonType.DATAGRAM) ? TOP_LEVEL
                : containers.is(IonType.SEXP) ? IN_SEXP : AFTER_VALUE;
    }

    void stepIn() {
        if (value.type == null || atContainerEnd) {
            throw new IllegalStateException();
        }
        if (!IonType.isContainer(value.type)) {
            throw new IllegalStateException("Unexpected value type: " + value.type);
        }
        containers.stepIn(value.type);
        enterContainer();
        value.unread = CurrentValue.NOTHING;
        boolean isNull = value.isNull();
        atContainerEnd = isNull;
        nextIsFound = isNull;
        value.type = null;
    }

    void stepOut() {
        if (containers.depth() < 1) {
            throw new IllegalStateException("Cannot stepOut any further, already at top level.");
        }
        if (state == FAILED) {
            throw failure;
        }
        try {
            finishValue(input);
            if (!atContainerEnd) {
                input.releaseMark();
                skipper.skipContainer(input, ContainerStack.closer(containers.current()));
            }
        } catch (RuntimeException e) {
            throw fail(e);
        }
        containers.stepOut();
        updateStateAfterValue();
        state = stateAfterValue;
        atContainerEnd = false;
        nextIsFound = false;
        clearValue();
    }

    private void parse(ByteInput input) {
        if (state == FAILED) {
            throw failure;
        }
        input.releaseMark();
        int c = Blanks.skip(input);
        while (c == '$' && state == TOP_LEVEL && containers.hoistedInto() == null && skipPlainMarker()) {
            tables.reset();
            c = Blanks.skip(input);
        }
        input.setMark();
        startOffset = 0;
        while (true) {
            int token = Tokenizer.token(input, c);
            switch (state) {
                case FIELD_NAME -> {
                    if (Tokenizer.isClosing(token)) {
                        endContainer(token);
                        return;
                    }
                    names.readFieldName(input, token);
                    state = IN_LIST;
                }
                case AFTER_VALUE -> {
                    if (Tokenizer.isClosing(token)) {
                        endContainer(token);
                        return;
                    }
                    if (token != Tokenizer.COMMA) {
                        throw Tokenizer.unexpected(input, token);
                    }
                    state = containers.is(IonType.STRUCT) ? FIELD_NAME : IN_LIST;
                }
                case AT_END -> {
                    atContainerEnd = true;
                    return;
                }
                default -> {
                    if (!parseValue(input, token)) {
                        return;
                    }
                }
            }
            c = Blanks.skip(input);
            if (token == Tokenizer.COMMA) {
                startOffset = input.pos - input.mark;
            }
        }
    }

    /**
     * Skips a version marker and the white space after it, if the window shows that it is one. Any other marker is
     * parsed as a symbol.
     */
    private boolean skipPlainMarker() {
        byte[] src = input.buf;
        int end = input.limit;
        int p = input.pos + Words.LEN;
        if (p >= end || Words.load(src, input.pos) != VERSION_MARKER || !Letters.isByte(src[p], Letters.BLANK)) {
            return false;
        }
        do {
            p++;
        } while (p < end && Letters.isByte(src[p], Letters.BLANK));
        if (p == end || src[p] <= ' ' || src[p] == ':' || src[p] == '/') {
            return false;
        }
        input.pos = p;
        return true;
    }

    /** Parses the token where a value may be. True if it was an annotation: the value is still to come. */
    private boolean parseValue(ByteInput input, int token) {
        switch (token) {
            case Tokenizer.NUMBER -> {
                value.unread = CurrentValue.NUMBER;
                state = stateAfterValue;
            }
            case Tokenizer.STRING -> string(CurrentValue.STRING);
            case Tokenizer.LONG_STRING -> string(CurrentValue.LONG_STRING);
            case Tokenizer.IDENTIFIER -> {
                return parseIdentifiers(input);
            }
            case Tokenizer.QUOTED_SYMBOL -> {
                return symbols.parseQuoted(input) ? afterAnnotation(input, Blanks.skip(input)) : afterValue();
            }
            case Tokenizer.OPEN_LIST -> value.start(IonType.LIST, CurrentValue.CONTAINER);
            case Tokenizer.OPEN_SEXP -> value.start(IonType.SEXP, CurrentValue.CONTAINER);
            case Tokenizer.OPEN_STRUCT -> value.start(IonType.STRUCT, CurrentValue.CONTAINER);
            case Tokenizer.OPEN_LOB -> {
                value.startLob(ValueSkipper.openLob(input));
                state = stateAfterValue;
            }
            case Tokenizer.PLUS_INF -> infinity(Double.POSITIVE_INFINITY);
            case Tokenizer.MINUS_INF -> infinity(Double.NEGATIVE_INFINITY);
            case Tokenizer.OPERATOR -> {
                requireSexp(token);
                symbols.parseOperator(input);
                state = stateAfterValue;
            }
            case Tokenizer.DOT -> {
                requireSexp(token);
                symbols.parseDot(input);
                state = stateAfterValue;
            }
            default -> parseEnd(token);
        }
        return false;
    }

    private void string(int kind) {
        value.start(IonType.STRING, kind);
        state = stateAfterValue;
    }

    private void infinity(double infinity) {
        value.setDouble(infinity);
        state = stateAfterValue;
    }

    private void requireSexp(int token) {
        if (state != IN_SEXP && state != AFTER_ANNOTATION_IN_SEXP) {
            throw Tokenizer.unexpected(input, token);
        }
    }

    /** Parses an identifier, and the identifiers that follow annotations. True if the value is still to come. */
    private boolean parseIdentifiers(ByteInput input) {
        while (symbols.parseIdentifier(input)) {
            int c = Blanks.skip(input);
            if (!Letters.is(c, Letters.IDENTIFIER) || Letters.isDigit(c)) {
                return afterAnnotation(input, c);
            }
        }
        return afterValue();
    }

    private boolean afterValue() {
        state = stateAfterValue;
        return false;
    }

    /** After an annotation another one may follow; anything else has to be a value. */
    private boolean afterAnnotation(ByteInput input, int c) {
        boolean symbolFollows = Letters.is(c, Letters.IDENTIFIER) && !Letters.isDigit(c)
                || c == '\'' && !(input.peek(1) == '\'' && input.peek(2) == '\'');
        if (!symbolFollows) {
            state = state == IN_SEXP ? AFTER_ANNOTATION_IN_SEXP : AFTER_ANNOTATION;
        }
        return true;
    }

    /** Ends a container or the text, if it may end here. */
    private void parseEnd(int token) {
        switch (token) {
            case Tokenizer.CLOSE_LIST, Tokenizer.CLOSE_SEXP -> {
                if (state == IN_LIST || state == IN_SEXP) {
                    endContainer(token);
                    return;
                }
            }
            case Tokenizer.CLOSE_STRUCT -> {
                if (state == IN_SEXP) {
                    endContainer(token);
                    return;
                }
            }
            case Tokenizer.END -> {
                if (state == TOP_LEVEL) {
                    endText();
                    return;
                }
            }
            default -> {
                // No value starts with any other token.
            }
        }
        // The end of the container around a hoisted value is the end of the text for this reader.
        IonType hoistedInto = containers.hoistedInto();
        boolean ends = hoistedInto != null && Tokenizer.isClosing(token) && hoistedInto == closedBy(token);
        if (!ends) {
            throw Tokenizer.unexpected(input, token);
        }
        endText();
    }

    private void endText() {
        state = AT_END;
        atContainerEnd = true;
    }

    private static IonType closedBy(int token) {
        return token == Tokenizer.CLOSE_LIST ? IonType.LIST
                : token == Tokenizer.CLOSE_SEXP ? IonType.SEXP : IonType.STRUCT;
    }

    private void endContainer(int token) {
        IonType closed = closedBy(token);
        if (!containers.is(closed)) {
            throw input.error("a " + containers.current().toString().toLowerCase(Locale.ROOT) + " is closed by '"
                    + (char) ContainerStack.closer(closed) + "'", input.pos);
        }
        state = stateAfterValue;
        atContainerEnd = true;
    }
}
