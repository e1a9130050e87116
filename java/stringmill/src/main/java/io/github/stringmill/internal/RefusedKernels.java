package io.github.stringmill.internal;

/** Replaces forced kernels that are not available: every use throws the reason. */
final class RefusedKernels implements Kernels {
    private final String why;

    RefusedKernels(String why) {
        this.why = why;
    }

    @Override
    public String name() {
        return "none";
    }

    IllegalStateException refusal() {
        return new IllegalStateException(why);
    }

    @Override
    public long jsonEscape(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end) {
        throw refusal();
    }

    @Override
    public long jsonEscapeUtf16(EscapeRules rules, char[] src, int from, int to, byte[] dst, int at, int end) {
        throw refusal();
    }

    @Override
    public long jsonEscapeLatin1(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end) {
        throw refusal();
    }

    @Override
    public int plainPrefix(EscapeRules rules, byte[] src, int from, int to) {
        throw refusal();
    }

    @Override
    public long jsonUnescape(byte[] src, int from, int to, byte[] dst, int at, int end) {
        throw refusal();
    }

    @Override
    public long jsonDecode(byte[] src, int from, int to, char[] dst, int at, int end) {
        throw refusal();
    }

    @Override
    public int utf8Validate(byte[] src, int from, int to) {
        throw refusal();
    }

    @Override
    public int scan(boolean[] charClass, byte[] src, int from, int to) {
        throw refusal();
    }

    @Override
    public long utf16ToUtf8(char[] src, int from, int to, byte[] dst, int at, int end) {
        throw refusal();
    }

    @Override
    public long latin1ToUtf8(byte[] src, int from, int to, byte[] dst, int at, int end) {
        throw refusal();
    }

    @Override
    public long base64Encode(boolean url, byte[] src, int from, int to, byte[] dst, int at, int end) {
        throw refusal();
    }

    @Override
    public long base64Decode(boolean url, byte[] src, int from, int to, byte[] dst, int at, int end) {
        throw refusal();
    }
}
