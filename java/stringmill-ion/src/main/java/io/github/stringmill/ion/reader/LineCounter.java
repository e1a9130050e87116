package io.github.stringmill.ion.reader;

/**
 * Counts the lines and units before an index, for {@link ByteInput}. Reading values counts nothing: it runs when a
 * place is asked for, and over bytes that leave the window.
 */
final class LineCounter {
    /** Whether units are UTF-16 units, because the caller gave characters; bytes otherwise. */
    private final boolean countsChars;
    /** The first index of the window. */
    private final Count first = new Count();
    /** The lines and units before the index that was asked for last. */
    private final Count lastCount = new Count();

    /** A place in a text: line and column count from 1, units from 0 at the start of the text. */
    record Place(long line, long column, long units) {
        /** The start of a text. */
        static final Place START = new Place(1, 1, 0);
    }

    /** The lines and units before an index. */
    private static final class Count {
        int index;
        long units;
        long line = 1;
        long column = 1;
        /** The byte before the index; 0 at the start. */
        byte before;

        void set(Count other) {
            index = other.index;
            units = other.units;
            line = other.line;
            column = other.column;
            before = other.before;
        }
    }

    LineCounter(int from, boolean countsChars) {
        this.countsChars = countsChars;
        first.index = from;
        lastCount.index = from;
    }

    /** The place of an index in the window. */
    Place place(byte[] buf, int index) {
        count(buf, index);
        return new Place(lastCount.line, lastCount.column, lastCount.units);
    }

    /** Counts the bytes before an index, which the window is about to lose. The index becomes 0. */
    void slide(byte[] buf, int index) {
        count(buf, index);
        lastCount.index = 0;
        first.set(lastCount);
    }

    /** Declares the place of an index. Counting starts there from now on. */
    void rebase(int index, Place place) {
        first.index = index;
        first.line = place.line;
        first.column = place.column;
        first.units = place.units;
        first.before = 0;
        lastCount.set(first);
    }

    private void count(byte[] buf, int to) {
        Count count = lastCount;
        if (to < count.index) {
            count.set(first);
        }
        int i = count.index;
        while (i < to) {
            if (to - i >= 8 && isPartOfLine(Words.load(buf, i))) {
                count.column += 8;
                count.units += 8;
                i += 8;
                count.before = 0;
                continue;
            }
            byte c = buf[i++];
            if (c == '\n' || c == '\r') {
                count.line += c == '\n' && count.before == '\r' ? 0 : 1;
                count.column = 1;
                count.units++;
            } else {
                // The low surrogate of a four-byte sequence counts with its second byte.
                int units = countsChars && (c & 0xC0) == 0x80 && (count.before & 0xFF) < 0xF0 ? 0 : 1;
                count.column += units;
                count.units += units;
            }
            count.before = c;
        }
        count.index = to;
    }

    /** Whether eight bytes are eight units without a line end. */
    private static boolean isPartOfLine(long word) {
        return Words.notAscii(word) == 0 && Words.lineEnds(word) == 0;
    }
}
