package io.github.stringmill.internal;

/** The inside of a JSON string into the text that it stands for, in plain Java. Standard: RFC 8259, section 7. */
final class PureJsonUnescape {
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private PureJsonUnescape() {}

    /** See {@link Kernels#jsonUnescape}. */
    static long unescape(byte[] src, int from, int to, byte[] dst, int at, int end) {
        int read = from;
        int put = at;
        while (true) {
            int plain = plainAscii(src, read, read + Math.min(to - read, end - put), dst, put);
            read += plain;
            put += plain;
            if (read == to || put == end) {
                return Kernels.progress(read - from, put - at);
            }
            int first = src[read];
            if (first < 0) {
                int len = PureUtf8.sequenceLength(src, read, to);
                if (len == 0 || end - put < len) {
                    return Kernels.progress(read - from, put - at);
                }
                for (int i = 0; i < len; i++) {
                    dst[put + i] = src[read + i];
                }
                read += len;
                put += len;
            } else if (first != '\\' || to - read < 2) {
                return Kernels.progress(read - from, put - at);
            } else {
                int letter = src[read + 1];
                int code = EscapedUnit.shortForm(letter);
                if (code < 0) {
                    return Kernels.progress(read - from, put - at);
                }
                dst[put++] = (byte) code;
                read += 2;
            }
        }
    }

    /** Copies ASCII without quotes, backslashes and controls, and says how much. */
    private static int plainAscii(byte[] src, int from, int to, byte[] dst, int at) {
        int read = from;
        int put = at;
        while (to - read >= 8) {
            long word = Words.load8(src, read);
            long special = specials(word);
            Words.store8(dst, put, word);
            if (special != 0) {
                return read - from + (Long.numberOfTrailingZeros(special) >> 3);
            }
            read += 8;
            put += 8;
        }
        while (read < to && src[read] >= 0x20 && src[read] != '"' && src[read] != '\\') {
            dst[put++] = src[read++];
        }
        return read - from;
    }

    /** The high bit of each byte that is not plain ASCII is set; bits above the first such byte may be wrong. */
    private static long specials(long word) {
        long quote = word ^ ONES * '"';
        long backslash = word ^ ONES * '\\';
        return (quote - ONES | backslash - ONES | word - ONES * 0x20 | word) & HIGH_BITS;
    }
}
