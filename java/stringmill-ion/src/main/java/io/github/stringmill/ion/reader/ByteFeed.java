package io.github.stringmill.ion.reader;

import java.io.Closeable;
import java.io.IOException;

/** Where the bytes of a stream come from. */
interface ByteFeed extends Closeable {
    /** Room that a character needs. */
    int LEAST_ROOM = 4;

    /**
     * Brings some bytes, at least one.
     *
     * @param len how much room there is, {@link #LEAST_ROOM} or more
     * @return how many; negative at the end
     */
    int read(byte[] dst, int at, int len) throws IOException;
}
