package io.github.stringmill.spark.records;

import io.github.stringmill.ErrorCode;
import java.io.IOException;
import java.io.InputStream;

/**
 * Values of binary Ion one after another, with version markers, symbol tables and padding among them. Standard: Ion 1.0,
 * binary.
 */
final class IonBinaryRecords extends ValueRecords {
    static final byte[] MARKER = {(byte) 0xE0, 1, 0, (byte) 0xEA};

    private static final int MARKER_FIRST = 0xE0;
    private static final int BOOL = 1;
    private static final int STRUCT = 13;
    /** The low nibble of a null. The next constant means that a length follows. */
    private static final int NULL = 15;
    private static final int LONG = 14;
    /** The most bytes of a length: no file is longer. */
    private static final int LENGTH_BYTES_MAX = 8;

    private long valueLen;

    IonBinaryRecords(InputStream source) {
        super(source);
    }

    @Override
    boolean findValue() throws IOException {
        int first = at(0);
        if (first < 0) {
            return false;
        }
        valueLen = len(first);
        // Waits for the whole value, or for the end of the file.
        int last = (int) Math.min(Integer.MAX_VALUE, valueLen) - 1;
        if (at(last) < 0) {
            refuse(ErrorCode.ION_INCOMPLETE);
        }
        return true;
    }

    private long len(int first) throws IOException {
        int type = first >> 4;
        int nibble = first & 15;
        if (first == MARKER_FIRST) {
            return MARKER.length;
        }
        if (type == BOOL || nibble == NULL) {
            return 1;
        }
        // A length also follows in a struct with sorted names.
        if (nibble != LONG && !(type == STRUCT && nibble == 1)) {
            return 1 + nibble;
        }
        long len = 0;
        for (int i = 1; i <= LENGTH_BYTES_MAX; i++) {
            int next = at(i);
            len = len << 7 | next & 0x7F;
            if (next < 0 || (next & 0x80) != 0) {
                return 1 + i + len;
            }
        }
        return Long.MAX_VALUE;
    }

    @Override
    public boolean isBinary() {
        return true;
    }

    @Override
    int valueLen() {
        return (int) valueLen;
    }
}
