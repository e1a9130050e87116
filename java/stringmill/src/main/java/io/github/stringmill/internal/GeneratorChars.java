package io.github.stringmill.internal;

import io.github.stringmill.internal.EscapeRules.NonAscii;

/**
 * Writes long strings with the standard escapes into the buffer of a Jackson generator of characters, for both major
 * versions of Jackson.
 *
 * <p>Each generator has one such object, and lends it the buffer. "Parent" is Jackson's own generator class.
 *
 * @param <E> the generator's exception
 */
public abstract class GeneratorChars<E extends Exception> {
    /** The parent writes shorter strings; measured on JDK 17 and 25. */
    public static final int MIN_LEN = 1024;

    /**
     * Length of the sample that decides the path; one character at a time if a character of the sample is not clean.
     */
    private static final int SAMPLE_LEN = 64;

    /** The largest output of the sample; the parent writes into a smaller buffer. */
    private static final int SAMPLE_MAX_LEN = 6 * SAMPLE_LEN;

    private final int end;

    /** The characters of a sample; null before the first use. */
    private char[] sample;

    /**
     * Makes an object for one generator.
     *
     * @param end the end of its buffer
     */
    protected GeneratorChars(int end) {
        this.end = end;
    }

    /** Returns the buffer; null after the generator is closed. */
    protected abstract char[] buffer();

    /** Returns the length of the output in the buffer. */
    protected abstract int tail();

    /** Sets the length of the output in the buffer. */
    protected abstract void tail(int tail);

    /** Writes the buffer to its destination. */
    protected abstract void flush() throws E;

    /** Returns the quote character. */
    protected abstract char quote();

    /** Returns whether digits of escapes are upper case. */
    protected abstract boolean upperHex();

    /** Checks that a value may follow, and writes the comma or blanks before it. */
    protected abstract void beginValue() throws E;

    /**
     * Writes a string of at least {@link #MIN_LEN} characters, unless the parent must: it begins with an escape, the
     * buffer is small, or the generator is closed.
     *
     * <p>One piece, for the reason given at {@link GeneratorBytes#writeUtf8}.
     *
     * @return whether the string is written
     */
    public final boolean write(String text) throws E {
        if (sample == null) {
            sample = new char[SAMPLE_LEN];
        }
        text.getChars(0, SAMPLE_LEN, sample, 0);
        boolean isClean = end >= SAMPLE_MAX_LEN && buffer() != null;
        for (int i = 0; i < SAMPLE_LEN && isClean; i++) {
            isClean = sample[i] < 0x80 && rules().length(sample[i]) == 0;
        }
        if (!isClean) {
            return false;
        }
        beginValue();
        if (tail() >= end) {
            flush();
        }
        int begin = tail();
        buffer()[begin] = quote();
        tail(begin + 1);
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
                // Each sample that is not clean doubles the number of characters until the next look for a clean run.
                times = clean < SAMPLE_LEN ? 2 * times : 1;
                for (int i = 0; i < times && at < len; i++) {
                    at += putSample(text, at);
                }
            }
        }
        if (tail() >= end) {
            flush();
        }
        int last = tail();
        buffer()[last] = quote();
        tail(last + 1);
        return true;
    }

    /** Writes up to one sample, one character at a time, and returns its length. */
    private int putSample(String text, int from) throws E {
        if (end - tail() < SAMPLE_MAX_LEN) {
            flush();
        }
        int len = Math.min(text.length() - from, SAMPLE_LEN);
        text.getChars(from, from + len, sample, 0);
        tail(StringText.escapeAscii(rules(), sample, 0, len, buffer(), tail()));
        return len;
    }

    private EscapeRules rules() {
        return CodedRules.standard(NonAscii.COPIED, upperHex());
    }
}
