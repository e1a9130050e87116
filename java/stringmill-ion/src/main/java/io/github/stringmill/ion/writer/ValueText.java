package io.github.stringmill.ion.writer;

import com.amazon.ion.IonException;
import com.amazon.ion.IonType;
import com.amazon.ion.SymbolTable;
import com.amazon.ion.SymbolToken;
import com.amazon.ion.SystemSymbols;
import com.amazon.ion.Timestamp;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;

/**
 * Writes values, field names, annotations and version markers. {@link IonTextWriter} handles local symbol tables.
 *
 * <p>A call that fails leaves the text that it has written before, as with ion-java, but no open quote: text that is
 * refused ends at the first surrogate without its other half. A field name or annotation that is refused belongs to a null.
 */
final class ValueText {
    private static final byte[] TRUE = ascii("true");
    private static final byte[] FALSE = ascii("false");
    private static final byte[] NULL = ascii("null");
    private static final byte[][] TYPED_NULLS = typedNulls();

    final Annotations annotations = new Annotations();

    private final TextOptions options;
    private final TextOutput out;
    private final Layout layout;
    private final QuotedText quoted;
    private final SymbolText symbols;
    private final NumberText numbers;
    private final TimestampText timestamps;
    private final LobText lobs;
    private final int longStringThreshold;
    private final SymbolTable systemTable;

    private String fieldName;
    /** The symbol ID of a field name whose text is unknown; negative if there is none. */
    private int fieldId = SymbolTable.UNKNOWN_SYMBOL_ID;

    private final VersionMarkers markers;
    private boolean isClosed;

    /** The current symbol table. */
    private SymbolTable table;

    ValueText(TextOptions options, TextOutput out, SymbolTable systemTable) {
        this.options = options;
        this.out = out;
        this.systemTable = systemTable;
        table = systemTable;
        markers = new VersionMarkers(options);
        layout = new Layout(out, options);
        quoted = new QuotedText(out, options.ascii());
        symbols = new SymbolText(out, quoted, options.json());
        numbers = new NumberText(out, options.json());
        timestamps = new TimestampText(out, options);
        lobs = new LobText(out, quoted, options);
        longStringThreshold = options.longStringThreshold() == 0 ? Integer.MAX_VALUE : options.longStringThreshold();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[][] typedNulls() {
        byte[][] nulls = new byte[IonType.values().length][];
        for (IonType type : IonType.values()) {
            if (type == IonType.NULL) {
                nulls[type.ordinal()] = NULL;
            } else if (type != IonType.DATAGRAM) {
                nulls[type.ordinal()] = ascii("null." + type.name().toLowerCase(Locale.ROOT));
            }
        }
        return nulls;
    }

    int depth() {
        return layout.depth();
    }

    boolean isInStruct() {
        return layout.isInStruct();
    }

    SymbolTable table() {
        return table;
    }

    void table(SymbolTable newTable) {
        table = newTable;
    }

    boolean isFieldNameSet() {
        return fieldName != null || fieldId >= 0;
    }

    void fieldName(String name) {
        requireStruct();
        setField(Objects.requireNonNull(name), SymbolTable.UNKNOWN_SYMBOL_ID);
    }

    void fieldName(SymbolToken name) {
        requireStruct();
        String text = name.getText();
        if (text != null) {
            setField(text, SymbolTable.UNKNOWN_SYMBOL_ID);
            return;
        }
        int id = name.getSid();
        if (id < 0) {
            throw new IllegalArgumentException();
        }
        Annotations.requireSlot(table, id);
        setField(null, id);
    }

    private void requireStruct() {
        if (!layout.isInStruct()) {
            throw new IllegalStateException();
        }
    }

    private void setField(String name, int id) {
        fieldName = name;
        fieldId = id;
    }

    /** Writes the text before a value: version marker, separator, field name, annotations. */
    private void begin() throws IOException {
        if (markers.isDue()) {
            putVersionMarker(systemTable);
        }
        if (!layout.isInPlainStruct() || fieldName == null || !putKeptFieldName()) {
            layout.separate();
            if (layout.isInStruct()) {
                putFieldName();
            }
        }
        if (annotations.count() > 0) {
            putAnnotations();
        }
    }

    /** Writes a comma and a field name at once, if {@link SymbolText} keeps the name. Returns whether it does. */
    private boolean putKeptFieldName() throws IOException {
        int at = out.reserve(SymbolText.KEPT_SPARE + 2);
        int end = symbols.putKept(fieldName, layout.separateFields(out.bytes, at));
        if (end < 0) {
            return false;
        }
        out.bytes[end] = ':';
        out.at = end + 1;
        fieldName = null;
        layout.beginPrefix();
        return true;
    }

    private void putFieldName() throws IOException {
        if (fieldName != null) {
            putName(fieldName, 1);
        } else if (fieldId >= 0) {
            putSymbolId(fieldId);
        } else {
            throw new IllegalStateException(
                    "IonWriter.setFieldName() must be called before writing a value into a struct.");
        }
        out.put(':');
        setField(null, SymbolTable.UNKNOWN_SYMBOL_ID);
        layout.beginPrefix();
    }

    private void putAnnotations() throws IOException {
        if (!options.json()) {
            for (int i = 0; i < annotations.count(); i++) {
                String text = annotations.text(i);
                if (text != null) {
                    putName(text, 2);
                } else {
                    out.put('$');
                    numbers.put(annotations.id(i));
                }
                out.put(':');
                out.put(':');
            }
            layout.beginPrefix();
        }
        annotations.clear();
    }

    /** Writes a field name or an annotation, without its colons. */
    private void putName(String text, int colons) throws IOException {
        try {
            symbols.put(text, false);
        } catch (IllegalArgumentException e) {
            if (!out.hasFailed()) {
                out.putTimes(':', colons);
                out.put(NULL);
                clearPrefix();
                end();
            }
            throw e;
        }
    }

    private void end() throws IOException {
        layout.endValue();
        endTopLevel();
    }

    private void endTopLevel() throws IOException {
        markers.valueWritten();
        if (layout.depth() == 0) {
            try {
                flush();
            } catch (IOException e) {
                throw new IonException(e);
            }
        }
    }

    /**
     * Writes a version marker, unless the settings omit it, and makes a table the current one.
     *
     * @throws IllegalStateException if a container is open
     * @throws UnsupportedOperationException if the table is not that of Ion 1.0
     */
    void putVersionMarker(SymbolTable system) throws IOException {
        if (layout.depth() != 0) {
            throw new IllegalStateException("Ion Version Markers are only valid at the top level of a data stream");
        }
        if (!SystemSymbols.ION_1_0.equals(system.getIonVersionId())) {
            throw new UnsupportedOperationException("This library only supports Ion 1.0");
        }
        if (markers.isNeeded()) {
            markers.beginMarker();
            // Annotations stay for the next value.
            layout.separate();
            symbols.put(SystemSymbols.ION_1_0, false);
            end();
            markers.markerWritten();
        }
        table = system;
    }

    void stepIn(IonType type) throws IOException {
        begin();
        switch (type) {
            case LIST -> layout.openList();
            case SEXP -> layout.openSexp();
            case STRUCT -> layout.openStruct();
            default -> throw new IllegalArgumentException();
        }
    }

    void stepOut() throws IOException {
        if (layout.depth() == 0) {
            throw new IllegalStateException("Cannot stepOut any further, already at top level.");
        }
        layout.close();
        end();
    }

    void putNull(IonType type) throws IOException {
        begin();
        if (options.json()) {
            out.put(NULL);
        } else if (type == IonType.DATAGRAM) {
            throw new IllegalStateException("unexpected type " + type);
        } else {
            out.put(TYPED_NULLS[type.ordinal()]);
        }
        end();
    }

    void put(boolean value) throws IOException {
        begin();
        out.put(value ? TRUE : FALSE);
        end();
    }

    void put(long value) throws IOException {
        begin();
        numbers.put(value);
        end();
    }

    void put(BigInteger value) throws IOException {
        if (value == null) {
            putNull(IonType.INT);
            return;
        }
        begin();
        numbers.put(value);
        end();
    }

    void put(double value) throws IOException {
        begin();
        numbers.put(value);
        end();
    }

    void put(BigDecimal value) throws IOException {
        if (value == null) {
            putNull(IonType.DECIMAL);
            return;
        }
        begin();
        numbers.put(value);
        end();
    }

    void put(Timestamp value) throws IOException {
        if (value == null) {
            putNull(IonType.TIMESTAMP);
            return;
        }
        begin();
        timestamps.put(value);
        end();
    }

    /** Forgets the field name and the annotations of a value that is refused before a byte of it is written. */
    private void clearPrefix() {
        setField(null, SymbolTable.UNKNOWN_SYMBOL_ID);
        annotations.clear();
    }

    void putString(String value) throws IOException {
        if (value == null) {
            putNull(IonType.STRING);
            return;
        }
        begin();
        boolean isLong = value.length() > longStringThreshold && !layout.followsLongString();
        EscapeTable table = isLong ? EscapeTable.LONG_STRING : options.json() ? EscapeTable.JSON : EscapeTable.STRING;
        try {
            quoted.put(value, table);
        } catch (IllegalArgumentException e) {
            endRefused(isLong);
            throw e;
        }
        endString(isLong);
    }

    private void endString(boolean isLong) throws IOException {
        if (isLong) {
            layout.endLongString();
            endTopLevel();
        } else {
            end();
        }
    }

    private void endRefused(boolean isLong) throws IOException {
        if (!out.hasFailed()) {
            endString(isLong);
        }
    }

    /** Writes a symbol. One that reads as the version marker, at top level and without annotations, is the marker. */
    void putSymbol(String text) throws IOException {
        if (text == null) {
            putNull(IonType.SYMBOL);
        } else if (isVersionMarker() && text.equals(SystemSymbols.ION_1_0)) {
            putVersionMarker(systemTable);
        } else {
            putPlainSymbol(text);
        }
    }

    /** Whether a symbol that looks like a version marker would be read as a marker here. */
    private boolean isVersionMarker() {
        return layout.depth() == 0 && annotations.count() == 0;
    }

    private void putPlainSymbol(String text) throws IOException {
        boolean quotes = isVersionMarker() && SymbolKind.isVersionMarker(text);
        begin();
        try {
            if (quotes) {
                symbols.putQuoted(text);
            } else {
                symbols.put(text, layout.isInSexp());
            }
        } catch (IllegalArgumentException e) {
            endRefused(false);
            throw e;
        }
        end();
    }

    /**
     * Writes a symbol as text, if the current table has text for its ID, or else as the ID.
     *
     * @throws IllegalArgumentException if the ID is negative
     */
    void putSymbol(int id) throws IOException {
        if (id < 0) {
            throw new IllegalArgumentException("symbol IDs are >= 0.");
        }
        if (id == SystemSymbols.ION_1_0_SID && isVersionMarker()) {
            putVersionMarker(systemTable);
            return;
        }
        String text = table.findKnownSymbol(id);
        if (text != null) {
            putPlainSymbol(text);
            return;
        }
        begin();
        putSymbolId(id);
        end();
    }

    private void putSymbolId(int id) throws IOException {
        if (options.json()) {
            out.put('"');
        }
        out.put('$');
        numbers.put(id);
        if (options.json()) {
            out.put('"');
        }
    }

    private void requireRange(byte[] value, int start, int len) {
        if (len > 0 && (start < 0 || len > value.length - start)) {
            clearPrefix();
            throw new IndexOutOfBoundsException(len + " bytes from " + start + " leave the array of " + value.length);
        }
    }

    void putBlob(byte[] value, int start, int len) throws IOException {
        if (value == null) {
            putNull(IonType.BLOB);
            return;
        }
        // A range is cut at the end of the array, as by ion-java.
        requireRange(value, start, start < 0 ? len : Math.min(len, value.length - start));
        begin();
        lobs.putBlob(value, start, len);
        end();
    }

    void putClob(byte[] value, int start, int len) throws IOException {
        if (value == null) {
            putNull(IonType.CLOB);
            return;
        }
        requireRange(value, start, len);
        begin();
        lobs.putClob(value, start, len);
        end();
    }

    /** Flushes the output; after {@link #close} does nothing. */
    void flush() throws IOException {
        if (!isClosed) {
            out.flush();
        }
    }

    /** Ends a stream. The next value starts another one. */
    void finish() throws IOException {
        if (layout.depth() != 0) {
            throw new IllegalStateException("IonWriter.finish() can only be called at top-level.");
        }
        flush();
        markers.endStream();
        table = systemTable;
    }

    void close() throws IOException {
        if (isClosed) {
            return;
        }
        try {
            if (layout.depth() == 0) {
                finish();
            }
        } finally {
            isClosed = true;
            out.close();
        }
    }
}
