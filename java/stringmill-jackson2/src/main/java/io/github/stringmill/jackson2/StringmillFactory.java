package io.github.stringmill.jackson2;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.ObjectCodec;
import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.core.format.InputAccessor;
import com.fasterxml.jackson.core.format.MatchStrength;
import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.core.json.ByteSourceJsonBootstrapper;
import com.fasterxml.jackson.core.json.PackageVersion;
import com.fasterxml.jackson.core.json.UTF8JsonGenerator;
import com.fasterxml.jackson.core.json.WriterBasedJsonGenerator;
import io.github.stringmill.IllFormed;
import io.github.stringmill.internal.KernelsHolder;
import io.github.stringmill.internal.StreamStart;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Writer;

/**
 * A {@link JsonFactory} whose generators write the same bytes as Jackson's, and strings many times as fast.
 *
 * <p>Readers are Jackson's, unless {@link StringmillFactoryBuilder#useStockParser} is false. Settings are those
 * of Jackson. One line switches it on:
 *
 * <pre>{@code
 * ObjectMapper mapper = new ObjectMapper(new StringmillFactory());
 * JsonMapper another = JsonMapper.builder(new StringmillFactory()).build();
 * }</pre>
 *
 * <p>Requires Jackson 2.21: in older versions, the output for a pair of surrogates depended on its position in the
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
     * @throws IllegalStateException if Jackson is older than 2.21, or if the forced kernels are not available
     */
    public StringmillFactory() {
        this((ObjectCodec) null);
    }

    /**
     * Makes a factory with default settings and a codec.
     *
     * @param codec reads and writes whole objects; may be {@code null}
     * @throws IllegalStateException if Jackson is older than 2.21, or if the forced kernels are not available
     */
    public StringmillFactory(ObjectCodec codec) {
        super(codec);
        illFormed = null;
        stockParser = true;
        requireVersion();
        KernelsHolder.require();
    }

    /**
     * Makes a factory with the settings of a builder.
     *
     * @param builder the builder
     * @throws IllegalStateException if Jackson is older than 2.21, or if the forced kernels are not available
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
     * @param codec reads and writes whole objects; may be {@code null}
     * @throws IllegalStateException if Jackson is older than 2.21, or if the forced kernels are not available
     */
    protected StringmillFactory(StringmillFactory source, ObjectCodec codec) {
        super(source, codec);
        illFormed = source.illFormed;
        stockParser = source.stockParser;
        requireVersion();
        KernelsHolder.require();
    }

    private static void requireVersion() {
        Version version = PackageVersion.VERSION;
        if (version.getMajorVersion() == 2 && version.getMinorVersion() < 21) {
            throw new IllegalStateException("stringmill-jackson2 needs jackson-core 2.21 or newer, not " + version);
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
        _checkInvalidCopy(StringmillFactory.class);
        return new StringmillFactory(this, null);
    }

    @Override
    protected Object readResolve() {
        return new StringmillFactory(this, _objectCodec);
    }

    @Override
    public String getFormatName() {
        return FORMAT_NAME_JSON;
    }

    @Override
    public MatchStrength hasFormat(InputAccessor input) throws IOException {
        return hasJSONFormat(input);
    }

    @Override
    protected JsonParser _createParser(InputStream in, IOContext context) throws IOException {
        if (!readsUtf8() || in == null) {
            return super._createParser(in, context);
        }
        byte[] buffer = context.allocReadIOBuffer();
        if (!Feature.CHARSET_DETECTION.enabledIn(_factoryFeatures)) {
            return parser(context, in, buffer, 0, 0, 0, true);
        }
        StreamStart start = new StreamStart(in, buffer);
        if (start.failed() || !isUtf8(context, buffer, 0, start.len())) {
            InputStream again = start.detached();
            context.releaseReadIOBuffer(buffer);
            return super._createParser(again, context);
        }
        int mark = StreamStart.markLen(buffer, 0, start.len());
        return parser(context, in, buffer, mark, start.len(), mark, true);
    }

    @Override
    protected JsonParser _createParser(byte[] data, int offset, int len, IOContext context) throws IOException {
        boolean detects = Feature.CHARSET_DETECTION.enabledIn(_factoryFeatures);
        if (!readsUtf8() || isAboveLimit(len) || detects && !isUtf8(context, data, offset, len)) {
            return super._createParser(data, offset, len, context);
        }
        int mark = detects ? StreamStart.markLen(data, offset, offset + len) : 0;
        return parser(context, null, data, offset + mark, offset + len, mark, false);
    }

    private JsonParser parser(IOContext context, InputStream in, byte[] buffer, int from, int to, int mark,
            boolean recyclable) {
        return new StringmillUtf8Parser(context, _parserFeatures, in, _objectCodec,
                _byteSymbolCanonicalizer.makeChild(_factoryFeatures), buffer, from, to, mark, recyclable);
    }

    /** Returns whether a document in an array is too long; Jackson's versions differ in what they do then. */
    private boolean isAboveLimit(int len) {
        return _streamReadConstraints.hasMaxDocumentLength() && len > _streamReadConstraints.getMaxDocumentLength();
    }

    /** Returns whether Jackson would read UTF-8 with the class that ours extends. */
    private boolean readsUtf8() {
        return !stockParser && Feature.CANONICALIZE_FIELD_NAMES.enabledIn(_factoryFeatures);
    }

    /** Returns whether Jackson reads the input as UTF-8; false for input in which it finds no encoding. */
    private static boolean isUtf8(IOContext context, byte[] buffer, int from, int len) throws IOException {
        try {
            return new ByteSourceJsonBootstrapper(context, buffer, from, len).detectEncoding() == JsonEncoding.UTF8;
        } catch (CharConversionException e) {
            // The parent reports it again.
            return false;
        }
    }

    @Override
    protected JsonGenerator _createGenerator(Writer out, IOContext context) throws IOException {
        WriterBasedJsonGenerator generator =
                new StringmillWriterGenerator(context, _generatorFeatures, _objectCodec, out, _quoteChar);
        if (_maximumNonEscapedChar > 0) {
            generator.setHighestNonEscapedChar(_maximumNonEscapedChar);
        }
        if (_characterEscapes != null) {
            generator.setCharacterEscapes(_characterEscapes);
        }
        if (_rootValueSeparator != DEFAULT_ROOT_VALUE_SEPARATOR) {
            generator.setRootValueSeparator(_rootValueSeparator);
        }
        return _decorate(generator);
    }

    @Override
    protected JsonGenerator _createUTF8Generator(OutputStream out, IOContext context) throws IOException {
        UTF8JsonGenerator generator =
                new StringmillUtf8Generator(context, _generatorFeatures, _objectCodec, out, _quoteChar)
                        .validateUtf8(illFormed);
        if (_maximumNonEscapedChar > 0) {
            generator.setHighestNonEscapedChar(_maximumNonEscapedChar);
        }
        if (_characterEscapes != null) {
            generator.setCharacterEscapes(_characterEscapes);
        }
        if (_rootValueSeparator != DEFAULT_ROOT_VALUE_SEPARATOR) {
            generator.setRootValueSeparator(_rootValueSeparator);
        }
        return _decorate(generator);
    }
}
