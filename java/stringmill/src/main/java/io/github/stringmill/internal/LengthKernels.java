package io.github.stringmill.internal;

/**
 * Runs the pure kernels for texts where a native call would cost more than it saves, and native kernels for other
 * texts. A record, because the compiler of the virtual machine treats its fields as constants.
 *
 * <p>Measured on JDK 17 and 25 and a Xeon with AVX-512, both kinds of kernels and six kinds of text in turn in one
 * process: a native call takes 22 to 30 ns at any length up to 128. Java takes that for 170 bytes of clean text, but
 * also for 24 bytes of which every third is escaped. So the native kernels begin at a length that depends on a sample
 * of the text.
 *
 * @param pure the kernels for shorter texts
 * @param longer the kernels for longer texts
 */
record LengthKernels(PureKernels pure, Kernels longer) implements Kernels {
    /** Units from which a native call gains if each byte costs Java about the same. */
    static final int NATIVE_MIN_LEN = 40;

    /** The threshold for base64 decoding, and for escape rules for which Java looks up each byte. */
    static final int NATIVE_MIN_LOOKUP_LEN = 32;

    /** The threshold of generators for such rules: Jackson looks up each byte too, and copies clean text at once. */
    static final int NATIVE_MIN_TABLE_LEN = 128;

    /** The threshold for ASCII as UTF-16: Java takes 27 ns for 64 units. */
    static final int NATIVE_MIN_UTF16_LEN = 64;

    /** The threshold for other UTF-16: Java takes 26 to 64 ns for 32 units. */
    static final int NATIVE_MIN_UTF16_OTHER_LEN = 32;

    /** The threshold for ASCII as Latin-1: Java takes 22 ns for 128 bytes. */
    static final int NATIVE_MIN_LATIN1_LEN = 192;

    /** The threshold for validation of ASCII: Java takes 31 ns for 512 bytes. */
    static final int NATIVE_MIN_VALIDATE_LEN = 512;

    /** The threshold for validation of other text: Java takes 36 ns for 96 bytes. */
    static final int NATIVE_MIN_VALIDATE_OTHER_LEN = 96;

    /** The threshold for scans: Java takes 27 ns for 128 bytes. */
    static final int NATIVE_MIN_SCAN_LEN = 128;

    /** The threshold for text without escapes: Java takes 24 ns for 256 bytes. */
    static final int NATIVE_MIN_PREFIX_LEN = 320;

    /** The threshold for UTF-8 to UTF-16: Java takes 30 to 200 ns for 64 bytes. */
    static final int NATIVE_MIN_DECODE_LEN = 64;

    /** The least threshold for text of which a sample is taken: two words, which must not overlap. */
    static final int NATIVE_MIN_SAMPLED_LEN = 32;

    // The time of Java grows by three of these units for each byte, and by nine more for each mark of the sample.
    private static final int BYTE_COST = 3;
    private static final int MARK_COST = 9;
    private static final int CALL_COST = 512;

    @Override
    public String name() {
        return longer.name();
    }

    private Kernels of(int len, int least) {
        return len < least ? pure : longer;
    }

    /**
     * Chooses by the characters to escape in the first and the middle word of a text.
     *
     * @param marked the bytes that count beside those characters: each highest bit in this mask
     */
    private Kernels of(byte[] src, int from, int to, long marked) {
        int len = to - from;
        boolean isShort = len < NATIVE_MIN_SAMPLED_LEN || len < CALL_COST / BYTE_COST
                && len * (BYTE_COST + MARK_COST * sample(src, from, len, marked)) < CALL_COST;
        return isShort ? pure : longer;
    }

    private static int sample(byte[] src, int from, int len, long marked) {
        long first = Words.load8(src, from);
        long middle = Words.load8(src, from + (len >>> 1));
        return Long.bitCount(EscapeMarks.exact(first) | first & marked)
                + Long.bitCount(EscapeMarks.exact(middle) | middle & marked);
    }

    /** Returns whether the first, the middle and the last byte of a text that is not empty are ASCII. */
    private static boolean seemsAscii(byte[] src, int from, int to) {
        return (src[from] | src[from + to >>> 1] | src[to - 1]) >= 0;
    }

    /** As above, for UTF-16. */
    private static boolean seemsAscii(char[] src, int from, int to) {
        return (src[from] | src[from + to >>> 1] | src[to - 1]) < 0x80;
    }

    @Override
    public long jsonEscape(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end) {
        return ofRules(rules, src, from, to).jsonEscape(rules, src, from, to, dst, at, end);
    }

    private Kernels ofRules(EscapeRules rules, byte[] src, int from, int to) {
        if (!rules.inWords()) {
            return of(to - from, NATIVE_MIN_LOOKUP_LEN);
        }
        return switch (rules.nonAscii()) {
            case COPIED -> of(src, from, to, 0);
            case CHECKED -> of(src, from, to, EscapeMarks.HIGH_BITS);
            default -> of(to - from, NATIVE_MIN_LOOKUP_LEN);
        };
    }

    @Override
    public long jsonEscapeUtf16(EscapeRules rules, char[] src, int from, int to, byte[] dst, int at, int end) {
        return of(to - from, NATIVE_MIN_LEN).jsonEscapeUtf16(rules, src, from, to, dst, at, end);
    }

    @Override
    public long jsonEscapeLatin1(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end) {
        return of(src, from, to, EscapeMarks.HIGH_BITS)
                .jsonEscapeLatin1(rules, src, from, to, dst, at, end);
    }

    @Override
    public int plainPrefix(EscapeRules rules, byte[] src, int from, int to) {
        return of(to - from, NATIVE_MIN_PREFIX_LEN).plainPrefix(rules, src, from, to);
    }

    @Override
    public long jsonUnescape(byte[] src, int from, int to, byte[] dst, int at, int end) {
        return of(src, from, to, EscapeMarks.HIGH_BITS).jsonUnescape(src, from, to, dst, at, end);
    }

    /** For callers that have looked for the end of the string: see {@link ParserText}. */
    @Override
    public long jsonDecode(byte[] src, int from, int to, char[] dst, int at, int end) {
        return of(to - from, NATIVE_MIN_DECODE_LEN).jsonDecode(src, from, to, dst, at, end);
    }

    @Override
    public int utf8Validate(byte[] src, int from, int to) {
        int len = to - from;
        boolean isShort = len < NATIVE_MIN_VALIDATE_OTHER_LEN
                || len < NATIVE_MIN_VALIDATE_LEN && seemsAscii(src, from, to);
        return (isShort ? pure : longer).utf8Validate(src, from, to);
    }

    @Override
    public int scan(boolean[] charClass, byte[] src, int from, int to) {
        return of(to - from, NATIVE_MIN_SCAN_LEN).scan(charClass, src, from, to);
    }

    @Override
    public long utf16ToUtf8(char[] src, int from, int to, byte[] dst, int at, int end) {
        int len = to - from;
        boolean isShort = len < NATIVE_MIN_UTF16_OTHER_LEN || len < NATIVE_MIN_UTF16_LEN && seemsAscii(src, from, to);
        return (isShort ? pure : longer).utf16ToUtf8(src, from, to, dst, at, end);
    }

    @Override
    public long latin1ToUtf8(byte[] src, int from, int to, byte[] dst, int at, int end) {
        int len = to - from;
        boolean isShort = len < NATIVE_MIN_LEN || len < NATIVE_MIN_LATIN1_LEN && seemsAscii(src, from, to);
        return (isShort ? pure : longer).latin1ToUtf8(src, from, to, dst, at, end);
    }

    @Override
    public long base64Encode(boolean url, byte[] src, int from, int to, byte[] dst, int at, int end) {
        return of(to - from, NATIVE_MIN_LEN).base64Encode(url, src, from, to, dst, at, end);
    }

    @Override
    public long base64Decode(boolean url, byte[] src, int from, int to, byte[] dst, int at, int end) {
        return of(to - from, NATIVE_MIN_LOOKUP_LEN).base64Decode(url, src, from, to, dst, at, end);
    }
}
