package io.github.stringmill.jackson2;

import com.fasterxml.jackson.core.JsonGenerationException;
import com.fasterxml.jackson.core.ObjectCodec;
import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.core.json.JsonWriteContext;
import com.fasterxml.jackson.core.json.PackageVersion;
import com.fasterxml.jackson.core.json.UTF8JsonGenerator;
import io.github.stringmill.IllFormed;
import io.github.stringmill.StringmillException;
import io.github.stringmill.internal.CodedRules;
import io.github.stringmill.internal.EscapeRules.NonAscii;
import io.github.stringmill.internal.EscapeRules;
import io.github.stringmill.internal.JsonEscapeUtf8;
import io.github.stringmill.internal.Kernels;
import io.github.stringmill.internal.KernelsHolder;
import io.github.stringmill.internal.Outcome;
import io.github.stringmill.internal.Refusal;
import io.github.stringmill.internal.ShortText;
import io.github.stringmill.internal.StringText;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.ByteBuffer;

/**
 * Jackson's generator of JSON in UTF-8, which escapes strings many bytes at a time.
 *
 * <p>Short strings, custom escape sequences, unquoted names and whatever else gains nothing are written by the parent.
 */
public class StringmillUtf8Generator extends UTF8JsonGenerator {
    private static final Kernels KERNELS = KernelsHolder.KERNELS;

    /** Shorter arrays of characters are written by the parent; measured on JDK 17 and 25. */
    private static final int CHARS_MIN_LEN = 64;

    /** A buffer of a caller below that is left to the parent. */
    private static final int BUFFER_MIN_LEN = 64;

    /** The longest that one character becomes. */
    private static final int UNIT_MAX_LEN = 12;

    /** Clean text of so many bytes that has no room is handed to the stream uncopied, as Jackson does with raw text. */
    private static final int PASSED_MIN_LEN = 512;

    private static final String WRITE_STRING = "write a string";

    /** The rules of a table that is not the default one; made when first needed. */
    private CodedRules codedRules;

    /** What becomes of ill-formed UTF-8; null where nothing is checked. */
    private IllFormed illFormed;

    /**
     * A generator with a buffer of its own, as its parent makes it.
     *
     * @param context  buffers, and who owns the stream
     * @param features of {@link com.fasterxml.jackson.core.JsonGenerator.Feature}, as a mask
     * @param codec    what writes whole objects; may be {@code null}
     * @param out      where the JSON goes
     * @param quote    the quote character
     */
    public StringmillUtf8Generator(IOContext context, int features, ObjectCodec codec, OutputStream out, char quote) {
        super(context, features, codec, out, quote);
    }

    /**
     * A generator with a buffer of the caller, as its parent makes it.
     *
     * @param context    buffers, and who owns the stream
     * @param features   of {@link com.fasterxml.jackson.core.JsonGenerator.Feature}, as a mask
     * @param codec      what writes whole objects; may be {@code null}
     * @param out        where the JSON goes
     * @param quote      the quote character
     * @param buffer     what is used up to its end before anything goes to the stream
     * @param at         where in the buffer to begin
     * @param recyclable whether the buffer goes back to the context in the end
     */
    public StringmillUtf8Generator(IOContext context, int features, ObjectCodec codec, OutputStream out, char quote,
            byte[] buffer, int at, boolean recyclable) {
        super(context, features, codec, out, quote, buffer, at, recyclable);
    }

    @Override
    public Version version() {
        return PackageVersion.VERSION;
    }

    /**
     * Checks the UTF-8 that {@code writeUTF8String} takes from now on; the original never does, and so it is not done
     * unless asked for.
     *
     * @param policy what becomes of bytes that are not well-formed; {@code null} to check nothing. Under
     *               {@link IllFormed#REJECT} an exception of Jackson has a {@link StringmillException} as its cause,
     *               which says where; what stands before that place may be written already
     * @return this generator
     * @throws IllegalStateException if the buffer is one of a caller, and shorter than 64 bytes
     */
    public StringmillUtf8Generator validateUtf8(IllFormed policy) {
        if (policy != null && _outputEnd < BUFFER_MIN_LEN) {
            throw new IllegalStateException("checking UTF-8 needs a buffer of " + BUFFER_MIN_LEN + " bytes");
        }
        illFormed = policy;
        return this;
    }

    @Override
    public void writeUTF8String(byte[] text, int offset, int len) throws IOException {
        if (illFormed == null && (len < ShortText.MIN_LEN || declinesTable())) {
            super.writeUTF8String(text, offset, len);
            return;
        }
        _checkRangeBoundsForByteArray(text, offset, len);
        _verifyValueWrite(WRITE_STRING);
        if (len <= ShortText.MAX_LEN && _outputEnd - _outputTail >= ShortText.ROOM + 2
                && _outputEscapes == sOutputEscapes && illFormed == null) {
            writeShort(text, offset, len);
            return;
        }
        writeQuote();
        if (illFormed == null) {
            writeUtf8(rules(NonAscii.COPIED), text, offset, offset + len);
        } else {
            writeChecked(text, offset, offset + len, true, 0);
        }
        writeQuote();
    }

    /**
     * Writes the rest of a buffer of UTF-8 as a string, escaped as {@link #writeUTF8String(byte[], int, int)} escapes.
     *
     * @param text the text, from its position to its limit; the position goes to the limit
     * @throws IOException as {@link #writeUTF8String(byte[], int, int)}
     */
    public void writeUTF8String(ByteBuffer text) throws IOException {
        if (text.hasArray()) {
            writeUTF8String(text.array(), text.arrayOffset() + text.position(), text.remaining());
            text.position(text.limit());
            return;
        }
        byte[] piece = _ioContext.allocReadIOBuffer();
        try {
            _verifyValueWrite(WRITE_STRING);
            writeQuote();
            long done = 0;
            int kept = 0;
            while (text.hasRemaining()) {
                int len = Math.min(text.remaining(), piece.length - kept);
                text.get(piece, kept, len);
                int ready = writePiece(piece, kept + len, !text.hasRemaining(), done);
                kept += len - ready;
                done += ready;
                System.arraycopy(piece, ready, piece, 0, kept);
            }
            writeQuote();
        } finally {
            _ioContext.releaseReadIOBuffer(piece);
        }
    }

    /**
     * Writes UTF-8 out of a stream as a string, escaped as {@link #writeUTF8String(byte[], int, int)} escapes. The
     * stream is not closed.
     *
     * @param text the text
     * @param len  how many bytes of it, or a negative number for all
     * @throws IOException what the stream throws, and as {@link #writeString(Reader, int)} if it ends too soon
     */
    public void writeUTF8String(InputStream text, int len) throws IOException {
        byte[] piece = _ioContext.allocReadIOBuffer();
        try {
            _verifyValueWrite(WRITE_STRING);
            writeQuote();
            int left = len < 0 ? Integer.MAX_VALUE : len;
            long done = 0;
            int kept = 0;
            while (left > 0) {
                int read = text.read(piece, kept, Math.min(left, piece.length - kept));
                if (read <= 0) {
                    break;
                }
                left -= len < 0 ? 0 : read;
                int ready = writePiece(piece, kept + read, false, done);
                kept += read - ready;
                done += ready;
                System.arraycopy(piece, ready, piece, 0, kept);
            }
            writePiece(piece, kept, true, done);
            writeQuote();
            if (left > 0 && len >= 0) {
                _reportError("Didn't read enough from stream");
            }
        } finally {
            _ioContext.releaseReadIOBuffer(piece);
        }
    }

    @Override
    public void writeString(String text) throws IOException {
        if (text == null || text.length() < StringText.MIN_LEN || declinesText()) {
            super.writeString(text);
            return;
        }
        _verifyValueWrite(WRITE_STRING);
        writeQuote();
        writeText(text);
        writeQuote();
    }

    @Override
    public void writeString(char[] text, int offset, int len) throws IOException {
        if (len < CHARS_MIN_LEN || text == null || offset < 0 || offset > text.length - len || declinesText()) {
            super.writeString(text, offset, len);
            return;
        }
        _verifyValueWrite(WRITE_STRING);
        writeQuote();
        writeText(rules(), text, offset, offset + len);
        writeQuote();
    }

    @Override
    public void writeString(Reader reader, int len) throws IOException {
        if (reader == null || declinesText()) {
            super.writeString(reader, len);
            return;
        }
        _verifyValueWrite(WRITE_STRING);
        writeQuote();
        EscapeRules rules = rules();
        int left = len < 0 ? Integer.MAX_VALUE : len;
        // A pair of surrogates that two reads cut is two lone ones for the parent, so the reads are the same.
        while (left > 0) {
            int read = reader.read(_charBuffer, 0, Math.min(left, _charBuffer.length));
            if (read <= 0) {
                break;
            }
            writeText(rules, _charBuffer, 0, read);
            left -= read;
        }
        writeQuote();
        if (left > 0 && len >= 0) {
            _reportError("Didn't read enough from reader");
        }
    }

    @Override
    public void writeFieldName(String name) throws IOException {
        if (name == null || name.length() < StringText.MIN_LEN || _cfgPrettyPrinter != null || _cfgUnqNames
                || declinesText()) {
            super.writeFieldName(name);
            return;
        }
        int status = _writeContext.writeFieldName(name);
        if (status == JsonWriteContext.STATUS_EXPECT_VALUE) {
            _reportError("Can not write a field name, expecting a value");
        }
        if (status == JsonWriteContext.STATUS_OK_AFTER_COMMA) {
            if (_outputTail >= _outputEnd) {
                _flushBuffer();
            }
            _outputBuffer[_outputTail++] = ',';
        }
        writeQuote();
        writeText(name);
        writeQuote();
    }

    /** Whether this buffer and this table are for the parent. */
    private boolean declinesTable() {
        return _outputEnd < BUFFER_MIN_LEN || _outputEscapes.length < CodedRules.TABLE_LEN;
    }

    /** Whether, beyond that, characters above U+007F are not all copied, or not all escaped. */
    private boolean declinesText() {
        return _characterEscapes != null || _maximumNonEscapedChar > 0x7F || declinesTable();
    }

    /** The rules for characters. */
    private EscapeRules rules() {
        if (_maximumNonEscapedChar != 0) {
            return rules(NonAscii.ESCAPED);
        }
        boolean combine = Feature.COMBINE_UNICODE_SURROGATES_IN_UTF8.enabledIn(_features);
        return rules(combine ? NonAscii.COPIED : NonAscii.PAIRS_ESCAPED);
    }

    /** The rules of the table as it is now; Jackson changes some tables behind a generator's back. */
    private EscapeRules rules(NonAscii nonAscii) {
        if (_outputEscapes == sOutputEscapes) {
            return CodedRules.standard(nonAscii, _cfgWriteHexUppercase);
        }
        if (codedRules == null) {
            codedRules = new CodedRules();
        }
        return codedRules.rules(_outputEscapes, nonAscii, _cfgWriteHexUppercase);
    }

    private void writeQuote() throws IOException {
        if (_outputTail >= _outputEnd) {
            _flushBuffer();
        }
        _outputBuffer[_outputTail++] = _quoteChar;
    }

    /** Eight to 32 bytes, with room for whatever they become and the quotes. */
    private void writeShort(byte[] text, int offset, int len) {
        byte[] buffer = _outputBuffer;
        int at = _outputTail;
        buffer[at] = _quoteChar;
        int end = at + 1 + len;
        if (!ShortText.copyClean(text, offset, len, buffer, at + 1)) {
            EscapeRules rules = CodedRules.standard(NonAscii.COPIED, _cfgWriteHexUppercase);
            end = ShortText.escape(rules, text, offset, len, buffer, at + 1);
        }
        buffer[end] = _quoteChar;
        _outputTail = end + 1;
    }

    /**
     * Bytes of a string that is open already; the array may be used again afterwards.
     *
     * @param last whether no more follow
     * @param done how many came before
     * @return how many are written; fewer than all where the last of them begin a character
     */
    private int writePiece(byte[] piece, int len, boolean last, long done) throws IOException {
        if (illFormed != null) {
            return writeChecked(piece, 0, len, last, done);
        }
        if (!declinesTable()) {
            writeUtf8(rules(NonAscii.COPIED), piece, 0, len);
            return len;
        }
        for (int i = 0; i < len; i++) {
            writeByte(rules(NonAscii.COPIED), piece[i]);
        }
        return len;
    }

    /** As above, of UTF-8 that is checked. */
    private int writeChecked(byte[] text, int from, int to, boolean last, long done) throws IOException {
        if (codedRules == null) {
            codedRules = new CodedRules();
        }
        JsonEscapeUtf8 escape = codedRules.checking(_outputEscapes, illFormed, _cfgWriteHexUppercase);
        int at = from;
        while (true) {
            long outcome = escape.run(text, at, to, last, _outputBuffer, _outputTail, _outputEnd, null);
            at += Outcome.read(outcome);
            _outputTail += Outcome.written(outcome);
            switch (Outcome.state(outcome)) {
                case Outcome.OVERFLOW:
                    _flushBuffer();
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

    private JsonGenerationException refused(StringmillException cause) {
        return new JsonGenerationException(cause.getMessage(), cause, this);
    }

    private void writeByte(EscapeRules rules, byte b) throws IOException {
        int len = b < 0 ? 0 : rules.length(b);
        if (_outputEnd - _outputTail <= len) {
            _flushBuffer();
        }
        if (len == 0) {
            _outputBuffer[_outputTail++] = b;
        }
        for (int i = 0; i < len; i++) {
            _outputBuffer[_outputTail++] = (byte) (rules.text(b) >>> 8 * i);
        }
    }

    private void writeUtf8(EscapeRules rules, byte[] text, int from, int to) throws IOException {
        int at = from;
        while (at < to) {
            if (to - at > _outputEnd - _outputTail) {
                at += passClean(rules, text, at, to);
            }
            long progress = KERNELS.jsonEscape(rules, text, at, to, _outputBuffer, _outputTail, _outputEnd);
            at += Kernels.read(progress);
            _outputTail += Kernels.written(progress);
            if (at < to) {
                if (_outputEnd - _outputTail < UNIT_MAX_LEN) {
                    _flushBuffer();
                } else {
                    writeByte(rules, text[at++]);
                }
            }
        }
    }

    /** Hands clean text that does not fit to the stream, and says how much. */
    private int passClean(EscapeRules rules, byte[] text, int from, int to) throws IOException {
        int clean = KERNELS.plainPrefix(rules, text, from, to);
        if (clean < PASSED_MIN_LEN || clean <= _outputEnd - _outputTail) {
            return 0;
        }
        _flushBuffer();
        _outputStream.write(text, from, clean);
        return clean;
    }

    private void writeText(String text) throws IOException {
        EscapeRules rules = rules();
        int len = text.length();
        // Long text that fits into the whole buffer should not be cut.
        if (len >= _outputEnd - _outputTail && len < _outputEnd) {
            _flushBuffer();
        }
        int at = 0;
        while (true) {
            long progress = StringText.escape(rules, text, at, _outputBuffer, _outputTail, _outputEnd);
            at += Kernels.read(progress);
            _outputTail += Kernels.written(progress);
            if (at == len) {
                return;
            }
            if (_outputEnd - _outputTail < UNIT_MAX_LEN) {
                _flushBuffer();
            } else {
                int ahead = Math.min(len - at, 2);
                text.getChars(at, at + ahead, _charBuffer, 0);
                _outputTail += CodedRules.putCharacter(rules, _charBuffer, 0, ahead, _outputBuffer, _outputTail);
                at += CodedRules.charCount(_charBuffer, 0, ahead);
            }
        }
    }

    private void writeText(EscapeRules rules, char[] text, int from, int to) throws IOException {
        int at = from;
        while (at < to) {
            long progress = KERNELS.jsonEscapeUtf16(rules, text, at, to, _outputBuffer, _outputTail, _outputEnd);
            at += Kernels.read(progress);
            _outputTail += Kernels.written(progress);
            if (at < to) {
                if (_outputEnd - _outputTail < UNIT_MAX_LEN) {
                    _flushBuffer();
                } else {
                    int put = CodedRules.putCharacter(rules, text, at, to, _outputBuffer, _outputTail);
                    at += CodedRules.charCount(text, at, to);
                    _outputTail += put;
                }
            }
        }
    }
}
