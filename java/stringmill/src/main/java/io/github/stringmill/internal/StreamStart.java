package io.github.stringmill.internal;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The first bytes of a stream, read to find out its encoding. As a stream, it returns them once more, then the rest; an
 * exception of the first reads follows them.
 */
public final class StreamStart extends InputStream {
    /** The number of bytes that tell the encodings of JSON apart. */
    private static final int NEEDED_LEN = 4;

    private final InputStream in;
    private byte[] first;
    private int at;
    private int len;
    private Exception failure;

    /**
     * Reads the first bytes: four, if the stream has as many, or more if it returns more at once.
     *
     * @param in the stream
     * @param buffer receives the bytes
     */
    public StreamStart(InputStream in, byte[] buffer) {
        this.in = in;
        first = buffer;
        try {
            int read = 0;
            while (len < NEEDED_LEN && read >= 0) {
                read = in.read(buffer, len, buffer.length - len);
                len += Math.max(read, 0);
                if (read == 0) {
                    break;
                }
            }
        } catch (IOException | RuntimeException e) {
            failure = e;
        }
    }

    /**
     * Returns the length of the UTF-8 byte order mark, as Jackson detects it: only if at least four bytes are there.
     *
     * @param src the start of the input
     * @param from the first byte
     * @param to the end of the bytes
     */
    public static int markLen(byte[] src, int from, int to) {
        boolean marked = to - from >= NEEDED_LEN && src[from] == (byte) 0xEF && src[from + 1] == (byte) 0xBB
                && src[from + 2] == (byte) 0xBF;
        return marked ? 3 : 0;
    }

    /** Returns the number of bytes in the buffer. */
    public int len() {
        return len;
    }

    /** Returns whether the stream failed. */
    public boolean failed() {
        return failure != null;
    }

    /** Copies the bytes, since the buffer may now be reused; returns this stream. */
    public InputStream detached() {
        first = Arrays.copyOf(first, len);
        return this;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] dst, int offset, int capacity) throws IOException {
        if (at < len) {
            int count = Math.min(capacity, len - at);
            System.arraycopy(first, at, dst, offset, count);
            at += count;
            return count;
        }
        if (failure != null) {
            Exception cause = failure;
            failure = null;
            if (cause instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            throw (IOException) cause;
        }
        return in.read(dst, offset, capacity);
    }

    @Override
    public int available() throws IOException {
        return at < len ? len - at : in.available();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
