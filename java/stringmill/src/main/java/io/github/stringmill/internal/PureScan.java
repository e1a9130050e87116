package io.github.stringmill.internal;

/** Looks for what JSON demands to escape: in blocks that the compiler turns into vectors, then in words. */
final class PureScan {
    /** From so many bytes on a block pays; measured on JDK 17 and 25. */
    private static final int BLOCK_MIN_LEN = 128;

    /** The first block; each clean one is followed by one twice as long. */
    private static final int FIRST_BLOCK_LEN = 256;

    private static final int BLOCK_MAX_LEN = 4096;

    private PureScan() {}

    /**
     * Whether no byte of a block is one that JSON demands to escape.
     *
     * <p>Of the shapes that this loop could have, the compilers of JDK 17 and 25 both turn this one into vectors, inlined
     * or not: no way out in the middle, no more than seven operations on a word, one "or" into what is gathered, and the
     * mask applied once, at the end.
     *
     * @param len a multiple of 8
     */
    static boolean noEscape(byte[] src, int from, int len) {
        long gathered = 0;
        for (int i = from, to = from + len; i < to; i += 8) {
            gathered |= EscapeMarks.escapesRaw(Words.load8(src, i));
        }
        return (gathered & EscapeMarks.HIGH_BITS) == 0;
    }

    /** As {@link #noEscape}, and no byte is above 0x7F. */
    static boolean asciiWithoutEscape(byte[] src, int from, int len) {
        long gathered = 0;
        for (int i = from, to = from + len; i < to; i += 8) {
            gathered |= EscapeMarks.escapesAndNonAsciiRaw(Words.load8(src, i));
        }
        return (gathered & EscapeMarks.HIGH_BITS) == 0;
    }

    /** How many leading bytes JSON does not demand to escape. */
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

    /** How many leading bytes are ASCII that JSON does not demand to escape. */
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

    /** Whether no byte of a block of ASCII is a question mark; with the other test in one loop, it would be no vectors. */
    private static boolean noQuestion(byte[] src, int from, int len) {
        long gathered = 0;
        for (int i = from, to = from + len; i < to; i += 8) {
            gathered |= EscapeMarks.questionsRaw(Words.load8(src, i));
        }
        return (gathered & EscapeMarks.HIGH_BITS) == 0;
    }

    /** How many leading bytes are ASCII that JSON does not demand to escape, and no question mark. */
    static int undoubted(byte[] src, int from, int to) {
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
            long marks = EscapeMarks.doubts(Words.load8(src, at));
            if (marks != 0) {
                return at - from + EscapeMarks.first(marks);
            }
        }
        while (at < to && src[at] >= 0 && src[at] != '?' && !EscapeMarks.isEscaped(src[at])) {
            at++;
        }
        return at - from;
    }

    /** How many leading bytes are no question mark. */
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
