package io.github.stringmill.ion.writer;

/**
 * The escapes of characters in one kind of quotes, with the same bytes as ion-java's.
 *
 * <p>Controls, DEL, the backslash, the quote, and U+0080 to U+009F are escaped. Characters above these are escaped only
 * if the output must be ASCII. Standard: Amazon Ion 1.0, "Strings"; for JSON, RFC 8259, section 7.
 */
final class EscapeTable {
    private static final String SHORT_CODES = "\0\\0\7\\a\b\\b\t\\t\n\\n\13\\v\f\\f\r\\r";
    private static final String JSON_SHORT_CODES = "\b\\b\t\\t\n\\n\f\\f\r\\r";

    /** Short strings, and clobs. */
    static final EscapeTable STRING = new EscapeTable('"', 1, SHORT_CODES, "\\x", "");

    /** Long strings: their newlines are not escaped. */
    static final EscapeTable LONG_STRING = new EscapeTable('\'', 3, SHORT_CODES, "\\x", "\n");

    /** Symbols that must be quoted. */
    static final EscapeTable SYMBOL = new EscapeTable('\'', 1, SHORT_CODES, "\\x", "");

    /** Strings of JSON. */
    static final EscapeTable JSON = new EscapeTable('"', 1, JSON_SHORT_CODES, "\\u00", "");

    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGH_BITS = 0x80 * ONES;

    /** The quote. */
    final byte quote;

    /** The number of quotes at each end. */
    final int quotes;

    /** The escapes of characters up to U+00FF: the first byte lowest, the length highest; 0 for none. */
    private final long[] escapes = new long[256];

    private final long quoteWord;

    private EscapeTable(char quote, int quotes, String shortCodes, String hexPrefix, String unescaped) {
        this.quote = (byte) quote;
        this.quotes = quotes;
        this.quoteWord = quote * ONES;
        for (int c = 0; c < 256; c++) {
            if (c < 0x20 || c >= 0x7F) {
                escapes[c] = entry(hexPrefix + Character.forDigit(c >> 4, 16) + Character.forDigit(c & 15, 16));
            }
        }
        for (int i = 0; i < shortCodes.length(); i += 3) {
            escapes[shortCodes.charAt(i)] = entry(shortCodes.substring(i + 1, i + 3));
        }
        escapes['\\'] = entry("\\\\");
        escapes[quote] = entry("\\" + quote);
        for (int i = 0; i < unescaped.length(); i++) {
            escapes[unescaped.charAt(i)] = 0;
        }
    }

    private static long entry(String escape) {
        long entry = (long) escape.length() << 56;
        for (int i = 0; i < escape.length(); i++) {
            entry |= (long) escape.charAt(i) << 8 * i;
        }
        return entry;
    }

    /**
     * The escape of a character up to U+00FF.
     *
     * @return its bytes, the first lowest, its length in the highest byte; 0 if the character is never escaped
     */
    long escape(int c) {
        return escapes[c];
    }

    /**
     * The highest bit of each of eight bytes that may be escaped or is not ASCII.
     *
     * <p>No byte before that of the lowest bit is escaped. That byte itself may need no escape.
     */
    long marks(long word) {
        return (word - 0x20 * ONES | (word ^ quoteWord) - ONES | (word ^ '\\' * ONES) - ONES | word + ONES | word)
                & HIGH_BITS;
    }
}
