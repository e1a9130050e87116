package io.github.stringmill.ion.reader;

import java.io.Closeable;
import java.io.IOException;

/** Where the bytes of a stream come from. */
interface ByteFeed extends Closeable {
    /**
     * Brings some bytes, at least one.
     *
     * @return how many; negative at the end
     */
    int read(byte[] dst, int at, int len) throws IOException;
}
