package io.github.stringmill.ion.reader;

import java.util.Arrays;

/**
 * The field name or the annotations of a value: each is a run of ASCII that becomes a string when it is asked for, or a
 * text that was read already, or a symbol ID. {@link NameReader} and {@link SymbolParser} add to it,
 * {@link ValueReader} reads it.
 */
final class Names {
    private static final int HAS_TEXT = -1;
    private static final int HAS_ID = -2;

    private final SymbolTexts texts;
    /** The ends of runs, relative to the mark of the input; or one of the constants, and after it an ID. */
    private int[] starts = new int[4];
    private int[] ends = new int[4];
    private String[] knownTexts = new String[4];
    int count;

    Names(SymbolTexts texts) {
        this.texts = texts;
    }

    /** Forgets all names. Leaves the texts in {@code knownTexts}: to store null would cost time for each value. */
    void clear() {
        count = 0;
    }

    void addRun(int from, int to) {
        add(from, to, null);
    }

    void addText(String text) {
        add(HAS_TEXT, HAS_TEXT, text);
    }

    void addId(int id) {
        add(HAS_ID, id, null);
    }

    private void add(int start, int end, String text) {
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, count * 2);
            ends = Arrays.copyOf(ends, count * 2);
            knownTexts = Arrays.copyOf(knownTexts, count * 2);
        }
        starts[count] = start;
        ends[count] = end;
        knownTexts[count++] = text;
    }

    /** The symbol ID of a name without text; -1 if it has one. */
    int id(int i) {
        return starts[i] == HAS_ID ? ends[i] : -1;
    }

    /** The text; null if the name is an ID. */
    String text(ByteInput input, int i) {
        String text = knownTexts[i];
        if (text == null && starts[i] >= 0) {
            text = texts.of(input, starts[i], ends[i]);
            knownTexts[i] = text;
        }
        return text;
    }
}
