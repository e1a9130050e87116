package io.github.stringmill.internal;

/** Where UTF-8 is well-formed, in plain Java. Standard: Unicode, table 3-7. */
final class PureUtf8 {
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private PureUtf8() {}

    /** How many leading bytes of {@code src[from, to)} are whole, well-formed sequences. */
    static int validPrefix(byte[] src, int from, int to) {
        int at = from;
        while (true) {
            at = skipAscii(src, at, to);
            if (at == to) {
                return at - from;
            }
            do {
                int len = sequenceLength(src, at, to);
                if (len == 0) {
                    return at - from;
                }
                at += len;
            } while (at < to && src[at] < 0);
        }
    }

    /** Where the first byte above 0x7F stands, or {@code to}. */
    static int skipAscii(byte[] src, int from, int to) {
        int at = from;
        while (to - at >= 32) {
            long any = Words.load8(src, at) | Words.load8(src, at + 8)
                    | Words.load8(src, at + 16) | Words.load8(src, at + 24);
            if ((any & HIGH_BITS) != 0) {
                break;
            }
            at += 32;
        }
        while (to - at >= 8) {
            long high = Words.load8(src, at) & HIGH_BITS;
            if (high != 0) {
                return at + (Long.numberOfTrailingZeros(high) >> 3);
            }
            at += 8;
        }
        while (at < to && src[at] >= 0) {
            at++;
        }
        return at;
    }

    /** The length of the well-formed sequence at {@code src[at]}, where {@code at < to}; 0 where there is none. */
    static int sequenceLength(byte[] src, int at, int to) {
        int word = to - at >= 4 ? Words.load4(src, at) : lastBytes(src, at, to);
        if ((word & 0x80) == 0) {
            return 1;
        }
        // A lead byte below C2 would be overlong.
        if ((word & 0xC0E0) == 0x80C0) {
            return (word & 0x1E) != 0 ? 2 : 0;
        }
        if ((word & 0xC0C0F0) == 0x8080E0) {
            // E0 needs a second byte from A0 on, ED one below it.
            int border = word & 0x200F;
            return border != 0 && border != 0x200D ? 3 : 0;
        }
        if ((word & 0xC0C0C0F8) == 0x808080F0) {
            // The five highest bits of the number; F0 90 and F4 8F are the borders.
            int plane = (word & 7) << 2 | word >> 12 & 3;
            return plane >= 1 && plane <= 16 ? 4 : 0;
        }
        return 0;
    }

    /** Up to three bytes, as {@link Words#load4} would have them before zeros. */
    private static int lastBytes(byte[] src, int at, int to) {
        int word = 0;
        for (int place = to - 1; place >= at; place--) {
            word = word << 8 | src[place] & 0xFF;
        }
        return word;
    }
}
