// Generated from java/stringmill-jackson2 by `cargo run -p stringmill-gen -- jackson3`; do not edit.
package io.github.stringmill.jackson3;

import io.github.stringmill.internal.Segments;
import java.io.InputStream;
import java.nio.ByteBuffer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdScalarSerializer;

/**
 * Serializers that write the UTF-8 of a {@link ByteBuffer}, an {@link InputStream} and, on Java 22 and newer, a
 * {@code MemorySegment} as a string.
 *
 * <p>This changes the output: without this module Jackson writes a {@code ByteBuffer} as base64, and reads it as such.
 * So the module is not registered as a service. Add it to a mapper:
 *
 * <pre>{@code
 * JsonMapper mapper = JsonMapper.builder(new StringmillFactory()).addModule(new StringmillModule()).build();
 * }</pre>
 *
 * <p>Works with any generator; see {@link Utf8Strings}. The position of a buffer does not change. A stream is read to
 * its end and not closed.
 */
@SuppressWarnings("exports") // A program without jackson-databind does not need its module.
public class StringmillModule extends SimpleModule {
    private static final long serialVersionUID = 1L;

    /** Makes the module. */
    public StringmillModule() {
        super("stringmill");
        addSerializer(new Buffers());
        addSerializer(new Streams());
        if (Segments.type() != null) {
            addSerializer(new MemorySegments(Segments.type()));
        }
    }

    private static final class Buffers extends StdScalarSerializer<ByteBuffer> {
        private static final long serialVersionUID = 1L;

        Buffers() {
            super(ByteBuffer.class);
        }

        @Override
        public boolean isEmpty(SerializationContext context, ByteBuffer text) {
            return !text.hasRemaining();
        }

        @Override
        public void serialize(ByteBuffer text, JsonGenerator generator, SerializationContext context) {
            Utf8Strings.write(generator, text.duplicate());
        }
    }

    private static final class Streams extends StdScalarSerializer<InputStream> {
        private static final long serialVersionUID = 1L;

        Streams() {
            super(InputStream.class);
        }

        @Override
        public void serialize(InputStream text, JsonGenerator generator, SerializationContext context) {
            Utf8Strings.write(generator, text, -1);
        }
    }

    /** Handles plain objects, since the class does not exist before Java 22. */
    private static final class MemorySegments extends StdScalarSerializer<Object> {
        private static final long serialVersionUID = 1L;

        MemorySegments(Class<Object> type) {
            super(type);
        }

        @Override
        public boolean isEmpty(SerializationContext context, Object text) {
            return Segments.len(text) == 0;
        }

        @Override
        public void serialize(Object text, JsonGenerator generator, SerializationContext context) {
            Utf8Strings.write(generator, Segments.stream(text), -1);
        }
    }
}
