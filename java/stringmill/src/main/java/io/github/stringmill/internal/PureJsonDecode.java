package io.github.stringmill.internal;

/**
 * Decodes the contents of a JSON string to UTF-16. Standards: RFC 8259, section 7; Unicode, table 3-7.
 *
 * <p>ASCII is copied in words of eight bytes; a sequence is checked and decoded from one load of four bytes. Escapes
 * are decoded one code unit at a time, so lone surrogates are units like all others.
 */
final class PureJsonDecode {
    /** Bytes of a word, and code units that one step may write. */
    private static final int WORD_LEN = 8;

    /** Shorter text is scanned in words, because a block costs more to set up. */
    private static final int BLOCKS_AFTER = 128;

    /** The longest block. The scan of a block that holds the end of the text is wasted, so longer ones lose. */
    private static final int BLOCK_MAX_LEN = 1024;

    private PureJsonDecode() {}

    /** Returns the end of the ASCII without escapes at the start of {@code src[from, to)}. */
    static int plainEnd(byte[] src, int from, int to) {
        int at = from;
        for (int words = Math.min(to - WORD_LEN, from + BLOCKS_AFTER); at <= words; at += WORD_LEN) {
            long marks = EscapeMarks.escapesAndNonAscii(Words.load8(src, at));
            if (marks != 0) {
                return at + EscapeMarks.first(marks);
            }
        }
        int block = BLOCKS_AFTER;
        while (to - at >= block && PureScan.asciiWithoutEscape(src, at, block)) {
            at += block;
            block = Math.min(2 * block, BLOCK_MAX_LEN);
        }
        for (; to - at >= WORD_LEN; at += WORD_LEN) {
            long marks = EscapeMarks.escapesAndNonAscii(Words.load8(src, at));
            if (marks != 0) {
                return at + EscapeMarks.first(marks);
            }
        }
        while (at < to && src[at] >= 0 && !EscapeMarks.isEscaped(src[at])) {
            at++;
        }
        return at;
    }

    /**
     * Decodes whole characters of {@code src[from, to)} to {@code dst[at, end)}. Stops before a quote, a control
     * character, an unknown or incomplete escape, ill-formed or incomplete UTF-8, and within the last seven units of
     * the source and of the destination.
     *
     * <p>Units of {@code dst} between the output and {@code end} may be overwritten.
     *
     * @return {@link Kernels#progress}
     */
    static long decode(byte[] src, int from, int to, char[] dst, int at, int end) {
        int read = from;
        int put = at;
        while (Math.min(to - read, end - put) >= WORD_LEN) {
            int first = src[read];
            if (first < 0) {
                int word = Words.load4(src, read);
                if (is3(word)) {
                    dst[put++] = (char) (word << 12 | word >> 2 & 0xFC0 | word >> 16 & 0x3F);
                    read += 3;
                } else if ((word & 0xC0E0) == 0x80C0 && (word & 0x1E) != 0) {
                    dst[put++] = (char) ((word & 0x1F) << 6 | word >> 8 & 0x3F);
                    read += 2;
                } else if (is4(word)) {
                    int code = (word & 7) << 18 | (word & 0x3F00) << 4 | word >> 10 & 0xFC0 | word >> 24 & 0x3F;
                    dst[put++] = (char) (0xD800 - (0x10000 >> 10) + (code >> 10));
                    dst[put++] = (char) (0xDC00 | code & 0x3FF);
                    read += 4;
                } else {
                    break;
                }
            } else if (first == '\\') {
                int unit = PureJsonUnescape.codeUnit(src, read, to);
                if (unit < 0) {
                    break;
                }
                read += src[read + 1] == 'u' ? 6 : 2;
                dst[put++] = (char) unit;
            } else {
                long marks = EscapeMarks.escapesAndNonAscii(Words.load8(src, read));
                int plain = marks == 0 ? WORD_LEN : EscapeMarks.first(marks);
                if (plain == 0) {
                    break;
                }
                for (int i = 0; i < WORD_LEN; i++) {
                    dst[put + i] = (char) src[read + i];
                }
                read += plain;
                put += plain;
            }
        }
        return Kernels.progress(read - from, put - at);
    }

    /** Returns whether the word starts with a sequence of three bytes; after E0 above 9F, after ED below A0. */
    private static boolean is3(int word) {
        return (word & 0xC0C0F0) == 0x8080E0 && (word & 0x200F) != 0 && (word & 0x200F) != 0x200D;
    }

    /** Returns whether the word is a sequence of four bytes; the borders are F0 90 and F4 8F. */
    private static boolean is4(int word) {
        int plane = (word & 7) << 2 | word >> 12 & 3;
        return (word & 0xC0C0C0F8) == 0x808080F0 && plane >= 1 && plane <= 16;
    }
}
