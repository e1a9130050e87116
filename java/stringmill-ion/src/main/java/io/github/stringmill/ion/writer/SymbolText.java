package io.github.stringmill.ion.writer;

import java.io.IOException;
import java.util.Arrays;

/** Symbols with known text, in quotes where they need them; those that come often are kept as they were written. */
final class SymbolText {
    /** Longer texts are not kept. */
    private static final int KEPT_MAX_LEN = 64;

    /** Places for kept texts; each text has two. */
    private static final int PLACES = 128;

    /** What a text that may be kept becomes at most, with its quotes; so it is handed on in one piece. */
    private static final int KEPT_ROOM = 10 * KEPT_MAX_LEN + 24;

    private final TextOutput out;
    private final QuotedText quoted;
    private final boolean json;

    private Kept[] kept;

    /** The hash of the text that last had no place there: a text is kept when it comes the second time. */
    private int[] wanted;

    /** A text and what was written for it; operators as they are outside of S-expressions. */
    private record Kept(String text, byte[] bytes, int len, boolean operator) {}

    /**
     * For one writer.
     *
     * @param json whether symbols are strings of JSON
     */
    SymbolText(TextOutput out, QuotedText quoted, boolean json) {
        this.out = out;
        this.quoted = quoted;
        this.json = json;
    }

    /**
     * Writes a symbol.
     *
     * @param inSexp whether it is a child of an S-expression
     */
    void put(String text, boolean inSexp) throws IOException {
        if (text.length() > KEPT_MAX_LEN) {
            putNew(text, kind(text), inSexp);
            return;
        }
        int hash = text.hashCode();
        int place = (hash ^ hash >>> 15) & PLACES - 1;
        Kept found = kept == null ? null : kept[place];
        if (found == null || found.text != text && !found.text.equals(text)) {
            found = kept == null ? null : kept[place ^ 1];
            if (found == null || found.text != text && !found.text.equals(text)) {
                putAndKeep(text, hash, place, inSexp);
                return;
            }
        }
        if (found.operator && inSexp) {
            out.putAscii(text);
        } else {
            out.putWords(found.bytes, found.len);
        }
    }

    private SymbolKind kind(String text) {
        return json ? SymbolKind.QUOTED : SymbolKind.of(text);
    }

    private void putNew(String text, SymbolKind kind, boolean inSexp) throws IOException {
        if (kind == SymbolKind.IDENTIFIER || kind == SymbolKind.OPERATOR && inSexp) {
            out.putAscii(text);
        } else {
            quoted.put(text, json ? EscapeTable.JSON : EscapeTable.SYMBOL);
        }
    }

    private void putAndKeep(String text, int hash, int place, boolean inSexp) throws IOException {
        SymbolKind kind = kind(text);
        boolean bare = kind == SymbolKind.OPERATOR && inSexp;
        int from = out.room(KEPT_ROOM);
        putNew(text, kind, inSexp);
        if (bare) {
            return;
        }
        if (kept == null) {
            kept = new Kept[PLACES];
            wanted = new int[PLACES];
        }
        if (wanted[place] != hash) {
            wanted[place] = hash;
            return;
        }
        int len = out.at - from;
        byte[] bytes = Arrays.copyOf(Arrays.copyOfRange(out.bytes, from, out.at), len + 7 & -8);
        int to = kept[place] == null || kept[place ^ 1] != null ? place : place ^ 1;
        kept[to] = new Kept(text, bytes, len, kind == SymbolKind.OPERATOR);
    }
}
