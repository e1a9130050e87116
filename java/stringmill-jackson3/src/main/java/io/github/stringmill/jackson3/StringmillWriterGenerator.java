// Generated from java/stringmill-jackson2 by `cargo run -p stringmill-gen -- jackson3`; do not edit.
package io.github.stringmill.jackson3;

import io.github.stringmill.internal.GeneratorChars;
import io.github.stringmill.internal.KernelsHolder;
import java.io.Writer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.IOContext;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.core.json.WriterBasedJsonGenerator;

/**
 * Jackson's generator of characters, which checks long strings for escapes many characters at a time.
 *
 * <p>Only strings of 1,024 characters and more gain, with the default escapes and a beginning that has nothing to
 * escape. The parent writes all others.
 */
public class StringmillWriterGenerator extends WriterBasedJsonGenerator {
    /** Made for the first string that the parent does not write; most small messages have none. */
    private Strings strings;

    /**
     * Makes a generator, as its parent does.
     *
     * @param writeContext the context of the writer
     * @param ioContext the buffers, and the owner of the writer
     * @param streamFeatures the features of {@link tools.jackson.core.StreamWriteFeature}, as a mask
     * @param formatFeatures the features of {@link JsonWriteFeature}, as a mask
     * @param out the destination
     * @param rootSeparator the text between root values
     * @param printer the pretty printer; may be {@code null}
     * @param escapes the escapes of the application; may be {@code null}
     * @param highest the highest character that is not escaped; 0 for no limit
     * @param quote the quote character
     */
    public StringmillWriterGenerator(ObjectWriteContext writeContext, IOContext ioContext, int streamFeatures,
            int formatFeatures, Writer out, SerializableString rootSeparator, PrettyPrinter printer,
            CharacterEscapes escapes, int highest, char quote) {
        super(writeContext, ioContext, streamFeatures, formatFeatures, out, rootSeparator, printer, escapes, highest,
                quote);
        KernelsHolder.require();
    }

    @Override
    public JsonGenerator writeString(String text) {
        if (text == null || text.length() < GeneratorChars.MIN_LEN || declines() || !strings().write(text)) {
            return super.writeString(text);
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

    /** Returns whether a setting is not the default. */
    private boolean declines() {
        return _characterEscapes != null || _maximumNonEscapedChar != 0 || _outputEscapes != DEFAULT_OUTPUT_ESCAPES;
    }

    /** Lends the buffer and the settings of this generator. */
    private final class Strings extends GeneratorChars<JacksonException> {
        Strings() {
            super(_outputEnd);
        }

        @Override
        protected char[] buffer() {
            return _outputBuffer;
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
        protected void beginValue() {
            _verifyValueWrite("write a string");
        }

        @Override
        protected void flush() {
            _flushBuffer();
        }

        @Override
        protected char quote() {
            return _quoteChar;
        }

        @Override
        protected boolean upperHex() {
            return _cfgWriteHexUppercase;
        }
    }
}
