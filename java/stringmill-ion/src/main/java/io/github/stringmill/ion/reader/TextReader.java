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
import com.amazon.ion.impl._Private_Utils;
import java.io.InputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A reader of Ion 1.0 text. Version markers and symbol tables at the top level are taken in and not told.
 *
 * <p>A chain of layers, each in its own class: bytes, white space, numbers, quoted text, tokens, values, scalars, the
 * methods of {@code IonReader}, and here what belongs to a whole text. For use by one thread at a time.
 */
@SuppressWarnings("deprecation") // The interface has deprecated types and methods, which are there all the same.
public final class TextReader extends ValueReader implements _Private_ReaderWriter {
    private static final String VERSION_1_0 = "$ion_1_0";
    private static final byte[] MARKER_1_0 = VERSION_1_0.getBytes(StandardCharsets.US_ASCII);
    private static final Pattern VERSION_MARKER = Pattern.compile("\\$ion_[0-9]+_[0-9]+");
    private static final String SYMBOL_TABLE = "$ion_symbol_table";

    private static final SymbolTable SYSTEM = _Private_Utils.systemSymtab(1);

    private final IonCatalog catalog;
    private SymbolTable symbols = SYSTEM;
    /** Tables that were passed on the way to the current value, for writers that copy them. */
    private SymbolTable[] passed = new SymbolTable[2];
    private int passedCount;

    private TextReader(IonCatalog catalog, byte[] src, int from, int to, boolean countsChars, boolean asIonJava) {
        super(src, from, to, countsChars, asIonJava);
        this.catalog = catalog;
    }

    private TextReader(IonCatalog catalog, ByteFeed feed, boolean countsChars, boolean asIonJava) {
        super(feed, countsChars, asIonJava);
        this.catalog = catalog;
    }

    /**
     * A reader of bytes, which may not be changed while it is used.
     *
     * @param catalog where shared symbol tables are found
     * @param src UTF-8
     * @param offset where the text begins
     * @param len how many bytes it has
     * @param asIonJava whether ion-java is followed where it leaves the specification
     * @return a new reader
     * @throws IndexOutOfBoundsException if the range leaves the array
     */
    public static IonTextReader of(IonCatalog catalog, byte[] src, int offset, int len, boolean asIonJava) {
        Objects.checkFromIndexSize(offset, len, src.length);
        return new TextReader(catalog, src, offset, offset + len, false, asIonJava);
    }

    /**
     * A reader of a stream. It holds no more of it than a value that it stands on.
     *
     * @param catalog where shared symbol tables are found
     * @param stream UTF-8
     * @param asIonJava whether ion-java is followed where it leaves the specification
     * @return a new reader
     */
    public static IonTextReader of(IonCatalog catalog, InputStream stream, boolean asIonJava) {
        return new TextReader(catalog, new StreamFeed(stream), false, asIonJava);
    }

    /**
     * A reader of characters.
     *
     * @param catalog where shared symbol tables are found
     * @param reader the text
     * @param asIonJava whether ion-java is followed where it leaves the specification
     * @return a new reader
     */
    public static IonTextReader of(IonCatalog catalog, Reader reader, boolean asIonJava) {
        return new TextReader(catalog, new CharFeed(reader), true, asIonJava);
    }

    /**
     * A reader of a string.
     *
     * @param catalog where shared symbol tables are found
     * @param text the text
     * @param asIonJava whether ion-java is followed where it leaves the specification
     * @return a new reader
     */
    public static IonTextReader of(IonCatalog catalog, String text, boolean asIonJava) {
        byte[] bytes = CharFeed.bytes(text);
        return new TextReader(catalog, bytes, 0, bytes.length, true, asIonJava);
    }

    @Override
    public boolean hasNext() {
        while (passedCount > 0) {
            passed[--passedCount] = null;
        }
        while (!isNextFound()) {
            if (!findNext()) {
                if (depth() == 0) {
                    giveCache();
                }
                return false;
            }
            clearScalar();
            if (depth() == 0 && isSystemValue()) {
                takeNext();
            }
        }
        return findNext();
    }

    /** Whether a value at the top level is not to be told, since it is for the reader alone. */
    private boolean isSystemValue() {
        if (container() != IonType.DATAGRAM || content == CONTENT_NULL) {
            return false;
        }
        if (type == IonType.STRUCT) {
            return isSymbolTable();
        }
        return type == IonType.SYMBOL && annotations.count == 0 && mayBeginWithDollar() && isVersionMarker();
    }

    private boolean isSymbolTable() {
        if (annotations.count == 0 || !SYMBOL_TABLE.equals(firstAnnotation())) {
            return false;
        }
        takeNext();
        symbols = new SymbolTableReader(this, catalog, asIonJava).read();
        pass(symbols);
        return true;
    }

    /** The text of the first annotation; null where it is unknown. ion-java does not look for that of an ID. */
    private String firstAnnotation() {
        int id = annotations.id(0);
        return id < 0 || asIonJava ? annotations.text(0, buf, cache()) : symbols.findKnownSymbol(id);
    }

    private boolean isVersionMarker() {
        if (isIdentifier(MARKER_1_0)) {
            versionMarker();
            return true;
        }
        String version = content == CONTENT_ID ? symbolValue().getText() : symbolText();
        if (version == null || !VERSION_MARKER.matcher(version).matches()) {
            return false;
        }
        if (!VERSION_1_0.equals(version)) {
            if (!asIonJava && (content == CONTENT_ID || !isIdentifier)) {
                return false;
            }
            throw new UnsupportedIonVersionException(version);
        }
        if (asIonJava && content != CONTENT_ID) {
            versionMarker();
        }
        return true;
    }

    @Override
    void versionMarker() {
        symbols = SYSTEM;
        pass(symbols);
    }

    private void pass(SymbolTable table) {
        if (passedCount == passed.length) {
            passed = Arrays.copyOf(passed, passedCount * 2);
        }
        passed[passedCount++] = table;
    }

    @Override
    public SymbolTable pop_passed_symbol_table() {
        return passedCount == 0 ? null : passed[--passedCount];
    }

    @Override
    public SymbolTable getSymbolTable() {
        return symbols;
    }

    @Override
    public <T> T asFacet(Class<T> facetType) {
        if (facetType == SpanProvider.class || facetType == SeekableReader.class && isWhole()) {
            return facetType.cast(isWhole() ? new Seeker() : (SpanProvider) this::currentSpan);
        }
        return null;
    }

    private Span currentSpan() {
        if (type == null) {
            throw new IllegalStateException("must be on a value");
        }
        Place line = place(valueLineAt());
        Place place = new Place(line.line(), line.column(), place(valueStart()).units());
        return new TextPlace(valueStart(), place, container(), symbols);
    }

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
            TextReader.this.hoist(place.index(), place.place(), place.container());
            clearScalar();
            symbols = place.symbols();
        }
    }
}
