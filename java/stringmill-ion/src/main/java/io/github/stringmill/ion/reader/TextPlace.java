package io.github.stringmill.ion.reader;

import com.amazon.ion.IonType;
import com.amazon.ion.OffsetSpan;
import com.amazon.ion.Span;
import com.amazon.ion.SymbolTable;
import com.amazon.ion.TextSpan;

/** Where a value begins. Where it ends is not told, as ion-java does not tell it. */
final class TextPlace implements Span, TextSpan, OffsetSpan {
    private final TextReader reader;
    private final int index;
    private final long offset;
    private final long line;
    private final long column;
    private final IonType container;
    private final SymbolTable symbols;

    TextPlace(TextReader reader, int index, long offset, long line, long column, IonType container,
            SymbolTable symbols) {
        this.reader = reader;
        this.index = index;
        this.offset = offset;
        this.line = line;
        this.column = column;
        this.container = container;
        this.symbols = symbols;
    }

    /** The index in the reader's bytes. */
    int index() {
        return index;
    }

    TextReader reader() {
        return reader;
    }

    IonType container() {
        return container;
    }

    SymbolTable symbols() {
        return symbols;
    }

    @Override
    public long getStartLine() {
        return line;
    }

    @Override
    public long getStartColumn() {
        return column;
    }

    @Override
    public long getFinishLine() {
        return -1;
    }

    @Override
    public long getFinishColumn() {
        return -1;
    }

    @Override
    public long getStartOffset() {
        return offset;
    }

    @Override
    public long getFinishOffset() {
        return -1;
    }

    @Override
    public <T> T asFacet(Class<T> facetType) {
        return facetType.isInstance(this) ? facetType.cast(this) : null;
    }
}
