package io.github.stringmill.jackson3;

import java.io.Writer;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.IOContext;
import tools.jackson.core.json.WriterBasedJsonGenerator;

/** Jackson's generator of JSON in characters, which looks for what must be escaped many characters at a time. */
public class StringmillWriterGenerator extends WriterBasedJsonGenerator {
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
}
