package io.github.stringmill.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Loads and stores several bytes of an array as one number, the first byte lowest on every machine; unaligned, with
 * bounds checks.
 */
public final class Words {
    private static final VarHandle LONGS = view(long[].class);
    private static final VarHandle INTS = view(int[].class);
    private static final VarHandle SHORTS = view(short[].class);

    private Words() {}

    private static VarHandle view(Class<?> numbers) {
        return MethodHandles.byteArrayViewVarHandle(numbers, ByteOrder.LITTLE_ENDIAN);
    }

    /** Loads eight bytes. */
    public static long load8(byte[] bytes, int at) {
        return (long) LONGS.get(bytes, at);
    }

    /** Loads four bytes. */
    public static int load4(byte[] bytes, int at) {
        return (int) INTS.get(bytes, at);
    }

    /** Writes eight bytes. */
    public static void store8(byte[] bytes, int at, long number) {
        LONGS.set(bytes, at, number);
    }

    /** Writes four bytes. */
    public static void store4(byte[] bytes, int at, int number) {
        INTS.set(bytes, at, number);
    }

    /** Writes the lower two bytes of a number. */
    public static void store2(byte[] bytes, int at, int number) {
        SHORTS.set(bytes, at, (short) number);
    }
}
