package io.github.stringmill.internal;

/**
 * Part of the pure kernels: finds the characters that RFC 8259 requires to be escaped, first in blocks that the compiler
 * turns into vectors, then in words.
 */
final class PureScan {
    /** Shortest text for which a block gains; measured on JDK 17 and 25. */
    static final int BLOCK_MIN_LEN = 128;

    /** Length of the first block; each block after a clean one is twice as long. */
    static final int FIRST_BLOCK_LEN = 256;

    private static final int BLOCK_MAX_LEN = 4096;

    private PureScan() {}

    /**
     * Returns whether a block has no byte that RFC 8259 requires to be escaped.
     *
     * <p>The compilers of JDK 17 and 25 turn this shape of the loop into vectors, inlined or not: no exit in the
     * middle, no more than seven operations on a word, one "or" into the accumulator, and the mask applied once, at the
     * end.
     *
     * @param len a multiple of 8
     */
    static boolean noEscape(byte[] src, int from, int len) {
        long union = 0;
        for (int i = from, to = from + len; i < to; i += 8) {
            union |= EscapeMarks.escapesRaw(Words.load8(src, i));
        }
        return (union & EscapeMarks.HIGH_BITS) == 0;
    }

    /** As {@link #noEscape}, and no byte is above 0x7F. */
    static boolean asciiWithoutEscape(byte[] src, int from, int len) {
        long union = 0;
        for (int i = from, to = from + len; i < to; i += 8) {
            union |= EscapeMarks.escapesAndNonAsciiRaw(Words.load8(src, i));
        }
        return (union & EscapeMarks.HIGH_BITS) == 0;
    }

    /** Counts the leading bytes that RFC 8259 does not require to be escaped. */
    static int withoutEscapes(byte[] src, int from, int to) {
        int at = from;
        int block = FIRST_BLOCK_LEN;
        while (to - at >= BLOCK_MIN_LEN) {
            int len = Math.min(to - at, block) & -8;
            if (!noEscape(src, at, len)) {
                break;
            }
            at += len;
            block = Math.min(2 * block, BLOCK_MAX_LEN);
        }
        for (; to - at >= 8; at += 8) {
            long marks = EscapeMarks.escapes(Words.load8(src, at));
            if (marks != 0) {
                return at - from + EscapeMarks.first(marks);
            }
        }
        while (at < to && !EscapeMarks.isEscaped(src[at])) {
            at++;
        }
        return at - from;
    }

    /** Counts the leading ASCII bytes that RFC 8259 does not require to be escaped. */
    static int asciiWithoutEscapes(byte[] src, int from, int to) {
        int at = from;
        int block = FIRST_BLOCK_LEN;
        while (to - at >= BLOCK_MIN_LEN) {
            int len = Math.min(to - at, block) & -8;
            if (!asciiWithoutEscape(src, at, len)) {
                break;
            }
            at += len;
            block = Math.min(2 * block, BLOCK_MAX_LEN);
        }
        for (; to - at >= 8; at += 8) {
            long marks = EscapeMarks.escapesAndNonAscii(Words.load8(src, at));
            if (marks != 0) {
                return at - from + EscapeMarks.first(marks);
            }
        }
        while (at < to && src[at] >= 0 && !EscapeMarks.isEscaped(src[at])) {
            at++;
        }
        return at - from;
    }

    /**
     * Returns whether a block of ASCII has no question mark. With the other test in one loop, the compiler makes no
     * vectors.
     */
    private static boolean noQuestion(byte[] src, int from, int len) {
        long union = 0;
        for (int i = from, to = from + len; i < to; i += 8) {
            union |= EscapeMarks.questionsRaw(Words.load8(src, i));
        }
        return (union & EscapeMarks.HIGH_BITS) == 0;
    }

    /** Counts the leading ASCII bytes that RFC 8259 does not require to be escaped and that are not question marks. */
    static int asciiWithoutEscapesAndQuestions(byte[] src, int from, int to) {
        int at = from;
        int block = FIRST_BLOCK_LEN;
        while (to - at >= BLOCK_MIN_LEN) {
            int len = Math.min(to - at, block) & -8;
            if (!asciiWithoutEscape(src, at, len) || !noQuestion(src, at, len)) {
                break;
            }
            at += len;
            block = Math.min(2 * block, BLOCK_MAX_LEN);
        }
        for (; to - at >= 8; at += 8) {
            long marks = EscapeMarks.escapesNonAsciiAndQuestions(Words.load8(src, at));
            if (marks != 0) {
                return at - from + EscapeMarks.first(marks);
            }
        }
        while (at < to && src[at] >= 0 && src[at] != '?' && !EscapeMarks.isEscaped(src[at])) {
            at++;
        }
        return at - from;
    }

    /** Counts the leading bytes that are not question marks. */
    static int withoutQuestion(byte[] src, int from, int to) {
        int at = from;
        for (; to - at >= 8; at += 8) {
            long marks = EscapeMarks.questions(Words.load8(src, at));
            if (marks != 0) {
                return at - from + EscapeMarks.first(marks);
            }
        }
        while (at < to && src[at] != '?') {
            at++;
        }
        return at - from;
    }
}
