package io.github.stringmill.internal;

/** Driver: validates UTF-8; writes nothing. Standard: Unicode, table 3-7. */
public final class Utf8ValidateDriver implements ByteDriver {
    /** The driver over the kernels of this process. */
    public static final Utf8ValidateDriver DRIVER = new Utf8ValidateDriver(KernelsHolder.KERNELS);

    private final Kernels kernels;

    Utf8ValidateDriver(Kernels kernels) {
        this.kernels = kernels;
    }

    @Override
    public long run(byte[] src, int from, int to, boolean last, byte[] dst, int at, int end, RepairCount repairs) {
        int read = from;
        while (true) {
            read += kernels.utf8Validate(src, read, to);
            if (read == to) {
                return Outcome.of(Outcome.UNDERFLOW, read - from, 0);
            }
            int unit = Utf8Unit.at(src, read, to);
            if (unit < 0) {
                boolean waits = !last && Utf8Unit.isCut(unit);
                return Outcome.of(waits ? Outcome.UNDERFLOW : Outcome.REFUSED, read - from, 0);
            }
            read += Utf8Unit.len(unit);
        }
    }

    @Override
    public long refusal(byte[] src, int from, int to, boolean last) {
        return Refusal.of(Utf8Unit.error(Utf8Unit.at(src, from, to)), from);
    }
}
