package io.github.stringmill.jackson2;

import com.fasterxml.jackson.core.ObjectCodec;
import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.core.json.PackageVersion;
import com.fasterxml.jackson.core.json.WriterBasedJsonGenerator;
import java.io.Writer;

/** Jackson's generator of JSON in characters, which looks for what must be escaped many characters at a time. */
public class StringmillWriterGenerator extends WriterBasedJsonGenerator {
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
}
