package io.github.stringmill.ion.writer;

import io.github.stringmill.internal.Pool;
import java.io.Closeable;
import java.io.Flushable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * A buffer of UTF-8 in front of a stream or an {@link Appendable}.
 *
 * <p>The classes of this package call {@link #reserve}, store into {@link #bytes} from the returned index on, and move
 * {@link #at}. The buffer is drained only between two characters, so an {@code Appendable} never gets half a character.
 */
final class TextOutput {
    /** The size of the buffer. */
    static final int LEN = 8192;

    private static final byte[] NOTHING = {};

    /** Buffers of closed writers; programs often make a writer for a few values. */
    private static final Pool<byte[]> SPARE = new Pool<>(() -> new byte[LEN]);

    /** The buffer; {@link #reserve} may replace it. */
    byte[] bytes = NOTHING;

    /** The number of buffered bytes. */
    int at;

    private final OutputStream stream;
    private final Appendable characters;
    private ByteBuffer buffer;

    TextOutput(OutputStream stream) {
        this.stream = Objects.requireNonNull(stream);
        this.characters = null;
    }

    TextOutput(Appendable characters) {
        this.stream = null;
        this.characters = Objects.requireNonNull(characters);
    }

    /**
     * Makes sure that {@code len} more bytes fit into the buffer.
     *
     * @param len at most {@link #LEN}
     * @return the index of the first of them
     */
    int reserve(int len) throws IOException {
        if (bytes.length - at < len) {
            makeSpare();
        }
        return at;
    }

    private void makeSpare() throws IOException {
        if (bytes == NOTHING) {
            bytes = SPARE.take();
        } else {
            drain();
        }
    }

    /** The unused part of the buffer. */
    ByteBuffer spare() {
        if (buffer == null || buffer.array() != bytes) {
            buffer = ByteBuffer.wrap(bytes);
        }
        return buffer.clear().position(at);
    }

    /** Writes an ASCII character. */
    void put(char ascii) throws IOException {
        int to = reserve(1);
        bytes[to] = (byte) ascii;
        at = to + 1;
    }

    /** Writes ASCII of at most {@link #LEN} bytes. */
    void put(byte[] text) throws IOException {
        int to = reserve(text.length);
        System.arraycopy(text, 0, bytes, to, text.length);
        at = to + text.length;
    }

    /** Writes ASCII of any length. */
    @SuppressWarnings("deprecation") // The only copy of characters into bytes that allocates nothing; right for ASCII.
    void putAscii(String text) throws IOException {
        int len = text.length();
        int from = 0;
        while (from < len) {
            int piece = Math.min(len - from, LEN);
            int to = reserve(piece);
            text.getBytes(from, from + piece, bytes, to);
            at = to + piece;
            from += piece;
        }
    }

    /** Writes an ASCII character {@code times} times. */
    void putTimes(char ascii, int times) throws IOException {
        int left = times;
        while (left > 0) {
            int piece = Math.min(left, LEN);
            int to = reserve(piece);
            Arrays.fill(bytes, to, to + piece, (byte) ascii);
            at = to + piece;
            left -= piece;
        }
    }

    private void drain() throws IOException {
        int len = at;
        if (len == 0) {
            return;
        }
        if (stream != null) {
            stream.write(bytes, 0, len);
        } else {
            characters.append(new String(bytes, 0, len, StandardCharsets.UTF_8));
        }
        // After an exception the bytes are still buffered, as with ion-java.
        at = 0;
    }

    /** Drains the buffer and flushes the target. */
    void flush() throws IOException {
        drain();
        if (stream != null) {
            stream.flush();
        } else if (characters instanceof Flushable) {
            ((Flushable) characters).flush();
        }
    }

    /** Drains the buffer, and closes the target even if that failed. */
    void close() throws IOException {
        try {
            if (stream != null) {
                flush();
            } else {
                drain();
            }
        } finally {
            giveBack();
            if (stream != null) {
                stream.close();
            } else if (characters instanceof Closeable) {
                ((Closeable) characters).close();
            }
        }
    }

    private void giveBack() {
        if (bytes != NOTHING) {
            SPARE.give(bytes);
            bytes = NOTHING;
            at = 0;
            buffer = null;
        }
    }
}
