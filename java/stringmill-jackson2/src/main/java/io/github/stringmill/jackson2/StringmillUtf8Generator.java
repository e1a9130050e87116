package io.github.stringmill.jackson2;

import com.fasterxml.jackson.core.JsonGenerationException;
import com.fasterxml.jackson.core.ObjectCodec;
import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.core.json.PackageVersion;
import com.fasterxml.jackson.core.json.UTF8JsonGenerator;
import io.github.stringmill.IllFormed;
import io.github.stringmill.StringmillException;
import io.github.stringmill.internal.EscapeRules.NonAscii;
import io.github.stringmill.internal.GeneratorBytes;
import io.github.stringmill.internal.KernelsHolder;
import io.github.stringmill.internal.ShortText;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Jackson's generator of UTF-8, which escapes strings many bytes at a time.
 *
 * <p>The parent writes short strings, custom escape sequences, names and all other values.
 *
 * <p>{@code writeUTF8String} passes 512 and more clean bytes that do not fit into the buffer to
 * {@code OutputStream.write} in the caller's array, as {@code writeRawUTF8String} of the parent does. So a stream must
 * not change the array, and must not keep it after {@code write} returns.
 */
public class StringmillUtf8Generator extends UTF8JsonGenerator {
    private static final String WRITE_STRING = "write a string";

    /** Made for the first string that the parent does not write; most small messages have none. */
    private Strings strings;

    /** The policy for ill-formed UTF-8; null to check nothing. */
    private IllFormed illFormed;

    /**
     * Makes a generator with a buffer of its own, as its parent does.
     *
     * @param context the buffers, and the owner of the stream
     * @param features the features of {@link com.fasterxml.jackson.core.JsonGenerator.Feature}, as a mask
     * @param codec writes whole objects; may be {@code null}
     * @param out the destination
     * @param quote the quote character
     */
    public StringmillUtf8Generator(IOContext context, int features, ObjectCodec codec, OutputStream out, char quote) {
        super(context, features, codec, out, quote);
        KernelsHolder.require();
    }

    /**
     * Makes a generator with a buffer of the caller, as its parent does.
     *
     * @param context the buffers, and the owner of the stream
     * @param features the features of {@link com.fasterxml.jackson.core.JsonGenerator.Feature}, as a mask
     * @param codec writes whole objects; may be {@code null}
     * @param out the destination
     * @param quote the quote character
     * @param buffer the buffer; it is filled to its end before it is written to the stream
     * @param at the start of the output in the buffer
     * @param recyclable whether the context recycles the buffer at the end
     */
    public StringmillUtf8Generator(IOContext context, int features, ObjectCodec codec, OutputStream out, char quote,
            byte[] buffer, int at, boolean recyclable) {
        super(context, features, codec, out, quote, buffer, at, recyclable);
        KernelsHolder.require();
    }

    @Override
    public Version version() {
        return PackageVersion.VERSION;
    }

    /**
     * Checks the UTF-8 of {@code writeUTF8String} from now on. Jackson never does, so the default is not to.
     *
     * @param policy the policy for ill-formed UTF-8; {@code null} to check nothing. Under {@link IllFormed#REJECT} an
     *     exception of Jackson has a {@link StringmillException} with the offset as its cause; the text before the
     *     offset is written already, and the string is closed there, so another value may follow
     * @return this generator
     * @throws IllegalStateException if the buffer is one of a caller, and shorter than 64 bytes
     */
    public StringmillUtf8Generator validateUtf8(IllFormed policy) {
        illFormed = GeneratorBytes.checkedPolicy(_outputEnd, policy);
        return this;
    }

    @Override
    public void writeUTF8String(byte[] text, int offset, int len) throws IOException {
        if (illFormed == null && len < utf8MinLen() || !strings().writeUtf8(text, offset, len)) {
            super.writeUTF8String(text, offset, len);
        }
    }

    private Strings strings() {
        Strings made = strings;
        if (made == null) {
            made = new Strings();
            strings = made;
        }
        return made;
    }

    /** Returns the length below which the parent is faster. */
    private int utf8MinLen() {
        if (_outputEscapes == sOutputEscapes) {
            return ShortText.UTF8_MIN_LEN;
        }
        return _characterEscapes == null ? ShortText.UTF8_TABLE_MIN_LEN : ShortText.UTF8_APPLICATION_MIN_LEN;
    }

    /**
     * Writes the rest of a buffer of UTF-8 as a string, escaped as in {@link #writeUTF8String(byte[], int, int)}.
     *
     * @param text the text, from its position to its limit; the position moves to the limit
     * @throws IOException as in {@link #writeUTF8String(byte[], int, int)}
     */
    public void writeUTF8String(ByteBuffer text) throws IOException {
        requireOpen(text);
        if (text.hasArray()) {
            writeUTF8String(text.array(), text.arrayOffset() + text.position(), text.remaining());
            text.position(text.limit());
            return;
        }
        byte[] piece = _ioContext.allocReadIOBuffer();
        try {
            _verifyValueWrite(WRITE_STRING);
            strings().writeUtf8(text, piece);
        } finally {
            _ioContext.releaseReadIOBuffer(piece);
        }
    }

    /**
     * Writes UTF-8 from a stream as a string, escaped as in {@link #writeUTF8String(byte[], int, int)}. Does not close
     * the stream.
     *
     * @param text the text
     * @param len the number of bytes, or a negative number for all
     * @throws IOException if the stream fails, which closes the string after the text so far, and as in
     *     {@link #writeString(Reader, int)} if it ends too soon
     */
    public void writeUTF8String(InputStream text, int len) throws IOException {
        requireOpen(text);
        byte[] piece = _ioContext.allocReadIOBuffer();
        try {
            _verifyValueWrite(WRITE_STRING);
            if (!strings().writeUtf8(text, len, piece)) {
                _reportError("Didn't read enough from stream");
            }
        } finally {
            _ioContext.releaseReadIOBuffer(piece);
        }
    }

    /** Checks the source and this generator before any output, even of a comma. */
    private void requireOpen(Object text) throws IOException {
        Objects.requireNonNull(text, "text");
        if (isClosed()) {
            _reportError("generator is closed");
        }
    }

    @Override
    public void writeString(String text) throws IOException {
        if (text == null || text.length() < ShortText.STRING_MIN_LEN || !strings().write(text)) {
            super.writeString(text);
        }
    }

    @Override
    public void writeString(char[] text, int offset, int len) throws IOException {
        if (len < ShortText.CHARS_MIN_LEN || !strings().write(text, offset, len)) {
            super.writeString(text, offset, len);
        }
    }

    @Override
    public void writeString(Reader reader, int len) throws IOException {
        if (reader == null || declinesText()) {
            super.writeString(reader, len);
            return;
        }
        _verifyValueWrite(WRITE_STRING);
        if (!strings().write(reader, len, _charBuffer)) {
            _reportError("Didn't read enough from reader");
        }
    }

    /**
     * Returns whether the parent must write text: after {@code close}, with application escapes, with a limit above
     * U+007F, or if {@link GeneratorBytes#declines} says so.
     */
    private boolean declinesText() {
        return _outputBuffer == null || _characterEscapes != null || _maximumNonEscapedChar > 0x7F
                || GeneratorBytes.declines(_outputEnd, _outputEscapes);
    }

    /** Lends the buffer and the settings of this generator. */
    private final class Strings extends GeneratorBytes<IOException> {
        Strings() {
            super(sOutputEscapes, _outputStream, _outputEnd);
        }

        @Override
        protected byte[] buffer() {
            return _outputBuffer;
        }

        @Override
        protected char[] characters() {
            return _charBuffer;
        }

        @Override
        protected int tail() {
            return _outputTail;
        }

        @Override
        protected void tail(int tail) {
            _outputTail = tail;
        }

        @Override
        protected void flush() throws IOException {
            _flushBuffer();
        }

        @Override
        protected boolean declinesText() {
            return StringmillUtf8Generator.this.declinesText();
        }

        @Override
        protected void checkRange(byte[] text, int from, int len) throws IOException {
            _checkRangeBoundsForByteArray(text, from, len);
        }

        @Override
        protected void beginValue() throws IOException {
            _verifyValueWrite(WRITE_STRING);
        }

        @Override
        protected byte quote() {
            return _quoteChar;
        }

        @Override
        protected int[] escapes() {
            return _outputEscapes;
        }

        @Override
        protected boolean jacksonsEscapes() {
            return _characterEscapes == null;
        }

        @Override
        protected boolean upperHex() {
            return _cfgWriteHexUppercase;
        }

        @Override
        protected NonAscii nonAscii() {
            if (_maximumNonEscapedChar != 0) {
                return NonAscii.ESCAPED;
            }
            boolean combine = Feature.COMBINE_UNICODE_SURROGATES_IN_UTF8.enabledIn(_features);
            return combine ? NonAscii.COPIED : NonAscii.PAIRS_ESCAPED;
        }

        @Override
        protected IllFormed illFormed() {
            return illFormed;
        }

        @Override
        protected IOException streamException(IOException cause) {
            return cause;
        }

        @Override
        protected IOException textException(StringmillException cause) {
            return new JsonGenerationException(cause.getMessage(), cause, StringmillUtf8Generator.this);
        }
    }
}
