package io.github.stringmill.ion.reader;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The characters of a reader as UTF-8, for {@link ByteInput}. A lone surrogate becomes the three bytes of its code
 * point: it is allowed in a comment, and the scanners refuse it elsewhere.
 */
final class CharFeed implements ByteFeed {
    /** The most bytes of one UTF-16 unit. */
    private static final int UNIT_BYTES = 3;

    private final Reader reader;
    private final char[] chars = new char[4096];
    private int at;
    private int end;
    private boolean reachedEnd;

    CharFeed(Reader reader) {
        this.reader = reader;
    }

    @Override
    public int read(byte[] dst, int put, int len) throws IOException {
        int from = put;
        // A high surrogate at the end waits for its partner.
        while (put == from) {
            if ((at == end || end - at == 1 && Character.isHighSurrogate(chars[at])) && !reachedEnd) {
                refill();
            }
            if (at == end) {
                return -1;
            }
            put = encode(dst, put, put + len);
        }
        return put - from;
    }

    private void refill() throws IOException {
        int left = end - at;
        if (left > 0) {
            chars[0] = chars[at];
        }
        int count;
        do {
            count = reader.read(chars, left, chars.length - left);
        } while (count == 0);
        at = 0;
        end = left + Math.max(count, 0);
        reachedEnd = count < 0;
    }

    private int encode(byte[] dst, int put, int dstEnd) {
        while (at < end && dstEnd - put > UNIT_BYTES) {
            char c = chars[at];
            if (c < 0x80) {
                dst[put++] = (byte) c;
                at++;
            } else if (Character.isHighSurrogate(c) && at + 1 == end && !reachedEnd) {
                break;
            } else {
                int last = at + 1 < end ? chars[at + 1] : 0;
                boolean pair = Character.isHighSurrogate(c) && Character.isLowSurrogate((char) last);
                put = encode(pair ? Character.toCodePoint(c, (char) last) : c, dst, put);
                at += pair ? 2 : 1;
            }
        }
        return put;
    }

    private static int encode(int codePoint, byte[] dst, int put) {
        if (codePoint < 0x800) {
            dst[put++] = (byte) (0xC0 | codePoint >> 6);
        } else {
            if (codePoint < 0x10000) {
                dst[put++] = (byte) (0xE0 | codePoint >> 12);
            } else {
                dst[put++] = (byte) (0xF0 | codePoint >> 18);
                dst[put++] = (byte) (0x80 | codePoint >> 12 & 0x3F);
            }
            dst[put++] = (byte) (0x80 | codePoint >> 6 & 0x3F);
        }
        dst[put++] = (byte) (0x80 | codePoint & 0x3F);
        return put;
    }

    /** The UTF-8 of a text, encoded like a feed of it. */
    static byte[] bytes(String text) {
        byte[] plain = text.getBytes(StandardCharsets.UTF_8);
        boolean isAscii = plain.length == text.length() && new String(plain, StandardCharsets.ISO_8859_1).equals(text);
        if (isAscii || !hasSurrogate(text)) {
            return plain;
        }
        byte[] bytes = new byte[Math.multiplyExact(text.length(), UNIT_BYTES)];
        int put = 0;
        for (int i = 0, codePoint; i < text.length(); i += Character.charCount(codePoint)) {
            codePoint = text.codePointAt(i);
            if (codePoint < 0x80) {
                bytes[put++] = (byte) codePoint;
            } else {
                put = encode(codePoint, bytes, put);
            }
        }
        return Arrays.copyOf(bytes, put);
    }

    private static boolean hasSurrogate(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
