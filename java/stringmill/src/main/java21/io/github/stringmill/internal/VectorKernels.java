package io.github.stringmill.internal;

/** The leaves over jdk.incubator.vector; text that vectors do not handle goes to the pure kernels. */
final class VectorKernels implements Kernels {
    private final PureKernels pure = new PureKernels();

    @Override
    public String name() {
        return "vector (" + VectorScan.LANES * 8 + " bits" + (VectorCompress.AVAILABLE ? ", compress" : "") + ")";
    }

    @Override
    public long jsonEscape(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end) {
        return VectorJsonEscape.escape(rules, src, from, to, dst, at, end);
    }

    @Override
    public long jsonEscapeUtf16(EscapeRules rules, char[] src, int from, int to, byte[] dst, int at, int end) {
        return VectorJsonEscapeUtf16.escape(rules, src, from, to, dst, at, end);
    }

    @Override
    public long jsonEscapeLatin1(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end) {
        return pure.jsonEscapeLatin1(rules, src, from, to, dst, at, end);
    }

    @Override
    public int plainPrefix(EscapeRules rules, byte[] src, int from, int to) {
        if (!rules.standardSet()) {
            return pure.plainPrefix(rules, src, from, to);
        }
        return switch (rules.nonAscii()) {
            case COPIED -> VectorScan.withoutEscapes(src, from, to);
            case CHECKED -> VectorScan.validPrefix(src, from, from + VectorScan.withoutEscapes(src, from, to));
            case ESCAPED, STOPS -> VectorScan.asciiWithoutEscapes(src, from, to);
            case PAIRS_ESCAPED -> pure.plainPrefix(rules, src, from, to);
        };
    }

    @Override
    public long jsonUnescape(byte[] src, int from, int to, byte[] dst, int at, int end) {
        return pure.jsonUnescape(src, from, to, dst, at, end);
    }

    @Override
    public long jsonDecode(byte[] src, int from, int to, char[] dst, int at, int end) {
        return pure.jsonDecode(src, from, to, dst, at, end);
    }

    @Override
    public int utf8Validate(byte[] src, int from, int to) {
        return VectorScan.validPrefix(src, from, to);
    }

    @Override
    public int scan(boolean[] charClass, byte[] src, int from, int to) {
        return pure.scan(charClass, src, from, to);
    }

    @Override
    public long utf16ToUtf8(char[] src, int from, int to, byte[] dst, int at, int end) {
        return VectorTranscode.utf16ToUtf8(src, from, to, dst, at, end);
    }

    @Override
    public long latin1ToUtf8(byte[] src, int from, int to, byte[] dst, int at, int end) {
        return VectorTranscode.latin1ToUtf8(src, from, to, dst, at, end);
    }

    @Override
    public long base64Encode(boolean url, byte[] src, int from, int to, byte[] dst, int at, int end) {
        return pure.base64Encode(url, src, from, to, dst, at, end);
    }

    @Override
    public long base64Decode(boolean url, byte[] src, int from, int to, byte[] dst, int at, int end) {
        return pure.base64Decode(url, src, from, to, dst, at, end);
    }
}
