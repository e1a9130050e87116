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
 * Bytes of UTF-8 on their way to a stream, or to what takes characters.
 *
 * <p>Whoever writes asks for {@link #room}, stores into {@link #bytes} from there on and moves {@link #at}. The bytes
 * are handed on only between two characters, so what takes characters never gets a half.
 */
final class TextOutput {
    /** The most that is kept before it is handed on. */
    static final int LEN = 8192;

    private static final byte[] NOTHING = {};

    /** Arrays of writers that were closed: programs make a writer for each few values. */
    private static final Pool<byte[]> SPARE = new Pool<>(() -> new byte[LEN]);

    /** The bytes that are kept, and room behind them; may be another array after room was asked for. */
    byte[] bytes = NOTHING;

    /** How many bytes are kept. */
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
     * Makes room.
     *
     * @param len how many bytes, at most {@link #LEN}
     * @return where they begin
     */
    int room(int len) throws IOException {
        if (bytes.length - at < len) {
            makeRoom();
        }
        return at;
    }

    private void makeRoom() throws IOException {
        if (bytes == NOTHING) {
            bytes = SPARE.take();
        } else {
            handOn();
        }
    }

    /** The bytes behind those that are kept. */
    ByteBuffer free() {
        if (buffer == null || buffer.array() != bytes) {
            buffer = ByteBuffer.wrap(bytes);
        }
        return buffer.clear().position(at);
    }

    /** Writes a character of ASCII. */
    void put(char ascii) throws IOException {
        int to = room(1);
        bytes[to] = (byte) ascii;
        at = to + 1;
    }

    /** Writes a short text of ASCII. */
    void put(byte[] text) throws IOException {
        int to = room(text.length);
        System.arraycopy(text, 0, bytes, to, text.length);
        at = to + text.length;
    }

    /** Writes text of ASCII, however long. */
    @SuppressWarnings("deprecation") // The one copy of characters into bytes that allocates nothing; right for ASCII.
    void putAscii(String text) throws IOException {
        int len = text.length();
        int from = 0;
        while (from < len) {
            int piece = Math.min(len - from, LEN);
            int to = room(piece);
            text.getBytes(from, from + piece, bytes, to);
            at = to + piece;
            from += piece;
        }
    }

    /** Writes a character of ASCII so many times. */
    void putTimes(char ascii, int times) throws IOException {
        int left = times;
        while (left > 0) {
            int piece = Math.min(left, LEN);
            int to = room(piece);
            Arrays.fill(bytes, to, to + piece, (byte) ascii);
            at = to + piece;
            left -= piece;
        }
    }

    private void handOn() throws IOException {
        int len = at;
        if (len == 0) {
            return;
        }
        if (stream != null) {
            stream.write(bytes, 0, len);
        } else {
            characters.append(new String(bytes, 0, len, StandardCharsets.UTF_8));
        }
        // After an exception they are still here, as with ion-java.
        at = 0;
    }

    /** Hands on all bytes, and flushes what takes them. */
    void flush() throws IOException {
        handOn();
        if (stream != null) {
            stream.flush();
        } else if (characters instanceof Flushable) {
            ((Flushable) characters).flush();
        }
    }

    /** Hands on all bytes, and closes what takes them even if that failed. */
    void close() throws IOException {
        try {
            if (stream != null) {
                flush();
            } else {
                handOn();
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
