package io.github.stringmill.ion.reader;

import com.amazon.ion.IonType;
import java.util.Arrays;

/**
 * The value that the reader is on. {@link ValueParser} and {@link SymbolParser} set its type and the parts of it that
 * they parsed; {@link ValueReader} and {@link ScalarReader} ask for its content, which is read and checked at that
 * time.
 */
final class CurrentValue {
    /** The part of the value that the parser has not consumed. */
    static final int NOTHING = 0;
    static final int NUMBER = 1;
    static final int STRING = 2;
    static final int LONG_STRING = 3;
    static final int LOB = 4;
    static final int CONTAINER = 5;

    /** The kind of content, as far as it is known. */
    static final int CONTENT_NONE = 0;
    static final int CONTENT_NULL = 1;
    static final int CONTENT_BOOL = 2;
    static final int CONTENT_DOUBLE = 3;
    static final int CONTENT_NUMBER = 4;
    static final int CONTENT_TEXT = 5;
    static final int CONTENT_RUN = 6;
    static final int CONTENT_ID = 7;
    static final int CONTENT_LOB = 8;

    private final ByteInput input;
    private final NumberScanner numbers;
    private final QuotedReader quoted;
    private final LobReader lobs;
    private final SymbolTexts symbols;

    /** Null before the first value, at the end of a container, and for a number that was not scanned yet. */
    IonType type;
    /** One of {@link #NOTHING} to {@link #CONTAINER}. */
    int unread;
    /** One of {@link #CONTENT_NONE} to {@link #CONTENT_LOB}. */
    int content;

    private boolean bool;
    private double number;
    private int numberKind;
    private int symbolId;
    private String text;
    /** The ASCII of a symbol, relative to the mark. */
    private int runStart;
    private int runEnd;
    private boolean isIdentifier;
    private int lobKind;
    /** The inside of a lob, relative to the mark; for a blob, the end is that of the braces. */
    private int lobStart;
    private int lobEnd;
    private byte[] lobBytes;

    CurrentValue(ByteInput input, NumberScanner numbers, QuotedReader quoted, LobReader lobs,
            SymbolTexts symbols) {
        this.input = input;
        this.numbers = numbers;
        this.quoted = quoted;
        this.lobs = lobs;
        this.symbols = symbols;
    }

    void clear() {
        type = null;
        content = CONTENT_NONE;
        text = null;
        lobBytes = null;
    }

    /** Sets a value whose type is known and of which a part is unread. */
    void start(IonType startedType, int unreadPart) {
        type = startedType;
        unread = unreadPart;
    }

    /** Sets a lob, whose kind {@link ValueSkipper#openLob} has found. */
    void startLob(int kind) {
        lobKind = kind;
        lobStart = input.pos - input.mark;
        content = CONTENT_LOB;
        start(kind == LobReader.BLOB ? IonType.BLOB : IonType.CLOB, LOB);
    }

    void setNull(IonType nullType) {
        type = nullType;
        content = CONTENT_NULL;
    }

    void setBool(boolean value) {
        type = IonType.BOOL;
        content = CONTENT_BOOL;
        bool = value;
    }

    void setDouble(double value) {
        type = IonType.FLOAT;
        content = CONTENT_DOUBLE;
        number = value;
    }

    void setSymbolId(int id) {
        setSymbol(CONTENT_ID, true);
        symbolId = id;
    }

    /** Sets a quoted symbol that is not plain. */
    void setSymbolText(String symbol) {
        setSymbol(CONTENT_TEXT, false);
        text = symbol;
    }

    /** Sets a symbol that is a run of ASCII; the ends are relative to the mark. */
    void setSymbolRun(int from, int to, boolean withoutQuotes) {
        setSymbol(CONTENT_RUN, withoutQuotes);
        runStart = from;
        runEnd = to;
    }

    private void setSymbol(int found, boolean withoutQuotes) {
        type = IonType.SYMBOL;
        content = found;
        isIdentifier = withoutQuotes;
    }

    void requireType(boolean fits) {
        if (!fits) {
            throw new IllegalStateException("Unexpected value type: " + type);
        }
    }

    boolean isNull() {
        return content == CONTENT_NULL;
    }

    /** Whether the value is a number or timestamp in digits, of a type. */
    boolean isNumber(IonType of) {
        return content == CONTENT_NUMBER && type == of;
    }

    boolean bool() {
        return bool;
    }

    /** A float that is not written in digits. */
    double number() {
        return number;
    }

    int numberKind() {
        return numberKind;
    }

    int symbolId() {
        return symbolId;
    }

    /** Skips the unread part of the value. */
    void skip(ByteInput input, ValueSkipper skipper) {
        if (unread == NOTHING) {
            return;
        }
        input.releaseMark();
        switch (unread) {
            case NUMBER -> consumeNumber();
            case STRING -> ValueSkipper.skipString(input);
            case LONG_STRING -> ValueSkipper.skipLongString(input, false);
            case LOB -> ValueSkipper.skipLob(input, input.asIonJava ? LobReader.BLOB : lobKind);
            default -> skipper.skipContainer(input, ContainerStack.closer(type));
        }
        unread = NOTHING;
    }

    private void consumeNumber() {
        if (numbers.scan(input) == NumberScanner.MALFORMED) {
            throw numbers.malformedError();
        }
    }

    /**
     * Scans a number that was found, for its type. A malformed one whose kind is certain stays unread, as ion-java
     * refuses it only when its value is asked for.
     */
    void scanNumber(ByteInput input) {
        if (type != null || unread != NUMBER) {
            return;
        }
        int kind = numbers.scan(input);
        if (kind != NumberScanner.MALFORMED) {
            unread = NOTHING;
        } else if (numbers.isKindCertain()) {
            kind = numbers.certainKind();
        } else {
            throw numbers.malformedError();
        }
        numberKind = kind;
        content = CONTENT_NUMBER;
        type = numberType(kind);
    }

    private static IonType numberType(int kind) {
        return switch (kind) {
            case NumberScanner.DECIMAL -> IonType.DECIMAL;
            case NumberScanner.FLOAT -> IonType.FLOAT;
            case NumberScanner.TIMESTAMP -> IonType.TIMESTAMP;
            default -> IonType.INT;
        };
    }

    /** Refuses a malformed number that {@link #scanNumber} left unread. */
    void requireNumber() {
        if (unread == NUMBER) {
            consumeNumber();
            unread = NOTHING;
        }
    }

    /** The text of a symbol that is not an ID. */
    String symbolText(ByteInput input) {
        if (content == CONTENT_RUN) {
            text = symbols.of(input, runStart, runEnd);
            content = CONTENT_TEXT;
        }
        return text;
    }

    /** Whether a symbol may start with a dollar sign; false only for a run of ASCII that does not. */
    boolean mayStartWithDollar() {
        return content != CONTENT_RUN || runEnd > runStart && input.buf[input.mark + runStart] == '$';
    }

    /** Whether the value is an identifier or symbol ID, without quotes. */
    boolean isIdentifier() {
        return isIdentifier;
    }

    /** Whether the value is an identifier that is this ASCII. */
    boolean isIdentifier(byte[] ascii) {
        int from = input.mark + runStart;
        int to = input.mark + runEnd;
        return content == CONTENT_RUN && isIdentifier && to - from == ascii.length
                && Arrays.equals(input.buf, from, to, ascii, 0, ascii.length);
    }

    /** The text of a string. */
    String stringText() {
        if (unread != STRING && unread != LONG_STRING) {
            return text;
        }
        int from = input.pos - input.mark;
        try {
            text = unread == STRING ? quoted.string(false) : quoted.longString(false);
            unread = NOTHING;
        } finally {
            if (unread != NOTHING) {
                // The whole string stays unread: the next call refuses it again, or skips it up to its end.
                input.pos = input.mark + from;
            }
        }
        content = CONTENT_TEXT;
        return text;
    }

    /** The bytes of a lob. Callers must not change them before {@link #giveLobBytes}. */
    byte[] lobBytes() {
        if (lobBytes == null) {
            if (unread == LOB) {
                findLobEnd();
            }
            if (lobKind == LobReader.BLOB) {
                lobBytes = lobs.blob(input.mark + lobStart, input.mark + lobEnd - 2);
            } else {
                input.pos = input.mark + lobStart;
                try {
                    lobBytes = lobs.clob(lobKind == LobReader.LONG_CLOB);
                } finally {
                    input.pos = input.mark + lobEnd;
                }
            }
        }
        return lobBytes;
    }

    private void findLobEnd() {
        try {
            ValueSkipper.skipLob(input, lobKind);
            lobEnd = input.pos - input.mark;
            unread = NOTHING;
        } finally {
            if (unread != NOTHING) {
                input.pos = input.mark + lobStart;
            }
        }
    }

    /** Gives the caller the array that {@link #lobBytes} returned. Another call reads the lob again. */
    void giveLobBytes() {
        lobBytes = null;
    }
}
