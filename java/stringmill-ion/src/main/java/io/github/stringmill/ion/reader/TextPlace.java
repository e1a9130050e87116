package io.github.stringmill.ion.reader;

import com.amazon.ion.IonType;
import com.amazon.ion.OffsetSpan;
import com.amazon.ion.Span;
import com.amazon.ion.SymbolTable;
import com.amazon.ion.TextSpan;

/**
 * Where a value starts, made by {@link TextReader} as a span. Like ion-java's spans it has no end.
 *
 * @param index its index in the bytes of the reader
 * @param place its line, column and offset
 * @param container the container around the value
 * @param symbols the symbol table at the value
 */
record TextPlace(int index, LineCounter.Place place, IonType container, SymbolTable symbols)
        implements Span, TextSpan, OffsetSpan {
    @Override
    public long getStartLine() {
        return place.line();
    }

    @Override
    public long getStartColumn() {
        return place.column();
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
        return place.units();
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
