package io.github.stringmill.jackson2;

import com.fasterxml.jackson.core.ObjectCodec;
import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.core.json.PackageVersion;
import com.fasterxml.jackson.core.json.WriterBasedJsonGenerator;
import io.github.stringmill.internal.GeneratorChars;
import io.github.stringmill.internal.KernelsHolder;
import java.io.IOException;
import java.io.Writer;

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
     * @param context the buffers, and the owner of the writer
     * @param features the features of {@link com.fasterxml.jackson.core.JsonGenerator.Feature}, as a mask
     * @param codec writes whole objects; may be {@code null}
     * @param out the destination
     * @param quote the quote character
     */
    public StringmillWriterGenerator(IOContext context, int features, ObjectCodec codec, Writer out, char quote) {
        super(context, features, codec, out, quote);
        KernelsHolder.require();
    }

    @Override
    public Version version() {
        return PackageVersion.VERSION;
    }

    @Override
    public void writeString(String text) throws IOException {
        if (text == null || text.length() < GeneratorChars.MIN_LEN || declines() || !strings().write(text)) {
            super.writeString(text);
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

    /** Returns whether a setting is not the default. */
    private boolean declines() {
        return _characterEscapes != null || _maximumNonEscapedChar != 0 || _outputEscapes != sOutputEscapes;
    }

    /** Lends the buffer and the settings of this generator. */
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
        protected void beginValue() throws IOException {
            _verifyValueWrite("write a string");
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
