package io.github.stringmill.ion.reader;

/**
 * Strings for runs of ASCII: symbols, annotations and field names. {@link Names} and {@link CurrentValue} ask it; it
 * asks a {@link SymbolCache}, which it takes when the first string is needed and gives back at the end of the text.
 */
final class SymbolTexts {
    private SymbolCache cache;

    /** The text of a run, whose ends are relative to the mark. */
    String of(ByteInput input, int from, int to) {
        if (from == to) {
            return "";
        }
        int start = input.mark + from;
        if (start < 0) {
            throw new IllegalStateException("after an error the reader has no name");
        }
        if (cache == null) {
            cache = SymbolCache.take();
        }
        return cache.text(input.buf, start, input.mark + to);
    }

    /** Gives the cache to other readers, until the next string is needed. */
    void giveBack() {
        if (cache != null) {
            cache.give();
            cache = null;
        }
    }
}
