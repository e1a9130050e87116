package io.github.stringmill.benchmarks;

import java.io.OutputStream;
import java.io.Writer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** As {@link MixedCalls}, for Jackson 3.x; only what the rows of short strings need. */
final class MixedCalls3 implements MixedSide {
    private final JsonFactory factory;
    private final OutputStream objects;
    private final JsonGenerator values;
    private final JsonGenerator chars;
    private final JsonGenerator names;

    MixedCalls3(JsonFactory factory, OutputStream values, Writer chars, OutputStream names, OutputStream objects) {
        this.factory = factory;
        this.objects = objects;
        this.values = factory.createGenerator(ObjectWriteContext.empty(), values);
        this.values.writeStartArray();
        this.chars = factory.createGenerator(ObjectWriteContext.empty(), chars);
        this.chars.writeStartArray();
        this.names = factory.createGenerator(ObjectWriteContext.empty(), names);
        this.names.writeStartObject();
    }

    @Override
    public void utf8Strings(byte[][] texts, int count) {
        for (int i = 0; i < count; i++) {
            values.writeUTF8String(texts[i], 0, texts[i].length);
        }
    }

    @Override
    public void strings(String[] texts, int count) {
        for (int i = 0; i < count; i++) {
            values.writeString(texts[i]);
        }
    }

    @Override
    public void stringsToWriter(String[] texts, int count) {
        for (int i = 0; i < count; i++) {
            chars.writeString(texts[i]);
        }
    }

    @Override
    public void fieldNames(String[] texts, int count) {
        for (int i = 0; i < count; i++) {
            names.writeName(texts[i]);
            names.writeNull();
        }
    }

    @Override
    public void messages(Message[] messages, int count) {
        for (int i = 0; i < count; i++) {
            try (JsonGenerator message = factory.createGenerator(ObjectWriteContext.empty(), objects)) {
                message.writeStartObject();
                message.writeNumberProperty("id", messages[i].id());
                String[] texts = messages[i].texts();
                for (int j = 0; j < texts.length; j++) {
                    message.writeStringProperty(Message.NAMES[j], texts[j]);
                }
                message.writeEndObject();
            }
        }
    }

    @Override
    public void objectsAsBytes(Object[] inputs, int count, Object[] results) {
        throw mapped();
    }

    @Override
    public void objectsAsString(Object[] inputs, int count, Object[] results) {
        throw mapped();
    }

    @Override
    public void objectsToStream(Object[] inputs, int count) {
        throw mapped();
    }

    @Override
    public void texts(byte[] document, Object[] results) {
        throw mapped();
    }

    @Override
    public void utf8Texts(byte[] document) {
        throw mapped();
    }

    @Override
    public void names(byte[] document, Object[] results) {
        throw mapped();
    }

    private static UnsupportedOperationException mapped() {
        return new UnsupportedOperationException("rows of Jackson 3 are those of short strings");
    }

    @Override
    public void close() {
        values.close();
        chars.close();
        names.close();
    }
}
