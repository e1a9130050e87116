package io.github.stringmill.spark.records;

import io.github.stringmill.internal.Words;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;

/**
 * The records of one split with their places: a window of a file that slides from record to record, and grows to the
 * longest one.
 */
public abstract class RecordBuffer implements Records {
    static final int BUFFER_LEN = 1 << 18;
    private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    /** The longest array that every JVM can make. */
    private static final int LEN_MAX = Integer.MAX_VALUE - 8;
    private static final long HIGH_BITS = 0x8080808080808080L;
    /** Bytes that may be read after the longest record, to find its end. */
    private static final int LOOK_AHEAD = 64;

    private final InputStream source;
    byte[] buffer = new byte[BUFFER_LEN];
    /** The end of the bytes in the buffer. */
    int limit;
    /** Offset of {@code buffer[0]} in the file. */
    private long bufferOffset;
    private boolean ended;
    private int recordMax = LEN_MAX - SLACK;
    /** Whether the buffer would exceed the longest record, so no more was read. */
    boolean exceeds;
    /** Start and end of the current record. */
    int start;
    int end;
    /** Line feeds of the file before the first record; -1 until a line number is needed. */
    private long linesBeforeFirst = -1;

    /** Opens the file of the records at its start. */
    public interface Source {
        /** Returns the bytes of the file. */
        InputStream open() throws IOException;
    }

    /**
     * Makes a window.
     *
     * @param source the file from an offset on
     * @param offset that offset
     */
    RecordBuffer(InputStream source, long offset) {
        this.source = source;
        bufferOffset = offset;
    }

    /**
     * Returns the lines of a split.
     *
     * @param source the file from {@code max(0, start - 1)} on
     * @param start the offset of the split in the file
     * @param end the offset of its end
     */
    public static RecordBuffer lines(InputStream source, long start, long end) throws IOException {
        return new LineRecords(source, start, end);
    }

    /** Returns the JSON texts of a whole file. */
    public static RecordBuffer json(Framing framing, InputStream text) throws IOException {
        return framing == Framing.LINES ? lines(text, 0, Long.MAX_VALUE) : new JsonRecords(text, framing == Framing.WHOLE);
    }

    /** Returns the Ion values of a whole file. The file is text or, unless records are lines, binary. */
    public static RecordBuffer ion(Framing framing, InputStream bytes) throws IOException {
        if (framing == Framing.LINES) {
            return lines(bytes, 0, Long.MAX_VALUE);
        }
        byte[] head = bytes.readNBytes(IonBinaryRecords.MARKER.length);
        InputStream all = new SequenceInputStream(new ByteArrayInputStream(head), bytes);
        return isBinaryIon(head, 0, head.length) ? new IonBinaryRecords(all) : new IonTextRecords(all);
    }

    /** Whether a range begins with the version marker of binary Ion. */
    public static boolean isBinaryIon(byte[] bytes, int from, int to) {
        return startsWith(IonBinaryRecords.MARKER, bytes, from, to);
    }

    /** Whether a range begins with the byte order mark of UTF-8. */
    public static boolean startsWithMark(byte[] bytes, int from, int to) {
        return startsWith(MARK, bytes, from, to);
    }

    private static boolean startsWith(byte[] mark, byte[] bytes, int from, int to) {
        return to - from >= mark.length && Arrays.equals(bytes, from, from + mark.length, mark, 0, mark.length);
    }

    /** Sets the length of the longest record, in bytes. */
    public final void limitRecords(int max) {
        recordMax = Math.min(max, LEN_MAX - SLACK);
    }

    /** Returns the length of the longest record, in bytes. */
    final int recordMax() {
        return recordMax;
    }

    /** Moves {@code start} over a byte order mark, before the first record of a file. Returns whether there was one. */
    public boolean skipMark() throws IOException {
        boolean isMore = true;
        while (limit - start < MARK.length && isMore) {
            isMore = fill();
        }
        boolean isMark = startsWithMark(buffer, start, limit);
        start += isMark ? MARK.length : 0;
        return isMark;
    }

    /**
     * Appends bytes at {@code limit}. Keeps the bytes from {@code start} on, and may lower {@code start}.
     *
     * @return false at the end of the file, or if the record exceeds the longest one
     */
    final boolean fill() throws IOException {
        if (ended) {
            return false;
        }
        if (limit - start > (long) recordMax + LOOK_AHEAD) {
            exceeds = true;
            return false;
        }
        int keep = start;
        if (keep > 0) {
            System.arraycopy(buffer, keep, buffer, 0, limit - keep);
            bufferOffset += keep;
            limit -= keep;
            start = 0;
        }
        if (limit == buffer.length - SLACK) {
            grow();
        }
        int read = source.read(buffer, limit, buffer.length - SLACK - limit);
        if (read < 0) {
            ended = true;
            return false;
        }
        limit += read;
        return true;
    }

    private void grow() throws RecordLengthException {
        try {
            if (buffer.length < LEN_MAX) {
                buffer = Arrays.copyOf(buffer, (int) Math.min(LEN_MAX, 2L * buffer.length));
                return;
            }
        } catch (OutOfMemoryError e) {
            // Only this array was too large; other allocations still succeed.
        }
        throw new RecordLengthException("the record at byte " + bufferOffset + " is longer than " + (limit - start)
                + " bytes, and the task has no memory for more of it");
    }

    static boolean isAscii(byte[] bytes, int from, int to) {
        int at = from;
        while (to - at >= 8) {
            if ((Words.load8(bytes, at) & HIGH_BITS) != 0) {
                return false;
            }
            at += 8;
        }
        while (at < to) {
            if (bytes[at] < 0) {
                return false;
            }
            at++;
        }
        return true;
    }

    /** Counts line feeds. */
    static int lineFeeds(byte[] bytes, int from, int to) {
        // Has no branch, so the JIT uses vectors.
        int found = 0;
        for (int i = from; i < to; i++) {
            found += bytes[i] == '\n' ? 1 : 0;
        }
        return found;
    }

    /** Counts the line feeds of the first bytes of a file. */
    static long lineFeeds(InputStream file, long len) throws IOException {
        byte[] piece = new byte[BUFFER_LEN];
        long left = len;
        long count = 0;
        while (left > 0) {
            int read = file.read(piece, 0, (int) Math.min(left, piece.length));
            if (read < 0) {
                break;
            }
            left -= read;
            count += lineFeeds(piece, 0, read);
        }
        return count;
    }

    /** Returns the offset of the first record, where {@link #linesBefore()} counts from. */
    abstract long firstOffset();

    /** Returns the line feeds of the split before the current record. */
    abstract long linesBefore();

    /**
     * Returns the line of the current record in its file, from 1. The first call reads the part of the file before the
     * split.
     */
    public final long line(Source file) throws IOException {
        if (linesBeforeFirst < 0) {
            linesBeforeFirst = 0;
            if (firstOffset() > 0) {
                try (InputStream head = file.open()) {
                    linesBeforeFirst = lineFeeds(head, firstOffset());
                }
            }
        }
        return linesBeforeFirst + linesBefore() + 1;
    }

    /** Returns the offset in the file of an index in the buffer. */
    final long offsetOf(int index) {
        return bufferOffset + index;
    }

    @Override
    public final byte[] buffer() {
        return buffer;
    }

    @Override
    public final int start() {
        return start;
    }

    @Override
    public final int end() {
        return end;
    }

    /** Returns the offset of the current record in the file; for a compressed file, in its text. */
    public final long offset() {
        return bufferOffset + start;
    }

    @Override
    public final void close() throws IOException {
        source.close();
    }
}
