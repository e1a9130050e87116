package io.github.stringmill.internal;

/** Driver: encodes bytes as base64. Standard: RFC 4648, sections 4 and 5. */
public final class Base64EncodeDriver implements ByteDriver {
    private final Kernels kernels;
    private final Base64Rules rules;

    Base64EncodeDriver(Kernels kernels, Base64Rules rules) {
        this.kernels = kernels;
        this.rules = rules;
    }

    /** Makes a driver over the kernels of this process. */
    public Base64EncodeDriver(Base64Rules rules) {
        this(KernelsHolder.KERNELS, rules);
    }

    @Override
    public long run(byte[] src, int from, int to, boolean last, byte[] dst, int at, int end, RepairCount repairs) {
        int read = from;
        int put = at;
        while (true) {
            long done = kernels.base64Encode(rules.url(), src, read, to, dst, put, end);
            read += Kernels.read(done);
            put += Kernels.written(done);
            int len = Math.min(3, to - read);
            if (len == 0 || len < 3 && !last) {
                return Outcome.of(Outcome.UNDERFLOW, read - from, put - at);
            }
            int written = len == 3 || rules.mustPad() ? 4 : len + 1;
            if (end - put < written) {
                return Outcome.of(Outcome.OVERFLOW, read - from, put - at);
            }
            putGroup(src, read, len, dst, put, written);
            read += len;
            put += written;
        }
    }

    private void putGroup(byte[] src, int from, int len, byte[] dst, int at, int written) {
        int bits = 0;
        for (int i = 0; i < 3; i++) {
            bits = bits << 8 | (i < len ? src[from + i] & 0xFF : 0);
        }
        for (int i = 0; i < written; i++) {
            dst[at + i] = i <= len ? PureBase64.symbol(rules.url(), bits >> 18 - 6 * i & 63) : (byte) '=';
        }
    }

    @Override
    public long refusal(byte[] src, int from, int to, boolean last) {
        throw new IllegalStateException("no byte is refused");
    }
}
