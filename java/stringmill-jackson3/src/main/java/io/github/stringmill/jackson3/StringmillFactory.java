package io.github.stringmill.jackson3;

import io.github.stringmill.IllFormed;
import io.github.stringmill.internal.KernelsHolder;
import io.github.stringmill.internal.StreamStart;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Writer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.Version;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.IOContext;
import tools.jackson.core.json.ByteSourceJsonBootstrapper;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.PackageVersion;

/**
 * A {@link JsonFactory} whose generators write the same bytes as Jackson's, and strings many times as fast.
 *
 * <p>Readers are Jackson's, unless {@link StringmillFactoryBuilder#useStockParser} is false. Settings are those
 * of Jackson. One line switches it on:
 *
 * <pre>{@code
 * JsonMapper mapper = JsonMapper.builder(new StringmillFactory()).build();
 * }</pre>
 *
 * <p>Requires Jackson 3.0.2: in older versions, the output for a pair of surrogates depended on its position in the
 * text.
 */
public class StringmillFactory extends JsonFactory {
    private static final long serialVersionUID = 1L;

    /** The policy for ill-formed UTF-8; null to check nothing. */
    private final IllFormed illFormed;

    /** Whether Jackson's own parser reads UTF-8. */
    private final boolean stockParser;

    /**
     * Makes a factory with default settings.
     *
     * @throws IllegalStateException if Jackson is older than 3.0.2, or if the forced kernels are not available
     */
    public StringmillFactory() {
        illFormed = null;
        stockParser = true;
        requireVersion();
        KernelsHolder.require();
    }

    /**
     * Makes a factory with the settings of a builder.
     *
     * @param builder the builder
     * @throws IllegalStateException if Jackson is older than 3.0.2, or if the forced kernels are not available
     */
    public StringmillFactory(StringmillFactoryBuilder builder) {
        super(builder);
        illFormed = builder.validateUtf8();
        stockParser = builder.useStockParser();
        requireVersion();
        KernelsHolder.require();
    }

    /**
     * Makes a factory with the settings of another.
     *
     * @param source the other factory
     * @throws IllegalStateException if Jackson is older than 3.0.2, or if the forced kernels are not available
     */
    protected StringmillFactory(StringmillFactory source) {
        super(source);
        illFormed = source.illFormed;
        stockParser = source.stockParser;
        requireVersion();
        KernelsHolder.require();
    }

    private static void requireVersion() {
        Version version = PackageVersion.VERSION;
        if (version.getMajorVersion() == 3 && version.getMinorVersion() == 0 && version.getPatchLevel() < 2) {
            throw new IllegalStateException("stringmill-jackson3 needs jackson-core 3.0.2 or newer, not " + version);
        }
    }

    /**
     * Returns a builder with default settings.
     *
     * @return a new builder
     */
    public static StringmillFactoryBuilder builder() {
        return new StringmillFactoryBuilder();
    }

    /**
     * Returns a builder with the default settings of Jackson 2.
     *
     * @return a new builder
     */
    public static StringmillFactoryBuilder builderWithJackson2Defaults() {
        StringmillFactoryBuilder builder = new StringmillFactoryBuilder();
        builder.configureForJackson2();
        return builder;
    }

    /**
     * Returns the policy for ill-formed UTF-8, set by {@link StringmillFactoryBuilder#validateUtf8(IllFormed)}.
     *
     * @return the policy; {@code null} to check nothing
     */
    public IllFormed validateUtf8() {
        return illFormed;
    }

    /**
     * Returns whether Jackson's own parser reads UTF-8, set by
     * {@link StringmillFactoryBuilder#useStockParser(boolean)}.
     *
     * @return whether the parsers are Jackson's own
     */
    public boolean useStockParser() {
        return stockParser;
    }

    @Override
    public StringmillFactoryBuilder rebuild() {
        return new StringmillFactoryBuilder(this);
    }

    @Override
    public StringmillFactory copy() {
        return new StringmillFactory(this);
    }

    @Override
    protected Object readResolve() {
        return new StringmillFactory(this);
    }

    @Override
    protected JsonParser _createParser(ObjectReadContext readContext, IOContext context, InputStream in) {
        if (!readsUtf8() || in == null) {
            return super._createParser(readContext, context, in);
        }
        byte[] buffer = context.allocReadIOBuffer();
        if (!Feature.CHARSET_DETECTION.enabledIn(_factoryFeatures)) {
            return parser(readContext, context, in, buffer, 0, 0, 0, true);
        }
        StreamStart start = new StreamStart(in, buffer);
        if (start.failed() || !isUtf8(context, buffer, 0, start.len())) {
            InputStream again = start.detached();
            context.releaseReadIOBuffer(buffer);
            return super._createParser(readContext, context, again);
        }
        int mark = StreamStart.markLen(buffer, 0, start.len());
        return parser(readContext, context, in, buffer, mark, start.len(), mark, true);
    }

    @Override
    protected JsonParser _createParser(
            ObjectReadContext readContext, IOContext context, byte[] data, int offset, int len) {
        _checkRangeBoundsForByteArray(data, offset, len);
        boolean detects = Feature.CHARSET_DETECTION.enabledIn(_factoryFeatures);
        if (!readsUtf8() || isAboveLimit(len) || detects && !isUtf8(context, data, offset, len)) {
            return super._createParser(readContext, context, data, offset, len);
        }
        int mark = detects ? StreamStart.markLen(data, offset, offset + len) : 0;
        return parser(readContext, context, null, data, offset + mark, offset + len, mark, false);
    }

    private JsonParser parser(ObjectReadContext readContext, IOContext context, InputStream in, byte[] buffer,
            int from, int to, int mark, boolean recyclable) {
        return new StringmillUtf8Parser(readContext, context, readContext.getStreamReadFeatures(_streamReadFeatures),
                readContext.getFormatReadFeatures(_formatReadFeatures), in,
                _byteSymbolCanonicalizer.makeChild(_factoryFeatures), buffer, from, to, mark, recyclable);
    }

    /** Returns whether a document in an array is too long; Jackson's versions differ in what they do then. */
    private boolean isAboveLimit(int len) {
        return _streamReadConstraints.hasMaxDocumentLength() && len > _streamReadConstraints.getMaxDocumentLength();
    }

    /** Returns whether Jackson would read UTF-8 with the class that ours extends. */
    private boolean readsUtf8() {
        return !stockParser && Feature.CANONICALIZE_PROPERTY_NAMES.enabledIn(_factoryFeatures);
    }

    /** Returns whether Jackson reads the input as UTF-8; false for input in which it finds no encoding. */
    private static boolean isUtf8(IOContext context, byte[] buffer, int from, int len) {
        try {
            return new ByteSourceJsonBootstrapper(context, buffer, from, len).detectEncoding() == JsonEncoding.UTF8;
        } catch (JacksonException e) {
            // The parent reports it again.
            return false;
        }
    }

    @Override
    protected JsonGenerator _createGenerator(ObjectWriteContext writeContext, IOContext ioContext, Writer out) {
        return new StringmillWriterGenerator(writeContext, ioContext,
                writeContext.getStreamWriteFeatures(_streamWriteFeatures),
                writeContext.getFormatWriteFeatures(_formatWriteFeatures),
                out, writeContext.getRootValueSeparator(_rootValueSeparator), writeContext.getPrettyPrinter(),
                characterEscapes(writeContext), _maximumNonEscapedChar, _quoteChar);
    }

    @Override
    protected JsonGenerator _createUTF8Generator(
            ObjectWriteContext writeContext, IOContext ioContext, OutputStream out) {
        return new StringmillUtf8Generator(writeContext, ioContext,
                writeContext.getStreamWriteFeatures(_streamWriteFeatures),
                writeContext.getFormatWriteFeatures(_formatWriteFeatures),
                out, writeContext.getRootValueSeparator(_rootValueSeparator), characterEscapes(writeContext),
                writeContext.getPrettyPrinter(), _maximumNonEscapedChar, _quoteChar).validateUtf8(illFormed);
    }

    /** Returns the escapes of the context, or those of this factory if it has none. */
    private CharacterEscapes characterEscapes(ObjectWriteContext writeContext) {
        CharacterEscapes escapes = writeContext.getCharacterEscapes();
        return escapes == null ? _characterEscapes : escapes;
    }
}
