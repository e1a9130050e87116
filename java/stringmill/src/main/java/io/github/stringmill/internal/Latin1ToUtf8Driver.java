package io.github.stringmill.internal;

/** Driver: transcodes Latin-1 to UTF-8. Standard: ISO 8859-1; Unicode, section 3.9, definition D92. */
public final class Latin1ToUtf8Driver implements ByteDriver {
    /** The driver over the kernels of this process. */
    public static final Latin1ToUtf8Driver DRIVER = new Latin1ToUtf8Driver(KernelsHolder.KERNELS);

    private final Kernels kernels;

    Latin1ToUtf8Driver(Kernels kernels) {
        this.kernels = kernels;
    }

    @Override
    public long run(byte[] src, int from, int to, boolean last, byte[] dst, int at, int end, RepairCount repairs) {
        int read = from;
        int put = at;
        while (true) {
            long done = kernels.latin1ToUtf8(src, read, to, dst, put, end);
            read += Kernels.read(done);
            put += Kernels.written(done);
            if (read == to) {
                return Outcome.of(Outcome.UNDERFLOW, read - from, put - at);
            }
            int next = Escapes.putPlain(src[read] & 0xFF, dst, put, end);
            if (next < 0) {
                return Outcome.of(Outcome.OVERFLOW, read - from, put - at);
            }
            read++;
            put = next;
        }
    }

    @Override
    public long refusal(byte[] src, int from, int to, boolean last) {
        throw new IllegalStateException("no byte of Latin-1 is refused");
    }
}
