package io.github.stringmill.jackson2;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.ErrorReportConfiguration;
import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.PrettyPrinter;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.ContentReference;
import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.core.io.OutputDecorator;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.stringmill.IllFormed;
import io.github.stringmill.jackson.Factories;
import io.github.stringmill.jackson.Generator;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.Writer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Requirements on our factory, and for Jackson 2: to keep its type and its settings when it is copied. */
class FactoryTest extends Factories<JsonFactory> {
    @Override
    protected JsonFactory factory(boolean ours) {
        return ours ? new StringmillFactory() : new JsonFactory();
    }

    @Override
    protected Generator separating(JsonFactory factory, OutputStream out, String separator) throws IOException {
        return new Generator2(factory.createGenerator(out).setPrettyPrinter(printer(separator)));
    }

    private static PrettyPrinter printer(String separator) {
        return new MinimalPrettyPrinter() {
            private static final long serialVersionUID = 1L;

            @Override
            public void writeArrayValueSeparator(JsonGenerator generator) throws IOException {
                generator.writeRaw(separator);
            }
        };
    }

    @Override
    protected Generator generator(JsonFactory factory, OutputStream out) throws IOException {
        return new Generator2(factory.createGenerator(out));
    }

    @Override
    protected Generator generator(JsonFactory factory, OutputStream out, String encoding) throws IOException {
        return new Generator2(factory.createGenerator(out, encoding(encoding)));
    }

    @Override
    protected Generator generator(JsonFactory factory, File out, String encoding) throws IOException {
        return new Generator2(factory.createGenerator(out, encoding(encoding)));
    }

    @Override
    protected Generator generator(JsonFactory factory, OutputStream out, boolean closes, boolean flushes,
            boolean closesContent) throws IOException {
        return new Generator2(factory.createGenerator(out)
                .configure(JsonGenerator.Feature.AUTO_CLOSE_TARGET, closes)
                .configure(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM, flushes)
                .configure(JsonGenerator.Feature.AUTO_CLOSE_JSON_CONTENT, closesContent));
    }

    @Override
    protected List<String> encodings() {
        return Arrays.stream(JsonEncoding.values()).map(JsonEncoding::getJavaName).toList();
    }

    private static JsonEncoding encoding(String name) {
        return Arrays.stream(JsonEncoding.values()).filter(e -> e.getJavaName().equals(name)).findFirst().orElseThrow();
    }

    @Override
    protected Generator recycling(JsonFactory factory) {
        return new Generator2(new Recycling(factory));
    }

    @Override
    protected byte[] buffer(Generator recycling) {
        return ((Recycling) ((Generator2) recycling).generator()).buffer();
    }

    private static void assertOurs(JsonFactory factory) throws IOException {
        assertSame(StringmillFactory.class, factory.getClass());
        assertInstanceOf(StringmillUtf8Generator.class, factory.createGenerator(new ByteArrayOutputStream()));
        assertInstanceOf(StringmillWriterGenerator.class, factory.createGenerator(new StringWriter()));
    }

    @Override
    protected StringmillFactory withSettings() {
        return StringmillFactory.builder()
                .enable(JsonWriteFeature.ESCAPE_FORWARD_SLASHES).enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
                .disable(StreamWriteFeature.AUTO_CLOSE_TARGET).disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .streamWriteConstraints(StreamWriteConstraints.builder().maxNestingDepth(5).build())
                .streamReadConstraints(StreamReadConstraints.builder().maxStringLength(99).build())
                .rootValueSeparator("\n").highestNonEscapedChar(300)
                .validateUtf8(IllFormed.REPLACE).useStockParser(false).build();
    }

    private void assertSettings(JsonFactory factory) throws IOException {
        assertOurs(factory);
        assertTrue(factory.isEnabled(JsonWriteFeature.ESCAPE_FORWARD_SLASHES.mappedFeature()));
        assertTrue(factory.isEnabled(JsonReadFeature.ALLOW_SINGLE_QUOTES.mappedFeature()));
        assertFalse(factory.isEnabled(StreamWriteFeature.AUTO_CLOSE_TARGET));
        assertFalse(factory.isEnabled(JsonFactory.Feature.INTERN_FIELD_NAMES));
        assertEquals(5, factory.streamWriteConstraints().getMaxNestingDepth());
        assertEquals(99, factory.streamReadConstraints().getMaxStringLength());
        assertEquals("\n", factory.getRootValueSeparator());
        assertEquals(IllFormed.REPLACE, ((StringmillFactory) factory).validateUtf8());
        assertFalse(((StringmillFactory) factory).useStockParser());
        assertWritesBySettings(factory);
    }

    @Test
    void copiesAreOursAndKeepSettings() throws Exception {
        assertOurs(new StringmillFactory());
        assertSettings(withSettings());
        assertSettings(withSettings().copy());
        assertSettings(withSettings().rebuild().build());
        assertSettings(serialized(withSettings()));
        assertNotSame(withSettings(), withSettings().copy());
        // A subclass must override copy(), as with Jackson's factory.
        assertThrows(IllegalStateException.class, () -> new StringmillFactory() {
            private static final long serialVersionUID = 1L;
        }.copy());
    }

    @Test
    void mappersKeepIt() throws Exception {
        ObjectMapper mapper = new ObjectMapper(new StringmillFactory());
        assertOurs(mapper.getFactory());
        assertSame(mapper, mapper.getFactory().getCodec());
        assertOurs(mapper.copy().getFactory());
        assertOurs(new ObjectMapper().copyWith(new StringmillFactory()).getFactory());
        assertOurs(JsonMapper.builder(new StringmillFactory()).build().getFactory());
        assertOurs(JsonMapper.builder(new StringmillFactory()).build().rebuild().build().getFactory());
        assertOurs(serialized(mapper).getFactory());
        assertSettings(new ObjectMapper(withSettings()).copy().getFactory());
        assertEquals(new ObjectMapper().writeValueAsString(VALUE), mapper.writeValueAsString(VALUE));
        assertArrayEquals(new ObjectMapper().writeValueAsBytes(VALUE), mapper.writeValueAsBytes(VALUE));
        ObjectMapper pretty = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        assertEquals(pretty.writeValueAsString(VALUE),
                pretty.copyWith(new StringmillFactory()).writeValueAsString(VALUE));
        assertEquals(VALUE, mapper.readValue(mapper.writeValueAsBytes(VALUE), Map.class));
    }

    @Test
    void looksLikeTheOriginal() throws Exception {
        JsonFactory original = new JsonFactory();
        StringmillFactory ours = new StringmillFactory();
        assertEquals(original.getFormatName(), ours.getFormatName());
        assertEquals(original.version(), ours.version());
        assertEquals(original.canParseAsync(), ours.canParseAsync());
        assertEquals(original.getGeneratorFeatures(), ours.getGeneratorFeatures());
        assertNotNull(ours.createNonBlockingByteArrayParser());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertEquals(original.createGenerator(out).version(), ours.createGenerator(out).version());
        assertEquals(original.createGenerator(new StringWriter()).version(),
                ours.createGenerator(new StringWriter()).version());
        try (JsonParser parser = ours.createParser("{\"a\":1}")) {
            assertEquals(JsonToken.START_OBJECT, parser.nextToken());
        }
    }

    @Test
    void decoratorsAreAsked() throws Exception {
        StringmillFactoryBuilder builder = StringmillFactory.builder();
        builder.addDecorator((factory, generator) -> new JsonGeneratorDelegate(generator));
        builder.outputDecorator(new Doubling());
        for (JsonFactory factory : List.of(builder.build(), builder.build().copy())) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            JsonGenerator generator = factory.createGenerator(out);
            assertInstanceOf(JsonGeneratorDelegate.class, generator);
            assertInstanceOf(StringmillUtf8Generator.class, ((JsonGeneratorDelegate) generator).delegate());
            generator.writeString("ab");
            generator.close();
            assertEquals("\"\"aabb\"\"", out.toString("UTF-8"));
        }
    }

    /** Writes every byte twice. */
    private static final class Doubling extends OutputDecorator {
        private static final long serialVersionUID = 1L;

        @Override
        public OutputStream decorate(IOContext context, OutputStream out) {
            return doubling(out);
        }

        @Override
        public Writer decorate(IOContext context, Writer out) {
            return out;
        }
    }

    /** Exposes its buffer. */
    private static final class Recycling extends StringmillUtf8Generator {
        Recycling(JsonFactory factory) {
            super(context(factory), factory.getGeneratorFeatures(), null, new ByteArrayOutputStream(), '"');
        }

        private static IOContext context(JsonFactory factory) {
            return new IOContext(factory.streamReadConstraints(), factory.streamWriteConstraints(),
                    ErrorReportConfiguration.defaults(), factory._getBufferRecycler(),
                    ContentReference.unknown(), false);
        }

        byte[] buffer() {
            return _outputBuffer;
        }

        @Override
        protected void _releaseBuffers() {
            super._releaseBuffers();
            _ioContext.close();
        }
    }
}
