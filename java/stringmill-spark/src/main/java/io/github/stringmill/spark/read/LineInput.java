package io.github.stringmill.spark.read;

import io.github.stringmill.internal.Words;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The lines of one split, as ranges of a buffer.
 *
 * <p>A line belongs to the split in which it begins: at the start of the file, or after a line feed. So the reader of a
 * split that is not the first opens one byte before it, drops everything up to the first line feed, and reads the last
 * line to its end, which may be in another split.
 */
final class LineInput implements Records {
    private static final int BUFFER_LEN = 1 << 18;
    /** The longest array that all JVMs make. */
    private static final int LEN_MAX = Integer.MAX_VALUE - 8;
    private static final long LINE_FEEDS = 0x0A0A0A0A0A0A0A0AL;
    private static final long LOW_BITS = 0x7F7F7F7F7F7F7F7FL;
    private static final long HIGH_BITS = ~LOW_BITS;

    private final InputStream source;
    /** No line begins here or later. */
    private final long splitEnd;
    private byte[] buffer = new byte[BUFFER_LEN];
    private int limit;
    /** Offset of {@code buffer[0]} in the file. */
    private long bufferOffset;
    private boolean ended;
    /** Where the next line begins in the buffer. */
    private int next;

    private int lineStart;
    private int lineEnd;
    private boolean ascii;
    private final long firstOffset;
    /** Line feeds before the current line. */
    private long lines = -1;

    /**
     * Makes the lines of a split.
     *
     * @param source the file from {@code max(0, start - 1)} on
     * @param start offset of the split in the file
     * @param end offset of its end
     */
    LineInput(InputStream source, long start, long end) throws IOException {
        this.source = source;
        this.splitEnd = end;
        if (start > 0) {
            bufferOffset = start - 1;
            dropLine();
        }
        firstOffset = bufferOffset + next;
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
            // Without a branch, so that the JIT uses vectors.
            int found = 0;
            for (int i = 0; i < read; i++) {
                found += piece[i] == '\n' ? 1 : 0;
            }
            count += found;
        }
        return count;
    }

    /** Drops everything up to the first line feed; a line without an end is another split's. */
    private void dropLine() throws IOException {
        while (true) {
            int at = lineFeed(next, limit);
            if (at < limit) {
                next = at + 1;
                return;
            }
            next = limit;
            if (!fill()) {
                return;
            }
        }
    }

    @Override
    public boolean next() throws IOException {
        if (bufferOffset + next >= splitEnd) {
            return false;
        }
        lineStart = next;
        ascii = true;
        int scanned = next;
        while (true) {
            int at = lineFeed(scanned, limit);
            if (at < limit) {
                lineEnd = at;
                next = at + 1;
                lines++;
                return true;
            }
            int known = limit - lineStart;
            if (!fill()) {
                lineEnd = limit;
                next = limit;
                lines++;
                return lineEnd > lineStart;
            }
            scanned = lineStart + known;
        }
    }

    /** Returns the index of the next line feed, or {@code to}; notes bytes above 0x7F. */
    private int lineFeed(int from, int to) {
        byte[] bytes = buffer;
        int at = from;
        long high = 0;
        while (to - at >= 8) {
            long word = Words.load8(bytes, at);
            high |= word;
            long other = word ^ LINE_FEEDS;
            // The high bit of each byte that is a line feed, exactly: no carry leaves a byte.
            long found = ~(((other & LOW_BITS) + LOW_BITS) | other | LOW_BITS);
            if (found != 0) {
                int place = Long.numberOfTrailingZeros(found) >> 3;
                // Bytes after the line feed are of the next line.
                ascii &= (high & HIGH_BITS) == 0 || isAscii(bytes, from, at + place);
                return at + place;
            }
            at += 8;
        }
        ascii &= (high & HIGH_BITS) == 0;
        while (at < to && bytes[at] != '\n') {
            ascii &= bytes[at] >= 0;
            at++;
        }
        return at;
    }

    private static boolean isAscii(byte[] bytes, int from, int to) {
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

    /** Reads more bytes after those of the current line, which moves to the front; false at the end of the file. */
    private boolean fill() throws IOException {
        if (ended) {
            return false;
        }
        int keep = Math.min(lineStart, next);
        if (keep > 0) {
            System.arraycopy(buffer, keep, buffer, 0, limit - keep);
            bufferOffset += keep;
            limit -= keep;
            next -= keep;
            lineStart -= keep;
        }
        if (limit == buffer.length - SLACK) {
            if (buffer.length == LEN_MAX) {
                throw new IOException("a record at byte " + bufferOffset + " is longer than " + (LEN_MAX - SLACK) + " bytes");
            }
            buffer = Arrays.copyOf(buffer, (int) Math.min(LEN_MAX, 2L * buffer.length));
        }
        int read = source.read(buffer, limit, buffer.length - SLACK - limit);
        if (read < 0) {
            ended = true;
            return false;
        }
        limit += read;
        return true;
    }

    @Override
    public byte[] buffer() {
        return buffer;
    }

    @Override
    public int start() {
        return lineStart;
    }

    @Override
    public int end() {
        return lineEnd;
    }

    @Override
    public long offset() {
        return bufferOffset + lineStart;
    }

    @Override
    public long firstOffset() {
        return firstOffset;
    }

    @Override
    public long linesBefore() {
        return lines;
    }

    @Override
    public boolean isAscii() {
        return ascii;
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
