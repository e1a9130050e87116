package io.github.stringmill.ion.reader;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * A packed stream for {@link java.util.zip.GZIPInputStream}, and a check of the end of the unpacked stream.
 *
 * <p>After a member, the {@code GZIPInputStream} of JDK 17 looks for another one only if {@code available} is above
 * zero, which a stream may return before its end. The {@code GZIPInputStream} of every JDK ends without an exception if
 * the packed stream fails at that time. So this stream reads ahead to answer {@code available}, and remembers failures.
 */
public final class GzipMembers extends FilterInputStream {
    /** No byte was read ahead. */
    private static final int NONE = -2;
    private static final int END = -1;

    private int nextByte = NONE;
    private IOException failure;

    /**
     * A packed stream.
     *
     * @param packed the members, one after another
     */
    public GzipMembers(InputStream packed) {
        super(packed);
    }

    /**
     * Wraps the unpacked stream, so that its end is an exception if this stream has failed.
     *
     * @param unpacked reads from this stream
     * @return the stream to read
     */
    public InputStream withCheckedEnd(InputStream unpacked) {
        return new FilterInputStream(unpacked) {
            @Override
            public int read() throws IOException {
                return check(super.read());
            }

            @Override
            public int read(byte[] dst, int at, int len) throws IOException {
                return check(super.read(dst, at, len));
            }
        };
    }

    private int check(int read) throws IOException {
        if (read < 0 && failure != null) {
            throw failure;
        }
        return read;
    }

    @Override
    public int read() throws IOException {
        if (nextByte != NONE) {
            int next = nextByte;
            nextByte = next == END ? END : NONE;
            return next;
        }
        try {
            return super.read();
        } catch (IOException e) {
            throw noteFailure(e);
        }
    }

    @Override
    public int read(byte[] dst, int at, int len) throws IOException {
        if (nextByte != NONE && len > 0) {
            int next = read();
            if (next < 0) {
                return -1;
            }
            dst[at] = (byte) next;
            return 1;
        }
        try {
            return super.read(dst, at, len);
        } catch (IOException e) {
            throw noteFailure(e);
        }
    }

    /** Remembers a failure, but not an end of the stream that is an exception. */
    private IOException noteFailure(IOException e) {
        if (!(e instanceof EOFException)) {
            failure = e;
        }
        return e;
    }

    @Override
    public int available() throws IOException {
        if (nextByte == NONE) {
            try {
                nextByte = read();
            } catch (EOFException e) {
                nextByte = END;
            }
        }
        return nextByte == END ? 0 : 1;
    }

    @Override
    public long skip(long count) throws IOException {
        return count <= 0 || read() < 0 ? 0 : 1;
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
