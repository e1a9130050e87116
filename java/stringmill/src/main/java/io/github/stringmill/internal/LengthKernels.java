package io.github.stringmill.internal;

/**
 * Runs the pure kernels for short texts and the native ones for longer texts. A record, because the compiler of the
 * virtual machine treats its fields as constants.
 *
 * @param pure the kernels below the threshold
 * @param longer the kernels from the threshold on
 */
record LengthKernels(PureKernels pure, Kernels longer) implements Kernels {
    // Measured on JDK 25 and a Xeon with AVX-512: a native call takes 10 to 17 ns at any length up to 128.

    /** Units from which a native call gains if it writes: equal for clean text, quicker for other text. */
    static final int NATIVE_MIN_LEN = 32;

    /** The threshold for validation: plain Java takes 5 ns for 64 bytes of ASCII, but 50 ns and more for other text. */
    static final int NATIVE_MIN_VALIDATE_LEN = 64;

    /** The threshold for scans, which only read. */
    static final int NATIVE_MIN_SCAN_LEN = 128;

    @Override
    public String name() {
        return longer.name();
    }

    private Kernels of(int len) {
        return of(len, NATIVE_MIN_LEN);
    }

    private Kernels of(int len, int least) {
        return len < least ? pure : longer;
    }

    @Override
    public long jsonEscape(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end) {
        return of(to - from).jsonEscape(rules, src, from, to, dst, at, end);
    }

    @Override
    public long jsonEscapeUtf16(EscapeRules rules, char[] src, int from, int to, byte[] dst, int at, int end) {
        return of(to - from).jsonEscapeUtf16(rules, src, from, to, dst, at, end);
    }

    @Override
    public long jsonEscapeLatin1(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end) {
        return of(to - from).jsonEscapeLatin1(rules, src, from, to, dst, at, end);
    }

    @Override
    public int plainPrefix(EscapeRules rules, byte[] src, int from, int to) {
        return of(to - from, NATIVE_MIN_SCAN_LEN).plainPrefix(rules, src, from, to);
    }

    @Override
    public long jsonUnescape(byte[] src, int from, int to, byte[] dst, int at, int end) {
        return of(to - from).jsonUnescape(src, from, to, dst, at, end);
    }

    @Override
    public int utf8Validate(byte[] src, int from, int to) {
        return of(to - from, NATIVE_MIN_VALIDATE_LEN).utf8Validate(src, from, to);
    }

    @Override
    public int scan(boolean[] charClass, byte[] src, int from, int to) {
        return of(to - from, NATIVE_MIN_SCAN_LEN).scan(charClass, src, from, to);
    }

    @Override
    public long utf16ToUtf8(char[] src, int from, int to, byte[] dst, int at, int end) {
        return of(to - from).utf16ToUtf8(src, from, to, dst, at, end);
    }

    @Override
    public long latin1ToUtf8(byte[] src, int from, int to, byte[] dst, int at, int end) {
        return of(to - from).latin1ToUtf8(src, from, to, dst, at, end);
    }

    @Override
    public long base64Encode(boolean url, byte[] src, int from, int to, byte[] dst, int at, int end) {
        return of(to - from).base64Encode(url, src, from, to, dst, at, end);
    }

    @Override
    public long base64Decode(boolean url, byte[] src, int from, int to, byte[] dst, int at, int end) {
        return of(to - from).base64Decode(url, src, from, to, dst, at, end);
    }
}
