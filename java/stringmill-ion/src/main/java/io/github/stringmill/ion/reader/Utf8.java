package io.github.stringmill.ion.reader;

/** Decodes and checks one character above U+007F: for {@link QuotedReader} in text, for {@link Blanks} in comments. */
final class Utf8 {
    private Utf8() {}

    /** The code point of a UTF-8 sequence whose first byte was consumed and is above 0x7F; consumes the others. */
    static int decode(ByteInput input, int lead) {
        int len = lead >= 0xC0 && lead < 0xE0 ? 2 : (lead & 0xF0) == 0xE0 ? 3 : (lead & 0xF8) == 0xF0 ? 4 : 0;
        if (len == 0) {
            throw illFormed(input);
        }
        if (input.asIonJava) {
            return decodeAsIonJava(input, lead, len);
        }
        int codePoint = lead & 0xFF >> len + 1;
        for (int i = 1; i < len; i++) {
            int c = input.peek(0);
            if (c < 0) {
                throw input.unexpectedEnd();
            }
            input.pos++;
            if ((c & 0xC0) != 0x80 || i == 1 && !mayFollow(input, lead, c)) {
                throw illFormed(input);
            }
            codePoint = codePoint << 6 | c & 0x3F;
        }
        if (lead < 0xC2 || lead > 0xF4) {
            throw illFormed(input);
        }
        return codePoint;
    }

    private static IonTextException illFormed(ByteInput input) {
        return input.error("ill-formed UTF-8", input.pos);
    }

    /** Whether a byte may follow a lead byte that is itself allowed (Unicode, table 3-7). */
    private static boolean mayFollow(ByteInput input, int lead, int c) {
        return switch (lead) {
            case 0xE0 -> c >= 0xA0;
            // A caller's characters may be lone surrogates; UnitBuffer judges those.
            case 0xED -> c < 0xA0 || input.countsChars;
            case 0xF0 -> c >= 0x90;
            case 0xF4 -> c < 0x90;
            default -> true;
        };
    }

    /** ion-java accepts any bytes after a lead byte as continuation bytes. */
    private static int decodeAsIonJava(ByteInput input, int lead, int len) {
        int codePoint = lead & 0xFF >> len + 1;
        for (int i = 1; i < len; i++) {
            int c = input.peek(0);
            boolean pair = c == '\r' && input.peek(1) == '\n';
            input.pos += c < 0 ? 0 : pair ? 2 : 1;
            // ion-java has replaced line ends by these numbers before it decodes.
            c = c == '\n' ? -4 : pair ? -6 : c == '\r' ? -5 : c;
            codePoint = codePoint << 6 | c & 0x3F;
        }
        if (codePoint > Character.MAX_CODE_POINT) {
            throw illFormed(input);
        }
        return codePoint;
    }
}
