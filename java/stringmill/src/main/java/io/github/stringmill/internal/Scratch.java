package io.github.stringmill.internal;

/** Arrays of a thread, for buffers that have none. */
public final class Scratch {
    /** How much of a buffer is copied at once. */
    public static final int LEN = 8192;

    private static final ThreadLocal<Scratch> OF_THREAD = ThreadLocal.withInitial(Scratch::new);

    private byte[] source;
    private byte[] destination;
    private char[] units;

    private Scratch() {}

    /** That of the current thread. */
    public static Scratch get() {
        return OF_THREAD.get();
    }

    /** {@link #LEN} bytes for what is read. */
    public byte[] source() {
        if (source == null) {
            source = new byte[LEN];
        }
        return source;
    }

    /** {@link #LEN} bytes for what is written. */
    public byte[] destination() {
        if (destination == null) {
            destination = new byte[LEN];
        }
        return destination;
    }

    /** {@link #LEN} code units for what is read. */
    public char[] units() {
        if (units == null) {
            units = new char[LEN];
        }
        return units;
    }
}
