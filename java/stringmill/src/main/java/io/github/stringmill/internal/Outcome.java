package io.github.stringmill.internal;

/** How far an operation got and why it went no further, in one number so that nothing is allocated. */
public final class Outcome {
    /** The source ended, or more of it is needed to tell what its last unit is. */
    public static final int UNDERFLOW = 0;
    /** The next unit has no room. */
    public static final int OVERFLOW = 1;
    /** A quote that is not escaped stands next. */
    public static final int QUOTE = 2;
    /** The next unit is refused; {@code refusal} of the operation says why. */
    public static final int REFUSED = 3;

    private Outcome() {}

    /** An outcome. */
    static long of(int state, int read, int written) {
        return (long) state << 62 | (long) read << 31 | written;
    }

    /** The same outcome, seen from so many units earlier. */
    public static long after(long outcome, int units) {
        return of(state(outcome), units + read(outcome), written(outcome));
    }

    /** Why the operation went no further. */
    public static int state(long outcome) {
        return (int) (outcome >>> 62);
    }

    /** Units of the source that are done. */
    public static int read(long outcome) {
        return (int) (outcome >>> 31) & Integer.MAX_VALUE;
    }

    /** Bytes of the destination that are filled. */
    public static int written(long outcome) {
        return (int) outcome & Integer.MAX_VALUE;
    }
}
