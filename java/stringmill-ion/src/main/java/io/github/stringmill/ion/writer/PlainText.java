package io.github.stringmill.ion.writer;

/**
 * Finds text that needs no escape in quotes: ASCII without controls, backslashes and the quote.
 *
 * <p>Method: looks up eight characters at a time in a table of all characters, the last ones perhaps twice. Neither
 * loop is a counted one: the code that the JIT compiler makes of those costs more than it gains for short text.
 */
final class PlainText {
    private static final int IN_DOUBLE_QUOTES = 1;
    private static final int IN_SINGLE_QUOTES = 2;

    /** The quotes in which each character needs an escape. Its constant length spares bounds checks. */
    private static final byte[] QUOTES_BY_CHAR = special();

    private static final int ROW = 8;

    private PlainText() {}

    private static byte[] special() {
        byte[] special = new byte[1 << Character.SIZE];
        for (int c = 0; c < special.length; c++) {
            if (c < ' ' || c >= 0x7F || c == '\\') {
                special[c] = IN_DOUBLE_QUOTES | IN_SINGLE_QUOTES;
            }
        }
        special['"'] = IN_DOUBLE_QUOTES;
        special['\''] = IN_SINGLE_QUOTES;
        return special;
    }

    /** Whether text needs no escape in quotes of a kind. */
    static boolean is(String text, int len, byte quote) {
        int in = quote == '"' ? IN_DOUBLE_QUOTES : IN_SINGLE_QUOTES;
        if (len < ROW) {
            return isShort(text, len, in);
        }
        int last = len - ROW;
        int i = 0;
        while ((row(text, i) & in) == 0) {
            if (i == last) {
                return true;
            }
            i = Math.min(i + ROW, last);
        }
        return false;
    }

    private static int row(String text, int i) {
        return QUOTES_BY_CHAR[text.charAt(i)] | QUOTES_BY_CHAR[text.charAt(i + 1)] | QUOTES_BY_CHAR[text.charAt(i + 2)]
                | QUOTES_BY_CHAR[text.charAt(i + 3)] | QUOTES_BY_CHAR[text.charAt(i + 4)]
                | QUOTES_BY_CHAR[text.charAt(i + 5)] | QUOTES_BY_CHAR[text.charAt(i + 6)] | QUOTES_BY_CHAR[text.charAt(i + 7)];
    }

    private static boolean isShort(String text, int len, int in) {
        for (int i = 0; i < len; i++) {
            if ((QUOTES_BY_CHAR[text.charAt(i)] & in) != 0) {
                return false;
            }
        }
        return true;
    }
}
