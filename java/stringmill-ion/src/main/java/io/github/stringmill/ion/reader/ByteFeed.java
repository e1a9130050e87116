package io.github.stringmill.ion.reader;

import java.io.Closeable;
import java.io.IOException;

/** A source of bytes, from which {@link ByteInput} fills its window. */
interface ByteFeed extends Closeable {
    /** Spare that one character needs. */
    int MIN_SPARE = 4;

    /**
     * Reads some bytes, at least one.
     *
     * @param len how many bytes fit, {@link #MIN_SPARE} or more
     * @return how many were read; negative at the end
     */
    int read(byte[] dst, int at, int len) throws IOException;
}
