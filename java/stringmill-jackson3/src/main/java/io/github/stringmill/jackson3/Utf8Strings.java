// Generated from java/stringmill-jackson2 by `cargo run -p stringmill-gen -- jackson3`; do not edit.
package io.github.stringmill.jackson3;

import io.github.stringmill.IllFormed;
import io.github.stringmill.IllFormedUtf16;
import io.github.stringmill.Stringmill;
import io.github.stringmill.StringmillException;
import io.github.stringmill.internal.ParserText;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.exc.StreamWriteException;
import tools.jackson.core.json.UTF8JsonGenerator;
import tools.jackson.core.util.JsonGeneratorDelegate;
import tools.jackson.core.util.JsonParserDelegate;

/**
 * Writes strings of UTF-8 from buffers and streams with generators of any kind, and reads strings as UTF-8 with parsers
 * of any kind.
 *
 * <p>The text is escaped as {@code JsonGenerator.writeUTF8String} escapes it:
 *
 * <ul>
 * <li>A {@link StringmillUtf8Generator} writes the text in pieces, also through plain {@link JsonGeneratorDelegate}s.
 * <li>Another decorator of a generator of UTF-8, and Jackson's own generator of UTF-8, receive all of the text at once,
 * by {@code writeUTF8String}.
 * <li>All other generators, such as those of a {@code Writer} or a {@code TokenBuffer}, receive a {@code String}. They
 * refuse ill-formed text, since a {@code String} cannot represent it.
 * </ul>
 */
public final class Utf8Strings {
    private Utf8Strings() {}

    /**
     * Writes the rest of a buffer of UTF-8 as a string.
     *
     * @param generator any generator
     * @param text the text, from its position to its limit; the position moves to the limit
     * @throws JacksonException if the generator fails; with a {@link StringmillException} as its cause if the generator
     *     does not support UTF-8 and the text is ill-formed
     */
    public static void write(JsonGenerator generator, ByteBuffer text) {
        JsonGenerator inner = withoutDelegates(generator);
        if (inner instanceof StringmillUtf8Generator ours) {
            ours.writeUTF8String(text);
            return;
        }
        if (text.hasArray()) {
            write(inner, text.array(), text.arrayOffset() + text.position(), text.remaining());
            text.position(text.limit());
            return;
        }
        byte[] bytes = new byte[text.remaining()];
        text.get(bytes);
        write(inner, bytes, 0, bytes.length);
    }

    /**
     * Writes UTF-8 from a stream as a string. The stream is not closed.
     *
     * @param generator any generator
     * @param text the text
     * @param len the number of bytes, or a negative number for all
     * @throws JacksonException if the stream or the generator fails, or the stream ends too soon; and as in
     *     {@link #write(JsonGenerator, ByteBuffer)}
     */
    public static void write(JsonGenerator generator, InputStream text, int len) {
        JsonGenerator inner = withoutDelegates(generator);
        if (inner instanceof StringmillUtf8Generator ours) {
            ours.writeUTF8String(text, len);
            return;
        }
        byte[] bytes;
        try {
            bytes = len < 0 ? text.readAllBytes() : text.readNBytes(len);
        } catch (IOException e) {
            throw JacksonIOException.construct(e, inner);
        }
        if (bytes.length < len) {
            throw new StreamWriteException(inner, "Didn't read enough from stream");
        }
        write(inner, bytes, 0, bytes.length);
    }

    /**
     * Writes the string of the current token as UTF-8, under {@link IllFormed#REJECT}.
     *
     * @param parser any parser
     * @param out the destination; not closed
     * @return the number of bytes written
     * @throws JacksonException as {@link #read(IllFormed, JsonParser, OutputStream)}
     */
    public static long read(JsonParser parser, OutputStream out) {
        return read(IllFormed.REJECT, parser, out);
    }

    /**
     * Writes the string of the current token as UTF-8. A {@link StringmillUtf8Parser}, also in plain
     * {@link JsonParserDelegate}s, makes no {@code String}; the text of others is encoded.
     *
     * @param policy the policy for ill-formed text: {@link IllFormed#REJECT}, or {@link IllFormed#REPLACE} for U+FFFD
     * @param parser any parser
     * @param out the destination; not closed
     * @return the number of bytes written
     * @throws JacksonException if the parser or the stream fails, if the token is not a string, and for text that the
     *     policy refuses, with a {@link StringmillException} as its cause
     */
    public static long read(IllFormed policy, JsonParser parser, OutputStream out) {
        JsonParser inner = parser;
        while (inner.getClass() == JsonParserDelegate.class) {
            inner = ((JsonParserDelegate) inner).delegate();
        }
        if (inner instanceof StringmillUtf8Parser ours) {
            return ours.readUtf8(policy, out);
        }
        if (inner.currentToken() != JsonToken.VALUE_STRING) {
            throw new StreamReadException(
                    inner, "Current token (" + inner.currentToken() + ") not VALUE_STRING, can not access as UTF-8");
        }
        IllFormedUtf16 surrogates = ParserText.utf16(policy);
        byte[] text;
        try {
            text = ParserText.encoded(surrogates, inner.getString());
        } catch (StringmillException e) {
            throw new StreamReadException(inner, e.getMessage(), e);
        }
        try {
            out.write(text);
        } catch (IOException e) {
            throw JacksonIOException.construct(e, inner);
        }
        return text.length;
    }

    private static void write(JsonGenerator generator, byte[] text, int from, int len) {
        if (takesUtf8(generator)) {
            generator.writeUTF8String(text, from, len);
            return;
        }
        try {
            Stringmill.utf8Validate(text, from, len);
        } catch (StringmillException e) {
            throw new StreamWriteException(generator, e.getMessage(), e);
        }
        generator.writeString(new String(text, from, len, StandardCharsets.UTF_8));
    }

    /**
     * Returns the generator inside plain delegates; a subclass of the delegate may change the output, so it is kept.
     */
    private static JsonGenerator withoutDelegates(JsonGenerator generator) {
        JsonGenerator inner = generator;
        while (inner.getClass() == JsonGeneratorDelegate.class) {
            inner = ((JsonGeneratorDelegate) inner).delegate();
        }
        return inner;
    }

    /** Returns whether the generator, and each generator that it delegates to, supports {@code writeUTF8String}. */
    private static boolean takesUtf8(JsonGenerator generator) {
        JsonGenerator inner = generator;
        while (inner instanceof JsonGeneratorDelegate delegate) {
            inner = delegate.delegate();
        }
        return inner instanceof UTF8JsonGenerator;
    }
}
