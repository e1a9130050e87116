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
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.ContentReference;
import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.core.io.OutputDecorator;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.stringmill.IllFormed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a factory owes: to stay of its kind, to keep its settings, to treat targets as the original does. */
class FactoryTest {
    private static final String LONG = "A text of \"more\" than sixty-four characters, with \u00E9, \u0436, \u4E2D and "
            + "\uD83D\uDE00 in it. ".repeat(9);
    private static final Map<String, Object> VALUE = Map.of("key", List.of(LONG, "short", 7));

    private static void assertOurs(JsonFactory factory) throws IOException {
        assertSame(StringmillFactory.class, factory.getClass());
        assertInstanceOf(StringmillUtf8Generator.class, factory.createGenerator(new ByteArrayOutputStream()));
        assertInstanceOf(StringmillWriterGenerator.class, factory.createGenerator(new StringWriter()));
    }

    private static StringmillFactory withSettings() {
        StringmillFactoryBuilder builder = StringmillFactory.builder();
        builder.enable(JsonWriteFeature.ESCAPE_FORWARD_SLASHES).enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
                .disable(StreamWriteFeature.AUTO_CLOSE_TARGET).disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .streamWriteConstraints(StreamWriteConstraints.builder().maxNestingDepth(5).build())
                .streamReadConstraints(StreamReadConstraints.builder().maxStringLength(99).build())
                .rootValueSeparator("\n").highestNonEscapedChar(300);
        return builder.validateUtf8(IllFormed.REPLACE).build();
    }

    private static void assertSettings(JsonFactory factory) throws IOException {
        assertOurs(factory);
        assertTrue(factory.isEnabled(JsonWriteFeature.ESCAPE_FORWARD_SLASHES.mappedFeature()));
        assertTrue(factory.isEnabled(JsonReadFeature.ALLOW_SINGLE_QUOTES.mappedFeature()));
        assertFalse(factory.isEnabled(StreamWriteFeature.AUTO_CLOSE_TARGET));
        assertFalse(factory.isEnabled(JsonFactory.Feature.INTERN_FIELD_NAMES));
        assertEquals(5, factory.streamWriteConstraints().getMaxNestingDepth());
        assertEquals(99, factory.streamReadConstraints().getMaxStringLength());
        assertEquals("\n", factory.getRootValueSeparator());
        assertEquals(IllFormed.REPLACE, ((StringmillFactory) factory).validateUtf8());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator generator = factory.createGenerator(out)) {
            generator.writeString("/\u4E2D\u00E9");
            generator.writeUTF8String(new byte[] {'a', (byte) 0xFF}, 0, 2);
        }
        assertEquals("\"\\/\\u4E2D\u00E9\"\n\"a\uFFFD\"", out.toString("UTF-8"));
    }

    @SuppressWarnings("unchecked")
    private static <T> T serialized(T object) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (T) in.readObject();
        }
    }

    @Test
    void copiesAreOursAndKeepSettings() throws Exception {
        assertOurs(new StringmillFactory());
        assertSettings(withSettings());
        assertSettings(withSettings().copy());
        assertSettings(withSettings().rebuild().build());
        assertSettings(serialized(withSettings()));
        assertNotSame(withSettings(), withSettings().copy());
        // A kind of its own must say how it is copied, as with the original.
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
            return new FilterOutputStream(out) {
                @Override
                public void write(int b) throws IOException {
                    out.write(b);
                    out.write(b);
                }
            };
        }

        @Override
        public Writer decorate(IOContext context, Writer out) {
            return out;
        }
    }

    @Test
    void constraintsHold() throws Exception {
        StringmillFactory factory = withSettings();
        try (JsonGenerator generator = factory.createGenerator(new ByteArrayOutputStream())) {
            for (int i = 0; i < 5; i++) {
                generator.writeStartArray();
            }
            IOException ours = assertThrows(IOException.class, generator::writeStartArray);
            assertEquals("StreamConstraintsException", ours.getClass().getSimpleName());
        }
    }

    @Test
    void otherEncodingsAndFiles(@TempDir Path folder) throws Exception {
        for (JsonEncoding encoding : JsonEncoding.values()) {
            byte[][] written = new byte[2][];
            for (int i = 0; i < 2; i++) {
                JsonFactory factory = i == 0 ? new JsonFactory() : new StringmillFactory();
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                try (JsonGenerator generator = factory.createGenerator(out, encoding)) {
                    generator.writeString(LONG);
                }
                Path file = folder.resolve("file");
                try (JsonGenerator generator = factory.createGenerator(file.toFile(), encoding)) {
                    generator.writeString(LONG);
                }
                written[i] = out.toByteArray();
                assertEquals(out.toString(encoding.getJavaName()), Files.readString(file,
                        Charset.forName(encoding.getJavaName())));
            }
            assertEquals(new String(written[0], "ISO-8859-1"), new String(written[1], "ISO-8859-1"), encoding.name());
        }
    }

    /** Says what was done to it. */
    private static final class Told extends OutputStream {
        final StringBuilder calls = new StringBuilder();

        @Override
        public void write(int b) {
            calls.append('b');
        }

        @Override
        public void write(byte[] bytes, int from, int len) {
            calls.append('w').append(len);
        }

        @Override
        public void flush() {
            calls.append('f');
        }

        @Override
        public void close() {
            calls.append('c');
        }
    }

    @Test
    void targetsAreFlushedAndClosedAlike() throws Exception {
        for (int features = 0; features < 8; features++) {
            String[] calls = new String[2];
            for (int i = 0; i < 2; i++) {
                JsonFactory factory = i == 0 ? new JsonFactory() : new StringmillFactory();
                Told out = new Told();
                JsonGenerator generator = factory.createGenerator(out)
                        .configure(JsonGenerator.Feature.AUTO_CLOSE_TARGET, (features & 1) != 0)
                        .configure(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM, (features & 2) != 0)
                        .configure(JsonGenerator.Feature.AUTO_CLOSE_JSON_CONTENT, (features & 4) != 0);
                generator.writeStartArray();
                generator.writeString(LONG);
                generator.flush();
                generator.writeUTF8String(LONG.getBytes("UTF-8"), 0, 100);
                generator.close();
                assertTrue(generator.isClosed());
                generator.close();
                calls[i] = out.calls.toString();
            }
            assertEquals(calls[0], calls[1], "features " + features);
        }
    }

    @Test
    void buffersAreRecycled() throws Exception {
        StringmillFactory factory = new StringmillFactory();
        byte[][] buffers = new byte[2][];
        for (int i = 0; i < 2; i++) {
            Buffers generator = new Buffers(factory);
            buffers[i] = generator.buffer();
            generator.writeString(LONG);
            generator.writeUTF8String(new ByteArrayInputStream(LONG.getBytes("UTF-8")), -1);
            generator.close();
        }
        assertSame(buffers[0], buffers[1]);
    }

    /** Shows its buffer. */
    private static final class Buffers extends StringmillUtf8Generator {
        Buffers(StringmillFactory factory) {
            super(context(factory), factory.getGeneratorFeatures(), null, new ByteArrayOutputStream(), '"');
        }

        private static IOContext context(StringmillFactory factory) {
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
