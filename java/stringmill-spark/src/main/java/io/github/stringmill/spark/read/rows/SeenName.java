package io.github.stringmill.spark.read.rows;

import io.github.stringmill.internal.Words;

/**
 * A name in the bytes of a record, with quotes if it has any, as words, the last of which is padded; and the field of
 * the name.
 */
public final class SeenName {
    private final long[] words;
    private final long lastMask;
    public final int len;
    /** -1 for a name that no column has. */
    public final int field;

    public SeenName(byte[] text, int from, int to, int field) {
        len = to - from;
        byte[] padded = new byte[(len + 7) / 8 * 8];
        System.arraycopy(text, from, padded, 0, len);
        words = new long[padded.length / 8];
        for (int i = 0; i < words.length; i++) {
            words[i] = Words.load8(padded, i * 8);
        }
        lastMask = -1L >>> (padded.length - len) * 8;
        this.field = field;
    }

    /** Whether the text has this name at an index. At least {@link #len} bytes must follow the index. */
    public boolean isAt(byte[] text, int at) {
        int last = words.length - 1;
        for (int i = 0; i < last; i++) {
            if (Words.load8(text, at + i * 8) != words[i]) {
                return false;
            }
        }
        return ((Words.load8(text, at + last * 8) ^ words[last]) & lastMask) == 0;
    }
}
