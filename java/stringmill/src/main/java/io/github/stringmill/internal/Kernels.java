package io.github.stringmill.internal;

/**
 * The hot part of every operation: as much as goes without a question.
 *
 * <p>A kernel takes whole units from {@code src[from, to)} and writes what they become to {@code dst[at, end)}. It stops
 * where the source ends, where the next unit has no room, or in front of a unit that it does not decide: an ill-formed
 * one, one that a rule forbids, one that the end of the source cuts. Why it stopped, and what becomes of that unit, is the
 * affair of the plain code of the operation, which exists once for all kernels. So a kernel throws nothing, counts
 * nothing, and may stop early whenever that is simpler, as long as the plain code then takes at least one unit.
 *
 * <p>Bytes of {@code dst} between what was written and {@code end} may be overwritten; none outside {@code [at, end)} is.
 *
 * <p>Methods that write return {@link #progress(int, int)}.
 */
public interface Kernels {
    /** {@code pure}, {@code vector} or {@code native}, and what it runs on, as in {@code native (avx512)}. */
    String name();

    /** Escapes UTF-8 into the inside of a JSON string. */
    long jsonEscape(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end);

    /** Escapes UTF-16 into the inside of a JSON string of UTF-8; stops in front of a lone surrogate. */
    long jsonEscapeUtf16(EscapeRules rules, char[] src, int from, int to, byte[] dst, int at, int end);

    /** Escapes Latin-1 into the inside of a JSON string of UTF-8. */
    long jsonEscapeLatin1(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end);

    /** How many leading bytes of {@code src} the rules write as they are; ill-formed UTF-8 ends them unless unchecked. */
    int plainPrefix(EscapeRules rules, byte[] src, int from, int to);

    /** Unescapes the inside of a JSON string; stops in front of a quote, a control character and a lone surrogate. */
    long jsonUnescape(byte[] src, int from, int to, byte[] dst, int at, int end);

    /** How many leading bytes are whole, well-formed sequences of UTF-8. */
    int utf8Validate(byte[] src, int from, int to);

    /** How many leading bytes belong to a class, which is a table of 256. */
    int scan(boolean[] charClass, byte[] src, int from, int to);

    /** UTF-16 into UTF-8; stops in front of a lone surrogate. */
    long utf16ToUtf8(char[] src, int from, int to, byte[] dst, int at, int end);

    /** Latin-1 into UTF-8. */
    long latin1ToUtf8(byte[] src, int from, int to, byte[] dst, int at, int end);

    /** Whole groups of three bytes into base64. */
    long base64Encode(boolean url, byte[] src, int from, int to, byte[] dst, int at, int end);

    /** Whole groups of four symbols into the bytes they spell; stops in front of anything else, white space and padding too. */
    long base64Decode(boolean url, byte[] src, int from, int to, byte[] dst, int at, int end);

    /** How far a kernel got, in one value so that nothing is allocated. */
    static long progress(int read, int written) {
        return (long) read << 32 | written;
    }

    /** Units of the source that a kernel has done. */
    static int read(long progress) {
        return (int) (progress >>> 32);
    }

    /** Bytes of the destination that a kernel has filled. */
    static int written(long progress) {
        return (int) progress;
    }
}
