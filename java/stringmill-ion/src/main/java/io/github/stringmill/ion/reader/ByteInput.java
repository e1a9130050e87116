package io.github.stringmill.ion.reader;

import com.amazon.ion.IonException;
import com.amazon.ion.UnexpectedEofException;
import java.io.IOException;
import java.util.Arrays;

/**
 * Owns the bytes of a text: all of them, or a window that slides over a stream. Every scanner of this package reads
 * from it; {@link TextReader} makes and closes it.
 *
 * <p>The next byte is {@code buf[pos]}, and the window ends at {@code limit}. {@link #more} may slide the window or
 * replace the array. An index that must survive that is kept relative to {@link #mark}, which slides along. Loops copy
 * {@code buf}, {@code pos} and {@code limit} into locals, and write {@code pos} back before they call anything else.
 *
 * <p>Methods that run for every value take the input as an argument. The JIT compiler then knows that they all move the
 * same {@code pos}. With a field in each scanner, reading numbers took 19 % longer.
 */
final class ByteInput {
    private static final int FIRST_SIZE = 16 * 1024;
    /** A token longer than this that does not fit waits for ever larger pieces. */
    private static final int PATIENT_LEN = 256;

    byte[] buf;
    int pos;
    int limit;

    /**
     * The start of the current value, or of the comma before it. It is negative once its bytes have slid out of the
     * window.
     */
    int mark;
    /** Whether the bytes from {@code mark} on must stay in the window. */
    private boolean keepsMark;

    /** Null if all bytes are in the array from the start. */
    private final ByteFeed feed;
    private boolean reachedEnd;

    /** Whether offsets count UTF-16 units, because the caller gave characters. */
    final boolean countsChars;
    /** Whether to follow ion-java if it differs from the specification. */
    final boolean asIonJava;
    private final LineCounter lines;

    ByteInput(byte[] src, int from, int to, boolean countsChars, boolean asIonJava) {
        buf = src;
        pos = from;
        limit = to;
        feed = null;
        reachedEnd = true;
        this.countsChars = countsChars;
        this.asIonJava = asIonJava;
        lines = new LineCounter(from, countsChars);
    }

    ByteInput(ByteFeed feed, boolean countsChars, boolean asIonJava) {
        buf = new byte[FIRST_SIZE];
        this.feed = feed;
        this.countsChars = countsChars;
        this.asIonJava = asIonJava;
        lines = new LineCounter(0, countsChars);
    }

    /** Whether the array holds all bytes of the text. */
    boolean isWhole() {
        return feed == null;
    }

    void close() throws IOException {
        if (feed != null) {
            feed.close();
        }
        reachedEnd = true;
        limit = pos;
    }

    /** Replaces the text of an input that has all of it in its array. */
    void restart(byte[] src, int from, int to) {
        if (!isWhole()) {
            throw new IllegalStateException("the reader of a stream cannot start over");
        }
        buf = src;
        pos = from;
        limit = to;
        mark = from;
        keepsMark = false;
        lines.rebase(from, LineCounter.Place.START);
    }

    /** Puts the mark at {@code pos}, and keeps all bytes from there on. */
    void setMark() {
        mark = pos;
        keepsMark = true;
    }

    /** Permits the window to drop the bytes before {@code pos}; the mark still slides along. */
    void releaseMark() {
        keepsMark = false;
    }

    /**
     * Appends at least one byte at {@code limit}. Bytes from the kept mark on stay, or else those from {@code pos} on;
     * all indices may become lower.
     *
     * @return false at the end of the text
     */
    boolean more() {
        if (reachedEnd) {
            return false;
        }
        if (buf.length - limit < ByteFeed.MIN_SPARE) {
            makeSpare();
        }
        int count;
        try {
            count = feed.read(buf, limit, buf.length - limit);
        } catch (IOException e) {
            throw new IonException(e);
        }
        if (count < 0) {
            reachedEnd = true;
            return false;
        }
        limit += count;
        return true;
    }

    /**
     * As {@link #more}, for a token that starts at {@code pos} and is scanned again from its start. A long token waits
     * until its bytes have doubled, so that all scans together stay proportional to its length.
     */
    boolean moreOfToken() {
        int windowLen = limit - pos;
        if (!more()) {
            return false;
        }
        if (windowLen > PATIENT_LEN) {
            while (limit - pos < 2 * windowLen && more()) {
                // Each call of more() appends bytes.
            }
        }
        return true;
    }

    private void makeSpare() {
        int from = keepsMark ? mark : pos;
        // Slides only if that frees half of the array; the copy would cost more than it frees otherwise.
        if (from >= buf.length / 2) {
            lines.slide(buf, from);
            System.arraycopy(buf, from, buf, 0, limit - from);
            pos -= from;
            limit -= from;
            mark -= from;
        } else {
            if (buf.length > Integer.MAX_VALUE / 2 - 8) {
                throw new IonException("a value is longer than an array can be");
            }
            buf = Arrays.copyOf(buf, buf.length * 2);
        }
    }

    /** The byte at {@code pos + offset}; -1 after the end. */
    int peek(int offset) {
        while (limit - pos <= offset) {
            if (!more()) {
                return -1;
            }
        }
        return buf[pos + offset] & 0xFF;
    }

    /** Consumes the next two bytes if both are {@code c}. */
    boolean consumeTwo(int c) {
        if (peek(0) == c && peek(1) == c) {
            pos += 2;
            return true;
        }
        return false;
    }

    /** Consumes the next three bytes if all of them are {@code c}. */
    boolean consumeThree(int c) {
        if (peek(0) == c && peek(1) == c && peek(2) == c) {
            pos += 3;
            return true;
        }
        return false;
    }

    /** Consumes a line feed, if it is the next byte: the rest of a line end after a carriage return. */
    void consumeLineFeed() {
        // Not "pos +=": peek() may slide the window, and with it pos.
        if (peek(0) == '\n') {
            pos++;
        }
    }

    /** The place of an index in the window. */
    LineCounter.Place place(int index) {
        return lines.place(buf, index);
    }

    /** Declares the place of an index, for a reader that was set there. */
    void rebase(int index, LineCounter.Place place) {
        lines.rebase(index, place);
    }

    /** The index after the character at an index. A line end is one character, and so is a surrogate pair. */
    int indexAfter(int index) {
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

    /** " at line L offset O" for an index, as in messages. */
    String at(int index) {
        LineCounter.Place place = place(index);
        return " at line " + place.line() + " offset " + place.column();
    }

    /** An error at an index. */
    IonTextException error(String says, int index) {
        return new IonTextException(says + at(index));
    }

    /** An error for a character that is not allowed at its index. */
    IonTextException bad(int index) {
        return error(index >= limit ? "unexpected end of text" : "bad character " + shown(index), indexAfter(index));
    }

    private String shown(int index) {
        int c = buf[index] & 0xFF;
        return c > ' ' && c < 0x7F ? "'" + (char) c + "'" : String.format("0x%02X", c);
    }

    IonException unexpectedEnd() {
        return unexpectedEnd(limit);
    }

    IonException unexpectedEnd(int index) {
        return new UnexpectedEofException("unexpected end of text" + at(index));
    }
}
