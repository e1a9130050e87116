package io.github.stringmill.spark.records;

import io.github.stringmill.ErrorCode;
import java.io.IOException;
import java.io.InputStream;

/**
 * Values one after another in a file, from its start. Finds the bounds of each value by its quotes and brackets alone; the
 * reader of records then checks the value, and so its bounds.
 *
 * <p>Only the current value is in the buffer.
 */
abstract class ValueRecords extends RecordBuffer {
    private boolean ascii;
    private boolean isLast;
    /** Line feeds before {@code start}. */
    private long lines;
    private ErrorCode error;
    private int errorOffset;
    /** The byte at {@code end}. The parser may overwrite it, although it belongs to the next value. */
    private byte following;

    ValueRecords(InputStream source) {
        super(source, 0);
    }

    /** Moves {@code start} to the next value, by {@link #skip}; false at the end of the file. */
    abstract boolean findValue() throws IOException;

    /** Returns the length of the value at {@code start}; may exceed the rest of the file. */
    abstract int valueLen() throws IOException;

    @Override
    public final boolean next() throws IOException {
        if (isLast) {
            return false;
        }
        if (end > start) {
            buffer[end] = following;
            skip(end - start);
        }
        if (!findValue() && !exceeds) {
            isLast = true;
            return false;
        }
        int len = error == null && !exceeds ? valueLen() : 0;
        end = Math.min(start + len, limit);
        if (exceeds || len > recordMax()) {
            end = Math.min(start + recordMax(), limit);
            refuse(ErrorCode.LIMIT_RECORD_LEN);
            errorOffset = end - start;
        }
        following = buffer[end];
        ascii = isAscii(buffer, start, end);
        return true;
    }

    @Override
    public final void takeRest(boolean keepsBytes) throws IOException {
        buffer[end] = following;
        isLast = true;
        if (keepsBytes) {
            boolean isMore = true;
            while (isMore) {
                isMore = fill();
            }
            end = Math.min(start + recordMax(), limit);
        }
    }

    /** Notes the error at a place where a value is expected. */
    final void refuse(ErrorCode code) {
        error = code;
    }

    /** Moves {@code start} over bytes in the buffer. */
    final void skip(int len) {
        lines += lineFeeds(buffer, start, start + len);
        start += len;
    }

    /** Returns the byte at a distance from {@code start}; -1 after the end of the file. */
    final int at(int distance) throws IOException {
        while (limit - start <= distance) {
            if (!fill()) {
                return -1;
            }
        }
        return buffer[start + distance] & 0xFF;
    }

    /** Returns the distance of the first byte from {@code from} on that is in a table, or of the end of the file. */
    final int find(boolean[] table, int from) throws IOException {
        int distance = from;
        while (true) {
            byte[] bytes = buffer;
            int stop = limit;
            int place = start + distance;
            while (place < stop && !table[bytes[place] & 0xFF]) {
                place++;
            }
            distance = place - start;
            if (place < stop || !fill()) {
                return distance;
            }
        }
    }

    /** Returns the distance after the next quote that no backslash escapes, or of the end of the file. */
    final int quotedEnd(boolean[] quoteOrBackslash, int from) throws IOException {
        int distance = find(quoteOrBackslash, from);
        while (at(distance) == '\\') {
            distance = find(quoteOrBackslash, distance + 2);
        }
        return distance + 1;
    }

    @Override
    public final ErrorCode error() {
        return error;
    }

    @Override
    public final int errorOffset() {
        return errorOffset;
    }

    @Override
    final long firstOffset() {
        return 0;
    }

    @Override
    final long linesBefore() {
        return lines;
    }

    @Override
    public final boolean isAscii() {
        return ascii;
    }
}
