package io.github.stringmill;

/** The share of its cases that a long test runs. */
public final class Share {
    /** Executions that repeat another with other kernels, or on newer Java, run a tenth. */
    private static final int SAMPLED = Boolean.getBoolean("stringmill.test.sampled") ? 10 : 1;
    private static final int ONE_IN =
            SAMPLED * Integer.parseInt(System.getenv().getOrDefault("STRINGMILL_ONE_IN", "1"));

    private Share() {}

    /**
     * Returns the number of cases to run: all, or a share of one in {@code STRINGMILL_ONE_IN} of the environment.
     *
     * @param cases the number of cases
     * @return the number to run, at least one
     */
    public static int of(int cases) {
        return Math.max(1, cases / ONE_IN);
    }

    /**
     * Returns whether to run a case of a sweep.
     *
     * @param number the number of the case
     * @return whether it belongs to the share
     */
    public static boolean has(int number) {
        return number % ONE_IN == 0;
    }
}
