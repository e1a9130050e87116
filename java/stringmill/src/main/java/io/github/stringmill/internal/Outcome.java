package io.github.stringmill.internal;

/** Progress of a driver and the reason why it stopped, packed into one number so that nothing is allocated. */
public final class Outcome {
    /** The source is used up, or its last unit is incomplete. */
    public static final int UNDERFLOW = 0;
    /** The output of the next unit does not fit. */
    public static final int OVERFLOW = 1;
    /** The next unit is an unescaped quote. */
    public static final int QUOTE = 2;
    /** The next unit is refused; {@code refusal} of the driver returns the error. */
    public static final int REFUSED = 3;

    private Outcome() {}

    /** Packs an outcome. */
    static long of(int state, int read, int written) {
        return (long) state << 62 | (long) read << 31 | written;
    }

    /** Returns the outcome counted from a start {@code units} earlier. */
    public static long after(long outcome, int units) {
        return of(state(outcome), units + read(outcome), written(outcome));
    }

    /** Returns the reason why the driver stopped. */
    public static int state(long outcome) {
        return (int) (outcome >>> 62);
    }

    /** Returns the number of units read. */
    public static int read(long outcome) {
        return (int) (outcome >>> 31) & Integer.MAX_VALUE;
    }

    /** Returns the number of bytes written. */
    public static int written(long outcome) {
        return (int) outcome & Integer.MAX_VALUE;
    }
}
