package io.github.stringmill.jackson2;

import com.fasterxml.jackson.core.ObjectCodec;
import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.core.json.PackageVersion;
import com.fasterxml.jackson.core.json.WriterBasedJsonGenerator;
import io.github.stringmill.internal.GeneratorChars;
import java.io.IOException;
import java.io.Writer;

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
     * @param context  buffers, and who owns the writer
     * @param features of {@link com.fasterxml.jackson.core.JsonGenerator.Feature}, as a mask
     * @param codec    what writes whole objects; may be {@code null}
     * @param out      where the JSON goes
     * @param quote    the quote character
     */
    public StringmillWriterGenerator(IOContext context, int features, ObjectCodec codec, Writer out, char quote) {
        super(context, features, codec, out, quote);
    }

    @Override
    public Version version() {
        return PackageVersion.VERSION;
    }

    @Override
    public void writeString(String text) throws IOException {
        if (text == null || declines() || strings.declines(text)) {
            super.writeString(text);
            return;
        }
        _verifyValueWrite("write a string");
        strings.write(text);
    }

    /** Whether what is asked for is not the default. */
    private boolean declines() {
        return _characterEscapes != null || _maximumNonEscapedChar != 0 || _outputEscapes != sOutputEscapes;
    }

    /** The buffer and the settings of this generator. */
    private final class Strings extends GeneratorChars<IOException> {
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
        protected void flush() throws IOException {
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
