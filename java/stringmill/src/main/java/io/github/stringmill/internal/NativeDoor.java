package io.github.stringmill.internal;

import java.nio.ByteBuffer;

/**
 * The functions of the native library. {@link NativeLibrary} must have loaded it.
 *
 * <p>A function takes numbers only, among them addresses of direct buffers. So a call costs about 8 ns on JDK 17 and
 * 25. A function that copied from arrays would call the virtual machine back for each copy, which costs twice as much,
 * and one that got the address of an array would stop garbage collectors before JDK 22.
 *
 * <p>All faults of a call are faults of this package: the library checks numbers and null, but no other address.
 */
final class NativeDoor {
    /** The operations of {@link #run}, in the order of the library. */
    enum Operation {
        JSON_ESCAPE, JSON_ESCAPE_UTF16, JSON_ESCAPE_LATIN1, JSON_UNESCAPE, UTF16_TO_UTF8, LATIN1_TO_UTF8, BASE64_ENCODE,
        BASE64_DECODE, UTF8_VALIDATE, SCAN, JSON_DECODE;

        /** The number of the operation; a field, because reading it costs less than a call of {@code ordinal}. */
        final int number = ordinal();

        /** Returns whether the output may be shorter than the input, or absent. */
        boolean shrinks() {
            return this == JSON_UNESCAPE || this == BASE64_DECODE || this == UTF8_VALIDATE || this == SCAN;
        }
    }

    /** Set in the progress of {@link #run} if the units after it are refused. */
    static final int STOPPED = 1 << 31;

    private NativeDoor() {}

    /** Returns the version of the library. */
    static native String version();

    /** Returns the name of the tier in use. */
    static native String tier();

    /** Returns whether STRINGMILL_TIER names a tier that this machine lacks. */
    static native boolean lacksForcedTier();

    /** Returns the address of a direct buffer. */
    static native long address(ByteBuffer buffer);

    /** Returns the number of bytes that rules need. */
    static native int rulesLen();

    /**
     * Makes rules.
     *
     * @param memory the address of {@link #rulesLen} bytes, which must outlive the rules
     * @param escapes the address of 128 numbers in the byte order of the machine, one for each ASCII character: the
     *     length of its escape in the lowest byte, 0 for none; the text in the others, the first character lowest
     * @param nonAscii the ordinal of the rule for characters above U+007F; not that of {@code STOPS}
     * @param upperHex whether digits of escapes above U+007F are upper case
     * @return the rules as an address; negative for a fault
     */
    static native long makeRules(long memory, long escapes, int nonAscii, boolean upperHex);

    /**
     * Runs a leaf.
     *
     * @param operation the number of the operation
     * @param choice rules; for base64 0, or 1 for the URL alphabet; for a scan the number of the class; for
     *     {@code JSON_DECODE} the most units to write; else ignored
     * @param src the address of the source
     * @param len its length in units
     * @param dst the address of the destination; ignored by operations that only read
     * @param cap its length in bytes; {@code JSON_DECODE} writes at most a third as many units
     * @return the progress, as of {@link Kernels#progress}, with {@link #STOPPED}; negative for a fault
     */
    static native long run(int operation, long choice, long src, int len, long dst, int cap);
}
