package io.github.stringmill.ion.writer;

import io.github.stringmill.internal.Words;
import java.io.IOException;
import java.util.Arrays;

/** Writes symbols with known text, in quotes if they need them. Keeps the written bytes of the latest symbols. */
final class SymbolText {
    /** The number of slots is two to this power. Each text may use one of {@link #TRIES} slots in a row. */
    private static final int SLOTS_LOG = 7;
    private static final int SLOTS = 1 << SLOTS_LOG;
    private static final int TRIES = 4;

    /** 2^32 divided by the golden ratio. Spreads consecutive hashes, such as those of numbered names. */
    private static final int SPREAD = 0x9E37_79B9;

    /** The size of the array of written bytes. When it is full, all texts are forgotten. */
    private static final int KEPT_BYTES = 1024;

    private static final int LEN_BITS = 8;

    /** Texts that are longer, before or after escapes, are not kept. */
    private static final int KEPT_MAX_LEN = 64;

    /** Bytes that a kept text may overwrite: it is copied word by word. */
    static final int KEPT_SPARE = KEPT_MAX_LEN + 16;

    /** The longest escape of a character. */
    private static final int UNIT_MAX_LEN = 6;

    /** Reserved in addition, so that no later call drains the buffer in the middle of a text that is kept. */
    private static final int QUOTES_SPARE = 160;

    private final TextOutput out;
    private final QuotedText quoted;
    private final boolean json;

    private String[] texts;

    /**
     * For each text the start of its bytes, and in the lowest bits their number. Negative for an operator, whose bytes
     * are those outside of S-expressions.
     */
    private int[] spans;
    private byte[] bytes;
    private int keptLen;

    /** @param json whether symbols are strings of JSON */
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
        int slot = slot(text);
        if (slot >= 0 && (spans[slot] >= 0 || !inSexp)) {
            out.at = putKept(slot, out.reserve(KEPT_SPARE));
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
     * @param at its index, with {@link #KEPT_SPARE} bytes reserved
     * @return the index after it, or -1 if it is not kept
     */
    int putKept(String text, int at) {
        int slot = slot(text);
        return slot < 0 ? -1 : putKept(slot, at);
    }

    private int putKept(int slot, int at) {
        byte[] to = out.bytes;
        int span = spans[slot] & Integer.MAX_VALUE;
        int len = span & (1 << LEN_BITS) - 1;
        int start = span >>> LEN_BITS;
        // Most texts fit into two words.
        Words.store8(to, at, Words.load8(bytes, start));
        Words.store8(to, at + 8, Words.load8(bytes, start + 8));
        for (int i = 16; i < len; i += 8) {
            Words.store8(to, at + i, Words.load8(bytes, start + i));
        }
        return at + len;
    }

    /** The slot of a text, or -1 if it is not kept. */
    private int slot(String text) {
        if (texts == null) {
            return -1;
        }
        int first = firstSlot(text);
        String kept = texts[first];
        if (kept == text || text.equals(kept)) {
            return first;
        }
        for (int i = 1; i < TRIES; i++) {
            int slot = first + i & SLOTS - 1;
            if (text.equals(texts[slot])) {
                return slot;
            }
        }
        return -1;
    }

    private static int firstSlot(String text) {
        return text.hashCode() * SPREAD >>> Integer.SIZE - SLOTS_LOG;
    }

    private void putNew(String text, boolean inSexp) throws IOException {
        SymbolKind kind = json ? SymbolKind.QUOTED : SymbolKind.of(text);
        boolean bare = kind == SymbolKind.IDENTIFIER || kind == SymbolKind.OPERATOR && inSexp;
        boolean kept = text.length() <= KEPT_MAX_LEN && (kind != SymbolKind.OPERATOR || !inSexp);
        int from = kept ? out.reserve(UNIT_MAX_LEN * text.length() + QUOTES_SPARE) : 0;
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
            texts = new String[SLOTS];
            spans = new int[SLOTS];
            bytes = new byte[KEPT_BYTES];
        }
        // putKept() reads whole words, and at least two of them.
        if (keptLen + len + 2 * Long.BYTES > KEPT_BYTES) {
            Arrays.fill(texts, null);
            keptLen = 0;
        }
        int slot = firstSlot(text);
        for (int i = 1; i < TRIES && texts[slot] != null; i++) {
            slot = slot + 1 & SLOTS - 1;
        }
        System.arraycopy(out.bytes, from, bytes, keptLen, len);
        texts[slot] = text;
        spans[slot] = keptLen << LEN_BITS | len | (operator ? Integer.MIN_VALUE : 0);
        keptLen += len;
    }
}
