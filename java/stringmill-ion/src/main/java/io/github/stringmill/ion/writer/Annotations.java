package io.github.stringmill.ion.writer;

import com.amazon.ion.SymbolTable;
import com.amazon.ion.SymbolToken;
import com.amazon.ion.UnknownSymbolException;
import java.util.Arrays;
import java.util.Objects;

/** The annotations of the next value. */
final class Annotations {
    private String[] texts = new String[4];
    private int[] ids = new int[4];
    private int count;

    /** A symbol for {@link com.amazon.ion.IonWriter#setTypeAnnotationSymbols}. */
    record Token(String text, int id) implements SymbolToken {
        @Override
        public String getText() {
            return text;
        }

        @Override
        public String assumeText() {
            if (text == null) {
                throw new UnknownSymbolException(id);
            }
            return text;
        }

        @Override
        public int getSid() {
            return id;
        }
    }

    int count() {
        return count;
    }

    /** The text of an annotation; {@code null} if it is unknown. */
    String text(int place) {
        return texts[place];
    }

    /** The symbol ID of an annotation whose text is unknown. */
    int id(int place) {
        return ids[place];
    }

    void clear() {
        count = 0;
    }

    void set(String... annotations) {
        int len = annotations == null ? 0 : annotations.length;
        for (int i = 0; i < len; i++) {
            Objects.requireNonNull(annotations[i]);
        }
        for (int i = 0; i < len; i++) {
            put(i, annotations[i], SymbolTable.UNKNOWN_SYMBOL_ID);
        }
        count = len;
    }

    void add(String annotation) {
        put(count, Objects.requireNonNull(annotation), SymbolTable.UNKNOWN_SYMBOL_ID);
        count++;
    }

    /**
     * Sets the annotations up to the first {@code null}. The table resolves IDs without text.
     *
     * @throws UnknownSymbolException if an ID is not in the table
     */
    void set(SymbolTable table, SymbolToken... annotations) {
        int len = 0;
        while (annotations != null && len < annotations.length && annotations[len] != null) {
            SymbolToken annotation = annotations[len];
            String text = annotation.getText();
            int id = annotation.getSid();
            if (text == null) {
                requireSlot(table, id);
                text = table.findKnownSymbol(id);
            }
            put(len, text, id);
            len++;
        }
        count = len;
    }

    private void put(int place, String text, int id) {
        if (place == texts.length) {
            texts = Arrays.copyOf(texts, 2 * place);
            ids = Arrays.copyOf(ids, 2 * place);
        }
        texts[place] = text;
        ids[place] = id;
    }

    /** The annotations as symbols. */
    SymbolToken[] tokens() {
        SymbolToken[] tokens = new SymbolToken[count];
        for (int i = 0; i < count; i++) {
            tokens[i] = new Token(texts[i], texts[i] == null ? ids[i] : SymbolTable.UNKNOWN_SYMBOL_ID);
        }
        return tokens;
    }

    /**
     * Refuses the ID of a symbol that no reader could resolve.
     *
     * @throws UnknownSymbolException if it is above the largest ID of the table
     */
    static void requireSlot(SymbolTable table, int id) {
        if (id > table.getMaxId()) {
            throw new UnknownSymbolException(id);
        }
    }
}
