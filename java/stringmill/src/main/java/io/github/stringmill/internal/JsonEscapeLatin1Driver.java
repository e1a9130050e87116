package io.github.stringmill.internal;

/** Driver: escapes Latin-1 to UTF-8. Standard: RFC 8259, section 7; ISO 8859-1. */
public final class JsonEscapeLatin1Driver implements ByteDriver {
    private final Kernels kernels;
    private final Escapes escapes;
    private final EscapeRules rules;

    JsonEscapeLatin1Driver(Kernels kernels, EscapePlan plan) {
        this.kernels = kernels;
        this.escapes = plan.escapes();
        this.rules = plan.rules();
    }

    /** Makes a driver over the kernels of this process. */
    public JsonEscapeLatin1Driver(EscapePlan plan) {
        this(KernelsHolder.KERNELS, plan);
    }

    @Override
    public long run(byte[] src, int from, int to, boolean last, byte[] dst, int at, int end, RepairCount repairs) {
        int read = from;
        int put = at;
        while (true) {
            long done = kernels.jsonEscapeLatin1(rules, src, read, to, dst, put, end);
            read += Kernels.read(done);
            put += Kernels.written(done);
            if (read == to) {
                return Outcome.of(Outcome.UNDERFLOW, read - from, put - at);
            }
            int next = escapes.put(src[read] & 0xFF, dst, put, end);
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
