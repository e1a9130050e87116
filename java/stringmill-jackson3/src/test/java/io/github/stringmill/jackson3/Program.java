// Generated from java/stringmill-jackson2 by `cargo run -p stringmill-gen -- jackson3`; do not edit.
package io.github.stringmill.jackson3;

import java.io.ByteArrayOutputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonFactoryBuilder;
import tools.jackson.core.util.BufferRecycler;
import tools.jackson.core.util.JsonRecyclerPools;
import tools.jackson.core.util.RecyclerPool;
import tools.jackson.databind.json.JsonMapper;

/** A program that writes JSON with our factory or Jackson's, and with any pool of buffers, for tests of memory. */
public class Program implements Supplier<Object>, Runnable {
    private static final String TEXT = "Plain text, \"quoted\" text and \u0436\u4E2D\uD83D\uDE00 ".repeat(60);
    private static final byte[] UTF8 = TEXT.getBytes(StandardCharsets.UTF_8);

    private final JsonFactory factory;
    private final boolean staysOpen;

    /** Uses our factory. */
    public Program() {
        this("ours");
    }

    /** Uses the words {@code ours} and {@code open}, and the name of a method of {@link JsonRecyclerPools}. */
    public Program(String words) {
        List<String> all = List.of(words.split("-"));
        JsonFactoryBuilder builder = all.contains("ours") ? StringmillFactory.builder() : new JsonFactoryBuilder();
        for (Method pool : pools()) {
            if (all.contains(pool.getName())) {
                builder.recyclerPool(pool(pool));
            }
        }
        factory = builder.build();
        staysOpen = all.contains("open");
    }

    /** Uses Jackson's factory. */
    public static final class Stock extends Program {
        /** Makes the program. */
        public Stock() {
            super("stock");
        }
    }

    /** Returns every method that makes a pool. */
    static List<Method> pools() {
        return Arrays.stream(JsonRecyclerPools.class.getMethods())
                .filter(method -> Modifier.isStatic(method.getModifiers())
                        && RecyclerPool.class.isAssignableFrom(method.getReturnType()))
                .toList();
    }

    @SuppressWarnings("unchecked")
    private static RecyclerPool<BufferRecycler> pool(Method method) {
        try {
            return (RecyclerPool<BufferRecycler>) (method.getParameterCount() == 0
                    ? method.invoke(null) : method.invoke(null, 8));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public Object get() {
        try {
            StringWriter characters = new StringWriter();
            write(factory.createGenerator(ObjectWriteContext.empty(), characters)).close();
            JsonGenerator generator = write(factory.createGenerator(ObjectWriteContext.empty(), new ByteArrayOutputStream()));
            generator.flush();
            generator.writeString(TEXT);
            if (!staysOpen) {
                generator.close();
                return this;
            }
            return generator;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static JsonGenerator write(JsonGenerator generator) throws Exception {
        generator.writeStartArray();
        generator.writeString(TEXT);
        generator.writeString(TEXT.toCharArray(), 0, TEXT.length());
        generator.writeString(new StringReader(TEXT), -1);
        Utf8Strings.write(generator, ByteBuffer.wrap(UTF8));
        generator.writeStartObject();
        generator.writeName(TEXT);
        generator.writeNull();
        generator.writeEndObject();
        return generator;
    }

    @Override
    public void run() {
        get();
        try {
            JsonMapper mapper = JsonMapper.builder(factory).addModule(new StringmillModule()).build();
            mapper.writeValueAsBytes(List.of(TEXT, ByteBuffer.wrap(UTF8)));
            mapper.writeValueAsString(List.of(TEXT, TEXT));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
