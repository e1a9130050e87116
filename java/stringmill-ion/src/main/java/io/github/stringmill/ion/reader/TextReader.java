package io.github.stringmill.ion.reader;

import com.amazon.ion.IonCatalog;
import com.amazon.ion.IonTextReader;
import com.amazon.ion.IonType;
import com.amazon.ion.SeekableReader;
import com.amazon.ion.Span;
import com.amazon.ion.SpanProvider;
import com.amazon.ion.SymbolTable;
import com.amazon.ion.UnsupportedIonVersionException;
import com.amazon.ion.impl._Private_ReaderWriter;
import java.io.InputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A reader of Ion 1.0 text, which {@link io.github.stringmill.ion.StringmillIonReaderBuilder} builds. Applies version
 * markers and symbol tables at the top level without reporting them. For one thread at a time.
 */
@SuppressWarnings("deprecation") // The interface has deprecated types and methods, and a reader must have them.
public final class TextReader extends ValueReader implements _Private_ReaderWriter {
    private static final String VERSION_1_0 = "$ion_1_0";
    private static final byte[] MARKER_1_0 = VERSION_1_0.getBytes(StandardCharsets.US_ASCII);
    private static final Pattern VERSION_MARKER = Pattern.compile("\\$ion_[0-9]+_[0-9]+");
    private static final String SYMBOL_TABLE = "$ion_symbol_table";

    private final IonCatalog catalog;

    private TextReader(IonCatalog catalog, ByteInput input) {
        super(input);
        this.catalog = catalog;
    }

    /**
     * A reader of bytes, which must not change while it is used.
     *
     * @param catalog resolves shared symbol tables
     * @param src UTF-8
     * @param offset the start of the text
     * @param len the length of the text in bytes
     * @param asIonJava whether to follow ion-java if it differs from the specification
     * @return a new reader
     * @throws IndexOutOfBoundsException if the range leaves the array
     */
    public static IonTextReader of(IonCatalog catalog, byte[] src, int offset, int len, boolean asIonJava) {
        Objects.checkFromIndexSize(offset, len, src.length);
        return new TextReader(catalog, new ByteInput(src, offset, offset + len, false, asIonJava));
    }

    /**
     * A reader of a stream. It holds no more of the stream than the current value.
     *
     * @param catalog resolves shared symbol tables
     * @param stream UTF-8
     * @param asIonJava whether to follow ion-java if it differs from the specification
     * @return a new reader
     */
    public static IonTextReader of(IonCatalog catalog, InputStream stream, boolean asIonJava) {
        return new TextReader(catalog, new ByteInput(new StreamFeed(stream), false, asIonJava));
    }

    /**
     * A reader of characters.
     *
     * @param catalog resolves shared symbol tables
     * @param reader the text
     * @param asIonJava whether to follow ion-java if it differs from the specification
     * @return a new reader
     */
    public static IonTextReader of(IonCatalog catalog, Reader reader, boolean asIonJava) {
        return new TextReader(catalog, new ByteInput(new CharFeed(reader), true, asIonJava));
    }

    /**
     * A reader of a string.
     *
     * @param catalog resolves shared symbol tables
     * @param text the text
     * @param asIonJava whether to follow ion-java if it differs from the specification
     * @return a new reader
     */
    public static IonTextReader of(IonCatalog catalog, String text, boolean asIonJava) {
        byte[] bytes = CharFeed.bytes(text);
        return new TextReader(catalog, new ByteInput(bytes, 0, bytes.length, true, asIonJava));
    }

    /**
     * Starts over with another text, as a new reader of it would, even after an error or {@link #close}. For many short
     * texts this avoids a new reader, with all its parts, for each text.
     *
     * @param src UTF-8, which must not change while it is read
     * @param offset the start of the text
     * @param len the length of the text in bytes
     * @param keepsSymbols whether the current symbol table stays, as if the last text went on
     * @throws IllegalStateException if this is not a reader of an array or string
     * @throws IndexOutOfBoundsException if the range leaves the array
     */
    public void restart(byte[] src, int offset, int len, boolean keepsSymbols) {
        Objects.checkFromIndexSize(offset, len, src.length);
        input.restart(src, offset, offset + len);
        parser.restart();
        scalars.clear();
        if (!keepsSymbols) {
            tables.reset();
        }
        tables.forgetPassed();
    }

    @Override
    public boolean hasNext() {
        tables.forgetPassed();
        while (!parser.isNextFound()) {
            if (!parser.findNext(input)) {
                if (parser.containers().depth() == 0) {
                    texts.giveBack();
                }
                return false;
            }
            scalars.clear();
            if (parser.isAtTopLevel() && isSystemValue()) {
                parser.moveToNext();
            }
        }
        return !parser.isAtContainerEnd();
    }

    /** Applies a value at the top level if it is a version marker or symbol table. Returns whether it was. */
    private boolean isSystemValue() {
        if (value.type == IonType.STRUCT) {
            return !value.isNull() && isSymbolTable();
        }
        return value.type == IonType.SYMBOL && !value.isNull() && annotations.count == 0
                && value.mayStartWithDollar() && isVersionMarker();
    }

    private boolean isSymbolTable() {
        if (annotations.count == 0 || !SYMBOL_TABLE.equals(firstAnnotation())) {
            return false;
        }
        parser.moveToNext();
        try {
            tables.pass(new SymbolTableReader(this, catalog, input.asIonJava).read());
        } catch (RuntimeException e) {
            // The position is inside the table, whose fields are no values of the text.
            throw parser.fail(e);
        }
        return true;
    }

    /** The text of the first annotation; null if it is unknown. ion-java does not look up an ID here. */
    private String firstAnnotation() {
        int id = annotations.id(0);
        return id < 0 || input.asIonJava ? annotations.text(input, 0) : tables.current().findKnownSymbol(id);
    }

    private boolean isVersionMarker() {
        if (value.isIdentifier(MARKER_1_0)) {
            tables.reset();
            return true;
        }
        boolean isId = value.content == CurrentValue.CONTENT_ID;
        String version = isId ? symbolValue().getText() : value.symbolText(input);
        if (version == null || !VERSION_MARKER.matcher(version).matches()) {
            return false;
        }
        if (!VERSION_1_0.equals(version)) {
            if (!input.asIonJava && (isId || !value.isIdentifier())) {
                return false;
            }
            throw new UnsupportedIonVersionException(version);
        }
        if (input.asIonJava && !isId) {
            tables.reset();
        }
        return true;
    }

    @Override
    public SymbolTable pop_passed_symbol_table() {
        return tables.popPassed();
    }

    @Override
    public <T> T asFacet(Class<T> facetType) {
        if (facetType == SpanProvider.class || facetType == SeekableReader.class && input.isWhole()) {
            return facetType.cast(input.isWhole() ? new Seeker() : (SpanProvider) this::currentSpan);
        }
        return null;
    }

    private Span currentSpan() {
        if (value.type == null) {
            throw new IllegalStateException("must be on a value");
        }
        LineCounter.Place line = input.place(parser.spanStart());
        long units = input.place(parser.valueStart()).units();
        LineCounter.Place place = new LineCounter.Place(line.line(), line.column(), units);
        return new TextPlace(parser.valueStart(), place, parser.containers().current(), tables.current());
    }

    /** Spans, and hoisting to them, for a text that is wholly in the array. */
    private final class Seeker implements SeekableReader {
        @Override
        public Span currentSpan() {
            return TextReader.this.currentSpan();
        }

        @Override
        public void hoist(Span span) {
            if (!(span instanceof TextPlace place)) {
                throw new IllegalArgumentException("position must match the reader");
            }
            parser.hoist(place.index(), place.place(), place.container());
            scalars.clear();
            tables.restore(place.symbols());
        }
    }
}
