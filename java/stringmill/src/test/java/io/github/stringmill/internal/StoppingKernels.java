package io.github.stringmill.internal;

/** Kernels that stop at once, so that the driver handles every unit. */
final class StoppingKernels implements Kernels {
    @Override
    public String name() {
        return "stopping";
    }

    @Override
    public long jsonEscape(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end) {
        return 0;
    }

    @Override
    public long jsonEscapeUtf16(EscapeRules rules, char[] src, int from, int to, byte[] dst, int at, int end) {
        return 0;
    }

    @Override
    public long jsonEscapeLatin1(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end) {
        return 0;
    }

    @Override
    public int plainPrefix(EscapeRules rules, byte[] src, int from, int to) {
        return 0;
    }

    @Override
    public long jsonUnescape(byte[] src, int from, int to, byte[] dst, int at, int end) {
        return 0;
    }

    @Override
    public long jsonDecode(byte[] src, int from, int to, char[] dst, int at, int end) {
        return 0;
    }

    @Override
    public int utf8Validate(byte[] src, int from, int to) {
        return 0;
    }

    @Override
    public int scan(boolean[] charClass, byte[] src, int from, int to) {
        return 0;
    }

    @Override
    public long utf16ToUtf8(char[] src, int from, int to, byte[] dst, int at, int end) {
        return 0;
    }

    @Override
    public long latin1ToUtf8(byte[] src, int from, int to, byte[] dst, int at, int end) {
        return 0;
    }

    @Override
    public long base64Encode(boolean url, byte[] src, int from, int to, byte[] dst, int at, int end) {
        return 0;
    }

    @Override
    public long base64Decode(boolean url, byte[] src, int from, int to, byte[] dst, int at, int end) {
        return 0;
    }
}
