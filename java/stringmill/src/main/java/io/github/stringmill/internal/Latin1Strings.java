package io.github.stringmill.internal;

/**
 * Copies strings that the virtual machine stores as Latin-1. This version of Java has no bulk access to their bytes.
 */
final class Latin1Strings {
    private Latin1Strings() {}

    /**
     * Copies the leading characters of a string that are ASCII and need no escape under RFC 8259.
     *
     * @param text the string
     * @param dst the destination
     * @param at the start of the output
     * @param end the end of the destination
     * @return the number of characters copied; 0 also if the string is not accessible
     */
    static int copyClean(String text, byte[] dst, int at, int end) {
        return 0;
    }
}
