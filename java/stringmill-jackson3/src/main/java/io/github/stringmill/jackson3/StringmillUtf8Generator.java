// Generated from java/stringmill-jackson2 by `cargo run -p stringmill-gen -- jackson3`; do not edit.
package io.github.stringmill.jackson3;

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
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.SerializableString;
import tools.jackson.core.exc.StreamWriteException;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.IOContext;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.core.json.UTF8JsonGenerator;

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
     * @param writeContext the context of the writer
     * @param ioContext the buffers, and the owner of the stream
     * @param streamFeatures the features of {@link tools.jackson.core.StreamWriteFeature}, as a mask
     * @param formatFeatures the features of {@link JsonWriteFeature}, as a mask
     * @param out the destination
     * @param rootSeparator the text between root values
     * @param escapes the escapes of the application; may be {@code null}
     * @param printer the pretty printer; may be {@code null}
     * @param highest the highest character that is not escaped; 0 for no limit
     * @param quote the quote character
     */
    public StringmillUtf8Generator(ObjectWriteContext writeContext, IOContext ioContext, int streamFeatures,
            int formatFeatures, OutputStream out, SerializableString rootSeparator, CharacterEscapes escapes,
            PrettyPrinter printer, int highest, char quote) {
        super(writeContext, ioContext, streamFeatures, formatFeatures, out, rootSeparator, escapes, printer, highest,
                quote);
        KernelsHolder.require();
    }

    /**
     * Makes a generator with a buffer of the caller, as its parent does.
     *
     * @param writeContext the context of the writer
     * @param ioContext the buffers, and the owner of the stream
     * @param streamFeatures the features of {@link tools.jackson.core.StreamWriteFeature}, as a mask
     * @param formatFeatures the features of {@link JsonWriteFeature}, as a mask
     * @param out the destination
     * @param rootSeparator the text between root values
     * @param escapes the escapes of the application; may be {@code null}
     * @param printer the pretty printer; may be {@code null}
     * @param highest the highest character that is not escaped; 0 for no limit
     * @param quote the quote character
     * @param buffer the buffer; it is filled to its end before it is written to the stream
     * @param at the start of the output in the buffer
     * @param recyclable whether the context recycles the buffer at the end
     */
    public StringmillUtf8Generator(ObjectWriteContext writeContext, IOContext ioContext, int streamFeatures,
            int formatFeatures, OutputStream out, SerializableString rootSeparator, CharacterEscapes escapes,
            PrettyPrinter printer, int highest, char quote, byte[] buffer, int at, boolean recyclable) {
        super(writeContext, ioContext, streamFeatures, formatFeatures, out, rootSeparator, escapes, printer, highest,
                quote, buffer, at, recyclable);
        KernelsHolder.require();
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
    public JsonGenerator writeUTF8String(byte[] text, int offset, int len) {
        if (illFormed == null && len < utf8MinLen() || !strings().writeUtf8(text, offset, len)) {
            return super.writeUTF8String(text, offset, len);
        }
        return this;
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
        if (_outputEscapes == DEFAULT_OUTPUT_ESCAPES) {
            return ShortText.UTF8_MIN_LEN;
        }
        return _characterEscapes == null ? ShortText.UTF8_TABLE_MIN_LEN : ShortText.UTF8_APPLICATION_MIN_LEN;
    }

    /**
     * Writes the rest of a buffer of UTF-8 as a string, escaped as in {@link #writeUTF8String(byte[], int, int)}.
     *
     * @param text the text, from its position to its limit; the position moves to the limit
     * @return this generator
     */
    public JsonGenerator writeUTF8String(ByteBuffer text) {
        requireOpen(text);
        if (text.hasArray()) {
            writeUTF8String(text.array(), text.arrayOffset() + text.position(), text.remaining());
            text.position(text.limit());
            return this;
        }
        byte[] piece = _ioContext.allocReadIOBuffer();
        try {
            _verifyValueWrite(WRITE_STRING);
            strings().writeUtf8(text, piece);
        } finally {
            _ioContext.releaseReadIOBuffer(piece);
        }
        return this;
    }

    /**
     * Writes UTF-8 from a stream as a string, escaped as in {@link #writeUTF8String(byte[], int, int)}. Does not close
     * the stream.
     *
     * @param text the text
     * @param len the number of bytes, or a negative number for all
     * @return this generator
     * @throws JacksonException if the stream fails or ends too soon; the string is closed after the text so far
     */
    public JsonGenerator writeUTF8String(InputStream text, int len) {
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
        return this;
    }

    /** Checks the source and this generator before any output, even of a comma. */
    private void requireOpen(Object text) {
        Objects.requireNonNull(text, "text");
        if (isClosed()) {
            _reportError("generator is closed");
        }
    }

    @Override
    public JsonGenerator writeString(String text) {
        if (text == null || text.length() < ShortText.STRING_MIN_LEN || !strings().write(text)) {
            return super.writeString(text);
        }
        return this;
    }

    @Override
    public JsonGenerator writeString(char[] text, int offset, int len) {
        if (len < ShortText.CHARS_MIN_LEN || !strings().write(text, offset, len)) {
            return super.writeString(text, offset, len);
        }
        return this;
    }

    @Override
    public JsonGenerator writeString(Reader reader, int len) {
        if (reader == null || declinesText()) {
            return super.writeString(reader, len);
        }
        _verifyValueWrite(WRITE_STRING);
        if (!strings().write(reader, len, _charBuffer)) {
            _reportError("Didn't read enough from reader");
        }
        return this;
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
    private final class Strings extends GeneratorBytes<JacksonException> {
        Strings() {
            super(DEFAULT_OUTPUT_ESCAPES, _outputStream, _outputEnd);
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
        protected void flush() {
            _flushBuffer();
        }

        @Override
        protected boolean declinesText() {
            return StringmillUtf8Generator.this.declinesText();
        }

        @Override
        protected void checkRange(byte[] text, int from, int len) {
            _checkRangeBoundsForByteArray(text, from, len);
        }

        @Override
        protected void beginValue() {
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
            boolean combine = JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8.enabledIn(_formatWriteFeatures);
            return combine ? NonAscii.COPIED : NonAscii.PAIRS_ESCAPED;
        }

        @Override
        protected IllFormed illFormed() {
            return illFormed;
        }

        @Override
        protected JacksonException streamException(IOException cause) {
            return _wrapIOFailure(cause);
        }

        @Override
        protected JacksonException textException(StringmillException cause) {
            return new StreamWriteException(StringmillUtf8Generator.this, cause.getMessage(), cause);
        }
    }
}
