package io.github.stringmill.jackson3;

import io.github.stringmill.IllFormed;
import io.github.stringmill.jackson.Generator;
import io.github.stringmill.jackson.Jackson;
import io.github.stringmill.jackson.Parser;
import io.github.stringmill.jackson.ReadSettings;
import io.github.stringmill.jackson.Settings;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Writer;
import tools.jackson.core.ErrorReportConfiguration;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.SerializableString;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.StreamWriteException;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.ContentReference;
import tools.jackson.core.io.IOContext;
import tools.jackson.core.io.SerializedString;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonFactoryBuilder;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.core.json.UTF8JsonGenerator;
import tools.jackson.core.util.BufferRecycler;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.JsonGeneratorDelegate;
import tools.jackson.core.util.MinimalPrettyPrinter;

/** Jackson 3.x. */
final class Jackson3 implements Jackson {
    @Override
    public String version(boolean ours) {
        return (ours ? new StringmillFactory() : new JsonFactory()).version().toString();
    }

    @Override
    public Generator generator(boolean ours, Settings settings, OutputStream out) {
        return new Generator3(factory(ours, settings).createGenerator(writer(settings), out));
    }

    @Override
    public Generator generator(boolean ours, Settings settings, Writer out) {
        return new Generator3(factory(ours, settings).createGenerator(writer(settings), out));
    }

    @Override
    public Generator generator(boolean ours, Settings settings, OutputStream out, byte[] buffer) {
        JsonFactory factory = factory(ours, settings);
        ObjectWriteContext writer = writer(settings);
        SerializableString separator =
                settings.rootSeparator() == null ? null : new SerializedString(settings.rootSeparator());
        int stream = writer.getStreamWriteFeatures(factory.getStreamWriteFeatures());
        int format = writer.getFormatWriteFeatures(factory.getFormatWriteFeatures());
        return new Generator3(ours
                ? new StringmillUtf8Generator(writer, context(), stream, format, out, separator,
                        factory.getCharacterEscapes(), writer.getPrettyPrinter(), settings.highest(),
                        settings.quote(), buffer, 0, false)
                : new UTF8JsonGenerator(writer, context(), stream, format, out, separator,
                        factory.getCharacterEscapes(), writer.getPrettyPrinter(), settings.highest(),
                        settings.quote(), buffer, 0, false));
    }

    @Override
    public Generator generator(IllFormed policy, Settings settings, OutputStream out) {
        StringmillFactoryBuilder builder = StringmillFactory.builder();
        apply(settings, builder);
        return new Generator3(builder.validateUtf8(policy).build().createGenerator(writer(settings), out));
    }

    @Override
    public void checkWithBuffer(IllFormed policy, byte[] buffer) {
        try (StringmillUtf8Generator generator = new StringmillUtf8Generator(ObjectWriteContext.empty(), context(),
                0, 0, OutputStream.nullOutputStream(), null, null, null, 0, '"', buffer, 0, false)) {
            generator.validateUtf8(policy);
        }
    }

    @Override
    public Parser parser(InputStream in) {
        return Parser3.of(false, ReadSettings.DEFAULT, in);
    }

    @Override
    public Class<? extends Exception> refusal() {
        return StreamWriteException.class;
    }

    private static IOContext context() {
        return new IOContext(StreamReadConstraints.defaults(), StreamWriteConstraints.defaults(),
                ErrorReportConfiguration.defaults(), new BufferRecycler(), ContentReference.unknown(), true,
                JsonEncoding.UTF8);
    }

    /** Makes a write context; only its pretty printer differs from the factory's. */
    private static ObjectWriteContext writer(Settings settings) {
        PrettyPrinter some = settings.printer() == 1 ? new DefaultPrettyPrinter() : new MinimalPrettyPrinter();
        PrettyPrinter pretty = settings.printer() == 0 ? null : some;
        return new ObjectWriteContext.Base() {
            @Override
            public PrettyPrinter getPrettyPrinter() {
                return pretty;
            }
        };
    }

    private static JsonFactory factory(boolean ours, Settings settings) {
        return apply(settings, ours ? StringmillFactory.builder() : new JsonFactoryBuilder()).build();
    }

    private static JsonFactoryBuilder apply(Settings settings, JsonFactoryBuilder builder) {
        builder.configure(JsonWriteFeature.ESCAPE_NON_ASCII, settings.escapeNonAscii())
                .configure(JsonWriteFeature.ESCAPE_FORWARD_SLASHES, settings.escapeSlash())
                .configure(JsonWriteFeature.QUOTE_PROPERTY_NAMES, settings.quoteNames())
                .configure(JsonWriteFeature.WRITE_HEX_UPPER_CASE, settings.upperHex())
                .configure(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8, settings.combine())
                .configure(StreamWriteFeature.AUTO_CLOSE_CONTENT, true);
        builder.quoteChar(settings.quote()).highestNonEscapedChar(settings.highest())
                .rootValueSeparator(settings.rootSeparator());
        if (settings.escapes() != 0) {
            builder.characterEscapes(new Escapes(settings));
        }
        if (settings.decorated()) {
            builder.addDecorator((factory, generator) -> new JsonGeneratorDelegate(generator, true));
        }
        return builder;
    }

    /** The escapes of an application. */
    private static final class Escapes extends CharacterEscapes {
        private static final long serialVersionUID = 1L;

        private final transient Settings settings;

        Escapes(Settings settings) {
            this.settings = settings;
        }

        @Override
        public int[] getEscapeCodesForAscii() {
            return settings.escapeCodes(standardAsciiEscapesForJSON());
        }

        @Override
        public SerializableString getEscapeSequence(int ch) {
            String sequence = settings.escapeSequence(ch);
            return sequence == null ? null : new SerializedString(sequence);
        }
    }
}
