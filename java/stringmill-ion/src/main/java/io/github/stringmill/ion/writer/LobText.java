package io.github.stringmill.ion.writer;

import io.github.stringmill.Base64Form;
import io.github.stringmill.Stringmill;
import java.io.IOException;

/** Writes clobs and blobs; in JSON, as strings. Standard: Amazon Ion 1.0, "Blobs" and "Clobs"; RFC 4648, section 4. */
final class LobText {
    /** Bytes that are encoded at once; a multiple of three. */
    private static final int PIECE_LEN = 1536;
    private static final int PIECE_SYMBOLS = PIECE_LEN / 3 * 4;

    private final TextOutput out;
    private final QuotedText quoted;
    private final boolean json;
    private final boolean pretty;
    private final int longStringThreshold;

    LobText(TextOutput out, QuotedText quoted, TextOptions options) {
        this.out = out;
        this.quoted = quoted;
        this.json = options.json();
        this.pretty = options.pretty();
        this.longStringThreshold = options.longStringThreshold();
    }

    /** Writes a blob. Cuts a range at the end of the array, as ion-java does. */
    void putBlob(byte[] value, int start, int len) throws IOException {
        open();
        int to = Math.min(start + len, value.length);
        for (int from = start; from < to; from += PIECE_LEN) {
            int piece = Math.min(to - from, PIECE_LEN);
            int at = out.reserve(PIECE_SYMBOLS);
            out.at = at + Stringmill.base64Encode(
                    Base64Form.STANDARD, value, from, piece, out.bytes, at, PIECE_SYMBOLS);
        }
        close();
    }

    /** Writes a clob. The length of the array, not of the range, makes it a long string, as with ion-java. */
    void putClob(byte[] value, int start, int len) throws IOException {
        if (json) {
            quoted.put(value, start, start + len, EscapeTable.JSON);
            return;
        }
        boolean isLong = longStringThreshold > 0 && value.length > longStringThreshold;
        openBraces();
        quoted.put(value, start, start + len, isLong ? EscapeTable.LONG_STRING : EscapeTable.STRING);
        closeBraces();
    }

    private void open() throws IOException {
        if (json) {
            out.put('"');
        } else {
            openBraces();
        }
    }

    private void close() throws IOException {
        if (json) {
            out.put('"');
        } else {
            closeBraces();
        }
    }

    private void openBraces() throws IOException {
        out.put('{');
        out.put('{');
        if (pretty) {
            out.put(' ');
        }
    }

    private void closeBraces() throws IOException {
        if (pretty) {
            out.put(' ');
        }
        out.put('}');
        out.put('}');
    }
}
