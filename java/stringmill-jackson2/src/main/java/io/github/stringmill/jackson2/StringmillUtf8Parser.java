package io.github.stringmill.jackson2;

import com.fasterxml.jackson.core.Base64Variant;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.ObjectCodec;
import com.fasterxml.jackson.core.exc.StreamReadException;
import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.core.json.UTF8StreamJsonParser;
import com.fasterxml.jackson.core.sym.ByteQuadsCanonicalizer;
import io.github.stringmill.ErrorCode;
import io.github.stringmill.IllFormed;
import io.github.stringmill.Stringmill;
import io.github.stringmill.StringmillException;
import io.github.stringmill.internal.ParserText;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/**
 * A parser of UTF-8 that reads the same tokens and texts as Jackson's, and strings faster.
 *
 * <p>It also copies strings as UTF-8, without a {@code String} in between: {@link #readUtf8(OutputStream)}.
 */
public class StringmillUtf8Parser extends UTF8StreamJsonParser {
    private final Strings strings = new Strings();

    /** Made when a character is first decoded by it. */
    private CharacterParser character;

    /**
     * Makes a parser, as its parent does.
     *
     * @param context the buffers, and the owner of the stream
     * @param features the features of {@link com.fasterxml.jackson.core.JsonParser.Feature}, as a mask
     * @param in the rest of the input; may be {@code null}
     * @param codec reads whole objects; may be {@code null}
     * @param names the names read so far
     * @param buffer the start of the input
     * @param from the first byte in the buffer
     * @param to the end of the bytes in the buffer
     * @param processed the number of bytes of a byte order mark before {@code from}
     * @param recyclable whether the context recycles the buffer at the end
     */
    public StringmillUtf8Parser(IOContext context, int features, InputStream in, ObjectCodec codec,
            ByteQuadsCanonicalizer names, byte[] buffer, int from, int to, int processed, boolean recyclable) {
        super(context, features, in, codec, names, buffer, from, to, processed, recyclable);
    }

    @Override
    protected String _finishAndReturnString() throws IOException {
        if (skipAbandoned()) {
            return "";
        }
        int from = _inputPtr;
        int to = _inputEnd;
        int end = ParserText.plainEnd(_inputBuffer, from, to);
        int len = end - from;
        if (end < to && _inputBuffer[end] == '"' && len <= _streamReadConstraints.getMaxStringLength()) {
            String text = ParserText.latin1(_inputBuffer, from, len);
            _inputPtr = end + 1;
            _textBuffer.resetWithString(text);
            return text;
        }
        return _textBuffer.setCurrentAndReturn(strings.finish());
    }

    @Override
    protected void _finishString() throws IOException {
        if (!skipAbandoned()) {
            _textBuffer.setCurrentLength(strings.finish());
        }
    }

    @Override
    protected void _skipString() throws IOException {
        if (skipAbandoned()) {
            return;
        }
        _inputPtr = ParserText.plainEnd(_inputBuffer, _inputPtr, _inputEnd);
        super._skipString();
    }

    /** Reads the rest of a string that {@code readUtf8} has abandoned, and empties its text; returns whether one was. */
    private boolean skipAbandoned() throws IOException {
        if (!strings.isAbandoned()) {
            return false;
        }
        // Jackson's callers have cleared it already, and the skip may fail in its turn.
        _tokenIncomplete = true;
        strings.skip();
        _textBuffer.resetWithEmpty();
        return true;
    }

    @Override
    public byte[] getBinaryValue(Base64Variant variant) throws IOException {
        skipAbandoned();
        return super.getBinaryValue(variant);
    }

    @Override
    public int readBinaryValue(Base64Variant variant, OutputStream out) throws IOException {
        skipAbandoned();
        return super.readBinaryValue(variant, out);
    }

    @Override
    protected char _decodeEscaped() throws IOException {
        strings.loadEscape();
        try {
            return super._decodeEscaped();
        } catch (StreamReadException e) {
            strings.unreadRefused();
            throw e;
        }
    }

    /**
     * As {@link #readUtf8(IllFormed, OutputStream)}, under {@link IllFormed#REJECT}.
     *
     * @param out the destination
     * @return the number of bytes written
     * @throws IOException as {@code getText}, if {@code out} fails, if the token is not a string, and for text
     *     that the policy refuses, with a {@link StringmillException} with the offset in the input as its cause
     */
    public long readUtf8(OutputStream out) throws IOException {
        return readUtf8(IllFormed.REJECT, out);
    }

    /**
     * Writes the string of the current token as UTF-8, unescaped and well-formed. Makes no {@code String}, and keeps
     * only a piece of the text in memory, so the limit of the length of strings does not apply.
     *
     * <p>The text is not kept: {@code getText} returns an empty string afterwards, and a second call writes nothing. Text
     * that was read before is written from memory.
     *
     * <p>If this method throws, part of the text may be written, and the string is abandoned: the next token follows the
     * whole string, whatever its rest contains, and the methods that return its text return an empty one. A wrong
     * argument, such as {@code null} or another policy, is reported before anything is read.
     *
     * <p>Ill-formed text is invalid UTF-8 or an escape of a lone surrogate. Jackson's parser refuses most of the
     * former, but accepts overlong sequences and code points above U+10FFFF; this method does not.
     *
     * @param policy the policy for ill-formed text: {@link IllFormed#REJECT}, or {@link IllFormed#REPLACE} for U+FFFD
     * @param out the destination; not closed. ASCII is written from the input buffer of the parser, which the stream
     *     must not change or keep
     * @return the number of bytes written
     * @throws IOException as {@code getText}, if {@code out} fails, if the token is not a string, and for text
     *     that the policy refuses, with a {@link StringmillException} with the offset in the input as its cause
     * @throws StringmillException {@link ErrorCode#POLICY_UNSUPPORTED} for another policy
     */
    public long readUtf8(IllFormed policy, OutputStream out) throws IOException {
        requireString();
        skipAbandoned();
        if (!_tokenIncomplete) {
            return strings.encode(policy, _textBuffer.contentsAsString(), out);
        }
        _textBuffer.resetWithEmpty();
        return strings.copyTo(policy, out);
    }

    /**
     * As {@link #readUtf8(IllFormed, byte[], int, int)}, under {@link IllFormed#REJECT}.
     *
     * @param dst the destination
     * @param offset the start of the output
     * @param len the capacity
     * @return the number of bytes written, or {@link Stringmill#NO_ROOM}
     * @throws IOException as {@link #readUtf8(IllFormed, OutputStream)}
     */
    public int readUtf8(byte[] dst, int offset, int len) throws IOException {
        return readUtf8(IllFormed.REJECT, dst, offset, len);
    }

    /**
     * Writes the string of the current token to an array, as {@link #readUtf8(IllFormed, OutputStream)} does. If the
     * capacity is too small, the string stays readable, by this method or by {@code getText}; then the limit of the
     * length of strings applies. Bytes of the range after the output, or all of them if it does not fit, may change.
     *
     * @param policy the policy for ill-formed text: {@link IllFormed#REJECT}, or {@link IllFormed#REPLACE} for U+FFFD
     * @param dst the destination
     * @param offset the start of the output
     * @param len the capacity
     * @return the number of bytes written, or {@link Stringmill#NO_ROOM}
     * @throws IOException as {@link #readUtf8(IllFormed, OutputStream)}
     * @throws StringmillException {@link ErrorCode#POLICY_UNSUPPORTED} for another policy
     * @throws IndexOutOfBoundsException if the range leaves the array
     */
    public int readUtf8(IllFormed policy, byte[] dst, int offset, int len) throws IOException {
        return readUtf8(policy, ByteBuffer.wrap(dst, offset, len));
    }

    /**
     * As {@link #readUtf8(IllFormed, ByteBuffer)}, under {@link IllFormed#REJECT}.
     *
     * @param dst the destination, on the heap or direct; its position moves past the output
     * @return the number of bytes written, or {@link Stringmill#NO_ROOM}
     * @throws IOException as {@link #readUtf8(IllFormed, OutputStream)}
     */
    public int readUtf8(ByteBuffer dst) throws IOException {
        return readUtf8(IllFormed.REJECT, dst);
    }

    /**
     * As {@link #readUtf8(IllFormed, byte[], int, int)}, to a buffer.
     *
     * @param policy the policy for ill-formed text: {@link IllFormed#REJECT}, or {@link IllFormed#REPLACE} for U+FFFD
     * @param dst the destination, on the heap or direct; its position moves past the output
     * @return the number of bytes written, or {@link Stringmill#NO_ROOM}
     * @throws IOException as {@link #readUtf8(IllFormed, OutputStream)}
     * @throws StringmillException {@link ErrorCode#POLICY_UNSUPPORTED} for another policy
     * @throws java.nio.ReadOnlyBufferException if the destination is read only
     */
    public int readUtf8(IllFormed policy, ByteBuffer dst) throws IOException {
        requireString();
        skipAbandoned();
        if (!_tokenIncomplete) {
            return strings.encode(policy, _textBuffer.contentsAsString(), dst);
        }
        _textBuffer.resetWithEmpty();
        return strings.copyTo(policy, dst);
    }

    private void requireString() throws IOException {
        if (_currToken != JsonToken.VALUE_STRING) {
            _reportError("Current token (" + _currToken + ") not VALUE_STRING, can not access as UTF-8");
        }
    }

    /** Lends the buffers and the methods of this parser. */
    private final class Strings extends ParserText<IOException> {
        @Override
        protected byte[] buffer() {
            return _inputBuffer;
        }

        @Override
        protected int at() {
            return _inputPtr;
        }

        @Override
        protected void at(int at) {
            _inputPtr = at;
        }

        @Override
        protected int end() {
            return _inputEnd;
        }

        @Override
        protected long bufferOffset() {
            return _currInputProcessed;
        }

        @Override
        protected void load() throws IOException {
            _loadMoreGuaranteed();
        }

        @Override
        protected void loadIfAny() throws IOException {
            _loadMore();
        }

        @Override
        protected void complete() {
            _tokenIncomplete = false;
        }

        @Override
        protected char readEscape() throws IOException {
            return _decodeEscaped();
        }

        @Override
        protected int decode(int len) throws IOException {
            if (character == null) {
                character = new CharacterParser(StringmillUtf8Parser.this);
            }
            try {
                return character.decode(len);
            } catch (StreamReadException e) {
                unreadRefused();
                throw e.withParser(StringmillUtf8Parser.this);
            }
        }

        @Override
        protected int sequence(int first) throws IOException {
            try {
                return _decodeCharForError(first);
            } catch (StreamReadException e) {
                unreadRefused();
                throw e;
            }
        }

        @Override
        protected void limit(int len) throws IOException {
            _streamReadConstraints.validateStringLength(len);
        }

        @Override
        protected char[] firstSegment() {
            return _textBuffer.emptyAndGetCurrentSegment();
        }

        @Override
        protected char[] nextSegment() throws IOException {
            return _textBuffer.finishCurrentSegment();
        }

        @Override
        protected void keep(String text) throws IOException {
            _textBuffer.resetWithString(text);
        }

        @Override
        protected IOException streamException(IOException cause) {
            return cause;
        }

        @Override
        protected IOException textException(StringmillException cause) {
            return new JsonParseException(StringmillUtf8Parser.this, cause.getMessage(), cause);
        }
    }

    /** Jackson's parser, for one character at a time: the outer parser lends each byte, and a quote ends the text. */
    private static final class CharacterParser extends UTF8StreamJsonParser {
        private final StringmillUtf8Parser outer;

        private int bytesLeft;

        /** The index of the byte in the buffer of the outer parser. */
        private int index;

        CharacterParser(StringmillUtf8Parser outer) {
            super(outer._ioContext, outer._features, null, outer._objectCodec, outer._symbols, new byte[1], 0, 0, 0, false);
            this.outer = outer;
        }

        int decode(int len) throws IOException {
            bytesLeft = len;
            _requestPayload = outer._requestPayload;
            _features = outer._features;
            _currInputRow = outer._currInputRow;
            _inputPtr = _inputEnd;
            _finishString();
            outer._currInputRow = _currInputRow;
            outer._currInputRowStart = _currInputRowStart + index;
            char[] units = _textBuffer.getTextBuffer();
            return _textBuffer.size() == 1 ? units[0] : units[0] << 16 | units[1];
        }

        @Override
        protected void _loadMoreGuaranteed() throws IOException {
            _inputPtr = 0;
            _inputEnd = 1;
            if (bytesLeft == 0) {
                _inputBuffer[0] = '"';
                return;
            }
            if (outer._inputPtr >= outer._inputEnd) {
                outer._loadMoreGuaranteed();
            }
            bytesLeft--;
            index = outer._inputPtr++;
            _inputBuffer[0] = outer._inputBuffer[index];
            _currInputProcessed = outer._currInputProcessed + index;
            _currInputRowStart = outer._currInputRowStart - index;
        }
    }
}
