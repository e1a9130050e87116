package io.github.stringmill.jackson2;

import com.fasterxml.jackson.core.ErrorReportConfiguration;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerationException;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.ContentReference;
import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.json.UTF8JsonGenerator;
import com.fasterxml.jackson.core.util.BufferRecycler;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import io.github.stringmill.IllFormed;
import io.github.stringmill.jackson.Generator;
import io.github.stringmill.jackson.Jackson;
import io.github.stringmill.jackson.Parser;
import io.github.stringmill.jackson.ReadSettings;
import io.github.stringmill.jackson.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Writer;

/** Jackson 2.x. */
final class Jackson2 implements Jackson {
    @Override
    public String version(boolean ours) {
        return (ours ? new StringmillFactory() : new JsonFactory()).version().toString();
    }

    @Override
    public Generator generator(boolean ours, Settings settings, OutputStream out) throws IOException {
        return prepared(settings, factory(ours, settings).createGenerator(out));
    }

    @Override
    public Generator generator(boolean ours, Settings settings, Writer out) throws IOException {
        return prepared(settings, factory(ours, settings).createGenerator(out));
    }

    @Override
    public Generator generator(boolean ours, Settings settings, OutputStream out, byte[] buffer) {
        JsonFactory factory = factory(ours, settings);
        int features = factory.getGeneratorFeatures();
        UTF8JsonGenerator generator = ours
                ? new StringmillUtf8Generator(context(), features, null, out, settings.quote(), buffer, 0, false)
                : new UTF8JsonGenerator(context(), features, null, out, settings.quote(), buffer, 0, false);
        if (settings.highest() > 0) {
            generator.setHighestNonEscapedChar(settings.highest());
        }
        if (factory.getCharacterEscapes() != null) {
            generator.setCharacterEscapes(factory.getCharacterEscapes());
        }
        return prepared(settings, generator);
    }

    @Override
    public Generator generator(IllFormed policy, Settings settings, OutputStream out) throws IOException {
        StringmillFactoryBuilder builder = StringmillFactory.builder();
        apply(settings, builder);
        return prepared(settings, builder.validateUtf8(policy).build().createGenerator(out));
    }

    @Override
    public void checkWithBuffer(IllFormed policy, byte[] buffer) throws IOException {
        try (StringmillUtf8Generator generator = new StringmillUtf8Generator(
                context(), 0, null, OutputStream.nullOutputStream(), '"', buffer, 0, false)) {
            generator.validateUtf8(policy);
        }
    }

    @Override
    public Parser parser(InputStream in) throws IOException {
        return Parser2.of(false, ReadSettings.DEFAULT, in);
    }

    @Override
    public Class<? extends Exception> refusal() {
        return JsonGenerationException.class;
    }

    private static IOContext context() {
        return new IOContext(StreamReadConstraints.defaults(), StreamWriteConstraints.defaults(),
                ErrorReportConfiguration.defaults(), new BufferRecycler(), ContentReference.unknown(), true);
    }

    private static Generator prepared(Settings settings, JsonGenerator generator) {
        if (settings.printer() != 0) {
            generator.setPrettyPrinter(
                    settings.printer() == 1 ? new DefaultPrettyPrinter() : new MinimalPrettyPrinter());
        }
        return new Generator2(generator);
    }

    private static JsonFactory factory(boolean ours, Settings settings) {
        return apply(settings, ours ? StringmillFactory.builder() : new JsonFactoryBuilder()).build();
    }

    private static JsonFactoryBuilder apply(Settings settings, JsonFactoryBuilder builder) {
        builder.configure(JsonWriteFeature.ESCAPE_NON_ASCII, settings.escapeNonAscii())
                .configure(JsonWriteFeature.ESCAPE_FORWARD_SLASHES, settings.escapeSlash())
                .configure(JsonWriteFeature.QUOTE_FIELD_NAMES, settings.quoteNames())
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
