package io.github.stringmill.internal;

import io.github.stringmill.IllFormed;
import io.github.stringmill.StringmillException;
import io.github.stringmill.internal.EscapeRules.NonAscii;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.ByteBuffer;

/**
 * Strings into the buffer of a generator of JSON in UTF-8, whichever version of Jackson it is of.
 *
 * <p>The generator makes one for itself and lends its buffer and settings, which may change between two strings.
 *
 * @param <E> what the generator throws
 */
public abstract class GeneratorBytes<E extends Exception> {
    /** Shorter arrays of characters are written by the parent; measured on JDK 17 and 25. */
    public static final int CHARS_MIN_LEN = 64;

    private static final Kernels KERNELS = KernelsHolder.KERNELS;

    /** A buffer of a caller below that is left to the parent. */
    private static final int BUFFER_MIN_LEN = 64;

    /** The longest that one character becomes. */
    private static final int UNIT_MAX_LEN = 12;

    /** Clean text of so many bytes that has no room is handed to the stream uncopied, as Jackson does with raw text. */
    private static final int PASSED_MIN_LEN = 512;

    private final int[] standardEscapes;
    private final OutputStream out;
    private final int end;

    /** The rules of a table that is not the standard one; made when first needed. */
    private CodedRules codedRules;

    /** The units of one character that a kernel leaves; made when first needed. */
    private char[] character;

    /**
     * For one generator.
     *
     * @param standardEscapes the table that generators share where nothing else is asked for
     * @param out             where the buffer is emptied to
     * @param end             where the buffer ends
     */
    protected GeneratorBytes(int[] standardEscapes, OutputStream out, int end) {
        KernelsHolder.require();
        this.standardEscapes = standardEscapes;
        this.out = out;
        this.end = end;
    }

    /** The buffer. */
    protected abstract byte[] buffer();

    /** How far the buffer is full. */
    protected abstract int tail();

    /** Sets how far the buffer is full. */
    protected abstract void tail(int tail);

    /** Empties the buffer. */
    protected abstract void flush() throws E;

    /** The quote character. */
    protected abstract byte quote();

    /** The escape codes of ASCII characters, as in {@link CodedRules}. */
    protected abstract int[] escapes();

    /** Whether digits of escapes are upper case. */
    protected abstract boolean upperHex();

    /** What becomes of characters above U+007F; bytes above 0x7F are always copied. */
    protected abstract NonAscii nonAscii();

    /** What becomes of ill-formed UTF-8; null where nothing is checked. */
    protected abstract IllFormed illFormed();

    /** What is thrown in the place of an exception of a stream. */
    protected abstract E failed(IOException cause);

    /** What is thrown where UTF-8 is refused. */
    protected abstract E refused(StringmillException cause);

    /**
     * Whether a buffer and a table are for the parent.
     *
     * @param end     where the buffer ends
     * @param escapes the escape codes of ASCII characters
     */
    public static boolean declines(int end, int[] escapes) {
        return end < BUFFER_MIN_LEN || escapes.length < CodedRules.TABLE_LEN;
    }

    /**
     * A policy, if a buffer suffices for it.
     *
     * @param end    where the buffer ends
     * @param policy what becomes of ill-formed UTF-8; null to check nothing
     * @throws IllegalStateException if the buffer is too short
     */
    public static IllFormed checking(int end, IllFormed policy) {
        if (policy != null && end < BUFFER_MIN_LEN) {
            throw new IllegalStateException("checking UTF-8 needs a buffer of " + BUFFER_MIN_LEN + " bytes");
        }
        return policy;
    }

    /** Writes one byte. */
    public final void put(byte b) throws E {
        if (tail() >= end) {
            flush();
        }
        int tail = tail();
        buffer()[tail] = b;
        tail(tail + 1);
    }

    /** Writes a string of UTF-8; not where this is {@linkplain #declines for the parent}, unless it is checked. */
    public final void writeUtf8(byte[] text, int from, int len) throws E {
        put(quote());
        if (illFormed() == null) {
            putUtf8(rules(NonAscii.COPIED), text, from, from + len);
        } else {
            putChecked(text, from, from + len, true, 0);
        }
        put(quote());
    }

    /**
     * Writes what is left of a buffer as a string.
     *
     * @param text  UTF-8
     * @param piece what is read into
     */
    public final void writeUtf8(ByteBuffer text, byte[] piece) throws E {
        put(quote());
        long done = 0;
        int kept = 0;
        while (text.hasRemaining()) {
            int len = Math.min(text.remaining(), piece.length - kept);
            text.get(piece, kept, len);
            int ready = putPiece(piece, kept + len, !text.hasRemaining(), done);
            kept += len - ready;
            done += ready;
            System.arraycopy(piece, ready, piece, 0, kept);
        }
        put(quote());
    }

    /**
     * Writes out of a stream as a string.
     *
     * @param text  UTF-8
     * @param len   how many bytes, or a negative number for all
     * @param piece what is read into
     * @return whether there were so many
     */
    public final boolean writeUtf8(InputStream text, int len, byte[] piece) throws E {
        put(quote());
        int left = len < 0 ? Integer.MAX_VALUE : len;
        long done = 0;
        int kept = 0;
        while (left > 0) {
            int read = read(text, piece, kept, Math.min(left, piece.length - kept));
            if (read <= 0) {
                break;
            }
            left -= len < 0 ? 0 : read;
            int ready = putPiece(piece, kept + read, false, done);
            kept += read - ready;
            done += ready;
            System.arraycopy(piece, ready, piece, 0, kept);
        }
        putPiece(piece, kept, true, done);
        put(quote());
        return left == 0 || len < 0;
    }

    /** Writes a string. */
    public final void write(String text) throws E {
        put(quote());
        putText(rules(nonAscii()), text);
        put(quote());
    }

    /** Writes a string. */
    public final void write(char[] text, int from, int len) throws E {
        put(quote());
        putText(rules(nonAscii()), text, from, from + len);
        put(quote());
    }

    /**
     * Writes out of a reader as a string.
     *
     * @param len   how many characters, or a negative number for all
     * @param piece what the parent would read into
     * @return whether there were so many
     */
    public final boolean write(Reader text, int len, char[] piece) throws E {
        put(quote());
        EscapeRules rules = rules(nonAscii());
        int left = len < 0 ? Integer.MAX_VALUE : len;
        // A pair of surrogates that two reads cut is two lone ones for the parent, so the reads are the same.
        while (left > 0) {
            int read = read(text, piece, Math.min(left, piece.length));
            if (read <= 0) {
                break;
            }
            putText(rules, piece, 0, read);
            left -= read;
        }
        put(quote());
        return left == 0 || len < 0;
    }

    private int read(InputStream in, byte[] piece, int at, int len) throws E {
        try {
            return in.read(piece, at, len);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private int read(Reader in, char[] piece, int len) throws E {
        try {
            return in.read(piece, 0, len);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** The rules of the table as it is now; Jackson changes some tables behind a generator's back. */
    private EscapeRules rules(NonAscii nonAscii) {
        if (escapes() == standardEscapes) {
            return CodedRules.standard(nonAscii, upperHex());
        }
        return codedRules().rules(escapes(), nonAscii, upperHex());
    }

    private CodedRules codedRules() {
        if (codedRules == null) {
            codedRules = new CodedRules();
        }
        return codedRules;
    }

    /**
     * Bytes of a string that is open already; the array may be used again afterwards.
     *
     * @param last whether no more follow
     * @param done how many came before
     * @return how many are written; fewer than all where the last of them begin a character
     */
    private int putPiece(byte[] piece, int len, boolean last, long done) throws E {
        if (illFormed() != null) {
            return putChecked(piece, 0, len, last, done);
        }
        EscapeRules rules = rules(NonAscii.COPIED);
        if (declines(end, escapes())) {
            for (int i = 0; i < len; i++) {
                putByte(rules, piece[i]);
            }
        } else {
            putUtf8(rules, piece, 0, len);
        }
        return len;
    }

    /** As above, of UTF-8 that is checked. */
    private int putChecked(byte[] text, int from, int to, boolean last, long done) throws E {
        JsonEscapeUtf8 escape = codedRules().checking(escapes(), illFormed(), upperHex());
        int at = from;
        while (true) {
            int tail = tail();
            long outcome = escape.run(text, at, to, last, buffer(), tail, end, null);
            at += Outcome.read(outcome);
            tail(tail + Outcome.written(outcome));
            switch (Outcome.state(outcome)) {
                case Outcome.OVERFLOW:
                    flush();
                    break;
                case Outcome.REFUSED:
                    long refusal = escape.refusal(text, at, to, last);
                    long offset = done + Refusal.place(refusal) - from;
                    throw refused(new StringmillException(Refusal.code(refusal), offset));
                default:
                    return at - from;
            }
        }
    }

    private void putByte(EscapeRules rules, byte b) throws E {
        int len = b < 0 ? 0 : rules.length(b);
        if (end - tail() <= len) {
            flush();
        }
        if (len == 0) {
            put(b);
        }
        for (int i = 0; i < len; i++) {
            put((byte) (rules.text(b) >>> 8 * i));
        }
    }

    private void putUtf8(EscapeRules rules, byte[] text, int from, int to) throws E {
        int at = from;
        while (at < to) {
            if (to - at > end - tail()) {
                at += passClean(rules, text, at, to);
            }
            int tail = tail();
            long progress = KERNELS.jsonEscape(rules, text, at, to, buffer(), tail, end);
            at += Kernels.read(progress);
            tail += Kernels.written(progress);
            tail(tail);
            if (at < to) {
                if (end - tail < UNIT_MAX_LEN) {
                    flush();
                } else {
                    putByte(rules, text[at++]);
                }
            }
        }
    }

    /** Hands clean text that does not fit to the stream, and says how much. */
    private int passClean(EscapeRules rules, byte[] text, int from, int to) throws E {
        int clean = KERNELS.plainPrefix(rules, text, from, to);
        if (clean < PASSED_MIN_LEN || clean <= end - tail()) {
            return 0;
        }
        flush();
        try {
            out.write(text, from, clean);
        } catch (IOException e) {
            throw failed(e);
        }
        return clean;
    }

    private void putText(EscapeRules rules, String text) throws E {
        int len = text.length();
        // Long text that fits into the whole buffer should not be cut.
        if (len >= end - tail() && len < end) {
            flush();
        }
        int at = 0;
        while (true) {
            int tail = tail();
            long progress = StringText.escape(rules, text, at, buffer(), tail, end);
            at += Kernels.read(progress);
            tail += Kernels.written(progress);
            tail(tail);
            if (at == len) {
                return;
            }
            if (end - tail < UNIT_MAX_LEN) {
                flush();
            } else {
                int ahead = Math.min(len - at, 2);
                if (character == null) {
                    character = new char[2];
                }
                text.getChars(at, at + ahead, character, 0);
                tail(tail + CodedRules.putCharacter(rules, character, 0, ahead, buffer(), tail));
                at += CodedRules.charCount(character, 0, ahead);
            }
        }
    }

    private void putText(EscapeRules rules, char[] text, int from, int to) throws E {
        int at = from;
        while (at < to) {
            int tail = tail();
            long progress = KERNELS.jsonEscapeUtf16(rules, text, at, to, buffer(), tail, end);
            at += Kernels.read(progress);
            tail += Kernels.written(progress);
            tail(tail);
            if (at < to) {
                if (end - tail < UNIT_MAX_LEN) {
                    flush();
                } else {
                    tail(tail + CodedRules.putCharacter(rules, text, at, to, buffer(), tail));
                    at += CodedRules.charCount(text, at, to);
                }
            }
        }
    }
}
