package io.github.stringmill.ion.reader;

import java.util.Arrays;

/**
 * Field name and annotations of a value as they stand in the text: each is a run of ASCII that becomes a string when it
 * is asked for, or a text that was read already, or a symbol ID.
 */
final class Names {
    private static final int HAS_TEXT = -1;
    private static final int HAS_ID = -2;

    private int[] starts = new int[4];
    private int[] ends = new int[4];
    private String[] texts = new String[4];
    int count;

    void clear() {
        for (int i = 0; i < count; i++) {
            texts[i] = null;
        }
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
            texts = Arrays.copyOf(texts, count * 2);
        }
        starts[count] = start;
        ends[count] = end;
        texts[count++] = text;
    }

    void moved(int by) {
        for (int i = 0; i < count; i++) {
            if (starts[i] >= 0) {
                starts[i] -= by;
                ends[i] -= by;
            }
        }
    }

    /** The symbol ID that stands in the place of a text; -1 where a text stands. */
    int id(int i) {
        return starts[i] == HAS_ID ? ends[i] : -1;
    }

    /** The text, or null where an ID stands in its place. */
    String text(int i, byte[] buf, SymbolCache cache) {
        if (texts[i] == null && starts[i] >= 0) {
            texts[i] = starts[i] == ends[i] ? "" : cache.text(buf, starts[i], ends[i]);
        }
        return texts[i];
    }
}
