package io.github.stringmill.spark.convert;

import io.github.stringmill.Base64Form;
import io.github.stringmill.JsonEscape;
import io.github.stringmill.Repairs;
import io.github.stringmill.Stringmill;
import io.github.stringmill.internal.EcmascriptNumber;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growable array of UTF-8. For one thread at a time. */
public final class TextBuffer {
    private static final int LEN_MAX = Integer.MAX_VALUE - 8;
    private static final int FIRST_LEN = 256;
    private static final int LONG_DIGITS = 19;
    /** Spare bytes beside the length of a text, for a few escapes. */
    private static final int ESCAPES = 16;

    private byte[] bytes;
    private int len;

    /**
     * Makes an empty buffer.
     *
     * @param expectedLen its first length
     */
    public TextBuffer(long expectedLen) {
        bytes = new byte[(int) Math.min(LEN_MAX, Math.max(FIRST_LEN, expectedLen))];
    }

    /**
     * The array.
     *
     * @return the array, which the next call may replace
     */
    public byte[] bytes() {
        return bytes;
    }

    /**
     * The number of bytes in the array.
     *
     * @return a length
     */
    public int len() {
        return len;
    }

    /**
     * Drops everything after the first bytes.
     *
     * @param to how many bytes stay
     */
    public void truncate(int to) {
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

    /**
     * Writes an ASCII character.
     *
     * @param ascii the character
     */
    public void put(char ascii) {
        reserve(1);
        bytes[len++] = (byte) ascii;
    }

    /**
     * Writes bytes.
     *
     * @param text the bytes
     */
    public void put(byte[] text) {
        put(text, 0, text.length);
    }

    /**
     * Writes a part of an array.
     *
     * @param text the array
     * @param from the start of the part
     * @param to the end of the part
     */
    public void put(byte[] text, int from, int to) {
        reserve(to - from);
        System.arraycopy(text, from, bytes, len, to - from);
        len += to - from;
    }

    /**
     * Writes ASCII.
     *
     * @param ascii the text
     */
    public void put(String ascii) {
        put(ascii.getBytes(StandardCharsets.ISO_8859_1));
    }

    /**
     * Writes {@code text[from, from + textLen)} with its escapes, without quotes.
     *
     * @param rules the escapes and the policy for ill-formed UTF-8
     * @param text the array
     * @param from the start of the text
     * @param textLen its length in bytes
     * @param repairs counts the repairs, or null
     * @throws io.github.stringmill.StringmillException an ill-formed piece that the policy rejects
     */
    public void escape(JsonEscape rules, byte[] text, int from, int textLen, Repairs repairs) {
        reserve((long) textLen + ESCAPES);
        int written = Stringmill.jsonEscape(rules, text, from, textLen, bytes, len, bytes.length - len, repairs);
        if (written == Stringmill.NO_ROOM) {
            reserve(Stringmill.jsonEscapeBound(rules, textLen));
            written = Stringmill.jsonEscape(rules, text, from, textLen, bytes, len, bytes.length - len, repairs);
        }
        len += written;
    }

    /** Writes bytes as the characters U+0000 to U+00FF, with their escapes. */
    void escapeLatin1(JsonEscape rules, byte[] text) {
        reserve(Stringmill.jsonEscapeLatin1Bound(rules, text.length));
        len += Stringmill.jsonEscapeLatin1(rules, text, 0, text.length, bytes, len, bytes.length - len);
    }

    /**
     * Writes base64.
     *
     * @param data the bytes that it encodes
     */
    public void base64(byte[] data) {
        reserve(Stringmill.base64EncodeBound(Base64Form.STANDARD, data.length));
        len += Stringmill.base64Encode(Base64Form.STANDARD, data, 0, data.length, bytes, len, bytes.length - len);
    }

    /**
     * Writes a number.
     *
     * @param number the number
     */
    public void put(long number) {
        if (number == Long.MIN_VALUE) {
            put(Long.toString(number));
            return;
        }
        if (number < 0) {
            put('-');
        }
        long left = Math.abs(number);
        int digits = 1;
        for (long power = 10; digits < LONG_DIGITS && left >= power; power *= 10) {
            digits++;
        }
        putDigits(left, digits);
    }

    /**
     * Writes the lowest digits of a number, with leading zeros.
     *
     * @param number the number, not negative
     * @param digits how many digits
     */
    public void putDigits(long number, int digits) {
        reserve(digits);
        long left = number;
        for (int at = len + digits - 1; at >= len; at--) {
            bytes[at] = (byte) ('0' + left % 10);
            left /= 10;
        }
        len += digits;
    }

    /**
     * Writes a finite float with the fewest digits: as ECMAScript does, and an exponent of zero if it has none.
     *
     * @param number the float
     */
    public void putFloat(double number) {
        reserve(EcmascriptNumber.LEN_MAX);
        int start = len;
        if (number == 0 && Double.doubleToRawLongBits(number) < 0) {
            bytes[len++] = '-';
        }
        len = EcmascriptNumber.write(number, bytes, len);
        for (int at = start; at < len; at++) {
            if (bytes[at] == 'e') {
                return;
            }
        }
        put("e0");
    }
}
