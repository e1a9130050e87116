package io.github.stringmill.ion.reader;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Eight bytes of text at a time, the first lowest. */
final class Words {
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;

    static final long DOUBLE_QUOTES = ONES * '"';
    static final long SINGLE_QUOTES = ONES * '\'';

    private Words() {}

    static long load(byte[] src, int at) {
        return (long) LONG.get(src, at);
    }

    /**
     * The bytes that end a run of plain text: the quote, a backslash, a control or one above 0x7F. The lowest bit that
     * is set belongs to the first of them; what stands above it means nothing.
     */
    static long notPlain(long word, long quotes) {
        long quote = (word ^ quotes) - ONES;
        long backslash = (word ^ ONES * '\\') - ONES;
        long control = word - ONES * 0x20;
        return (quote | backslash | control | word) & HIGHS;
    }

    /** The place of the first byte that {@link #notPlain} found. */
    static int first(long found) {
        return Long.numberOfTrailingZeros(found) >>> 3;
    }

    /** Whether eight bytes are eight digits. */
    static boolean areDigits(long word) {
        return ((word & 0xF0F0F0F0F0F0F0F0L) | (((word + ONES * 6) & 0xF0F0F0F0F0F0F0F0L) >>> 4)) == 0x3333333333333333L;
    }

    /** The number that eight digits write. */
    static long number(long digits) {
        long pairs = (digits & 0x0F0F0F0F0F0F0F0FL) * 2561 >>> 8;
        long fours = (pairs & 0x00FF00FF00FF00FFL) * 6553601 >>> 16;
        return (fours & 0x0000FFFF0000FFFFL) * 42949672960001L >>> 32;
    }
}
