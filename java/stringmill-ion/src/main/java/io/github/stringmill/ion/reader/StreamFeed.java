package io.github.stringmill.ion.reader;

import java.io.IOException;
import java.io.InputStream;

/** The bytes of an input stream, for {@link ByteInput}. */
record StreamFeed(InputStream stream) implements ByteFeed {
    @Override
    public int read(byte[] dst, int at, int len) throws IOException {
        int count;
        do {
            count = stream.read(dst, at, len);
        } while (count == 0);
        return count;
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
