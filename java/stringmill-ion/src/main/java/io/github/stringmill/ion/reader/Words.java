package io.github.stringmill.ion.reader;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Tests eight bytes of text at a time, the first lowest, for the loops of all scanners. */
final class Words {
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    /** Bytes of a word. */
    static final int LEN = 8;

    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;

    static final long DOUBLE_QUOTES = ONES * '"';
    static final long SINGLE_QUOTES = ONES * '\'';

    /** {@code -00-00T0} and {@code 0:00:00}, and for each byte the addend that sets the highest bit of a difference. */
    private static final long DATE_AND_HOUR = 0x305430302D30302DL;
    private static final long DATE_AND_HOUR_ADDENDS = 0x767F76767F76767FL;
    private static final long TIME = 0x0030303A30303A30L;
    private static final long TIME_ADDENDS = 0x7F76767F76767F76L;

    private Words() {}

    /** ASCII as a string. */
    @SuppressWarnings("deprecation") // Correct for ASCII, and short enough to be inlined.
    static String text(byte[] ascii, int at, int len) {
        return new String(ascii, 0, at, len);
    }

    static long load(byte[] src, int at) {
        return (long) LONG.get(src, at);
    }

    /**
     * The bytes that end a run of plain text: the quote, a backslash, a control or one above 0x7F. The lowest set bit
     * belongs to the first of them; higher bits mean nothing.
     */
    static long notPlain(long word, long quotes) {
        long quote = (word ^ quotes) - ONES;
        long backslash = (word ^ ONES * '\\') - ONES;
        long control = word - ONES * 0x20;
        return (quote | backslash | control | word) & HIGHS;
    }

    /** The bytes other than letters, digits, dollar signs and underscores, by their highest bits. */
    static long notIdentifier(long word) {
        long low = word & ~HIGHS;
        long small = low | ONES * 0x20;
        // The first sum sets the highest bit from the first letter on, the second one after the last letter.
        long letters = (small + ONES * (0x80 - 'a')) & ~(small + ONES * (0x7F - 'z'));
        long digits = (low + ONES * (0x80 - '0')) & ~(low + ONES * (0x7F - '9'));
        long others = ~((low ^ ONES * '_') + ONES * 0x7F) | ~((low ^ ONES * '$') + ONES * 0x7F);
        return (~(letters | digits | others) | word) & HIGHS;
    }

    /** Possible line ends: marks every line end, and may mark other bytes. */
    static long lineEnds(long word) {
        return ((word ^ ONES * '\n') - ONES | (word ^ ONES * '\r') - ONES) & HIGHS;
    }

    /** The bytes above 0x7F. */
    static long notAscii(long word) {
        return word & HIGHS;
    }

    /** Possible closing braces: the lowest byte found is one, or is above 0x7F. */
    static long closingBrace(long word) {
        return ((word ^ ONES * '}') - ONES | word) & HIGHS;
    }

    /** The bytes up to the space and those above 0x7F; only the lowest one found is certain. */
    static long notVisible(long word) {
        return (word - ONES * 0x21 | word) & HIGHS;
    }

    /** Whether the 15 bytes at an index have the form {@code -MM-DDThh:mm:ss}, with any digits. */
    static boolean isDateAndTime(byte[] src, int at) {
        return isForm(load(src, at), DATE_AND_HOUR, DATE_AND_HOUR_ADDENDS)
                && isForm(load(src, at + LEN) & ~0L >>> 8, TIME, TIME_ADDENDS);
    }

    /** Whether a word is the form, with any digit for each zero of the form. */
    private static boolean isForm(long word, long form, long addends) {
        long differences = word ^ form;
        return ((differences + addends | differences) & HIGHS) == 0;
    }

    /** The index of the first byte that one of these has found. */
    static int first(long found) {
        return Long.numberOfTrailingZeros(found) >>> 3;
    }
}
