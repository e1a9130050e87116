// Generated from java/stringmill-jackson2 by `cargo run -p stringmill-gen -- jackson3`; do not edit.
package io.github.stringmill.jackson3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.stringmill.ErrorCode;
import io.github.stringmill.StringmillException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.exc.StreamWriteException;
import tools.jackson.core.filter.FilteringGeneratorDelegate;
import tools.jackson.core.filter.TokenFilter;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonGeneratorDelegate;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.util.TokenBuffer;

/** UTF-8 through generators of any kind, and through mappers. */
class Utf8StringsTest {
    private static final String TEXT = "plain, \"quoted\", \u00E9\u0436\u4E2D\uD83D\uDE00 ";

    private interface Write {
        void to(JsonGenerator generator) throws Exception;
    }

    private interface Wrap {
        JsonGenerator around(JsonGenerator generator);
    }

    /** Writes strings in upper case. */
    private static final class Upper extends JsonGeneratorDelegate {
        Upper(JsonGenerator inner) {
            super(inner);
        }

        @Override
        public JsonGenerator writeString(String text) {
            return super.writeString(text.toUpperCase(Locale.ROOT));
        }

        @Override
        public JsonGenerator writeUTF8String(byte[] text, int from, int len) {
            writeString(new String(text, from, len, StandardCharsets.UTF_8));
            return this;
        }
    }

    /** Filters out all but one property. */
    private static final class OnlyName extends TokenFilter {
        @Override
        public TokenFilter includeProperty(String name) {
            return name.equals("name") ? TokenFilter.INCLUDE_ALL : null;
        }
    }

    private static final Map<String, Wrap> WRAPS = wraps();

    private static Map<String, Wrap> wraps() {
        Map<String, Wrap> wraps = new LinkedHashMap<>();
        wraps.put("none", g -> g);
        wraps.put("delegate", JsonGeneratorDelegate::new);
        wraps.put("two delegates", g -> new JsonGeneratorDelegate(new JsonGeneratorDelegate(g)));
        wraps.put("filter", g -> new FilteringGeneratorDelegate(g, new OnlyName(), TokenFilter.Inclusion.INCLUDE_ALL_AND_PATH, true));
        wraps.put("upper", Upper::new);
        wraps.put("upper in a delegate", g -> new JsonGeneratorDelegate(new Upper(g)));
        return wraps;
    }

    private static void document(JsonGenerator generator, Write write) throws Exception {
        generator.writeStartObject();
        generator.writeName("other");
        write.to(generator);
        generator.writeName("name");
        write.to(generator);
        generator.writeEndObject();
        generator.close();
    }

    private static String bytes(boolean ours, Wrap wrap, Write write) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        document(wrap.around((ours ? new StringmillFactory() : new JsonFactory()).createGenerator(ObjectWriteContext.empty(), out)), write);
        return out.toString(StandardCharsets.UTF_8);
    }

    private static String characters(boolean ours, Wrap wrap, Write write) throws Exception {
        StringWriter out = new StringWriter();
        document(wrap.around((ours ? new StringmillFactory() : new JsonFactory()).createGenerator(ObjectWriteContext.empty(), out)), write);
        return out.toString();
    }

    private static String tokens(Write write) throws Exception {
        TokenBuffer buffer = TokenBuffer.forGeneration();
        document(buffer, write);
        return JsonMapper.builder().build().readTree(buffer.asParser(ObjectReadContext.empty())).toString();
    }

    /** Returns every operation that writes a text. */
    private static List<Write> ways(byte[] utf8) {
        ByteBuffer direct = ByteBuffer.allocateDirect(utf8.length + 5).position(5).put(utf8);
        ByteBuffer part = ByteBuffer.wrap((" " + new String(utf8, StandardCharsets.UTF_8)).getBytes(
                StandardCharsets.UTF_8)).position(1).slice();
        List<Write> ways = new ArrayList<>();
        for (ByteBuffer buffer : List.of(part, direct.flip().position(5), part.asReadOnlyBuffer())) {
            ways.add(g -> {
                ByteBuffer copy = buffer.duplicate();
                Utf8Strings.write(g, copy);
                assertEquals(0, copy.remaining());
            });
        }
        ways.add(g -> Utf8Strings.write(g, new ByteArrayInputStream(utf8), -1));
        byte[] longer = Arrays.copyOf(utf8, utf8.length + 3);
        ways.add(g -> Utf8Strings.write(g, new ByteArrayInputStream(longer), utf8.length));
        return ways;
    }

    @Test
    void everyGeneratorTakesBuffersAndStreams() throws Exception {
        for (String text : List.of("", "a", TEXT, TEXT.repeat(1000))) {
            Write string = g -> g.writeString(text);
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            Write array = g -> g.writeUTF8String(utf8, 0, utf8.length);
            for (Write write : ways(utf8)) {
                for (Map.Entry<String, Wrap> wrap : WRAPS.entrySet()) {
                    for (boolean ours : new boolean[] {false, true}) {
                        assertEquals(bytes(false, wrap.getValue(), array), bytes(ours, wrap.getValue(), write),
                                wrap.getKey());
                        assertEquals(characters(false, wrap.getValue(), string),
                                characters(ours, wrap.getValue(), write), wrap.getKey());
                    }
                }
                assertEquals(tokens(string), tokens(write));
            }
        }
    }

    @Test
    void charactersCannotHoldIllFormedText() {
        byte[] illFormed = {'a', 'b', (byte) 0xC3, 'c'};
        for (Write write : List.<Write>of(g -> Utf8Strings.write(g, ByteBuffer.wrap(illFormed)),
                g -> Utf8Strings.write(g, new ByteArrayInputStream(illFormed), 4))) {
            StreamWriteException e = assertThrows(StreamWriteException.class, () -> characters(true, WRAPS.get("none"), write));
            StringmillException cause = assertInstanceOf(StringmillException.class, e.getCause());
            assertEquals(ErrorCode.UTF8_MISSING_CONTINUATION, cause.code());
            assertEquals(2, cause.offset());
        }
    }

    @Test
    void streamsThatEndTooSoon() {
        for (boolean ours : new boolean[] {false, true}) {
            StreamWriteException e = assertThrows(StreamWriteException.class, () -> bytes(ours, WRAPS.get("none"),
                    g -> Utf8Strings.write(g, new ByteArrayInputStream(new byte[9]), 10)));
            assertEquals("Didn't read enough from stream", e.getMessage().lines().findFirst().orElseThrow());
        }
    }

    /** Returns a value of each kind. */
    private static Map<String, Object> values(String text) throws Exception {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("heap", ByteBuffer.wrap(utf8));
        values.put("direct", ByteBuffer.allocateDirect(utf8.length).put(utf8).flip());
        values.put("stream", new ByteArrayInputStream(utf8));
        if (Runtime.version().feature() >= 22) {
            values.put("segment", segment(byte[].class, utf8));
        }
        return values;
    }

    /** The tests are compiled for Java 17. */
    private static Object segment(Class<?> array, Object elements) throws Exception {
        Method ofArray = Class.forName("java.lang.foreign.MemorySegment").getMethod("ofArray", array);
        return ofArray.invoke(null, elements);
    }

    @Test
    void mappersWriteText() throws Exception {
        Map<String, Object> expected = new LinkedHashMap<>();
        values(TEXT).keySet().forEach(key -> expected.put(key, TEXT));
        String json = JsonMapper.builder().build().writeValueAsString(expected);
        for (JsonFactory factory : List.of(new JsonFactory(), new StringmillFactory())) {
            JsonMapper mapper = JsonMapper.builder(factory).addModule(new StringmillModule()).build();
            Map<String, Object> values = values(TEXT);
            assertEquals(json, mapper.writeValueAsString(values));
            // The position of a buffer has not changed; a stream is at its end.
            expected.put("stream", "");
            String again = JsonMapper.builder().build().writeValueAsString(expected);
            assertEquals(again, mapper.writeValueAsString(values));
            expected.put("stream", TEXT);
            assertEquals(JsonMapper.builder().build().readTree(json), mapper.valueToTree(values(TEXT)));
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            mapper.writeValue(out, values(TEXT));
            assertEquals(mapper.readTree(json), mapper.readTree(out.toByteArray()));
        }
    }

    @Test
    void segmentsOfOtherArraysAreBytesToo() throws Exception {
        assumeTrue(Runtime.version().feature() >= 22, "memory segments need Java 22 or newer");
        JsonMapper mapper = JsonMapper.builder(new StringmillFactory()).addModule(new StringmillModule()).build();
        assertEquals("\"aaaaaaaabbbbbbbb\"", mapper.writeValueAsString(
                segment(long[].class, new long[] {0x6161_6161_6161_6161L, 0x6262_6262_6262_6262L})));
    }

    @Test
    void withoutTheModuleBuffersAreBase64() throws Exception {
        JsonMapper mapper = JsonMapper.builder(new StringmillFactory()).build();
        assertEquals("\"YWI=\"", mapper.writeValueAsString(ByteBuffer.wrap(new byte[] {'a', 'b'})));
    }
}
