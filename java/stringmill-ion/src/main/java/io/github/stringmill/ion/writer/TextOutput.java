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
 *
 * <p>After a failure the target gets no more text: how much it took is unknown, and more text after a gap could turn
 * the content of a string into values.
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

    /** The failure of the target. The buffer is then empty, so that every write calls {@link #makeSpare}. */
    private Throwable failure;

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
        requireTarget();
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

    boolean hasFailed() {
        return failure != null;
    }

    private void requireTarget() throws IOException {
        if (failure != null) {
            throw new IOException("the target has failed before, so nothing more is written to it", failure);
        }
    }

    private void drain() throws IOException {
        requireTarget();
        int len = at;
        if (len == 0) {
            return;
        }
        try {
            if (stream != null) {
                stream.write(bytes, 0, len);
            } else {
                characters.append(new String(bytes, 0, len, StandardCharsets.UTF_8));
            }
        } catch (IOException | RuntimeException | Error e) {
            fail(e);
            throw e;
        }
        at = 0;
    }

    private void fail(Throwable cause) {
        failure = cause;
        giveBack();
    }

    /** Drains the buffer and flushes the target. */
    void flush() throws IOException {
        drain();
        try {
            if (stream != null) {
                stream.flush();
            } else if (characters instanceof Flushable) {
                ((Flushable) characters).flush();
            }
        } catch (IOException | RuntimeException | Error e) {
            fail(e);
            throw e;
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
