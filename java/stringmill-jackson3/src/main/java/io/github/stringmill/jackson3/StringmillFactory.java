package io.github.stringmill.jackson3;

import io.github.stringmill.IllFormed;
import io.github.stringmill.internal.KernelsHolder;
import java.io.OutputStream;
import java.io.Writer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.Version;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.IOContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.PackageVersion;

/**
 * A {@link JsonFactory} whose generators write the same bytes as Jackson's, and strings many times as fast.
 *
 * <p>Readers and settings are those of Jackson. One line switches it on:
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

    /**
     * Makes a factory with default settings.
     *
     * @throws IllegalStateException if Jackson is older than 3.0.2, or if the forced kernels are not available
     */
    public StringmillFactory() {
        illFormed = null;
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
