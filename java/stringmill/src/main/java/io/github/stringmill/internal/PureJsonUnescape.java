package io.github.stringmill.internal;

import java.util.Arrays;

/** Part of the pure kernels: unescapes the contents of a JSON string. Standard: RFC 8259, section 7. */
final class PureJsonUnescape {
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    /** For each letter after a backslash the character of the short escape; negative if there is none. */
    static final byte[] SHORT = shortForms();

    /** For each byte its value as a hexadecimal digit; negative if it is not a digit. */
    private static final byte[] DIGITS = digits();

    private PureJsonUnescape() {}

    private static byte[] shortForms() {
        byte[] forms = new byte[256];
        for (int letter = 0; letter < 256; letter++) {
            forms[letter] = (byte) EscapedUnit.shortForm(letter);
        }
        return forms;
    }

    private static byte[] digits() {
        byte[] digits = new byte[256];
        Arrays.fill(digits, (byte) -1);
        for (int digit = 0; digit < 16; digit++) {
            digits["0123456789abcdef".charAt(digit)] = (byte) digit;
            digits["0123456789ABCDEF".charAt(digit)] = (byte) digit;
        }
        return digits;
    }

    /** See {@link Kernels#jsonUnescape}. */
    static long unescape(byte[] src, int from, int to, byte[] dst, int at, int end) {
        int read = from;
        int put = at;
        while (true) {
            int copied = copyPlain(src, read, read + Math.min(to - read, end - put), dst, put);
            int run = copied & Integer.MAX_VALUE;
            // After an ill-formed sequence in the run, the next byte is not the end of the run.
            int valid = copied < 0 ? PureUtf8.validPrefix(src, read, read + run) : run;
            read += valid;
            put += valid;
            if (to - read < 2 || put == end || src[read] != '\\') {
                return Kernels.progress(read - from, put - at);
            }
            int character = SHORT[src[read + 1] & 0xFF];
            if (character >= 0) {
                dst[put++] = (byte) character;
                read += 2;
                continue;
            }
            int unit = src[read + 1] == 'u' && to - read >= 6 ? fourDigits(src, read + 2) : -1;
            int code = unit >> 11 != 0xD800 >> 11 ? unit : pair(unit, src, read, to);
            int next = code < 0 ? -1 : Escapes.putPlain(code, dst, put, end);
            if (next < 0) {
                return Kernels.progress(read - from, put - at);
            }
            put = next;
            read += code > 0xFFFF ? 12 : 6;
        }
    }

    /**
     * Returns the code unit of the escape at {@code src[at]}, a backslash; negative if the escape is unknown or
     * incomplete.
     */
    static int codeUnit(byte[] src, int at, int to) {
        if (to - at < 2) {
            return -1;
        }
        int character = SHORT[src[at + 1] & 0xFF];
        return character >= 0 || src[at + 1] != 'u' || to - at < 6 ? character : fourDigits(src, at + 2);
    }

    /** Returns the character of an escape of two bytes, the first lowest; negative for other bytes. */
    static int shortEscape(int bytes) {
        return (bytes & 0xFF) == '\\' ? SHORT[bytes >>> Byte.SIZE & 0xFF] : -1;
    }

    /** Parses four hexadecimal digits; negative if a byte is not a digit. */
    private static int fourDigits(byte[] src, int at) {
        return DIGITS[src[at] & 0xFF] << 12 | DIGITS[src[at + 1] & 0xFF] << 8
                | DIGITS[src[at + 2] & 0xFF] << 4 | DIGITS[src[at + 3] & 0xFF];
    }

    /** Returns the character of two escapes, the first of a surrogate; negative if they are not a pair. */
    private static int pair(int first, byte[] src, int at, int to) {
        if (first > 0xDBFF || to - at < 12 || src[at + 6] != '\\' || src[at + 7] != 'u') {
            return -1;
        }
        int second = fourDigits(src, at + 8);
        return second >> 10 == 0xDC00 >> 10 ? Character.toCodePoint((char) first, (char) second) : -1;
    }

    /**
     * Copies all bytes before a quote, a backslash or a control character, and returns their number. The highest bit of
     * the result is set if one of them, or a byte that was checked after them, is not ASCII.
     */
    private static int copyPlain(byte[] src, int from, int to, byte[] dst, int at) {
        int read = from;
        int put = at;
        long high = 0;
        for (; to - read >= 8; read += 8, put += 8) {
            long word = Words.load8(src, read);
            long marks = EscapeMarks.escapes(word);
            Words.store8(dst, put, word);
            high |= word;
            if (marks != 0) {
                return read - from + EscapeMarks.first(marks) | sign(high);
            }
        }
        for (; read < to && !EscapeMarks.isEscaped(src[read]); read++) {
            high |= src[read];
            dst[put++] = src[read];
        }
        return read - from | sign(high);
    }

    private static int sign(long high) {
        return (high & HIGH_BITS) != 0 ? Integer.MIN_VALUE : 0;
    }
}
