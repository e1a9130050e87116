package io.github.stringmill.ion.reader;

/** Classes of ASCII characters, for all scanners of this package. */
final class Letters {
    /** A letter, a digit, {@code $} or {@code _}. */
    static final int IDENTIFIER = 1;
    /** One of the characters of operators. */
    static final int OPERATOR = 2;
    static final int DIGIT = 4;
    static final int HEX_DIGIT = 8;
    /** Ends a number, whichever dialect is followed. */
    static final int STOP = 16;
    /** Matters while a container is skipped. */
    static final int STRUCTURE = 32;
    /** Space, tab, line feed and carriage return. */
    static final int BLANK = 64;

    private static final byte[] KINDS = new byte[256];

    static {
        for (int c = 0; c < 128; c++) {
            int kind = 0;
            boolean digit = c >= '0' && c <= '9';
            boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
            kind |= digit || letter || c == '$' || c == '_' ? IDENTIFIER : 0;
            kind |= digit ? DIGIT | HEX_DIGIT : 0;
            kind |= c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' ? HEX_DIGIT : 0;
            kind |= "!#%&*+-./;<=>?@^`|~".indexOf(c) >= 0 ? OPERATOR : 0;
            kind |= "{}[](),\"' \t\n\r".indexOf(c) >= 0 ? STOP : 0;
            kind |= "{}[]()\"'/".indexOf(c) >= 0 ? STRUCTURE : 0;
            kind |= " \t\n\r".indexOf(c) >= 0 ? BLANK : 0;
            KINDS[c] = (byte) kind;
        }
    }

    private Letters() {}

    /** Whether a byte, or -1 for the end, is of a kind. */
    static boolean is(int c, int kind) {
        return c >= 0 && (KINDS[c] & kind) != 0;
    }

    /** As {@link #is}, for a byte from an array. */
    static boolean isByte(byte c, int kind) {
        return (KINDS[c & 0xFF] & kind) != 0;
    }

    static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    /** The value of a hexadecimal digit; negative if it is none. */
    static int hexDigit(int c) {
        return is(c, HEX_DIGIT) ? Character.digit(c, 16) : -1;
    }
}
