package io.github.stringmill.internal;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Rules: the output for each character under a profile. Immutable. */
public final class Escapes {
    /** For each ASCII character its escape, the first byte lowest. */
    final long[] texts;
    /** For each ASCII character the length of its escape, 1 to 7; 0 for no escape. */
    final byte[] lengths;
    /** First and last of each range of scalar values above U+007F that are escaped, ascending. */
    final int[] ranges;
    final boolean upperHex;
    final boolean ion;
    final boolean replacementEscaped;
    /** The length of the longest output for an ASCII character. */
    final int longestAscii;

    /**
     * @param texts 128 escapes, the first byte lowest
     * @param lengths their lengths, 0 for no escape
     * @param ranges first and last of each escaped range above U+007F, ascending and disjoint
     * @param upperHex whether digits of escapes above U+007F are upper case
     * @param ion whether escapes above U+007F have the forms of Ion
     * @param replacementEscaped whether a U+FFFD that replaces input is escaped
     */
    public Escapes(long[] texts, byte[] lengths, int[] ranges, boolean upperHex, boolean ion,
            boolean replacementEscaped) {
        this.texts = texts.clone();
        this.lengths = lengths.clone();
        this.ranges = ranges.clone();
        this.upperHex = upperHex;
        this.ion = ion;
        this.replacementEscaped = replacementEscaped;
        int longest = 1;
        for (byte len : lengths) {
            longest = Math.max(longest, len);
        }
        this.longestAscii = longest;
    }

    /** Returns whether a scalar value above U+007F is escaped. */
    public boolean hasEscape(int code) {
        int found = Arrays.binarySearch(ranges, code);
        // An odd number of range borders lies before a value inside a range.
        return found >= 0 || (~found & 1) == 1;
    }

    /** Returns the first and last of each escaped range of scalar values above U+007F, ascending. */
    public int[] ranges() {
        return ranges.clone();
    }

    /** Returns whether digits of escapes above U+007F are upper case. */
    public boolean upperHex() {
        return upperHex;
    }

    /** Returns whether escapes above U+007F have the forms of Ion. */
    public boolean ion() {
        return ion;
    }

    /** Returns whether a U+FFFD that replaces input is escaped. */
    public boolean replacementEscaped() {
        return replacementEscaped;
    }

    /** Writes a scalar value under the profile, and returns the end of the output; -1 if it does not fit. */
    int put(int code, byte[] dst, int at, int end) {
        if (code < 0x80) {
            int len = lengths[code];
            if (len == 0) {
                return put(code, 1, dst, at, end);
            }
            return put(texts[code], len, dst, at, end);
        }
        return hasEscape(code) ? putEscape(code, dst, at, end) : putPlain(code, dst, at, end);
    }

    /** Writes the UTF-8 of a code point, which may be a surrogate. */
    static int putPlain(int code, byte[] dst, int at, int end) {
        if (code < 0x80) {
            return put(code, 1, dst, at, end);
        }
        int last = 0x80 | code & 0x3F;
        if (code < 0x800) {
            return put(0xC0 | code >> 6 | last << 8, 2, dst, at, end);
        }
        int middle = 0x80 | code >> 6 & 0x3F;
        if (code < 0x1_0000) {
            return put(0xE0 | code >> 12 | middle << 8 | last << 16, 3, dst, at, end);
        }
        return put(PureTranscode.fourBytes(code) & 0xFFFF_FFFFL, 4, dst, at, end);
    }

    /** Writes the escape of a code point above U+007F, which may be a surrogate. */
    int putEscape(int code, byte[] dst, int at, int end) {
        if (ion && code <= 0xFF) {
            return put('\\' | 'x' << 8 | hex(code, 2) << 16, 4, dst, at, end);
        }
        if (code <= 0xFFFF) {
            return put('\\' | 'u' << 8 | hex(code, 4) << 16, 6, dst, at, end);
        }
        if (ion) {
            if (end - at < 10) {
                return -1;
            }
            put('\\' | 'U' << 8 | hex(code >> 16, 4) << 16, 6, dst, at, end);
            return put(hex(code, 4), 4, dst, at + 6, end);
        }
        if (end - at < 12) {
            return -1;
        }
        putEscape(Character.highSurrogate(code), dst, at, end);
        return putEscape(Character.lowSurrogate(code), dst, at + 6, end);
    }

    /** Returns the last hexadecimal digits of a number as text, the first digit lowest. */
    private long hex(int number, int digits) {
        String all = upperHex ? "0123456789ABCDEF" : "0123456789abcdef";
        long text = 0;
        for (int i = 0; i < digits; i++) {
            text = text << 8 | all.charAt(number >> 4 * i & 15);
        }
        return text;
    }

    private static int put(long text, int len, byte[] dst, int at, int end) {
        if (end - at < len) {
            return -1;
        }
        for (int i = 0; i < len; i++) {
            dst[at + i] = (byte) (text >>> 8 * i);
        }
        return at + len;
    }

    /** Returns the escape of a code point above U+007F. */
    byte[] escape(int code) {
        byte[] text = new byte[12];
        return Arrays.copyOf(text, putEscape(code, text, 0, 12));
    }

    /** Returns the output for a scalar value. */
    byte[] written(int code) {
        byte[] text = new byte[12];
        return Arrays.copyOf(text, put(code, text, 0, 12));
    }

    /** Returns the escape of an ASCII character, or null for no escape. */
    public String asciiEscape(int ascii) {
        return lengths[ascii] == 0 ? null : new String(written(ascii), StandardCharsets.US_ASCII);
    }
}
