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
 * A {@link JsonFactory} whose generators write the same bytes, and strings many times as fast.
 *
 * <p>It reads as its parent does, has the same settings, and is switched on in one line:
 *
 * <pre>{@code
 * JsonMapper mapper = JsonMapper.builder(new StringmillFactory()).build();
 * }</pre>
 *
 * <p>Jackson 3.0.2 is the oldest that it works with: before that, how a pair of surrogates was written depended on
 * where in a text it stood.
 */
public class StringmillFactory extends JsonFactory {
    private static final long serialVersionUID = 1L;

    /** What becomes of ill-formed UTF-8; null where nothing is checked. */
    private final IllFormed illFormed;

    /**
     * A factory with default settings.
     *
     * @throws IllegalStateException if Jackson is older than 3.0.2, or if kernels are forced that cannot be had
     */
    public StringmillFactory() {
        illFormed = null;
        requireVersion();
        KernelsHolder.require();
    }

    /**
     * A factory with the settings of a builder.
     *
     * @param builder the settings
     * @throws IllegalStateException if Jackson is older than 3.0.2, or if kernels are forced that cannot be had
     */
    public StringmillFactory(StringmillFactoryBuilder builder) {
        super(builder);
        illFormed = builder.validateUtf8();
        requireVersion();
        KernelsHolder.require();
    }

    /**
     * A factory with the settings of another.
     *
     * @param source the settings
     * @throws IllegalStateException if Jackson is older than 3.0.2, or if kernels are forced that cannot be had
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
     * A builder of such factories, with default settings.
     *
     * @return a new one
     */
    public static StringmillFactoryBuilder builder() {
        return new StringmillFactoryBuilder();
    }

    /**
     * A builder of such factories, with the default settings of Jackson 2.
     *
     * @return a new one
     */
    public static StringmillFactoryBuilder builderWithJackson2Defaults() {
        StringmillFactoryBuilder builder = new StringmillFactoryBuilder();
        builder.configureForJackson2();
        return builder;
    }

    /**
     * What becomes of bytes that are not well-formed, set by {@link StringmillFactoryBuilder#validateUtf8(IllFormed)}.
     *
     * @return the policy; {@code null} where nothing is checked
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

    /** Those of the context, else those of this factory. */
    private CharacterEscapes characterEscapes(ObjectWriteContext writeContext) {
        CharacterEscapes escapes = writeContext.getCharacterEscapes();
        return escapes == null ? _characterEscapes : escapes;
    }
}
