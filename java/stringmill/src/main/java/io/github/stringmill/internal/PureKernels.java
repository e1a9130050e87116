package io.github.stringmill.internal;

/** The kernels in plain Java: loops in shapes that the compiler of the virtual machine turns into vectors. */
final class PureKernels implements Kernels {
    @Override
    public String name() {
        return "pure";
    }

    @Override
    public long jsonEscape(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end) {
        return PureJsonEscape.escape(rules, src, from, to, dst, at, end);
    }

    @Override
    public long jsonEscapeUtf16(EscapeRules rules, char[] src, int from, int to, byte[] dst, int at, int end) {
        return PureJsonEscapeUtf16.escape(rules, src, from, to, dst, at, end);
    }

    @Override
    public long jsonEscapeLatin1(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end) {
        return PureJsonEscapeLatin1.escape(rules, src, from, to, dst, at, end);
    }

    @Override
    public int plainPrefix(EscapeRules rules, byte[] src, int from, int to) {
        return PureJsonEscape.plainPrefix(rules, src, from, to);
    }

    @Override
    public long jsonUnescape(byte[] src, int from, int to, byte[] dst, int at, int end) {
        return PureJsonUnescape.unescape(src, from, to, dst, at, end);
    }

    @Override
    public long jsonDecode(byte[] src, int from, int to, char[] dst, int at, int end) {
        return PureJsonDecode.decode(src, from, to, dst, at, end);
    }

    @Override
    public int utf8Validate(byte[] src, int from, int to) {
        return PureUtf8.validPrefix(src, from, to);
    }

    @Override
    public int scan(boolean[] charClass, byte[] src, int from, int to) {
        int at = from;
        while (at < to && charClass[src[at] & 0xFF]) {
            at++;
        }
        return at - from;
    }

    @Override
    public long utf16ToUtf8(char[] src, int from, int to, byte[] dst, int at, int end) {
        return PureTranscode.utf16ToUtf8(src, from, to, dst, at, end);
    }

    @Override
    public long latin1ToUtf8(byte[] src, int from, int to, byte[] dst, int at, int end) {
        return PureTranscode.latin1ToUtf8(src, from, to, dst, at, end);
    }

    @Override
    public long base64Encode(boolean url, byte[] src, int from, int to, byte[] dst, int at, int end) {
        return PureBase64.encode(url, src, from, to, dst, at, end);
    }

    @Override
    public long base64Decode(boolean url, byte[] src, int from, int to, byte[] dst, int at, int end) {
        return PureBase64.decode(url, src, from, to, dst, at, end);
    }
}
