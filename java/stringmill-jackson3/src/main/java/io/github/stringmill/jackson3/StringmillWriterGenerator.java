package io.github.stringmill.jackson3;

import io.github.stringmill.internal.GeneratorChars;
import java.io.Writer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.IOContext;
import tools.jackson.core.json.WriterBasedJsonGenerator;

/**
 * Jackson's generator of JSON in characters, which looks for what must be escaped many characters at a time.
 *
 * <p>Only strings of 1,024 characters and more gain, under the default escapes and where the beginning has nothing to
 * escape; all else is written by the parent.
 */
public class StringmillWriterGenerator extends WriterBasedJsonGenerator {
    private final Strings strings = new Strings();

    /**
     * A generator, as its parent makes it.
     *
     * @param writeContext   who writes
     * @param ioContext      buffers, and who owns the writer
     * @param streamFeatures of {@link tools.jackson.core.StreamWriteFeature}, as a mask
     * @param formatFeatures of {@link tools.jackson.core.json.JsonWriteFeature}, as a mask
     * @param out            where the JSON goes
     * @param rootSeparator  what stands between root values
     * @param printer        what lays out; may be {@code null}
     * @param escapes        escapes of the application; may be {@code null}
     * @param highest        the highest character that is not escaped; 0 for no limit
     * @param quote          the quote character
     */
    public StringmillWriterGenerator(ObjectWriteContext writeContext, IOContext ioContext, int streamFeatures,
            int formatFeatures, Writer out, SerializableString rootSeparator, PrettyPrinter printer,
            CharacterEscapes escapes, int highest, char quote) {
        super(writeContext, ioContext, streamFeatures, formatFeatures, out, rootSeparator, printer, escapes, highest,
                quote);
    }

    @Override
    public JsonGenerator writeString(String text) {
        if (text == null || declines() || strings.declines(text)) {
            return super.writeString(text);
        }
        _verifyValueWrite("write a string");
        strings.write(text);
        return this;
    }

    /** Whether what is asked for is not the default. */
    private boolean declines() {
        return _characterEscapes != null || _maximumNonEscapedChar != 0 || _outputEscapes != DEFAULT_OUTPUT_ESCAPES;
    }

    /** The buffer and the settings of this generator. */
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
