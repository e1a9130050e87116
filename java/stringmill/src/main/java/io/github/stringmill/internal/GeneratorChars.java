package io.github.stringmill.internal;

import io.github.stringmill.internal.EscapeRules.NonAscii;

/**
 * Strings into the buffer of a generator of JSON in characters, whichever version of Jackson it is of: those that are
 * long, under the standard escapes.
 *
 * <p>The generator makes one for itself and lends its buffer.
 *
 * @param <E> what the generator throws
 */
public abstract class GeneratorChars<E extends Exception> {
    /** Shorter strings are written by the parent; measured on JDK 17 and 25. */
    private static final int MIN_LEN = 1024;

    /** So many characters show what a string is like, and are taken one by one where one of them is not clean. */
    private static final int CAREFUL_LEN = 64;

    /** What that many may become, and no more than a buffer has. */
    private static final int CAREFUL_ROOM = 6 * CAREFUL_LEN;

    private final int end;

    /** Characters that are taken one by one; made when first needed. */
    private char[] careful;

    /**
     * For one generator.
     *
     * @param end where its buffer ends
     */
    protected GeneratorChars(int end) {
        KernelsHolder.require();
        this.end = end;
    }

    /** The buffer. */
    protected abstract char[] buffer();

    /** How far the buffer is full. */
    protected abstract int tail();

    /** Sets how far the buffer is full. */
    protected abstract void tail(int tail);

    /** Empties the buffer. */
    protected abstract void flush() throws E;

    /** The quote character. */
    protected abstract char quote();

    /** Whether digits of escapes are upper case. */
    protected abstract boolean upperHex();

    /** Whether a string is for the parent: it is short or begins with something to escape, or the buffer is small. */
    public final boolean declines(String text) {
        return text.length() < MIN_LEN || end < CAREFUL_ROOM || !beginsClean(text);
    }

    private boolean beginsClean(String text) {
        if (careful == null) {
            careful = new char[CAREFUL_LEN];
        }
        text.getChars(0, CAREFUL_LEN, careful, 0);
        EscapeRules rules = rules();
        for (char c : careful) {
            if (c >= 0x80 || rules.length(c) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Writes a string that is not {@linkplain #declines declined}. */
    public final void write(String text) throws E {
        putQuote();
        putText(text);
        putQuote();
    }

    private void putQuote() throws E {
        if (tail() >= end) {
            flush();
        }
        int tail = tail();
        buffer()[tail] = quote();
        tail(tail + 1);
    }

    private void putText(String text) throws E {
        int len = text.length();
        int at = 0;
        int times = 1;
        while (at < len) {
            if (tail() >= end) {
                flush();
            }
            int tail = tail();
            int piece = Math.min(len - at, end - tail);
            text.getChars(at, at + piece, buffer(), tail);
            int clean = StringText.cleanPrefix(buffer(), tail, tail + piece);
            at += clean;
            tail(tail + clean);
            if (clean < piece) {
                // The less was clean, the more is taken one by one before the rest is looked at again.
                times = clean < CAREFUL_LEN ? 2 * times : 1;
                for (int i = 0; i < times && at < len; i++) {
                    at += putCarefully(text, at);
                }
            }
        }
    }

    /** Some characters, one by one, and how many. */
    private int putCarefully(String text, int from) throws E {
        if (end - tail() < CAREFUL_ROOM) {
            flush();
        }
        int len = Math.min(text.length() - from, CAREFUL_LEN);
        text.getChars(from, from + len, careful, 0);
        tail(StringText.escapeAscii(rules(), careful, 0, len, buffer(), tail()));
        return len;
    }

    private EscapeRules rules() {
        return CodedRules.standard(NonAscii.COPIED, upperHex());
    }
}
