package io.github.stringmill.spark.convert;

import io.github.stringmill.Base64Form;
import io.github.stringmill.JsonEscape;
import io.github.stringmill.Repairs;
import io.github.stringmill.Stringmill;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growable array of UTF-8. For one thread at a time. */
final class TextBuffer {
    private static final int LEN_MAX = Integer.MAX_VALUE - 8;
    private static final int FIRST_LEN = 256;
    /** Spare bytes beside the length of a text, for a few escapes. */
    private static final int ESCAPES = 16;

    private byte[] bytes;
    private int len;

    TextBuffer(long expectedLen) {
        bytes = new byte[(int) Math.min(LEN_MAX, Math.max(FIRST_LEN, expectedLen))];
    }

    byte[] bytes() {
        return bytes;
    }

    int len() {
        return len;
    }

    /** Drops everything after the first bytes. */
    void truncate(int to) {
        len = to;
    }

    byte[] toByteArray() {
        return len == bytes.length ? bytes : Arrays.copyOf(bytes, len);
    }

    private void reserve(long more) {
        if (bytes.length - len < more) {
            long least = len + more;
            if (least > LEN_MAX) {
                throw new OutOfMemoryError("more output than an array can hold");
            }
            bytes = Arrays.copyOf(bytes, (int) Math.min(LEN_MAX, Math.max(least, 2L * bytes.length)));
        }
    }

    void put(char ascii) {
        reserve(1);
        bytes[len++] = (byte) ascii;
    }

    void put(byte[] text) {
        put(text, 0, text.length);
    }

    void put(byte[] text, int from, int to) {
        reserve(to - from);
        System.arraycopy(text, from, bytes, len, to - from);
        len += to - from;
    }

    /** Writes ASCII. */
    void put(String ascii) {
        put(ascii.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Writes {@code text[from, from + textLen)} with its escapes, without quotes. */
    void escape(JsonEscape rules, byte[] text, int from, int textLen, Repairs repairs) {
        reserve((long) textLen + ESCAPES);
        int written = Stringmill.jsonEscape(rules, text, from, textLen, bytes, len, bytes.length - len, repairs);
        if (written == Stringmill.NO_ROOM) {
            reserve(Stringmill.jsonEscapeBound(rules, textLen));
            written = Stringmill.jsonEscape(rules, text, from, textLen, bytes, len, bytes.length - len, repairs);
        }
        len += written;
    }

    /** Writes bytes as characters up to U+00FF, with their escapes. */
    void escapeLatin1(JsonEscape rules, byte[] text) {
        reserve(Stringmill.jsonEscapeLatin1Bound(rules, text.length));
        len += Stringmill.jsonEscapeLatin1(rules, text, 0, text.length, bytes, len, bytes.length - len);
    }

    void base64(byte[] data) {
        reserve(Stringmill.base64EncodeBound(Base64Form.STANDARD, data.length));
        len += Stringmill.base64Encode(Base64Form.STANDARD, data, 0, data.length, bytes, len, bytes.length - len);
    }
}
