package io.github.stringmill.internal;

/** Driver: counts the leading bytes that belong to a class. */
public final class ScanDriver {
    /** The driver over the kernels of this process. */
    public static final ScanDriver DRIVER = new ScanDriver(KernelsHolder.KERNELS);

    private final Kernels kernels;

    ScanDriver(Kernels kernels) {
        this.kernels = kernels;
    }

    /** Returns the length of the run at the start of {@code src[from, to)}; the class is a table of 256. */
    public int run(boolean[] charClass, byte[] src, int from, int to) {
        int at = from;
        while (true) {
            at += kernels.scan(charClass, src, at, to);
            if (at == to || !charClass[src[at] & 0xFF]) {
                return at - from;
            }
            at++;
        }
    }
}
