package io.github.stringmill.internal;

/** Strings whose characters the virtual machine keeps in single bytes: this Java has no way to copy those at once. */
final class Latin1Strings {
    private Latin1Strings() {}

    /** From so many characters on a string is worth more than its {@code charAt}; measured on JDK 17. */
    static int minLen() {
        return 64;
    }

    /**
     * Copies ASCII that JSON does not demand to escape from the beginning of a string.
     *
     * @param text the string
     * @param dst  where it goes
     * @param at   from here on
     * @param end  not beyond this
     * @return how many leading characters are copied; 0 also where there was no way
     */
    static int copyClean(String text, byte[] dst, int at, int end) {
        return 0;
    }
}
