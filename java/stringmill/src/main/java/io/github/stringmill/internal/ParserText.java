package io.github.stringmill.internal;

import io.github.stringmill.ErrorCode;
import io.github.stringmill.IllFormed;
import io.github.stringmill.IllFormedUtf16;
import io.github.stringmill.Stringmill;
import io.github.stringmill.StringmillException;
import io.github.stringmill.Utf8Encoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * Reads the string of a token from the input buffer of a Jackson parser of UTF-8, for both major versions of Jackson.
 *
 * <p>Each parser has one. It lends its input buffer and the segments of its text buffer. "Parent" is Jackson's own
 * parser class. Its methods decode every character at which the loops of this package stop, refill the buffer and check
 * limits, so errors, their order and their locations are the parent's.
 *
 * @param <E> the parser's exception
 */
public abstract class ParserText<E extends Exception> {
    private static final Kernels KERNELS = KernelsHolder.KERNELS;

    /** The kernels of short strings. */
    private static final Kernels FOR_SHORT = KERNELS instanceof LengthKernels length ? length.pure() : KERNELS;

    /** Strings with a quote within this length are short; one after a backslash does not count. */
    private static final int SHORT_LEN = 32;

    /** The start of a string, which the kernels for short strings take before anything looks for the end. */
    private static final int START_LEN = 24;

    /** The first piece of a long string whose end is not known, and by how much the next is longer. */
    private static final int FIRST_PIECE = 256;
    private static final int PIECE_GROWTH = 8;

    /** The length of the longest unit, a pair of surrogate escapes. */
    private static final int UNIT_MAX_LEN = 12;

    private static final boolean IS_NATIVE = KERNELS instanceof LengthKernels || KERNELS instanceof NativeKernels;

    /** ASCII without an escape. */
    private static final boolean[] PLAIN = plain();

    /** The start of a string that Java scans as fast as a native call, and the first piece after it. */
    private static final int PLAIN_START_LEN = 128;
    private static final int FIRST_PLAIN_PIECE = 1024;

    /** The largest output of two characters as UTF-8, with room to spare. */
    private static final int SPARE = 16;

    private static final int REPLACEMENT = 0xFFFD;

    /** Whether a copy of the current string has not reached the closing quote: it is running, or it has failed. */
    private boolean abandoned;

    /** Whether the last byte read of an abandoned string is a backslash whose escape is not read. */
    private boolean inEscape;

    /** Makes an object for one parser. */
    protected ParserText() {}

    /** Returns the input buffer. */
    protected abstract byte[] buffer();

    /** Returns the index of the next byte in the input buffer. */
    protected abstract int at();

    /** Sets the index of the next byte. */
    protected abstract void at(int at);

    /** Returns the end of the bytes in the input buffer. */
    protected abstract int end();

    /** Returns the offset of the start of the input buffer from the start of the input. */
    protected abstract long bufferOffset();

    /** Fills the input buffer; throws at the end of the input. */
    protected abstract void load() throws E;

    /** Fills the input buffer, or leaves it empty at the end of the input. */
    protected abstract void loadIfAny() throws E;

    /** Called when the closing quote of the token has been read: the parser must not skip the rest of it. */
    protected abstract void complete();

    /** Decodes the escape whose backslash is read. */
    protected abstract char readEscape() throws E;

    /**
     * Reads a control character or a sequence of UTF-8 with the parent's own code, whose versions differ in what they
     * refuse and in counting line feeds.
     *
     * @param len the number of bytes that the first one announces
     * @return the code unit; for a sequence of four bytes, the second one, with the first in the upper half
     */
    protected abstract int decode(int len) throws E;

    /** Decodes the rest of a sequence of UTF-8 whose first byte is read, and which the parent accepts if it is whole. */
    protected abstract int sequence(int first) throws E;

    /** Throws if a string of a length is longer than the parser's limit. */
    protected abstract void limit(int len) throws E;

    /** Empties the text buffer, and returns its segment. */
    protected abstract char[] firstSegment();

    /** Returns the next segment after a full one. */
    protected abstract char[] nextSegment() throws E;

    /** Replaces the contents of the text buffer. */
    protected abstract void keep(String text) throws E;

    /** Makes the parser's exception for an exception of the destination. */
    protected abstract E streamException(IOException cause);

    /** Makes the parser's exception for refused text. */
    protected abstract E textException(StringmillException cause);

    /**
     * Returns the end of the ASCII without escapes that starts at an index.
     *
     * @param src the input buffer
     * @param from the start of the text
     * @param to the end of the bytes in the input buffer
     */
    public static int plainEnd(byte[] src, int from, int to) {
        if (!IS_NATIVE) {
            return PureJsonDecode.plainEnd(src, from, to);
        }
        int start = Math.min(from + PLAIN_START_LEN, to);
        int at = PureJsonDecode.plainEnd(src, from, start);
        for (int piece = FIRST_PLAIN_PIECE, end = start; at == end && end < to; piece = NativeScratch.BYTES_LEN) {
            end = Math.min(at + piece, to);
            at += KERNELS.scan(PLAIN, src, at, end);
        }
        return at;
    }

    private static boolean[] plain() {
        boolean[] plain = new boolean[256];
        for (int c = 0; c < 0x80; c++) {
            plain[c] = !EscapeMarks.isEscaped((byte) c);
        }
        return plain;
    }

    /** Returns a string of ASCII. */
    @SuppressWarnings("deprecation") // The only constructor that neither looks for a charset nor scans the bytes.
    public static String latin1(byte[] src, int from, int len) {
        return len == 0 ? "" : new String(src, 0, from, len);
    }

    /** Returns the kernels for the rest of a string: native ones cost too much if a quote that ends it is near. */
    private Kernels kernels(int from) {
        byte[] src = buffer();
        int at = from;
        long escaped = 0;
        for (int last = Math.min(at + SHORT_LEN, end()) - Long.BYTES; at <= last; at += Long.BYTES) {
            long word = Words.load8(src, at);
            long backslashes = EscapeMarks.backslashes(word);
            long quotes = EscapeMarks.quotes(word) & ~(backslashes << 8 | escaped);
            if (quotes != 0) {
                return FOR_SHORT;
            }
            escaped = backslashes >>> 56;
        }
        return KERNELS;
    }

    /** Reads the string and its closing quote into the text buffer; returns the length of the last segment. */
    public final int finish() throws E {
        char[] first = firstSegment();
        int from = at();
        if (end() - from < START_LEN) {
            return finish(first, 0, FOR_SHORT);
        }
        long progress = FOR_SHORT.jsonDecode(buffer(), from, from + START_LEN, first, 0, first.length);
        int at = from + Kernels.read(progress);
        if (at < from + START_LEN && buffer()[at] == '"') {
            at(at + 1);
            return Kernels.written(progress);
        }
        at(at);
        return finish(first, Kernels.written(progress), kernels(at));
    }

    private int finish(char[] first, int len, Kernels start) throws E {
        Kernels kernels = start;
        char[] segment = first;
        int put = len;
        while (true) {
            if (at() >= end()) {
                load();
                kernels = kernels(at());
            }
            if (put == segment.length) {
                segment = nextSegment();
                put = 0;
            }
            long progress = kernels.jsonDecode(buffer(), at(), end(), segment, put, segment.length);
            put += Kernels.written(progress);
            int at = at() + Kernels.read(progress);
            if (at == end() || put == segment.length) {
                at(at);
                continue;
            }
            at(at);
            if (buffer()[at] == '"') {
                at(at + 1);
                return put;
            }
            int units = units();
            if (units >>> Character.SIZE != 0) {
                segment[put++] = (char) (units >>> Character.SIZE);
                if (put == segment.length) {
                    segment = nextSegment();
                    put = 0;
                }
            }
            segment[put++] = (char) units;
        }
    }

    /** Reads an escape or another character as the parent does; the result is that of {@link #decode}. */
    private int units() throws E {
        int first = buffer()[at()] & 0xFF;
        if (first == '\\') {
            at(at() + 1);
            return readEscape();
        }
        if (first < ' ' || isIllFormed(at())) {
            return decode(announcedLen(first));
        }
        at(at() + 1);
        int code = first < 0x80 ? first : sequence(first);
        return code < 0x10000 ? code : Character.highSurrogate(code) << Character.SIZE | Character.lowSurrogate(code);
    }

    /** Returns whether a sequence is ill-formed, or may turn out to be one that only some versions accept. */
    private boolean isIllFormed(int at) {
        int unit = Utf8Unit.at(buffer(), at, end());
        return unit < 0 && (!Utf8Unit.isCut(unit) || isCutBeforeRange(unit, buffer()[at] & 0xFF));
    }

    /** Returns whether the input buffer ends before a second byte that has a narrower range than others. */
    private static boolean isCutBeforeRange(int unit, int first) {
        return Utf8Unit.isCut(unit) && Utf8Unit.len(unit) == 1
                && (first == 0xE0 || first == 0xED || first == 0xF0 || first == 0xF4);
    }

    private static int announcedLen(int first) {
        return first < 0xC0 || first >= 0xF8 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    }

    /**
     * Reads the string and its closing quote, and writes it as well-formed UTF-8. If that fails before the closing
     * quote is read, the string is abandoned: {@link #skip} reads its rest.
     *
     * @param policy {@link IllFormed#REJECT} or {@link IllFormed#REPLACE}
     * @param out the destination
     * @return the number of bytes written
     */
    public final long copyTo(IllFormed policy, OutputStream out) throws E {
        boolean replaces = replaces(policy);
        Objects.requireNonNull(out, "out");
        begin();
        int plain = plainLen();
        return plain < 0 ? copyTo(replaces, out, false) : copyPlain(plain, out);
    }

    private void begin() {
        abandoned = true;
        inEscape = false;
    }

    /** Sets the index of the next byte to one after the closing quote, before anything else can fail. */
    private void close(int at) {
        at(at);
        abandoned = false;
        complete();
    }

    /** Returns whether a copy has failed before the closing quote of the current string. */
    public final boolean isAbandoned() {
        return abandoned;
    }

    /** Reads the rest of an abandoned string and its closing quote. A quote after a backslash does not close it. */
    public final void skip() throws E {
        while (true) {
            if (at() >= end()) {
                load();
            }
            byte next = buffer()[at()];
            if (next == '"' && !inEscape) {
                close(at() + 1);
                return;
            }
            at(at() + 1);
            inEscape = next == '\\' && !inEscape;
        }
    }

    /** Fills an empty input buffer after a backslash; if that fails, {@link #skip} resumes inside the escape. */
    public final void loadEscape() throws E {
        if (at() >= end()) {
            inEscape = true;
            loadIfAny();
            inEscape = false;
        }
    }

    /**
     * Moves back to the byte that the parent has refused, if it is a quote or a backslash: the parent reads a byte
     * before it refuses it, also one that ends the string in the middle of an escape or of a character.
     */
    public final void unreadRefused() {
        int last = at() - 1;
        if (abandoned && last >= 0 && last < end() && (buffer()[last] == '"' || buffer()[last] == '\\')) {
            at(last);
        }
    }

    /** Returns the length of a string of ASCII without escapes that ends in the input buffer, or -1 for another one. */
    private int plainLen() {
        int end = at() < end() && buffer()[at()] >= 0 ? plainEnd(buffer(), at(), end()) : end();
        return end < end() && buffer()[end] == '"' ? end - at() : -1;
    }

    private int copyPlain(int len, OutputStream out) throws E {
        int from = at();
        close(from + len + 1);
        try {
            out.write(buffer(), from, len);
            return len;
        } catch (IOException e) {
            throw streamException(e);
        }
    }

    private int copyTo(IllFormed policy, byte[] dst, int from, int to) throws E {
        boolean replaces = replaces(policy);
        begin();
        int written = inBuffer(dst, from, to);
        if (written >= 0) {
            return written;
        }
        Collected collected = new Collected();
        copyTo(replaces, collected, true);
        return collected.size() <= to - from ? collected.get(dst, from) : noRoom(collected);
    }

    /**
     * As {@link #copyTo(IllFormed, OutputStream)}, to a buffer, whose position moves past the output.
     *
     * @return the number of bytes, or {@link Stringmill#NO_ROOM}; the text buffer then holds the string
     */
    public final int copyTo(IllFormed policy, ByteBuffer dst) throws E {
        if (dst.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
        int written;
        if (dst.hasArray()) {
            int from = dst.arrayOffset() + dst.position();
            written = copyTo(policy, dst.array(), from, from + dst.remaining());
            dst.position(dst.position() + Math.max(written, 0));
            return written;
        }
        boolean replaces = replaces(policy);
        begin();
        Collected collected = new Collected();
        copyTo(replaces, collected, true);
        if (collected.size() > dst.remaining()) {
            return noRoom(collected);
        }
        dst.put(collected.array(), 0, collected.size());
        return collected.size();
    }

    /**
     * Writes text that the parent has decoded, as {@link #copyTo(IllFormed, OutputStream)} does.
     *
     * @return the number of bytes written
     */
    public final long encode(IllFormed policy, String text, OutputStream out) throws E {
        IllFormedUtf16 surrogates = utf16(policy);
        Objects.requireNonNull(out, "out");
        try {
            byte[] bytes = encoded(surrogates, text);
            out.write(bytes, 0, bytes.length);
            return bytes.length;
        } catch (StringmillException e) {
            throw textException(e);
        } catch (IOException e) {
            throw streamException(e);
        }
    }

    /** As {@link #encode(IllFormed, String, OutputStream)}, to a buffer; {@link Stringmill#NO_ROOM} if it is short. */
    public final int encode(IllFormed policy, String text, ByteBuffer dst) throws E {
        IllFormedUtf16 surrogates = utf16(policy);
        try {
            return Utf8Encoder.encode(surrogates, text, 0, text.length(), dst);
        } catch (StringmillException e) {
            throw textException(e);
        }
    }

    /**
     * Returns text as well-formed UTF-8.
     *
     * @param surrogates the policy for lone surrogates, from {@link #utf16}
     * @param text the text
     * @throws StringmillException for a refused lone surrogate
     */
    public static byte[] encoded(IllFormedUtf16 surrogates, String text) {
        byte[] bytes = new byte[Math.toIntExact(Utf8Encoder.utf8Length(surrogates, text, 0, text.length()))];
        Utf8Encoder.encode(surrogates, text, 0, text.length(), bytes, 0, bytes.length);
        return bytes;
    }

    /**
     * Returns the policy for lone surrogates.
     *
     * @param policy {@link IllFormed#REJECT} or {@link IllFormed#REPLACE}
     * @throws StringmillException for another policy
     */
    public static IllFormedUtf16 utf16(IllFormed policy) {
        return replaces(policy) ? IllFormedUtf16.REPLACE : IllFormedUtf16.REJECT;
    }

    /** Unescapes a string that ends in the input buffer; returns a negative number, with nothing read, for others. */
    private int inBuffer(byte[] dst, int from, int to) {
        int plain = plainLen();
        if (plain >= 0 && plain <= to - from) {
            System.arraycopy(buffer(), at(), dst, from, plain);
            close(at() + plain + 1);
            return plain;
        }
        long progress = unescape(dst, from, to);
        int stop = at() + Kernels.read(progress);
        if (stop == end() || buffer()[stop] != '"') {
            return Stringmill.NO_ROOM;
        }
        close(stop + 1);
        return Kernels.written(progress);
    }

    /** Unescapes in growing pieces, because native kernels copy a whole piece. */
    private long unescape(byte[] dst, int from, int to) {
        byte[] src = buffer();
        int read = at();
        int put = from;
        int piece = START_LEN;
        Kernels kernels = FOR_SHORT;
        while (true) {
            int stop = Math.min(read + piece, end());
            long progress = kernels.jsonUnescape(src, read, stop, dst, put, to);
            read += Kernels.read(progress);
            put += Kernels.written(progress);
            if (stop - read >= UNIT_MAX_LEN || stop == end()) {
                return Kernels.progress(read - at(), put - from);
            }
            if (piece == START_LEN) {
                kernels = kernels(read);
                piece = FIRST_PIECE;
            } else {
                piece = Math.min(piece * PIECE_GROWTH, NativeScratch.BYTES_LEN);
            }
        }
    }

    private int noRoom(Collected collected) throws E {
        keep(new String(collected.array(), 0, collected.size(), StandardCharsets.UTF_8));
        return Stringmill.NO_ROOM;
    }

    private static boolean replaces(IllFormed policy) {
        if (policy != IllFormed.REJECT && policy != IllFormed.REPLACE) {
            throw new StringmillException(ErrorCode.POLICY_UNSUPPORTED, 0);
        }
        return policy == IllFormed.REPLACE;
    }

    private long copyTo(boolean replaces, OutputStream out, boolean limited) throws E {
        Scratch scratch = Scratch.take();
        try {
            return new Copy(replaces, scratch.destination()).run(out, limited);
        } catch (IOException e) {
            throw streamException(e);
        } finally {
            scratch.release();
        }
    }

    /** The bytes of a string of unknown length. */
    private static final class Collected extends ByteArrayOutputStream {
        byte[] array() {
            return buf;
        }

        int get(byte[] dst, int at) {
            System.arraycopy(buf, 0, dst, at, count);
            return count;
        }
    }

    /** Copies one string in pieces. */
    private final class Copy {
        private final boolean replaces;
        private final byte[] piece;
        private int put;

        /** A high surrogate of an escape, which a low one may follow; 0 for none. */
        private int high;

        /** The offset of that escape. */
        private long highAt;

        Copy(boolean replaces, byte[] piece) {
            this.replaces = replaces;
            this.piece = piece;
        }

        long run(OutputStream out, boolean limited) throws E, IOException {
            long done = 0;
            while (true) {
                if (at() >= end()) {
                    load();
                }
                if (high == 0) {
                    long progress = unescape(piece, put, piece.length);
                    put += Kernels.written(progress);
                    at(at() + Kernels.read(progress));
                }
                if (at() < end() && piece.length - put >= SPARE) {
                    if (endsAfterUnit()) {
                        out.write(piece, 0, put);
                        return done + put;
                    }
                }
                if (piece.length - put < SPARE) {
                    out.write(piece, 0, put);
                    done += put;
                    put = 0;
                    if (limited) {
                        // No character has more bytes than three for each code unit.
                        limit((int) Math.min(done / 3, Integer.MAX_VALUE));
                    }
                }
            }
        }

        /** Takes one unit; returns whether it is the closing quote. */
        private boolean endsAfterUnit() throws E {
            long start = bufferOffset() + at();
            int first = buffer()[at()] & 0xFF;
            if (first >= 0x80) {
                endHigh();
                put(character(first, start));
                return false;
            }
            if (first == '\\') {
                at(at() + 1);
                putUnit(readEscape(), start);
                return false;
            }
            endHigh();
            if (first == '"') {
                close(at() + 1);
                return true;
            }
            put(units());
            return false;
        }

        /** Puts the code unit of an escape. */
        private void putUnit(int unit, long start) throws E {
            if (high != 0 && unit >> 10 == 0xDC00 >> 10) {
                put(Character.toCodePoint((char) high, (char) unit));
                high = 0;
                return;
            }
            endHigh();
            if (unit >> 10 == 0xD800 >> 10) {
                high = unit;
                highAt = start;
            } else {
                put(unit >> 10 == 0xDC00 >> 10 ? replacement(ErrorCode.SURROGATE_LONE, start) : unit);
            }
        }

        /** Replaces or refuses a high surrogate that no low one follows. */
        private void endHigh() throws E {
            if (high != 0) {
                high = 0;
                put(replacement(ErrorCode.SURROGATE_LONE, highAt));
            }
        }

        private int replacement(ErrorCode error, long offset) throws E {
            if (!replaces) {
                throw textException(new StringmillException(error, offset));
            }
            return REPLACEMENT;
        }

        /** Reads a sequence, and replaces or refuses an ill-formed one. */
        private int character(int first, long start) throws E {
            int unit = Utf8Unit.at(buffer(), at(), end());
            if (!replaces && (unit >= 0 || !parentMayAccept(unit, first))) {
                int units = units();
                int high = units >>> Character.SIZE;
                return high == 0 ? units : Character.toCodePoint((char) high, (char) units);
            }
            unit = wholeUnit();
            return unit < 0 ? replacement(Utf8Unit.error(unit), start) : Utf8Unit.code(unit);
        }

        /** Returns whether the parent may accept an ill-formed unit; it reports the others in its own words. */
        private static boolean parentMayAccept(int unit, int first) {
            ErrorCode error = Utf8Unit.error(unit);
            return isCutBeforeRange(unit, first) || error == ErrorCode.UTF8_OVERLONG
                    || error == ErrorCode.UTF8_ABOVE_MAX || error == ErrorCode.UTF8_IMPOSSIBLE_BYTE && first < 0xF8;
        }

        /** Reads a unit as {@link Utf8Unit} defines it, byte by byte. */
        private int wholeUnit() throws E {
            byte[] bytes = new byte[4];
            for (int len = 1;; len++) {
                if (at() >= end()) {
                    load();
                }
                bytes[len - 1] = buffer()[at()];
                int unit = Utf8Unit.at(bytes, 0, len);
                if (Utf8Unit.len(unit) == len) {
                    at(at() + 1);
                }
                if (!Utf8Unit.isCut(unit)) {
                    return unit;
                }
            }
        }

        private void put(int code) {
            put = Escapes.putPlain(code, piece, put, piece.length);
        }
    }
}
