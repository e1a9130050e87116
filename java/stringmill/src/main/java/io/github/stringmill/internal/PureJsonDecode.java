package io.github.stringmill.internal;

/**
 * Decodes the contents of a JSON string to UTF-16. Standards: RFC 8259, section 7; Unicode, table 3-7.
 *
 * <p>ASCII is copied in words of eight bytes, with the escape after it if the word has both of its bytes; a sequence is checked and decoded from one load. Escapes
 * are decoded one code unit at a time, so lone surrogates are units like all others.
 */
final class PureJsonDecode {
    /** Bytes of a word, and code units that one step may write. */
    private static final int WORD_LEN = 8;

    private static final long LANES = 0x0001_0001_0001_0001L;

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
            long word = Words.load8(src, read);
            if ((byte) word < 0) {
                int bytes = (int) word;
                if (is3(bytes)) {
                    dst[put++] = (char) (bytes << 12 | bytes >> 2 & 0xFC0 | bytes >> 16 & 0x3F);
                    read += 3;
                } else if (isFour2(word)) {
                    for (int i = 0; i < 4; i++) {
                        dst[put + i] = two((int) (word >>> 16 * i));
                    }
                    put += 4;
                    read += WORD_LEN;
                } else if ((bytes & 0xC0E0) == 0x80C0 && (bytes & 0x1E) != 0) {
                    dst[put++] = two(bytes);
                    read += 2;
                } else if (is4(bytes)) {
                    int code = (bytes & 7) << 18 | (bytes & 0x3F00) << 4 | bytes >> 10 & 0xFC0 | bytes >> 24 & 0x3F;
                    dst[put++] = (char) (0xD800 - (0x10000 >> 10) + (code >> 10));
                    dst[put++] = (char) (0xDC00 | code & 0x3FF);
                    read += 4;
                } else {
                    break;
                }
            } else {
                long marks = EscapeMarks.escapesAndNonAscii(word);
                for (int i = 0; i < WORD_LEN; i++) {
                    dst[put + i] = (char) src[read + i];
                }
                if (marks == 0) {
                    read += WORD_LEN;
                    put += WORD_LEN;
                    continue;
                }
                int plain = EscapeMarks.first(marks);
                int unit = PureJsonUnescape.shortEscape((int) (word >>> Byte.SIZE * plain));
                read += plain;
                put += plain;
                if (unit >= 0) {
                    dst[put++] = (char) unit;
                    read += 2;
                } else if (plain == 0) {
                    unit = (byte) word == '\\' ? PureJsonUnescape.codeUnit(src, read, to) : -1;
                    if (unit < 0) {
                        break;
                    }
                    dst[put++] = (char) unit;
                    read += 6;
                }
            }
        }
        return Kernels.progress(read - from, put - at);
    }

    /** Returns whether the word starts with a sequence of three bytes; after E0 above 9F, after ED below A0. */
    private static boolean is3(int word) {
        return (word & 0xC0C0F0) == 0x8080E0 && (word & 0x200F) != 0 && (word & 0x200F) != 0x200D;
    }

    /** Returns whether the word is four sequences of two bytes; with the lead bytes C0 and C1 they are overlong. */
    private static boolean isFour2(long word) {
        long tops = word & 0x1E * LANES;
        return (word & 0xC0E0 * LANES) == 0x80C0 * LANES && (0x20 * LANES - tops & 0x20 * LANES) == 0;
    }

    /** Returns the character of a sequence of two bytes. */
    private static char two(int bytes) {
        return (char) ((bytes & 0x1F) << 6 | bytes >> 8 & 0x3F);
    }

    /** Returns whether the word is a sequence of four bytes; the borders are F0 90 and F4 8F. */
    private static boolean is4(int word) {
        int plane = (word & 7) << 2 | word >> 12 & 3;
        return (word & 0xC0C0C0F8) == 0x808080F0 && plane >= 1 && plane <= 16;
    }
}
