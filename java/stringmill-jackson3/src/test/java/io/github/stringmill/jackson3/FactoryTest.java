package io.github.stringmill.jackson3;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import tools.jackson.core.ErrorReportConfiguration;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.io.ContentReference;
import tools.jackson.core.io.IOContext;
import tools.jackson.core.io.OutputDecorator;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.core.util.JsonGeneratorDelegate;
import tools.jackson.core.util.MinimalPrettyPrinter;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Requirements on our factory, and for Jackson 3: to keep its type and its settings when it is copied. */
class FactoryTest extends Factories<JsonFactory> {
    private static final ObjectWriteContext WRITES = ObjectWriteContext.empty();

    @Override
    protected JsonFactory factory(boolean ours) {
        return ours ? new StringmillFactory() : new JsonFactory();
    }

    @Override
    protected Generator separating(JsonFactory factory, OutputStream out, String separator) {
        return new Generator3(factory.createGenerator(new ObjectWriteContext.Base() {
            @Override
            public PrettyPrinter getPrettyPrinter() {
                return printer(separator);
            }
        }, out));
    }

    private static PrettyPrinter printer(String separator) {
        return new MinimalPrettyPrinter() {
            private static final long serialVersionUID = 1L;

            @Override
            public void writeArrayValueSeparator(JsonGenerator generator) {
                generator.writeRaw(separator);
            }
        };
    }

    @Override
    protected Generator generator(JsonFactory factory, OutputStream out) {
        return new Generator3(factory.createGenerator(WRITES, out));
    }

    @Override
    protected Generator generator(JsonFactory factory, OutputStream out, String encoding) {
        return new Generator3(factory.createGenerator(WRITES, out, encoding(encoding)));
    }

    @Override
    protected Generator generator(JsonFactory factory, File out, String encoding) {
        return new Generator3(factory.createGenerator(WRITES, out, encoding(encoding)));
    }

    @Override
    protected Generator generator(JsonFactory factory, OutputStream out, boolean closes, boolean flushes,
            boolean closesContent) {
        return new Generator3(factory.rebuild()
                .configure(StreamWriteFeature.AUTO_CLOSE_TARGET, closes)
                .configure(StreamWriteFeature.FLUSH_PASSED_TO_STREAM, flushes)
                .configure(StreamWriteFeature.AUTO_CLOSE_CONTENT, closesContent)
                .build().createGenerator(WRITES, out));
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
        return new Generator3(new Recycling(factory));
    }

    @Override
    protected byte[] buffer(Generator recycling) {
        return ((Recycling) ((Generator3) recycling).generator()).buffer();
    }

    private static void assertOurs(TokenStreamFactory factory) throws IOException {
        assertSame(StringmillFactory.class, factory.getClass());
        assertInstanceOf(StringmillUtf8Generator.class, factory.createGenerator(WRITES, new ByteArrayOutputStream()));
        assertInstanceOf(StringmillWriterGenerator.class, factory.createGenerator(WRITES, new StringWriter()));
    }

    @Override
    protected StringmillFactory withSettings() {
        return StringmillFactory.builder()
                .enable(JsonWriteFeature.ESCAPE_FORWARD_SLASHES).enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
                .disable(StreamWriteFeature.AUTO_CLOSE_TARGET).disable(TokenStreamFactory.Feature.INTERN_PROPERTY_NAMES)
                .streamWriteConstraints(StreamWriteConstraints.builder().maxNestingDepth(5).build())
                .streamReadConstraints(StreamReadConstraints.builder().maxStringLength(99).build())
                .rootValueSeparator("\n").highestNonEscapedChar(300)
                .validateUtf8(IllFormed.REPLACE).useStockParser(false).build();
    }

    private void assertSettings(TokenStreamFactory any) throws IOException {
        assertOurs(any);
        StringmillFactory factory = (StringmillFactory) any;
        assertTrue(factory.isEnabled(JsonWriteFeature.ESCAPE_FORWARD_SLASHES));
        assertTrue(factory.isEnabled(JsonReadFeature.ALLOW_SINGLE_QUOTES));
        assertFalse(factory.isEnabled(StreamWriteFeature.AUTO_CLOSE_TARGET));
        assertFalse(factory.isEnabled(TokenStreamFactory.Feature.INTERN_PROPERTY_NAMES));
        assertEquals(5, factory.streamWriteConstraints().getMaxNestingDepth());
        assertEquals(99, factory.streamReadConstraints().getMaxStringLength());
        assertEquals("\n", factory.getRootValueSeparator());
        assertEquals(IllFormed.REPLACE, factory.validateUtf8());
        assertFalse(factory.useStockParser());
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
        assertOurs(StringmillFactory.builderWithJackson2Defaults().build());
    }

    @Test
    void mappersKeepIt() throws Exception {
        JsonMapper mapper = JsonMapper.builder(new StringmillFactory()).build();
        assertOurs(mapper.tokenStreamFactory());
        assertOurs(new ObjectMapper(new StringmillFactory()).tokenStreamFactory());
        assertOurs(mapper.rebuild().build().tokenStreamFactory());
        assertOurs(serialized(mapper).tokenStreamFactory());
        assertSettings(JsonMapper.builder(withSettings()).build().rebuild().build().tokenStreamFactory());
        JsonMapper original = JsonMapper.builder().build();
        assertEquals(original.writeValueAsString(VALUE), mapper.writeValueAsString(VALUE));
        assertArrayEquals(original.writeValueAsBytes(VALUE), mapper.writeValueAsBytes(VALUE));
        assertEquals(original.rebuild().enable(SerializationFeature.INDENT_OUTPUT).build().writeValueAsString(VALUE),
                mapper.rebuild().enable(SerializationFeature.INDENT_OUTPUT).build().writeValueAsString(VALUE));
        assertEquals(VALUE, mapper.readValue(mapper.writeValueAsBytes(VALUE), Map.class));
    }

    @Test
    void looksLikeTheOriginal() throws Exception {
        JsonFactory original = new JsonFactory();
        StringmillFactory ours = new StringmillFactory();
        assertEquals(original.getFormatName(), ours.getFormatName());
        assertEquals(original.version(), ours.version());
        assertEquals(original.canParseAsync(), ours.canParseAsync());
        assertEquals(original.getFormatWriteFeatures(), ours.getFormatWriteFeatures());
        assertNotNull(ours.createNonBlockingByteArrayParser(ObjectReadContext.empty()));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertEquals(original.createGenerator(WRITES, out).version(),
                ours.createGenerator(WRITES, out).version());
        assertEquals(original.createGenerator(WRITES, new StringWriter()).version(),
                ours.createGenerator(WRITES, new StringWriter()).version());
        try (JsonParser parser = ours.createParser(ObjectReadContext.empty(), "{\"a\":1}")) {
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
            JsonGenerator generator = factory.createGenerator(WRITES, out);
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
            super(WRITES, context(factory), factory.getStreamWriteFeatures(),
                    factory.getFormatWriteFeatures(), new ByteArrayOutputStream(), null, null, null, 0, '"');
        }

        private static IOContext context(JsonFactory factory) {
            return new IOContext(factory.streamReadConstraints(), factory.streamWriteConstraints(),
                    ErrorReportConfiguration.defaults(), factory._getBufferRecycler(),
                    ContentReference.unknown(), false,
                    JsonEncoding.UTF8);
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
