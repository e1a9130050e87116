package io.github.stringmill.internal;

/** Part of the pure kernels: escapes Latin-1 to UTF-8. Standard: RFC 8259, section 7; ISO 8859-1. */
final class PureJsonEscapeLatin1 {
    private PureJsonEscapeLatin1() {}

    /** See {@link Kernels#jsonEscapeLatin1}. */
    static long escape(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end) {
        boolean words = rules.standardSet();
        int read = from;
        int put = at;
        while (read < to) {
            if (words && to - read >= 8 && end - put >= 8) {
                long word = Words.load8(src, read);
                long marks = EscapeMarks.escapesAndNonAscii(word);
                Words.store8(dst, put, word);
                int plain = marks == 0 ? 8 : EscapeMarks.first(marks);
                read += plain;
                put += plain;
                if (plain == 8) {
                    continue;
                }
            }
            int len = length(rules, src[read] & 0xFF);
            if (len < 0 || end - put < len) {
                break;
            }
            putLetter(rules, src[read] & 0xFF, len, dst, put);
            read++;
            put += len;
        }
        return Kernels.progress(read - from, put - at);
    }

    /** Returns the length of the output for a letter, or -1 if the kernel stops. */
    private static int length(EscapeRules rules, int letter) {
        if (letter < 0x80) {
            int len = rules.length(letter);
            return len == 0 ? 1 : len;
        }
        return switch (rules.nonAscii()) {
            case ESCAPED -> 6;
            case STOPS -> -1;
            default -> 2;
        };
    }

    private static void putLetter(EscapeRules rules, int letter, int len, byte[] dst, int at) {
        if (letter >= 0x80 && len == 6) {
            PureJsonEscapeTable.putUnicode(rules.upperHex(), letter, dst, at);
        } else if (letter >= 0x80) {
            Words.store2(dst, at, 0x80C0 | letter >> 6 | (letter & 0x3F) << 8);
        } else if (rules.length(letter) == 0) {
            dst[at] = (byte) letter;
        } else {
            PureJsonEscapeTable.put(dst, at, rules.text(letter), len);
        }
    }
}
