package io.github.stringmill.ion.reader;

/** Characters above U+007F, which are checked where they stand in text or in a comment. */
abstract class Utf8Input extends ByteInput {
    /** Whether ion-java is followed where it leaves the specification. */
    final boolean asIonJava;

    Utf8Input(byte[] src, int from, int to, boolean countsChars, boolean asIonJava) {
        super(src, from, to, countsChars);
        this.asIonJava = asIonJava;
    }

    Utf8Input(ByteFeed feed, boolean countsChars, boolean asIonJava) {
        super(feed, countsChars);
        this.asIonJava = asIonJava;
    }

    /** The code point of a UTF-8 sequence, from behind its first byte, which is above 0x7F. */
    final int scalar(int lead) {
        int len = lead >= 0xC0 && lead < 0xE0 ? 2 : (lead & 0xF0) == 0xE0 ? 3 : (lead & 0xF8) == 0xF0 ? 4 : 0;
        if (len == 0) {
            throw error("ill-formed UTF-8", pos);
        }
        if (asIonJava) {
            return unchecked(lead, len);
        }
        int codePoint = lead & 0xFF >> len + 1;
        for (int i = 1; i < len; i++) {
            int c = peek(0);
            if (c < 0) {
                throw unexpectedEnd();
            }
            pos++;
            if ((c & 0xC0) != 0x80 || i == 1 && !mayFollow(lead, c)) {
                throw error("ill-formed UTF-8", pos);
            }
            codePoint = codePoint << 6 | c & 0x3F;
        }
        if (lead < 0xC2 || lead > 0xF4) {
            throw error("ill-formed UTF-8", pos);
        }
        return codePoint;
    }

    /** Whether a byte may stand behind a lead byte (Unicode, table 3-7), for leads that can stand at all. */
    private boolean mayFollow(int lead, int c) {
        return switch (lead) {
            case 0xE0 -> c >= 0xA0;
            // Characters that the caller gave may be lone surrogates, which are judged later.
            case 0xED -> c < 0xA0 || countsChars;
            case 0xF0 -> c >= 0x90;
            case 0xF4 -> c < 0x90;
            default -> true;
        };
    }

    /** ion-java takes any bytes behind a lead byte for continuation bytes. */
    private int unchecked(int lead, int len) {
        int codePoint = lead & 0xFF >> len + 1;
        for (int i = 1; i < len; i++) {
            int c = peek(0);
            boolean pair = c == '\r' && peek(1) == '\n';
            pos += c < 0 ? 0 : pair ? 2 : 1;
            // Its line ends are numbers of their own by then.
            c = c == '\n' ? -4 : pair ? -6 : c == '\r' ? -5 : c;
            codePoint = codePoint << 6 | c & 0x3F;
        }
        if (codePoint > Character.MAX_CODE_POINT) {
            throw error("ill-formed UTF-8", pos);
        }
        return codePoint;
    }
}
