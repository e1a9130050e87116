package io.github.stringmill;

/** How many of its cases a long test takes. */
public final class Share {
    /** Runs that repeat another with other kernels, or on newer Java, take a tenth. */
    private static final int SAMPLED = Boolean.getBoolean("stringmill.test.sampled") ? 10 : 1;
    private static final int ONE_IN =
            SAMPLED * Integer.parseInt(System.getenv().getOrDefault("STRINGMILL_ONE_IN", "1"));

    private Share() {}

    /**
     * All cases, or as many as {@code STRINGMILL_ONE_IN} in the environment says where time is short.
     *
     * @param cases how many there are
     * @return how many to take, at least one
     */
    public static int of(int cases) {
        return Math.max(1, cases / ONE_IN);
    }

    /**
     * Whether a case of a sweep is taken.
     *
     * @param number counts the cases
     * @return whether it is among the share
     */
    public static boolean has(int number) {
        return number % ONE_IN == 0;
    }
}
