package io.github.stringmill.internal;

/**
 * The kernels of one kind, pure, vector or native: a method for each operation. Each is a leaf: it takes the units that
 * need no decision, and stops before the rest.
 *
 * <p>A kernel takes whole units from {@code src[from, to)} and writes their output to {@code dst[at, end)}. It stops at
 * the end of the source, before a unit whose output does not fit, and before a unit that it cannot decide: an
 * ill-formed, forbidden or incomplete one. The driver ({@link ByteDriver}, {@link UnitDriver}) finds out why the kernel
 * stopped and handles that unit. Each operation has one driver.
 *
 * <p>So a kernel throws nothing and counts nothing. It may stop early, because the driver takes at least one unit
 * before it calls the kernel again.
 *
 * <p>Bytes of {@code dst} between the output and {@code end} may be overwritten; none outside {@code [at, end)} is.
 *
 * <p>Methods that write return {@link #progress(int, int)}, in elements of {@code src} and of {@code dst}.
 */
public interface Kernels {
    /** Returns {@code pure}, {@code vector} or {@code native}, with the tier, as in {@code native (avx512)}. */
    String name();

    /** Escapes UTF-8. */
    long jsonEscape(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end);

    /** Escapes UTF-16 to UTF-8; stops before a lone surrogate. */
    long jsonEscapeUtf16(EscapeRules rules, char[] src, int from, int to, byte[] dst, int at, int end);

    /** Escapes Latin-1 to UTF-8. */
    long jsonEscapeLatin1(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end);

    /**
     * Counts the leading bytes of {@code src} without an escape. Ill-formed UTF-8 ends them unless the rules copy it.
     */
    int plainPrefix(EscapeRules rules, byte[] src, int from, int to);

    /** Unescapes the contents of a JSON string; stops before a quote, a control character and a lone surrogate. */
    long jsonUnescape(byte[] src, int from, int to, byte[] dst, int at, int end);

    /**
     * Unescapes the contents of a JSON string to UTF-16; stops before a quote, a control character and ill-formed UTF-8.
     * An escape is one code unit, so a lone surrogate is one too.
     */
    long jsonDecode(byte[] src, int from, int to, char[] dst, int at, int end);

    /** Counts the leading bytes that are whole, well-formed sequences of UTF-8. */
    int utf8Validate(byte[] src, int from, int to);

    /** Counts the leading bytes that belong to a class, a table of 256. */
    int scan(boolean[] charClass, byte[] src, int from, int to);

    /** Transcodes UTF-16 to UTF-8; stops before a lone surrogate. */
    long utf16ToUtf8(char[] src, int from, int to, byte[] dst, int at, int end);

    /** Transcodes Latin-1 to UTF-8. */
    long latin1ToUtf8(byte[] src, int from, int to, byte[] dst, int at, int end);

    /** Encodes whole groups of three bytes as base64. */
    long base64Encode(boolean url, byte[] src, int from, int to, byte[] dst, int at, int end);

    /** Decodes whole groups of four base64 symbols; stops before anything else, including white space and padding. */
    long base64Decode(boolean url, byte[] src, int from, int to, byte[] dst, int at, int end);

    /** Packs the progress of a kernel into one number, so that nothing is allocated. */
    static long progress(int read, int written) {
        return (long) read << 32 | written;
    }

    /** Returns the number of elements read. */
    static int read(long progress) {
        return (int) (progress >>> 32);
    }

    /** Returns the number of elements written. */
    static int written(long progress) {
        return (int) progress;
    }
}
