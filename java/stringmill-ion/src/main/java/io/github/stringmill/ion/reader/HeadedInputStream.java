package io.github.stringmill.ion.reader;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream whose first bytes {@code StringmillIonReaderBuilder} has read to recognise its format, before the rest. */
public final class HeadedInputStream extends FilterInputStream {
    private final byte[] head;
    private final int headLen;
    private int headRead;

    /**
     * Puts bytes before a stream.
     *
     * @param head the bytes that were read
     * @param headLen how many of them to use
     * @param rest the stream after them
     */
    public HeadedInputStream(byte[] head, int headLen, InputStream rest) {
        super(rest);
        this.head = head;
        this.headLen = headLen;
    }

    @Override
    public int read() throws IOException {
        return headRead < headLen ? head[headRead++] & 0xFF : super.read();
    }

    @Override
    public int read(byte[] dst, int at, int len) throws IOException {
        if (headRead == headLen || len == 0) {
            return super.read(dst, at, len);
        }
        int some = Math.min(len, headLen - headRead);
        System.arraycopy(head, headRead, dst, at, some);
        headRead += some;
        return some;
    }

    @Override
    public long skip(long count) throws IOException {
        long some = Math.min(Math.max(count, 0), headLen - headRead);
        headRead += (int) some;
        return some > 0 ? some : super.skip(count);
    }

    @Override
    public int available() throws IOException {
        return headLen - headRead + super.available();
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
