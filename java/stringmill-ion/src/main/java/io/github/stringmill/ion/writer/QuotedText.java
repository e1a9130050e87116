package io.github.stringmill.ion.writer;

import io.github.stringmill.internal.Scratch;
import io.github.stringmill.internal.Words;
import java.io.IOException;

/**
 * Writes text in quotes, with escapes.
 *
 * <p>Method: short plain text is copied whole. The JDK's encoder narrows longer text to bytes, which are tested eight
 * at a time. Characters that are escaped or not ASCII are written one by one, until {@link #PLAIN_RUN} plain ones
 * follow.
 */
final class QuotedText {
    /** Text up to this length is tested one character at a time. */
    private static final int SHORT_LEN = 128;

    /** After this many ASCII characters in a row, the rest is narrowed again. */
    private static final int PLAIN_RUN = 16;

    /** From this length on, narrowing is faster than one character at a time. */
    private static final int NARROW_MIN_LEN = 32;

    /** Bytes that one character, or a word up to its first escape, may overwrite. */
    private static final int UNIT_SPARE = 16;

    private static final byte[] HEX = {
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};

    private final TextOutput out;
    private final boolean ascii;

    /** @param ascii whether characters above U+007F are escaped */
    QuotedText(TextOutput out, boolean ascii) {
        this.out = out;
        this.ascii = ascii;
    }

    /**
     * Writes text and its quotes.
     *
     * @throws IllegalArgumentException at a surrogate without its other half; text before it is written, in quotes
     */
    void put(String text, EscapeTable table) throws IOException {
        int len = text.length();
        if (len <= SHORT_LEN && table.quotes == 1 && putPlain(text, len, table)) {
            return;
        }
        putQuotes(table);
        try {
            putPieces(text, len, table);
        } catch (IllegalArgumentException e) {
            if (!out.hasFailed()) {
                putQuotes(table);
            }
            throw e;
        }
        putQuotes(table);
    }

    /** Writes bytes and their quotes: each byte is a character up to U+00FF. Those above U+007F are escaped. */
    void put(byte[] text, int from, int to, EscapeTable table) throws IOException {
        putQuotes(table);
        putEscaped(text, from, to, table);
        putQuotes(table);
    }

    private void putQuotes(EscapeTable table) throws IOException {
        out.putTimes((char) table.quote, table.quotes);
    }

    /** Writes short text with one quote on each side, if it needs no escape; otherwise writes nothing. */
    @SuppressWarnings("deprecation") // The only copy of characters into bytes that allocates nothing; right for ASCII.
    private boolean putPlain(String text, int len, EscapeTable table) throws IOException {
        if (!PlainText.is(text, len, table.quote)) {
            return false;
        }
        int to = out.reserve(SHORT_LEN + 2);
        byte[] bytes = out.bytes;
        bytes[to] = table.quote;
        text.getBytes(0, len, bytes, to + 1);
        bytes[to + len + 1] = table.quote;
        out.at = to + len + 2;
        return true;
    }

    private void putPieces(String text, int len, EscapeTable table) throws IOException {
        // The target stream may write Ion itself, and then needs a scratch of its own.
        Scratch scratch = Scratch.take();
        try {
            int from = 0;
            while (from < len) {
                int piece = Math.min(len - from, Scratch.UNITS_LEN);
                text.getChars(from, from + piece, scratch.units, 0);
                if (from + piece < len && Character.isHighSurrogate(scratch.units[piece - 1])) {
                    piece--;
                }
                putPiece(scratch, piece, from, table);
                from += piece;
            }
        } finally {
            scratch.release();
        }
    }

    /** Writes the characters in the scratch; {@code offset} is the number of characters before them. */
    private void putPiece(Scratch scratch, int len, int offset, EscapeTable table) throws IOException {
        int done = 0;
        while (done < len) {
            if (len - done >= NARROW_MIN_LEN) {
                done += putAscii(scratch, done, len, table);
            }
            done = putUnits(scratch.units, done, len, offset, table);
        }
    }

    /** Writes the ASCII at the start of a part of the scratch. Returns its length. */
    private int putAscii(Scratch scratch, int from, int to, EscapeTable table) throws IOException {
        // One word more, because whole words are tested.
        int at = out.reserve(to - from + 8);
        int len = scratch.narrow(from, to - from, out.spare());
        int plain = plainPrefix(table, out.bytes, at, len);
        out.at = at + plain;
        if (plain < len) {
            byte[] rest = scratch.source();
            System.arraycopy(out.bytes, out.at, rest, 0, len - plain);
            putEscaped(rest, 0, len - plain, table);
        }
        return len;
    }

    /** The number of leading ASCII bytes that need no escape. */
    private static int plainPrefix(EscapeTable table, byte[] src, int from, int len) {
        int i = 0;
        for (; i <= len - 8; i += 8) {
            long marks = table.marks(Words.load8(src, from + i));
            if (marks != 0) {
                return i + (Long.numberOfTrailingZeros(marks) >>> 3);
            }
        }
        while (i < len && table.escape(src[from + i]) == 0) {
            i++;
        }
        return i;
    }

    /** Writes bytes, and escapes those above 0x7F. */
    private void putEscaped(byte[] src, int from, int to, EscapeTable table) throws IOException {
        int i = from;
        int lastWord = to - 8;
        while (i <= lastWord) {
            int at = out.reserve(UNIT_SPARE);
            long word = Words.load8(src, i);
            long marks = table.marks(word);
            Words.store8(out.bytes, at, word);
            if (marks == 0) {
                out.at = at + 8;
                i += 8;
            } else {
                int plain = Long.numberOfTrailingZeros(marks) >>> 3;
                i += plain;
                out.at = putEscapable(src[i++] & 0xFF, at + plain, table);
            }
        }
        while (i < to) {
            int at = out.reserve(UNIT_SPARE);
            out.at = putEscapable(src[i++] & 0xFF, at, table);
        }
    }

    /** Stores a character up to U+00FF, and may overwrite a word. Returns the index after the character. */
    private int putEscapable(int c, int to, EscapeTable table) {
        long escape = table.escape(c);
        if (escape == 0) {
            out.bytes[to] = (byte) c;
            return to + 1;
        }
        Words.store8(out.bytes, to, escape);
        return to + (int) (escape >>> 56);
    }

    /** Writes characters one by one until {@link #PLAIN_RUN} in a row are ASCII. Returns the index after them. */
    private int putUnits(char[] units, int from, int to, int offset, EscapeTable table) throws IOException {
        int plainRun = 0;
        int i = from;
        while (i < to && plainRun < PLAIN_RUN) {
            char c = units[i];
            int at = out.reserve(UNIT_SPARE);
            if (c < 0x80) {
                out.at = putEscapable(c, at, table);
                plainRun++;
            } else if (Character.isSurrogate(c)) {
                out.at = putPair(at, c, low(units, i, to, offset));
                i++;
                plainRun = 0;
            } else {
                out.at = putBeyondAscii(at, c, table);
                plainRun = 0;
            }
            i++;
        }
        return i;
    }

    private int putBeyondAscii(int at, char c, EscapeTable table) {
        byte[] bytes = out.bytes;
        if (c <= 0x9F || ascii && c <= 0xFF) {
            return putEscapable(c, at, table);
        }
        if (ascii) {
            bytes[at] = '\\';
            bytes[at + 1] = 'u';
            return putHex(at + 2, c, 4);
        }
        if (c < 0x800) {
            bytes[at] = (byte) (0xC0 | c >> 6);
            bytes[at + 1] = (byte) (0x80 | c & 0x3F);
            return at + 2;
        }
        bytes[at] = (byte) (0xE0 | c >> 12);
        bytes[at + 1] = (byte) (0x80 | c >> 6 & 0x3F);
        bytes[at + 2] = (byte) (0x80 | c & 0x3F);
        return at + 3;
    }

    private int putPair(int at, char high, char low) {
        byte[] bytes = out.bytes;
        int c = Character.toCodePoint(high, low);
        if (ascii) {
            bytes[at] = '\\';
            bytes[at + 1] = 'U';
            return putHex(at + 2, c, 8);
        }
        bytes[at] = (byte) (0xF0 | c >> 18);
        bytes[at + 1] = (byte) (0x80 | c >> 12 & 0x3F);
        bytes[at + 2] = (byte) (0x80 | c >> 6 & 0x3F);
        bytes[at + 3] = (byte) (0x80 | c & 0x3F);
        return at + 4;
    }

    private int putHex(int at, int number, int digits) {
        for (int i = 0; i < digits; i++) {
            out.bytes[at + i] = HEX[number >> 4 * (digits - 1 - i) & 15];
        }
        return at + digits;
    }

    /** The second surrogate of the pair that starts at an index. */
    private static char low(char[] units, int index, int to, int offset) {
        char first = units[index];
        if (Character.isLowSurrogate(first)) {
            throw unmatched("trailing", first, offset + index);
        }
        if (index + 1 == to || !Character.isLowSurrogate(units[index + 1])) {
            throw unmatched("leading", first, offset + index);
        }
        return units[index + 1];
    }

    private static IllegalArgumentException unmatched(String which, char surrogate, int index) {
        return new IllegalArgumentException("text is invalid UTF-16. It contains an unmatched " + which
                + " surrogate 0x" + Integer.toHexString(surrogate) + " at index " + index);
    }
}
