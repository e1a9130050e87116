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
 * Writes strings into the buffer of a Jackson generator of UTF-8, for both major versions of Jackson.
 *
 * <p>Each generator has one such object, and lends it buffer and settings, which may change between two strings.
 * "Parent" is Jackson's own generator class.
 *
 * @param <E> the generator's exception
 */
public abstract class GeneratorBytes<E extends Exception> {
    private static final Kernels KERNELS = KernelsHolder.KERNELS;

    /** The parent writes into shorter buffers, which only a caller can supply. */
    private static final int BUFFER_MIN_LEN = 64;

    /** The largest output of one character. */
    private static final int UNIT_MAX_LEN = 12;

    /**
     * Clean text of this length that does not fit into the buffer goes straight to the stream, like Jackson's raw text.
     */
    private static final int PASSED_MIN_LEN = 512;

    private final int[] standardEscapes;

    /** The table of {@link ShortText}; null if the buffer is too small for it. */
    private final int[] shortEscapes;

    private final OutputStream out;
    private final int end;

    /** The rules of the table that was used last. */
    private CodedRules codedRules = CodedRules.ofStandard();

    /**
     * Makes an object for one generator.
     *
     * @param standardEscapes the table that generators share unless another is set
     * @param out the stream that receives the buffer
     * @param end the end of the usable buffer
     */
    protected GeneratorBytes(int[] standardEscapes, OutputStream out, int end) {
        this.standardEscapes = standardEscapes;
        this.shortEscapes = end < ShortText.MAX_CAPACITY ? null : standardEscapes;
        this.out = out;
        this.end = end;
    }

    /** Returns the buffer; null after the generator is closed. */
    protected abstract byte[] buffer();

    /** Returns the array in which the parent collects characters within one call, usually of 4,000. */
    protected abstract char[] characters();

    /** Returns the length of the output in the buffer. */
    protected abstract int tail();

    /** Sets the length of the output in the buffer. */
    protected abstract void tail(int tail);

    /** Writes the buffer to the stream. */
    protected abstract void flush() throws E;

    /** Returns whether the parent must write text. */
    protected abstract boolean declinesText();

    /** Throws if text is null or a range lies outside it. */
    protected abstract void checkRange(byte[] text, int from, int len) throws E;

    /** Checks that a value may follow, and writes the comma or blanks before it. */
    protected abstract void beginValue() throws E;

    /** Returns the quote character. */
    protected abstract byte quote();

    /** Returns the escape codes of ASCII characters, as in {@link CodedRules}. */
    protected abstract int[] escapes();

    /** Returns whether {@link #escapes} are a table of Jackson; otherwise the application can change it at any time. */
    protected abstract boolean jacksonsEscapes();

    /** Returns whether digits of escapes are upper case. */
    protected abstract boolean upperHex();

    /** Returns the rule for characters above U+007F. Bytes above 0x7F are always copied. */
    protected abstract NonAscii nonAscii();

    /** Returns the policy for ill-formed UTF-8; null to check nothing. */
    protected abstract IllFormed illFormed();

    /** Makes the generator's exception for an exception of the stream. */
    protected abstract E streamException(IOException cause);

    /** Makes the generator's exception for refused UTF-8. */
    protected abstract E textException(StringmillException cause);

    /**
     * Returns whether Jackson's own code must write with this buffer and escape table.
     *
     * @param end the end of the usable buffer
     * @param escapes the escape codes of ASCII characters
     */
    public static boolean declines(int end, int[] escapes) {
        return end < BUFFER_MIN_LEN || escapes.length < CodedRules.TABLE_LEN;
    }

    /**
     * Returns a policy after a check that the buffer is large enough for it.
     *
     * @param end the end of the usable buffer
     * @param policy the policy for ill-formed UTF-8; null to check nothing
     * @throws IllegalStateException if the buffer is too small
     */
    public static IllFormed checkedPolicy(int end, IllFormed policy) {
        if (policy != null && end < BUFFER_MIN_LEN) {
            throw new IllegalStateException("checking UTF-8 needs a buffer of " + BUFFER_MIN_LEN + " bytes");
        }
        return policy;
    }

    /** Writes one byte. */
    private void put(byte b) throws E {
        if (tail() >= end) {
            flush();
        }
        int tail = tail();
        buffer()[tail] = b;
        tail(tail + 1);
    }

    /**
     * Writes a string of UTF-8, unless the parent must.
     *
     * <p>One piece: the compiler of the virtual machine inlines no method of more than 325 bytes of code. So the
     * override that calls this one stays small and is inlined into its callers, and a string that is left to the parent
     * takes one call, as without this class.
     *
     * @return whether the string is written
     */
    public final boolean writeUtf8(byte[] text, int from, int len) throws E {
        if (buffer() == null) {
            return false;
        }
        boolean isShort = len <= ShortText.MAX_LEN && escapes() == shortEscapes && illFormed() == null;
        if (!isShort && illFormed() == null) {
            if (declines(end, escapes())) {
                return false;
            }
            if (escapes() != standardEscapes) {
                return writeUtf8ByTable(text, from, len);
            }
        }
        checkRange(text, from, len);
        beginValue();
        if (end - tail() < (isShort ? ShortText.capacity(len) : 1)) {
            flush();
        }
        int begin = tail() + 1;
        buffer()[begin - 1] = quote();
        if (isShort) {
            int tail = len - 8;
            long marks = len <= 16
                    ? ShortText.copy8(text, from, buffer(), begin)
                            | ShortText.copy8(text, from + tail, buffer(), begin + tail)
                    : ShortText.copy(text, from, len, buffer(), begin);
            int at = begin + len;
            if ((marks & EscapeMarks.HIGH_BITS) != 0) {
                at = upperHex() ? ShortText.escape(EscapeRules.JSON_ENTRIES, text, from, len, buffer(), begin)
                        : ShortText.escape(rules(NonAscii.COPIED).entries(), text, from, len, buffer(), begin);
            }
            buffer()[at] = quote();
            tail(at + 1);
            return true;
        }
        tail(begin);
        if (illFormed() == null) {
            putUtf8(rules(NonAscii.COPIED), text, from, from + len);
        } else {
            putChecked(text, from, from + len, true, 0);
        }
        put(quote());
        return true;
    }

    /** As above, for a table that is not the standard one. */
    private boolean writeUtf8ByTable(byte[] text, int from, int len) throws E {
        EscapeRules rules = rules(NonAscii.COPIED);
        if (!rules.inWords() && isPure(len)) {
            return false;
        }
        checkRange(text, from, len);
        beginValue();
        boolean isShort = len <= ShortText.MAX_LEN && shortEscapes != null && rules.extras() != null;
        if (end - tail() < (isShort ? ShortText.capacity(len) : 1)) {
            flush();
        }
        int begin = tail() + 1;
        buffer()[begin - 1] = quote();
        if (isShort) {
            long marks = ShortText.copy(text, from, len, buffer(), begin) | rules.extras().raw(text, from, len);
            int at = (marks & EscapeMarks.HIGH_BITS) == 0 ? begin + len
                    : PureJsonEscape.entries(rules, text, from, from + len, buffer(), begin);
            buffer()[at] = quote();
            tail(at + 1);
            return true;
        }
        tail(begin);
        putUtf8(rules, text, from, from + len);
        put(quote());
        return true;
    }

    /** Returns whether pure kernels escape a text; they look up each byte for some rules, as the parent does. */
    private static boolean isPure(int len) {
        return KERNELS instanceof PureKernels
                || KERNELS instanceof LengthKernels && len < LengthKernels.NATIVE_MIN_TABLE_LEN;
    }

    /**
     * Writes the remaining bytes of a buffer as a string.
     *
     * @param text UTF-8
     * @param piece an array for copies of the text
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
     * Writes bytes of a stream as a string.
     *
     * @param text UTF-8
     * @param len the number of bytes, or a negative number for all
     * @param piece an array to read into
     * @return whether the stream had {@code len} bytes
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

    /**
     * Writes a string of at least {@link ShortText#STRING_MIN_LEN} characters, unless the parent must.
     *
     * @return whether the string is written
     */
    public final boolean write(String text) throws E {
        if (declinesText() || leavesTable(text.length())) {
            return false;
        }
        write(text, null, 0, text.length());
        return true;
    }

    /** As above, for at least {@link ShortText#CHARS_MIN_LEN} characters. */
    public final boolean write(char[] text, int from, int len) throws E {
        if (text == null || from < 0 || from > text.length - len || declinesText() || leavesTable(len)) {
            return false;
        }
        write(null, text, from, len);
        return true;
    }

    /** Writes a string, or characters of an array. One piece, for the reason given at {@link #writeUtf8}. */
    private void write(String string, char[] text, int from, int len) throws E {
        beginValue();
        boolean isShort = len <= ShortText.MAX_LEN && escapes() == shortEscapes;
        if (end - tail() < (isShort ? ShortText.capacity(len) : 1)) {
            flush();
        }
        // Up to here a pretty printer may write raw text, for which the parent uses the same array.
        char[] array = text == null && len <= ShortText.MAX_LEN ? units(string, 0, len) : text;
        int begin = tail() + 1;
        buffer()[begin - 1] = quote();
        if (isShort) {
            int done = ShortText.putClean(array, from, len, buffer(), begin);
            int at = begin + done;
            if (done < len) {
                at = ShortText.put(rules(nonAscii()), array, from + done, from + len, buffer(), at);
            }
            buffer()[at] = quote();
            tail(at + 1);
            return;
        }
        tail(begin);
        EscapeRules rules = rules(nonAscii());
        if (array != null) {
            putText(rules, array, from, from + len);
        } else if (len >= end - begin && len < end) {
            // Long text that fits into the empty buffer is not split.
            flush();
        }
        int read = array != null ? len : 0;
        while (read < len) {
            int tail = tail();
            long progress = StringText.escape(rules, string, read, buffer(), tail, end);
            read += Kernels.read(progress);
            tail += Kernels.written(progress);
            tail(tail);
            if (read < len && end - tail < UNIT_MAX_LEN) {
                flush();
            } else if (read < len) {
                int ahead = Math.min(len - read, 2);
                char[] character = units(string, read, read + ahead);
                tail(tail + CodedRules.putCharacter(rules, character, 0, ahead, buffer(), tail));
                read += CodedRules.charCount(character, 0, ahead);
            }
        }
        put(quote());
    }

    /** Returns whether the parent writes text of a length faster, for a table that is not the standard one. */
    private boolean leavesTable(int len) {
        return escapes() != standardEscapes && isPure(len) && !rules(nonAscii()).inWords();
    }

    /**
     * Writes characters of a reader as a string.
     *
     * @param len the number of characters, or a negative number for all
     * @param piece the array that the parent would read into
     * @return whether the reader had {@code len} characters
     */
    public final boolean write(Reader text, int len, char[] piece) throws E {
        put(quote());
        EscapeRules rules = rules(nonAscii());
        int left = len < 0 ? Integer.MAX_VALUE : len;
        // The parent treats a pair that two reads split as two lone surrogates, so the read lengths are the parent's.
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

    /** Reads a part of a string. If that fails, closes the string, because the caller may write another value. */
    private int read(InputStream in, byte[] piece, int at, int len) throws E {
        int read = Integer.MAX_VALUE;
        try {
            read = in.read(piece, at, len);
        } catch (IOException e) {
            throw streamException(e);
        } finally {
            closeUnless(read <= len);
        }
        return checked(read, len);
    }

    /** As above, for characters. */
    private int read(Reader in, char[] piece, int len) throws E {
        int read = Integer.MAX_VALUE;
        try {
            read = in.read(piece, 0, len);
        } catch (IOException e) {
            throw streamException(e);
        } finally {
            closeUnless(read <= len);
        }
        return checked(read, len);
    }

    private void closeUnless(boolean isRead) throws E {
        if (!isRead) {
            put(quote());
        }
    }

    private int checked(int read, int len) throws E {
        if (read > len) {
            throw streamException(new IOException("read returned " + read + ", more than the requested " + len));
        }
        return read;
    }

    /** Returns the rules of the current table; Jackson changes some tables without notice. */
    private EscapeRules rules(NonAscii nonAscii) {
        if (escapes() == standardEscapes) {
            return CodedRules.standard(nonAscii, upperHex());
        }
        return codedRules().rules(nonAscii, upperHex());
    }

    private CodedRules codedRules() {
        if (!codedRules.isOf(escapes(), jacksonsEscapes())) {
            codedRules = CodedRules.of(escapes(), jacksonsEscapes());
        }
        return codedRules;
    }

    /**
     * Writes bytes of a string whose opening quote is written. The array may be reused afterwards.
     *
     * @param last whether no more bytes follow
     * @param done the number of bytes before this piece
     * @return the number of bytes written; less than all if the last ones begin a character
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

    /** As above, for UTF-8 that is checked. */
    private int putChecked(byte[] text, int from, int to, boolean last, long done) throws E {
        JsonEscapeUtf8Driver escape = codedRules().checkingDriver(illFormed(), upperHex());
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
                    // The caller may write another value.
                    put(quote());
                    throw textException(new StringmillException(Refusal.code(refusal), offset));
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

    /** Passes clean text that does not fit to the stream, and returns its length. */
    private int passClean(EscapeRules rules, byte[] text, int from, int to) throws E {
        int start = Math.min(to, from + PASSED_MIN_LEN);
        if (start - from < PASSED_MIN_LEN || KERNELS.plainPrefix(rules, text, from, start) < PASSED_MIN_LEN) {
            return 0;
        }
        int clean = PASSED_MIN_LEN + KERNELS.plainPrefix(rules, text, start, to);
        if (clean <= end - tail()) {
            return 0;
        }
        flush();
        try {
            out.write(text, from, clean);
        } catch (IOException e) {
            throw streamException(e);
        }
        return clean;
    }

    /** Returns an array with at most {@link ShortText#MAX_LEN} characters of a string at its start. */
    private char[] units(String text, int from, int to) {
        char[] lent = characters();
        char[] units = lent.length < ShortText.MAX_LEN ? new char[ShortText.MAX_LEN] : lent;
        text.getChars(from, to, units, 0);
        return units;
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
