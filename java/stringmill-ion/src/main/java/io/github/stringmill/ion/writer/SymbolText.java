package io.github.stringmill.ion.writer;

import io.github.stringmill.internal.Words;
import java.io.IOException;
import java.util.Arrays;

/** Symbols with known text, in quotes where they need them; what was written for the last ones is kept. */
final class SymbolText {
    /** Places for kept texts, two to this power; each text may have one of four in a row. */
    private static final int PLACES_LOG = 7;
    private static final int PLACES = 1 << PLACES_LOG;
    private static final int TRIES = 4;

    /** 2^32 divided by the golden ratio: hashes in a row, as names with numbers have, are spread evenly. */
    private static final int SPREAD = 0x9E37_79B9;

    /** Room for what was written for them. When it is full, all are forgotten. */
    private static final int KEPT_BYTES = 1024;

    private static final int LEN_BITS = 8;

    /** Longer texts are not kept, nor what is longer when it is written. */
    private static final int KEPT_MAX_LEN = 64;

    /** What a kept text takes, and overwrites: it is copied word by word. */
    static final int KEPT_ROOM = KEPT_MAX_LEN + 16;

    /** What is written for a character at most. */
    private static final int UNIT_MAX_LEN = 6;

    /** With this more, all room that is asked for meanwhile is there: a text that is kept is handed on in one piece. */
    private static final int MORE_ROOM = 160;

    private final TextOutput out;
    private final QuotedText quoted;
    private final boolean json;

    private String[] texts;

    /**
     * For each text where its bytes begin, and lowest how many there are; negative for an operator, which is kept as it
     * is outside of S-expressions.
     */
    private int[] spans;
    private byte[] bytes;
    private int used;

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
        int place = place(text);
        if (place >= 0 && (spans[place] >= 0 || !inSexp)) {
            out.at = putKept(place, out.room(KEPT_ROOM));
        } else {
            putNew(text, inSexp);
        }
    }

    /** Writes a symbol in quotes. */
    void putQuoted(String text) throws IOException {
        quoted.put(text, json ? EscapeTable.JSON : EscapeTable.SYMBOL);
    }

    /**
     * Writes a symbol that is no child of an S-expression, if it is kept.
     *
     * @param at where it goes; there must be {@link #KEPT_ROOM}
     * @return where it ends, or -1 if it is not kept
     */
    int putKept(String text, int at) {
        int place = place(text);
        return place < 0 ? -1 : putKept(place, at);
    }

    private int putKept(int place, int at) {
        byte[] to = out.bytes;
        int span = spans[place] & Integer.MAX_VALUE;
        int len = span & (1 << LEN_BITS) - 1;
        int start = span >>> LEN_BITS;
        // Most are no longer than two words.
        Words.store8(to, at, Words.load8(bytes, start));
        Words.store8(to, at + 8, Words.load8(bytes, start + 8));
        for (int i = 16; i < len; i += 8) {
            Words.store8(to, at + i, Words.load8(bytes, start + i));
        }
        return at + len;
    }

    /** Where a text is kept, or -1. */
    private int place(String text) {
        if (texts == null) {
            return -1;
        }
        int first = firstPlace(text);
        String kept = texts[first];
        if (kept == text || text.equals(kept)) {
            return first;
        }
        for (int i = 1; i < TRIES; i++) {
            int place = first + i & PLACES - 1;
            if (text.equals(texts[place])) {
                return place;
            }
        }
        return -1;
    }

    private static int firstPlace(String text) {
        return text.hashCode() * SPREAD >>> Integer.SIZE - PLACES_LOG;
    }

    private void putNew(String text, boolean inSexp) throws IOException {
        SymbolKind kind = json ? SymbolKind.QUOTED : SymbolKind.of(text);
        boolean bare = kind == SymbolKind.IDENTIFIER || kind == SymbolKind.OPERATOR && inSexp;
        boolean kept = text.length() <= KEPT_MAX_LEN && (kind != SymbolKind.OPERATOR || !inSexp);
        int from = kept ? out.room(UNIT_MAX_LEN * text.length() + MORE_ROOM) : 0;
        if (bare) {
            out.putAscii(text);
        } else {
            putQuoted(text);
        }
        if (kept) {
            keep(text, from, kind == SymbolKind.OPERATOR);
        }
    }

    private void keep(String text, int from, boolean operator) {
        int len = out.at - from;
        if (len > KEPT_MAX_LEN) {
            return;
        }
        if (texts == null) {
            texts = new String[PLACES];
            spans = new int[PLACES];
            bytes = new byte[KEPT_BYTES];
        }
        // Whole words are read from there, two of them at least.
        if (used + len + 2 * Long.BYTES > KEPT_BYTES) {
            Arrays.fill(texts, null);
            used = 0;
        }
        int place = firstPlace(text);
        for (int i = 1; i < TRIES && texts[place] != null; i++) {
            place = place + 1 & PLACES - 1;
        }
        System.arraycopy(out.bytes, from, bytes, used, len);
        texts[place] = text;
        spans[place] = used << LEN_BITS | len | (operator ? Integer.MIN_VALUE : 0);
        used += len;
    }
}
