package io.github.stringmill.internal;

import io.github.stringmill.internal.EscapeRules.NonAscii;

/**
 * Part of the pure kernels: escapes UTF-8.
 *
 * <p>Method. Long text is checked in blocks: eight bytes at a time and no branch until the end of the block, a loop
 * that the compiler turns into vectors. A clean block is copied at once, and the next one is twice as long. A block
 * that is not clean is escaped in pieces. Words of eight bytes are copied as they are checked, and an escape is written
 * over the copy, as one word. After a piece with many escapes each byte has a store of its own, which takes the same
 * time whatever the text is.
 */
final class PureJsonEscape {
    /** Shortest text for which a block gains; measured on JDK 17 and 25. */
    private static final int BLOCK_MIN_LEN = 128;

    /** Length of the first block, and of the first one after an escape. */
    private static final int FIRST_BLOCK_LEN = 256;

    /** Longer blocks gain nothing, and the copy of a block should find it in the nearest cache. */
    private static final int BLOCK_MAX_LEN = 4096;

    /** Length of the pieces after a block that is not clean. After one without an escape, blocks are tried again. */
    private static final int PIECE_LEN = 64;

    /**
     * A piece that grows by more than a byte for each 16 is followed by one that is escaped byte by byte; measured on
     * JDK 17 and 25.
     */
    private static final int DENSE_DISTANCE = 16;

    /** Such pieces double up to this length, since a loop takes time to begin. */
    private static final int DENSE_PIECE_MAX_LEN = 512;

    /** The largest output of a byte. */
    private static final int ENTRY_MAX_LEN = 7;

    /**
     * The largest output of a word, with the bytes it overwrites: seven bytes, an escape of seven, and a word after
     * them.
     */
    private static final int WORD_SPARE = 24;

    private PureJsonEscape() {}

    /** As {@link Kernels#jsonEscape}. */
    static long escape(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end) {
        if (rules.inWords() && rules.nonAscii() == NonAscii.COPIED) {
            return escapeCopied(rules, src, from, to, dst, at, end);
        }
        if (rules.inWords() && rules.nonAscii() == NonAscii.CHECKED) {
            return escapeChecked(rules, src, from, to, dst, at, end);
        }
        return PureJsonEscapeTable.escape(rules, src, from, to, dst, at, end);
    }

    /** As above, for rules {@link EscapeRules#inWords}; copies non-ASCII bytes whatever the rules are. */
    static long escapeCopied(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end) {
        return to - from < 8 ? bytes(rules, src, from, to, dst, at, end, from, at)
                : words(rules, src, from, to, dst, at, end);
    }

    /** As {@link Kernels#plainPrefix}. */
    static int plainPrefix(EscapeRules rules, byte[] src, int from, int to) {
        if (!rules.inWords() || rules.nonAscii() == NonAscii.PAIRS_ESCAPED) {
            return PureJsonEscapeTable.plainPrefix(rules, src, from, to);
        }
        boolean ascii = rules.nonAscii() != NonAscii.COPIED && rules.nonAscii() != NonAscii.CHECKED;
        int clean = ascii ? PureScan.asciiWithoutEscapes(src, from, to) : PureScan.withoutEscapes(src, from, to);
        if (rules.extras() != null) {
            clean = rules.extras().prefix(src, from, from + clean);
        }
        return rules.nonAscii() == NonAscii.CHECKED ? PureUtf8.validPrefix(src, from, from + clean) : clean;
    }

    /** Validates the text that could fit, then looks only for escapes. */
    private static long escapeChecked(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end) {
        int valid = PureUtf8.validPrefix(src, from, Math.min(to, from + (end - at)));
        long progress = escapeCopied(rules, src, from, from + valid, dst, at, end);
        int read = Kernels.read(progress);
        int written = Kernels.written(progress);
        while (read < valid && (src[from + read] & 0xC0) == 0x80) {
            read--;
            written--;
        }
        return Kernels.progress(read, written);
    }

    /**
     * At least eight bytes under rules {@link EscapeRules#inWords}: clean blocks and words, then pieces until one has no
     * escape.
     */
    private static long words(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end) {
        EscapeExtras extras = rules.extras();
        int s = from;
        int d = at;
        int firstBlock = FIRST_BLOCK_LEN;
        while (true) {
            // Text that begins with an escape is not checked twice.
            int clean = s == from && marks(extras, Words.load8(src, s)) != 0 ? 0
                    : cleanRun(extras, firstBlock, src, s, to, dst, d, end);
            s += clean;
            d += clean;
            if (s > to - 8 || rules.stopsInAscii()) {
                break;
            }
            firstBlock = BLOCK_MIN_LEN;
            int piece;
            int most = PIECE_LEN;
            boolean dense = seemsDense(src, s);
            int grown;
            do {
                piece = Math.max(0, Math.min(Math.min(to - s, most), (end - d - 8) / ENTRY_MAX_LEN) & -8);
                int next = dense ? entries(rules, src, s, s + piece, dst, d)
                        : sparse(rules, src, s, s + piece, dst, d);
                grown = next - d - piece;
                dense = grown * DENSE_DISTANCE > piece;
                most = dense ? Math.min(2 * most, DENSE_PIECE_MAX_LEN) : PIECE_LEN;
                s += piece;
                d = next;
            } while (grown != 0);
            if (piece == 0) {
                break;
            }
        }
        if (s == to) {
            return Kernels.progress(s - from, d - at);
        }
        return to - s < 8 && d <= end - WORD_SPARE ? tail(rules, src, from, to, dst, at, end, s, d)
                : bytes(rules, src, from, to, dst, at, end, s, d);
    }

    /** As {@link EscapeMarks#escapes}, with extra characters; without them for null. */
    private static long marks(EscapeExtras extras, long word) {
        long marks = EscapeMarks.escapes(word);
        return extras == null ? marks : marks | extras.marks(word);
    }

    /** Returns whether the next eight bytes have more than one escape. */
    private static boolean seemsDense(byte[] src, int from) {
        return Long.bitCount(EscapeMarks.exact(Words.load8(src, from))) > 1;
    }

    /**
     * Escapes text with many escapes: one store for each byte, escaped or not, and no branch that depends on the text.
     * Kernels must not stop at any of its characters, and the destination needs seven bytes for each byte and eight
     * more.
     *
     * @return the end of the output
     */
    static int entries(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at) {
        return entries(rules.entries(), src, from, to, dst, at);
    }

    /** As above, by the {@link EscapeRules#entries()} of rules. */
    static int entries(long[] entries, byte[] src, int from, int to, byte[] dst, int at) {
        // A constant table needs no check of its length for each byte.
        return entries == EscapeRules.JSON_ENTRIES ? each(EscapeRules.JSON_ENTRIES, src, from, to, dst, at)
                : each(entries, src, from, to, dst, at);
    }

    private static int each(long[] entries, byte[] src, int from, int to, byte[] dst, int at) {
        int d = at;
        for (int s = from; s < to; s++) {
            long entry = entries[src[s] & 0xFF];
            Words.store8(dst, d, entry);
            d += (int) (entry >>> 56);
        }
        return d;
    }

    /** As {@link #entries}, for few escapes and a multiple of eight bytes: one store for each word and escape. */
    private static int sparse(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at) {
        EscapeExtras extras = rules.extras();
        int d = at;
        for (int s = from; s < to; s += 8) {
            long rest = Words.load8(src, s);
            long marks = extras == null ? EscapeMarks.exact(rest) : EscapeMarks.exact(rest) | extras.exact(rest);
            int end = d + 8;
            Words.store8(dst, d, rest);
            while (marks != 0) {
                int shift = Long.numberOfTrailingZeros(marks) & 56;
                rest >>>= shift;
                long entry = rules.entry((int) rest & 0x7F);
                int len = (int) (entry >>> 56);
                d += shift >>> 3;
                Words.store8(dst, d, entry);
                d += len;
                end += len - 1;
                rest >>>= 8;
                marks = marks >>> shift >>> 8;
                Words.store8(dst, d, rest);
            }
            d = end;
        }
        return d;
    }

    /** Copies clean blocks and words, and returns their length. */
    private static int cleanRun(
            EscapeExtras extras, int firstBlock, byte[] src, int from, int to, byte[] dst, int at, int end) {
        int done = to - from >= BLOCK_MIN_LEN ? blocks(extras, firstBlock, src, from, to, dst, at, end) : 0;
        int stop = Math.min(to - from - 8, end - at - WORD_SPARE);
        while (done <= stop) {
            long word = Words.load8(src, from + done);
            if (marks(extras, word) != 0) {
                break;
            }
            Words.store8(dst, at + done, word);
            done += 8;
        }
        return done;
    }

    /** Copies clean blocks and returns their length. If the first is not clean, tries the shortest block. */
    private static int blocks(
            EscapeExtras extras, int firstBlock, byte[] src, int from, int to, byte[] dst, int at, int end) {
        int most = Math.min(to - from, end - at) & -8;
        int done = 0;
        int block = firstBlock;
        while (most - done >= BLOCK_MIN_LEN) {
            int len = Math.min(most - done, block);
            if (PureScan.noEscape(src, from + done, len) && (extras == null || extras.none(src, from + done, len))) {
                System.arraycopy(src, from + done, dst, at + done, len);
                done += len;
                block = Math.min(2 * block, BLOCK_MAX_LEN);
            } else if (len <= BLOCK_MIN_LEN) {
                break;
            } else {
                // The clean rest of this block is shorter than a block.
                most = done + len - 8;
                block = BLOCK_MIN_LEN;
            }
        }
        return done;
    }

    /** Escapes the last one to seven bytes, taken from the last word. */
    private static long tail(
            EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end, int s, int d) {
        int left = to - s;
        long word = Words.load8(src, to - 8) >>> 64 - 8 * left;
        long marks = marks(rules.extras(), word) & (1L << 8 * left) - 1;
        if (marks != 0) {
            return bytes(rules, src, from, to, dst, at, end, s, d);
        }
        Words.store8(dst, d, word);
        return Kernels.progress(to - from, d + left - at);
    }

    /**
     * Escapes one byte at a time, if the rules copy non-ASCII bytes; {@code s} and {@code d} are the current indices.
     */
    private static long bytes(
            EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end, int s, int d) {
        while (s < to && d < end) {
            byte b = src[s];
            int len = b < 0 ? 0 : rules.length(b);
            if (len == 0) {
                dst[d++] = b;
            } else if (len < 0 || len > end - d) {
                break;
            } else {
                d = PureJsonEscapeTable.put(dst, d, rules.text(b), len);
            }
            s++;
        }
        return Kernels.progress(s - from, d - at);
    }
}
