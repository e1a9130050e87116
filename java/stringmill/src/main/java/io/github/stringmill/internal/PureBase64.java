package io.github.stringmill.internal;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/** Whole groups of base64, in plain Java. Standard: RFC 4648, sections 4 and 5. */
final class PureBase64 {
    private static final byte[] STANDARD = symbols('+', '/');
    private static final byte[] URL = symbols('-', '_');
    private static final byte[] STANDARD_NUMBERS = numbers(STANDARD);
    private static final byte[] URL_NUMBERS = numbers(URL);

    private PureBase64() {}

    private static byte[] symbols(char last, char veryLast) {
        String letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        String all = letters + letters.toLowerCase(Locale.ROOT) + "0123456789" + last + veryLast;
        return all.getBytes(StandardCharsets.US_ASCII);
    }

    /** For each byte its number; negative where it is no symbol. */
    private static byte[] numbers(byte[] symbols) {
        byte[] numbers = new byte[256];
        Arrays.fill(numbers, (byte) -1);
        for (int number = 0; number < 64; number++) {
            numbers[symbols[number]] = (byte) number;
        }
        return numbers;
    }

    /** The symbol of a number below 64. */
    static byte symbol(boolean url, int number) {
        return (url ? URL : STANDARD)[number];
    }

    /** The number of a symbol; negative where the byte is none. */
    static int number(boolean url, byte letter) {
        return (url ? URL_NUMBERS : STANDARD_NUMBERS)[letter & 0xFF];
    }

    /** Whole groups of three bytes; see {@link Kernels#base64Encode}. */
    static long encode(boolean url, byte[] src, int from, int to, byte[] dst, int at, int end) {
        byte[] symbols = url ? URL : STANDARD;
        int groups = Math.min((to - from) / 3, (end - at) / 4);
        int read = from;
        int put = at;
        for (int group = 0; group < groups; group++) {
            int bits = (src[read] & 0xFF) << 16 | (src[read + 1] & 0xFF) << 8 | src[read + 2] & 0xFF;
            Words.store4(dst, put, symbols[bits >> 18] | symbols[bits >> 12 & 63] << 8
                    | symbols[bits >> 6 & 63] << 16 | symbols[bits & 63] << 24);
            read += 3;
            put += 4;
        }
        return Kernels.progress(read - from, put - at);
    }

    /** Whole groups of four symbols; see {@link Kernels#base64Decode}. */
    static long decode(boolean url, byte[] src, int from, int to, byte[] dst, int at, int end) {
        byte[] numbers = url ? URL_NUMBERS : STANDARD_NUMBERS;
        int groups = Math.min((to - from) / 4, (end - at) / 3);
        int read = from;
        int put = at;
        for (int group = 0; group < groups; group++) {
            int word = Words.load4(src, read);
            int bits = numbers[word & 0xFF] << 18 | numbers[word >> 8 & 0xFF] << 12
                    | numbers[word >> 16 & 0xFF] << 6 | numbers[word >>> 24];
            if (bits < 0) {
                break;
            }
            dst[put] = (byte) (bits >> 16);
            dst[put + 1] = (byte) (bits >> 8);
            dst[put + 2] = (byte) bits;
            read += 4;
            put += 3;
        }
        return Kernels.progress(read - from, put - at);
    }
}
