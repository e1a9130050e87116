package io.github.stringmill.ion.reader;

import com.amazon.ion.IonType;
import java.util.Arrays;
import java.util.Locale;

/**
 * Goes from value to value: finds where each begins and of which type it is, with its field name and annotations.
 * Which part of a value is looked at when is as in ion-java, so that errors come from the same calls.
 */
abstract class RawTextReader extends NameReader {
    /** Where the reader stands in its container. */
    private static final int TOP_LEVEL = 0;
    private static final int IN_LIST = 1;
    private static final int IN_SEXP = 2;
    private static final int FIELD_NAME = 3;
    private static final int AFTER_ANNOTATION = 4;
    private static final int AFTER_ANNOTATION_IN_SEXP = 5;
    private static final int AFTER_VALUE = 6;
    private static final int AT_END = 7;

    /** What is still to be read of the value that the reader stands on. */
    private static final int NOTHING = 0;
    private static final int NUMBER_LEFT = 1;
    private static final int STRING_LEFT = 2;
    private static final int LONG_STRING_LEFT = 3;
    private static final int LOB_LEFT = 4;
    private static final int CONTAINER_LEFT = 5;

    /** Content of a value that needs no more reading. */
    static final int CONTENT_NONE = 0;
    static final int CONTENT_NULL = 1;
    static final int CONTENT_BOOL = 2;
    static final int CONTENT_DOUBLE = 3;
    static final int CONTENT_NUMBER = 4;
    static final int CONTENT_TEXT = 5;
    static final int CONTENT_RUN = 6;
    static final int CONTENT_ID = 7;
    static final int CONTENT_LOB = 8;

    /** {@code $ion_1_0}. */
    private static final long VERSION_MARKER = 0x305F315F6E6F6924L;

    private static final byte DATAGRAM = (byte) IonType.DATAGRAM.ordinal();
    private static final byte LIST = (byte) IonType.LIST.ordinal();
    private static final byte SEXP = (byte) IonType.SEXP.ordinal();
    private static final byte STRUCT = (byte) IonType.STRUCT.ordinal();
    private static final IonType[] TYPES = IonType.values();

    private int state;
    private byte[] containers = new byte[16];
    private int depth;
    private byte container;
    /** The container that a reader was set into by a span; null where it reads from the beginning. */
    private IonType hoistedFrom;

    private boolean nextIsFound;
    private boolean atContainerEnd;
    private int left;

    IonType type;
    int content;
    boolean boolContent;
    double doubleContent;
    String textContent;
    int idContent;
    /** The ASCII that a symbol is written with. */
    private int runStart;
    private int runEnd;
    /** Whether the symbol is an identifier, without quotes. */
    boolean isIdentifier;
    int numberKind;
    private int lobKind;
    private int lobStart;
    private int lobEnd;
    byte[] lobContent;

    /** Where its line and column are told; ion-java does not correct these behind a comma. */
    private int valueLineAt;

    RawTextReader(byte[] src, int from, int to, boolean countsChars, boolean asIonJava) {
        super(src, from, to, countsChars, asIonJava);
        enter(IonType.DATAGRAM);
    }

    RawTextReader(ByteFeed feed, boolean countsChars, boolean asIonJava) {
        super(feed, countsChars, asIonJava);
        enter(IonType.DATAGRAM);
    }

    private void enter(IonType parent) {
        depth = 0;
        container = (byte) parent.ordinal();
        state = stateAtStart(container);
    }

    /** Begins anew at an index, as if nothing stood before it in its container. */
    final void hoist(int index, Place place, IonType parent) {
        pos = index;
        rebase(index, place);
        clearValue();
        left = NOTHING;
        nextIsFound = false;
        atContainerEnd = false;
        hoistedFrom = parent;
        enter(parent);
    }

    @Override
    void moved(int by) {
        super.moved(by);
        runStart -= by;
        runEnd -= by;
        lobStart -= by;
        lobEnd -= by;
        valueLineAt -= by;
    }

    final IonType container() {
        return TYPES[container];
    }

    final int depth() {
        return depth;
    }

    /** Whether field names are of the container that a span was taken in: they are not told. */
    final boolean isHoistedField() {
        return depth == 0 && container == STRUCT;
    }

    final int valueStart() {
        return valueStart;
    }

    final int valueLineAt() {
        return valueLineAt;
    }

    /** Moves to the next value, which is not consumed by it; false at the end of the container. */
    final boolean findNext() {
        if (!nextIsFound && !atContainerEnd) {
            finishValue();
            clearValue();
            parse();
            nextIsFound = true;
        }
        return !atContainerEnd;
    }

    /** Whether {@link #findNext} was called already. */
    final boolean isNextFound() {
        return nextIsFound;
    }

    /** The value that was found is passed over, or stood upon. */
    final void takeNext() {
        nextIsFound = false;
    }

    /** Scans a number that {@link #findNext} found. */
    final void settleNumber() {
        if (type == null && left == NUMBER_LEFT) {
            int kind = scanNumber();
            if (kind == MALFORMED) {
                if (!kindShowsAtOnce()) {
                    throw malformedNumber();
                }
                kind = kindAtOnce();
            } else {
                left = NOTHING;
            }
            numberKind = kind;
            content = CONTENT_NUMBER;
            type = numberType(kind);
        }
    }

    private int kindAtOnce() {
        int second = peek(buf[pos] == '-' ? 2 : 1) | 0x20;
        return switch (second) {
            case 'x' -> HEX;
            case 'b' -> BINARY;
            case 'd' -> DECIMAL;
            case 'e' -> FLOAT;
            default -> TIMESTAMP;
        };
    }

    private static IonType numberType(int kind) {
        return switch (kind) {
            case DECIMAL -> IonType.DECIMAL;
            case FLOAT -> IonType.FLOAT;
            case TIMESTAMP -> IonType.TIMESTAMP;
            default -> IonType.INT;
        };
    }

    private void clearValue() {
        type = null;
        content = CONTENT_NONE;
        textContent = null;
        lobContent = null;
        fieldName.clear();
        annotations.clear();
    }

    /** Skips what is left of a value. */
    private void finishValue() {
        if (left != NOTHING) {
            skipValue();
            left = NOTHING;
            state = stateAfterValue();
        }
        nextIsFound = false;
    }

    private void skipValue() {
        keep = -1;
        switch (left) {
            case NUMBER_LEFT -> {
                if (scanNumber() == MALFORMED) {
                    throw malformedNumber();
                }
            }
            case STRING_LEFT -> skipString();
            case LONG_STRING_LEFT -> skipLongString();
            case LOB_LEFT -> skipLob(asIonJava ? LOB_BLOB : lobKind);
            default -> skipContainer(closer(type));
        }
    }

    private static int closer(IonType type) {
        return type == IonType.LIST ? ']' : type == IonType.SEXP ? ')' : '}';
    }

    private int stateAfterValue() {
        if (depth == 0 && hoistedFrom != null) {
            return AT_END;
        }
        return stateAfterValueIn(container);
    }

    private static int stateAfterValueIn(byte container) {
        return container == DATAGRAM ? TOP_LEVEL : container == SEXP ? IN_SEXP : AFTER_VALUE;
    }

    private static int stateAtStart(byte container) {
        return container == DATAGRAM ? TOP_LEVEL
                : container == SEXP ? IN_SEXP : container == LIST ? IN_LIST : FIELD_NAME;
    }

    final void stepInto() {
        if (type == null || atContainerEnd) {
            throw new IllegalStateException();
        }
        if (!IonType.isContainer(type)) {
            throw new IllegalStateException("Unexpected value type: " + type);
        }
        if (depth == containers.length) {
            containers = Arrays.copyOf(containers, depth * 2);
        }
        containers[depth++] = container;
        container = (byte) type.ordinal();
        state = stateAtStart(container);
        left = NOTHING;
        boolean isNull = content == CONTENT_NULL;
        atContainerEnd = isNull;
        nextIsFound = isNull;
        type = null;
    }

    final void stepOutOf() {
        if (depth < 1) {
            throw new IllegalStateException("Cannot stepOut any further, already at top level.");
        }
        finishValue();
        if (!atContainerEnd) {
            keep = -1;
            skipContainer(closer(TYPES[container]));
        }
        container = containers[--depth];
        atContainerEnd = false;
        nextIsFound = false;
        state = stateAfterValue();
        clearValue();
    }

    private void parse() {
        keep = -1;
        int c = skipBlank();
        while (c == '$' && state == TOP_LEVEL && hoistedFrom == null && skipPlainMarker()) {
            versionMarker();
            c = skipBlank();
        }
        keep = pos;
        valueStart = pos;
        valueLineAt = pos;
        int token = token(c);
        while (true) {
            switch (state) {
                case FIELD_NAME -> {
                    if (isClosing(token)) {
                        endContainer(token);
                        return;
                    }
                    parseFieldName(token);
                    state = IN_LIST;
                    token = token(skipBlank());
                }
                case AFTER_VALUE -> {
                    if (token != COMMA) {
                        if (!isClosing(token)) {
                            throw unexpected(token);
                        }
                        endContainer(token);
                        return;
                    }
                    state = container == STRUCT ? FIELD_NAME : IN_LIST;
                    c = skipBlank();
                    valueStart = pos;
                    token = token(c);
                }
                case AT_END -> {
                    atContainerEnd = true;
                    return;
                }
                default -> {
                    if (!parseValue(token)) {
                        return;
                    }
                    token = token(skipBlank());
                }
            }
        }
    }

    /** A version marker was passed. */
    abstract void versionMarker();

    /**
     * Skips a version marker and the white space behind it, where all of it is at hand and shows at once to be one. What
     * is not taken here is looked at as any other symbol.
     */
    private boolean skipPlainMarker() {
        byte[] src = buf;
        int p = pos + Words.LEN;
        if (limit - pos <= Words.LEN || Words.load(src, pos) != VERSION_MARKER || !isBlank(src[p])) {
            return false;
        }
        do {
            p++;
        } while (p < limit && isBlank(src[p]));
        if (p == limit || src[p] <= ' ' || src[p] == ':' || src[p] == '/') {
            return false;
        }
        pos = p;
        return true;
    }

    private static boolean isBlank(byte c) {
        return c == ' ' || c == '\n' || c == '\r' || c == '\t';
    }

    /** Looks at the token where a value may stand. True where it was an annotation: the value is still to come. */
    private boolean parseValue(int token) {
        switch (token) {
            case NUMBER -> {
                left = NUMBER_LEFT;
                state = stateAfterValue();
            }
            case STRING -> scalar(IonType.STRING, STRING_LEFT);
            case LONG_STRING -> scalar(IonType.STRING, LONG_STRING_LEFT);
            case IDENTIFIER -> {
                return parseIdentifier();
            }
            case QUOTED_SYMBOL -> {
                return parseQuotedSymbol();
            }
            case OPEN_LIST -> open(IonType.LIST);
            case OPEN_SEXP -> open(IonType.SEXP);
            case OPEN_STRUCT -> open(IonType.STRUCT);
            case OPEN_LOB -> {
                lobKind = lobKind();
                lobStart = pos;
                content = CONTENT_LOB;
                type = lobKind == LOB_BLOB ? IonType.BLOB : IonType.CLOB;
                left = LOB_LEFT;
            }
            case PLUS_INF -> floatValue(Double.POSITIVE_INFINITY);
            case MINUS_INF -> floatValue(Double.NEGATIVE_INFINITY);
            case OPERATOR -> {
                requireSexp(token);
                parseOperator();
            }
            case DOT -> {
                requireSexp(token);
                run(pos - 1, pos);
            }
            case CLOSE_LIST, CLOSE_SEXP -> {
                if (state != IN_LIST && state != IN_SEXP) {
                    return endOrRefuse(token);
                }
                endContainer(token);
            }
            case CLOSE_STRUCT -> {
                if (state != IN_SEXP) {
                    return endOrRefuse(token);
                }
                endContainer(token);
            }
            case END -> {
                if (state != TOP_LEVEL) {
                    return endOrRefuse(token);
                }
                if (depth != 0) {
                    throw unexpectedEnd();
                }
                state = AT_END;
                atContainerEnd = true;
            }
            default -> {
                return endOrRefuse(token);
            }
        }
        return false;
    }

    private void scalar(IonType scalarType, int isLeft) {
        type = scalarType;
        left = isLeft;
        state = stateAfterValue();
    }

    private void floatValue(double value) {
        type = IonType.FLOAT;
        content = CONTENT_DOUBLE;
        doubleContent = value;
        state = stateAfterValue();
    }

    private void open(IonType containerType) {
        type = containerType;
        left = CONTAINER_LEFT;
    }

    private void requireSexp(int token) {
        if (state != IN_SEXP && state != AFTER_ANNOTATION_IN_SEXP) {
            throw unexpected(token);
        }
    }

    /** What ends the container around a hoisted value ends the text for this reader. */
    private boolean endOrRefuse(int token) {
        boolean ends = hoistedFrom == IonType.LIST && token == CLOSE_LIST
                || hoistedFrom == IonType.SEXP && token == CLOSE_SEXP
                || hoistedFrom == IonType.STRUCT && token == CLOSE_STRUCT;
        if (!ends) {
            throw unexpected(token);
        }
        state = AT_END;
        atContainerEnd = true;
        return false;
    }

    private void endContainer(int token) {
        byte closes = token == CLOSE_LIST ? LIST : token == CLOSE_SEXP ? SEXP : STRUCT;
        if (closes != container) {
            throw error("a " + TYPES[container].toString().toLowerCase(Locale.ROOT) + " is closed by '"
                    + (char) closer(TYPES[closes]) + "'", pos);
        }
        state = depth == 0 && hoistedFrom != null ? AT_END : stateAfterValueIn(container);
        atContainerEnd = true;
    }

    /** An annotation, where a double colon follows, or a symbol or keyword. */
    private boolean parseIdentifier() {
        int from = pos - valueStart;
        pos = identifierEnd();
        int to = pos - valueStart;
        int behind = pos < limit ? buf[pos] : 0;
        boolean blankFollows = false;
        if (behind != ',' && behind != '}' && behind != ']' && behind != ')') {
            int end = pos - valueStart;
            if (consumeDoubleColon()) {
                addName(annotations, valueStart + from, valueStart + to, false);
                return afterAnnotation();
            }
            blankFollows = pos - valueStart != end;
        }
        identifierValue(valueStart + from, valueStart + to, blankFollows);
        return false;
    }

    /** Another annotation may follow the one that was read; anything else has to be a value. */
    private boolean afterAnnotation() {
        int c = skipBlank();
        boolean symbolFollows = Letters.is(c, Letters.IDENTIFIER) && !Letters.isDigit(c)
                || c == '\'' && !(peek(1) == '\'' && peek(2) == '\'');
        if (!symbolFollows) {
            state = state == IN_SEXP ? AFTER_ANNOTATION_IN_SEXP : AFTER_ANNOTATION;
        }
        return true;
    }

    private void identifierValue(int from, int to, boolean blankFollows) {
        isIdentifier = true;
        switch (Keywords.of(buf, from, to)) {
            case Keywords.TRUE, Keywords.FALSE -> {
                type = IonType.BOOL;
                content = CONTENT_BOOL;
                boolContent = buf[from] == 't';
            }
            case Keywords.NULL -> {
                type = blankFollows ? IonType.NULL : nullType();
                content = CONTENT_NULL;
            }
            case Keywords.NAN -> {
                type = IonType.FLOAT;
                content = CONTENT_DOUBLE;
                doubleContent = Double.NaN;
            }
            case Keywords.SYMBOL_ID -> {
                type = IonType.SYMBOL;
                content = CONTENT_ID;
                idContent = symbolId(from, to);
            }
            default -> {
                type = IonType.SYMBOL;
                content = CONTENT_RUN;
                runStart = from;
                runEnd = to;
            }
        }
        state = stateAfterValue();
    }

    /** The type behind {@code null}, where a point follows. */
    private IonType nullType() {
        if (peek(0) != '.') {
            return IonType.NULL;
        }
        int len = 0;
        while (len <= Keywords.LONGEST_TYPE && Letters.is(peek(1 + len), Letters.IDENTIFIER)) {
            len++;
        }
        IonType named = asIonJava ? Keywords.typeAsIonJava(buf, pos + 1, len) : Keywords.type(buf, pos + 1, len);
        if (named == null) {
            throw badTypeName(len);
        }
        pos += 1 + len;
        return named;
    }

    /** ion-java refuses the first letter that no type name has there, or what follows a beginning of one. */
    private IonTextException badTypeName(int len) {
        int good = Keywords.typeLetters(buf, pos + 1, len);
        peek(1 + good + 1);
        return error("no type has this name", behind(pos + 1 + good));
    }

    private boolean parseQuotedSymbol() {
        isIdentifier = false;
        int from = pos - valueStart;
        int end = plainEnd(Words.SINGLE_QUOTES);
        if (end < 0) {
            String text = loadQuotedSymbol();
            if (consumeDoubleColon()) {
                annotations.addText(text);
                return afterAnnotation();
            }
            textContent = text;
            content = CONTENT_TEXT;
        } else {
            pos = end + 1;
            int to = end - valueStart;
            if (consumeDoubleColon()) {
                annotations.addRun(valueStart + from, valueStart + to);
                return afterAnnotation();
            }
            content = CONTENT_RUN;
            runStart = valueStart + from;
            runEnd = valueStart + to;
        }
        type = IonType.SYMBOL;
        state = stateAfterValue();
        return false;
    }

    private void parseOperator() {
        int len = 1;
        while (Letters.is(peek(len), Letters.OPERATOR) && (asIonJava || !isCommentAhead(len))) {
            len++;
        }
        pos += len;
        run(pos - len, pos);
    }

    /** Whether a comment begins so far behind {@code pos}. Comments precede operators: ion-java reads them as a part. */
    private boolean isCommentAhead(int ahead) {
        return peek(ahead) == '/' && (peek(ahead + 1) == '/' || peek(ahead + 1) == '*');
    }

    private void run(int from, int to) {
        isIdentifier = false;
        type = IonType.SYMBOL;
        content = CONTENT_RUN;
        runStart = from;
        runEnd = to;
        state = stateAfterValue();
    }

    /** The text of a symbol, where it is not an ID. */
    final String symbolText() {
        if (content == CONTENT_RUN) {
            textContent = runStart == runEnd ? "" : cache().text(buf, runStart, runEnd);
            content = CONTENT_TEXT;
        }
        return textContent;
    }

    /** Whether a symbol that is written plainly begins with a dollar sign. Others may or may not. */
    final boolean mayBeginWithDollar() {
        return content != CONTENT_RUN || runEnd > runStart && buf[runStart] == '$';
    }

    /** Whether a symbol is an identifier that is a text of ASCII. */
    final boolean isIdentifier(byte[] ascii) {
        return content == CONTENT_RUN && isIdentifier && runEnd - runStart == ascii.length
                && Arrays.equals(buf, runStart, runEnd, ascii, 0, ascii.length);
    }

    /** The text of a string. */
    final String stringText() {
        if (left == STRING_LEFT) {
            textContent = loadString();
        } else if (left == LONG_STRING_LEFT) {
            textContent = loadLongString();
        } else {
            return textContent;
        }
        content = CONTENT_TEXT;
        left = NOTHING;
        return textContent;
    }

    /** Checks a number that was found to be malformed when its value was not yet asked for. */
    final void requireNumber() {
        if (left == NUMBER_LEFT) {
            if (scanNumber() == MALFORMED) {
                throw malformedNumber();
            }
            left = NOTHING;
        }
    }

    /** The bytes that {@link #lob} has returned may be changed from now on. Another call reads them anew. */
    final void giveLob() {
        lobContent = null;
    }

    /** The bytes of a blob or clob; they may not be changed. */
    final byte[] lob() {
        if (lobContent == null) {
            if (left == LOB_LEFT) {
                skipLob(lobKind);
                lobEnd = pos;
                left = NOTHING;
                state = stateAfterValue();
            }
            if (lobKind == LOB_BLOB) {
                lobContent = loadBlob(lobStart, lobEnd - 2);
            } else {
                pos = lobStart;
                lobContent = loadClob(lobKind);
                pos = lobEnd;
            }
        }
        return lobContent;
    }
}
