package io.github.stringmill.spark.read;

import io.github.stringmill.internal.Words;
import io.github.stringmill.spark.Undeclared;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.apache.spark.SparkException;

/** A window of a file that slides from record to record, and grows to the longest one. */
abstract class RecordBuffer implements Records {
    static final int BUFFER_LEN = 1 << 18;
    private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    /** The longest array that all JVMs make. */
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
    /** Whether the buffer has more than the longest record, so that it was not filled. */
    boolean exceeds;
    /** The current record. */
    int start;
    int end;

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

    /** Sets the length of the longest record, in bytes. */
    final void limitRecords(int max) {
        recordMax = Math.min(max, LEN_MAX - SLACK);
    }

    /** Returns the length of the longest record, in bytes. */
    final int recordMax() {
        return recordMax;
    }

    /** Moves {@code start} over a byte order mark, before the first record of a file. Returns whether there was one. */
    boolean skipMark() throws IOException {
        boolean isMore = true;
        while (limit - start < MARK.length && isMore) {
            isMore = fill();
        }
        boolean isMark = startsWithMark(buffer, start, limit);
        start += isMark ? MARK.length : 0;
        return isMark;
    }

    /** Whether a range begins with the byte order mark of UTF-8. */
    static boolean startsWithMark(byte[] bytes, int from, int to) {
        return to - from >= MARK.length && Arrays.equals(bytes, from, from + MARK.length, MARK, 0, MARK.length);
    }

    /**
     * Appends bytes at {@code limit}. Those from {@code start} on stay, and {@code start} may become lower.
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

    private void grow() {
        try {
            if (buffer.length < LEN_MAX) {
                buffer = Arrays.copyOf(buffer, (int) Math.min(LEN_MAX, 2L * buffer.length));
                return;
            }
        } catch (OutOfMemoryError e) {
            // One array was too large; the heap is as usable as before.
        }
        throw Undeclared.raise(new SparkException("the record at byte " + bufferOffset + " is longer than "
                + (limit - start) + " bytes, and the task has no memory for more of it: the option "
                + RecordOptions.MAX_RECORD_BYTES + " makes it a bad record"));
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
        // Without a branch, so that the JIT uses vectors.
        int found = 0;
        for (int i = from; i < to; i++) {
            found += bytes[i] == '\n' ? 1 : 0;
        }
        return found;
    }

    /** Returns the offset of an index in the file. */
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

    @Override
    public final long offset() {
        return bufferOffset + start;
    }

    @Override
    public final void close() throws IOException {
        source.close();
    }
}
