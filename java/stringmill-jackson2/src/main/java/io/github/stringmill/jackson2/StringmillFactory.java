package io.github.stringmill.jackson2;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.ObjectCodec;
import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.core.format.InputAccessor;
import com.fasterxml.jackson.core.format.MatchStrength;
import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.core.json.PackageVersion;
import com.fasterxml.jackson.core.json.UTF8JsonGenerator;
import com.fasterxml.jackson.core.json.WriterBasedJsonGenerator;
import io.github.stringmill.IllFormed;
import io.github.stringmill.internal.KernelsHolder;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;

/**
 * A {@link JsonFactory} whose generators write the same bytes as Jackson's, and strings many times as fast.
 *
 * <p>Readers and settings are those of Jackson. One line switches it on:
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
    protected JsonGenerator _createGenerator(Writer out, IOContext context) throws IOException {
        WriterBasedJsonGenerator generator =
                new StringmillWriterGenerator(context, _generatorFeatures, _objectCodec, out, _quoteChar);
        if (_maximumNonEscapedChar > 0) {
            generator.setHighestNonEscapedChar(_maximumNonEscapedChar);
        }
        if (_characterEscapes != null) {
            generator.setCharacterEscapes(_characterEscapes);
        }
        generator.setRootValueSeparator(_rootValueSeparator);
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
        generator.setRootValueSeparator(_rootValueSeparator);
        return _decorate(generator);
    }
}
