package io.github.stringmill.ion.reader;

import com.amazon.ion.IonException;
import com.amazon.ion.UnexpectedEofException;
import java.io.IOException;
import java.util.Arrays;

/**
 * The lowest layer of the reader: bytes of a text, all at once or piece by piece from a stream, and the line and offset
 * of any place that is still held. Nothing counts lines while values are read: that is done where a place is asked for,
 * and for bytes that a stream leaves behind.
 */
abstract class ByteInput {
    private static final int FIRST_SIZE = 16 * 1024;
    /** Above this length, a token that does not fit is waited for in ever larger pieces. */
    private static final int PATIENT_LEN = 256;

    /** The bytes at hand are {@code buf[pos, limit)}. */
    byte[] buf;
    int pos;
    int limit;
    /** The first byte that must stay at hand; negative where that is the one at {@code pos}. */
    int keep = -1;

    /** Null where all bytes are at hand from the beginning. */
    private final ByteFeed feed;
    private boolean ended;

    /** Whether offsets count UTF-16 units, since the caller gave characters. */
    final boolean countsChars;
    /** The first index that is at hand, and what stood before it. */
    private final Count first = new Count();
    /** An index that was asked for last, and what stands before it. */
    private final Count counted = new Count();

    /** A place in a text: line and offset in it count from 1, units from 0 at the beginning of the text. */
    record Place(long line, long column, long units) {}

    /** How many units and lines stand before an index. */
    private static final class Count {
        int index;
        long units;
        long line = 1;
        long column = 1;
        /** The byte before the index; 0 at the beginning. */
        byte before;

        void set(Count other) {
            index = other.index;
            units = other.units;
            line = other.line;
            column = other.column;
            before = other.before;
        }
    }

    ByteInput(byte[] src, int from, int to, boolean countsChars) {
        buf = src;
        pos = from;
        limit = to;
        first.index = from;
        counted.index = from;
        feed = null;
        ended = true;
        this.countsChars = countsChars;
    }

    ByteInput(ByteFeed feed, boolean countsChars) {
        buf = new byte[FIRST_SIZE];
        this.feed = feed;
        this.countsChars = countsChars;
    }

    /** Whether all bytes are at hand. */
    final boolean isWhole() {
        return feed == null;
    }

    final void closeFeed() throws IOException {
        if (feed != null) {
            feed.close();
        }
        ended = true;
        limit = pos;
    }

    /** Indices that a layer above holds are to be lowered. */
    abstract void moved(int by);

    /**
     * Brings at least one byte more behind {@code limit}. Bytes from {@code keep} on stay; all indices may become
     * lower.
     *
     * @return false at the end of the text
     */
    final boolean more() {
        if (ended) {
            return false;
        }
        if (buf.length - limit < ByteFeed.LEAST_ROOM) {
            makeRoom();
        }
        int some;
        try {
            some = feed.read(buf, limit, buf.length - limit);
        } catch (IOException e) {
            throw new IonException(e);
        }
        if (some < 0) {
            ended = true;
            return false;
        }
        limit += some;
        return true;
    }

    /**
     * As {@link #more}, for a token that begins at {@code pos} and is looked at again as a whole: if it is long, so
     * much is waited for that all looks together stay in proportion to its length.
     */
    final boolean moreOfToken() {
        int held = limit - pos;
        if (!more()) {
            return false;
        }
        if (held > PATIENT_LEN) {
            while (limit - pos < 2 * held && more()) {
                // Each turn brings bytes.
            }
        }
        return true;
    }

    private void makeRoom() {
        int from = keep >= 0 ? keep : pos;
        // Moving little to gain little would cost more than it brings.
        if (from >= buf.length / 2) {
            if (from < counted.index) {
                counted.set(first);
            }
            count(from);
            System.arraycopy(buf, from, buf, 0, limit - from);
            pos -= from;
            limit -= from;
            counted.index = 0;
            first.set(counted);
            keep = keep >= 0 ? 0 : keep;
            moved(from);
        } else {
            if (buf.length > Integer.MAX_VALUE / 2 - 8) {
                throw new IonException("a value is longer than an array can be");
            }
            buf = Arrays.copyOf(buf, buf.length * 2);
        }
    }

    /** The byte so far behind {@code pos}; -1 behind the end. */
    final int peek(int ahead) {
        while (limit - pos <= ahead) {
            if (!more()) {
                return -1;
            }
        }
        return buf[pos + ahead] & 0xFF;
    }

    /** Whether eight bytes are eight units, of which none ends a line. */
    private boolean isPartOfLine(long word) {
        return Words.notAscii(word) == 0 && Words.lineEnds(word) == 0;
    }

    /** Counts what stands before an index. */
    private void count(int to) {
        Count count = counted;
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
                // The low surrogate of four bytes counts with the second of them.
                int units = countsChars && (c & 0xC0) == 0x80 && (count.before & 0xFF) < 0xF0 ? 0 : 1;
                count.column += units;
                count.units += units;
            }
            count.before = c;
        }
        count.index = to;
    }

    /** The place of an index that is at hand. */
    final Place place(int index) {
        if (index < counted.index) {
            counted.set(first);
        }
        count(index);
        return new Place(counted.line, counted.column, counted.units);
    }

    /** What stands at an index is told to stand at a place from now on. */
    final void rebase(int index, Place place) {
        first.index = index;
        first.line = place.line;
        first.column = place.column;
        first.units = place.units;
        first.before = 0;
        counted.set(first);
    }

    /** The index behind the character at an index: a line's end is one, the halves of a surrogate pair are two. */
    final int behind(int index) {
        if (index >= limit) {
            return limit;
        }
        if (buf[index] == '\r' && index + 1 < limit && buf[index + 1] == '\n') {
            return index + 2;
        }
        int next = index + 1;
        while (countsChars && (buf[index] & 0xFF) < 0xF0 && next < limit && (buf[next] & 0xC0) == 0x80) {
            next++;
        }
        return next;
    }

    /** " at line L offset O" for an index, as messages have it. */
    final String at(int index) {
        Place place = place(index);
        return " at line " + place.line() + " offset " + place.column();
    }

    /** An error whose place is an index. */
    final IonTextException error(String says, int index) {
        return new IonTextException(says + at(index));
    }

    /** A character that cannot stand where it does. */
    final IonTextException bad(int index) {
        return error(index >= limit ? "unexpected end of text" : "bad character " + shown(index), behind(index));
    }

    private String shown(int index) {
        int c = buf[index] & 0xFF;
        return c > ' ' && c < 0x7F ? "'" + (char) c + "'" : String.format("0x%02X", c);
    }

    final IonException unexpectedEnd() {
        return unexpectedEnd(limit);
    }

    final IonException unexpectedEnd(int index) {
        return new UnexpectedEofException("unexpected end of text" + at(index));
    }
}
