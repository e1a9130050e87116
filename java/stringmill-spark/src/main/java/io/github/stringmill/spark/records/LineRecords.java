package io.github.stringmill.spark.records;

import io.github.stringmill.ErrorCode;
import io.github.stringmill.internal.Words;
import java.io.IOException;
import java.io.InputStream;

/**
 * The lines of one split, as ranges of a buffer.
 *
 * <p>A line belongs to the split in which it begins: at the start of the file, or after a line feed. So the reader of a
 * split that is not the first opens one byte before it, drops everything up to the first line feed, and reads the last
 * line to its end, which may be in another split.
 */
final class LineRecords extends RecordBuffer {
    private static final long LINE_FEEDS = 0x0A0A0A0A0A0A0A0AL;
    private static final long LOW_BITS = 0x7F7F7F7F7F7F7F7FL;
    private static final long HIGH_BITS = ~LOW_BITS;

    /** Lines from this offset on belong to other splits. */
    private long splitEnd;
    /** Where the next line begins in the buffer. */
    private int next;
    private boolean ascii;
    private boolean isTooLong;
    /** Whether the current line continues after the buffer, so that its rest has to be dropped. */
    private boolean hasRest;
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
    LineRecords(InputStream source, long start, long end) throws IOException {
        super(source, Math.max(0, start - 1));
        this.splitEnd = end;
        if (start > 0) {
            dropLine();
        }
        firstOffset = offsetOf(next);
    }

    /**
     * The line after the mark belongs to the split that begins with the mark, even if the split has only the first byte
     * of the mark.
     */
    @Override
    public boolean skipMark() throws IOException {
        boolean isMark = super.skipMark();
        next = start;
        splitEnd = isMark ? Math.max(splitEnd, offsetOf(start) + 1) : splitEnd;
        return isMark;
    }

    /**
     * Drops everything up to the first line feed. Stops at the end of the split, because no later line belongs to it.
     */
    private void dropLine() throws IOException {
        while (offsetOf(start) < splitEnd) {
            int at = lineFeed(start, limit);
            if (at < limit) {
                next = at + 1;
                return;
            }
            start = limit;
            if (!fill()) {
                break;
            }
        }
        next = start;
    }

    @Override
    public boolean next() throws IOException {
        start = next;
        if (hasRest) {
            hasRest = false;
            exceeds = false;
            dropLine();
            start = next;
        }
        if (offsetOf(next) >= splitEnd) {
            return false;
        }
        ascii = true;
        int scanned = next;
        while (true) {
            int at = lineFeed(scanned, limit);
            if (at < limit) {
                endLine(at);
                next = at + 1;
                return true;
            }
            int known = limit - start;
            if (!fill()) {
                endLine(limit);
                next = limit;
                hasRest = exceeds;
                return end > start;
            }
            scanned = start + known;
        }
    }

    private void endLine(int at) {
        lines++;
        isTooLong = at - start > recordMax();
        end = isTooLong ? start + recordMax() : at;
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
            // Sets the high bit of exactly the bytes that are a line feed: no carry leaves a byte.
            long found = ~(((other & LOW_BITS) + LOW_BITS) | other | LOW_BITS);
            if (found != 0) {
                int place = Long.numberOfTrailingZeros(found) >> 3;
                // Bytes after the line feed belong to the next line.
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

    @Override
    public void takeRest(boolean keepsBytes) {
        // Ignored: the next line is a new record.
    }

    @Override
    public ErrorCode error() {
        return isTooLong ? ErrorCode.LIMIT_RECORD_LEN : null;
    }

    @Override
    public int errorOffset() {
        return isTooLong ? end - start : 0;
    }

    @Override
    long firstOffset() {
        return firstOffset;
    }

    @Override
    long linesBefore() {
        return lines;
    }

    @Override
    public boolean isAscii() {
        return ascii;
    }
}
