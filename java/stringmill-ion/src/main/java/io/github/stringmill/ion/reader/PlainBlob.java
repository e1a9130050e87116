package io.github.stringmill.ion.reader;

import java.util.Arrays;
import java.util.Base64;

/**
 * Decodes well-formed base64 for {@link LobReader}, with the decoder of the JDK, which is vectorised. Returns null
 * for text that may be ill-formed.
 *
 * <p>Method: concatenate the pieces between white space, and decode whenever there are {@link #SYMBOLS_LEN} symbols.
 * First assume that each piece is as long as the one before. The decoder refuses white space; if it does, start over
 * and look at every byte.
 */
final class PlainBlob {
    /** How many symbols are decoded at once. */
    private static final int SYMBOLS_LEN = 2048;
    private static final int BYTES_LEN = SYMBOLS_LEN / 4 * 3;
    /** The least length of a piece from which the length of the next piece is assumed. */
    private static final int TRIED_LEN = 16;

    private final byte[] symbols;
    private int symbolCount;
    /** The bytes of a full array of symbols. */
    private final byte[] decodedPart;
    private final byte[] bytes;
    private int byteCount;

    private PlainBlob(int len) {
        symbols = new byte[Math.min(len, SYMBOLS_LEN)];
        decodedPart = new byte[len < SYMBOLS_LEN ? 0 : BYTES_LEN];
        bytes = new byte[(len + 3) / 4 * 3];
    }

    /** The bytes that {@code src[from, to)} spells; null if it may be ill-formed. */
    static byte[] decode(byte[] src, int from, int to) {
        byte[] decoded = decode(src, from, to, true);
        return decoded != null ? decoded : decode(src, from, to, false);
    }

    private static byte[] decode(byte[] src, int from, int to, boolean tries) {
        try {
            return new PlainBlob(to - from).decodePieces(src, from, to, tries);
        } catch (IllegalArgumentException e) {
            // The decoder found a byte that is no symbol.
            return null;
        }
    }

    private byte[] decodePieces(byte[] src, int from, int to, boolean tries) {
        int p = skipBlank(src, from, to);
        int len = 0;
        while (p < to) {
            if (!tries || len < TRIED_LEN || to - p <= len || !isBlank(src[p + len])) {
                len = visibleEnd(src, p, to) - p;
                if (len == 0) {
                    return null;
                }
            }
            put(src, p, len);
            p = skipBlank(src, p + len, to);
        }
        return end();
    }

    private void put(byte[] src, int from, int len) {
        int p = from;
        int left = len;
        while (left > 0) {
            if (symbolCount == SYMBOLS_LEN) {
                decodeSome();
            }
            int count = Math.min(left, symbols.length - symbolCount);
            System.arraycopy(src, p, symbols, symbolCount, count);
            symbolCount += count;
            p += count;
            left -= count;
        }
    }

    private void decodeSome() {
        int count = Base64.getDecoder().decode(symbols, decodedPart);
        if (count != BYTES_LEN) {
            throw new IllegalArgumentException("padding before the end");
        }
        System.arraycopy(decodedPart, 0, bytes, byteCount, count);
        byteCount += count;
        symbolCount = 0;
    }

    private byte[] end() {
        if (symbolCount % 4 != 0) {
            return null;
        }
        byte[] rest = Base64.getDecoder()
                .decode(symbolCount == symbols.length ? symbols : Arrays.copyOf(symbols, symbolCount));
        if (byteCount == 0) {
            return rest;
        }
        System.arraycopy(rest, 0, bytes, byteCount, rest.length);
        byteCount += rest.length;
        return byteCount == bytes.length ? bytes : Arrays.copyOf(bytes, byteCount);
    }

    private static boolean isBlank(byte c) {
        return c == ' ' || c >= '\t' && c <= '\r';
    }

    private static int skipBlank(byte[] src, int from, int to) {
        int p = from;
        while (p < to && isBlank(src[p])) {
            p++;
        }
        return p;
    }

    /** The index after the bytes above the space. */
    private static int visibleEnd(byte[] src, int from, int to) {
        int p = from;
        while (to - p >= Words.LEN) {
            long found = Words.notVisible(Words.load(src, p));
            if (found != 0) {
                return p + Words.first(found);
            }
            p += Words.LEN;
        }
        while (p < to && src[p] > ' ') {
            p++;
        }
        return p;
    }
}
