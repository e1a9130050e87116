package io.github.stringmill.internal;

/** Latin-1 into the inside of a JSON string of UTF-8, in plain Java. Standard: RFC 8259, section 7; ISO 8859-1. */
final class PureJsonEscapeLatin1 {
    private PureJsonEscapeLatin1() {}

    /** See {@link Kernels#jsonEscapeLatin1}. */
    static long escape(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end) {
        int read = from;
        int put = at;
        while (read < to) {
            int letter = src[read] & 0xFF;
            int len = letter < 0x80 ? rules.length(letter) : nonAsciiLength(rules);
            if (len < 0 || end - put < Math.max(len, 1)) {
                break;
            }
            if (letter < 0x80) {
                if (len == 0) {
                    dst[put++] = (byte) letter;
                } else {
                    putText(rules.text(letter), len, dst, put);
                    put += len;
                }
            } else {
                putText(len == 2 ? 0x80C0 | letter >> 6 | (letter & 0x3F) << 8 : escape(rules, letter), len, dst, put);
                put += len;
            }
            read++;
        }
        return Kernels.progress(read - from, put - at);
    }

    /** What a letter above U+007F takes, or -1. */
    private static int nonAsciiLength(EscapeRules rules) {
        return switch (rules.nonAscii()) {
            case ESCAPED -> 6;
            case STOPS -> -1;
            default -> 2;
        };
    }

    private static long escape(EscapeRules rules, int letter) {
        String digits = rules.upperHex() ? "0123456789ABCDEF" : "0123456789abcdef";
        long start = '\\' | 'u' << 8 | '0' << 16 | (long) '0' << 24;
        return start | (long) digits.charAt(letter >> 4) << 32 | (long) digits.charAt(letter & 15) << 40;
    }

    private static void putText(long text, int len, byte[] dst, int at) {
        for (int i = 0; i < len; i++) {
            dst[at + i] = (byte) (text >>> 8 * i);
        }
    }
}
