package io.github.stringmill.benchmarks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.stringmill.jackson2.StringmillUtf8Parser;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/**
 * The loops around the calls. {@link MixedLibrary#open(MixedSettings)} loads a copy of this class for each library, so that each call site sees one
 * class of generators, as in a service.
 */
final class MixedCalls implements MixedSide {
    private final JsonFactory factory;
    private final ObjectMapper mapper;
    private final OutputStream objects;
    private final JsonGenerator values;
    private final JsonGenerator chars;
    private final JsonGenerator names;

    /** Opens an array in {@code values}, one in {@code chars} and an object in {@code names}. */
    MixedCalls(JsonFactory factory, OutputStream values, Writer chars, OutputStream names, OutputStream objects)
            throws Exception {
        this.factory = factory;
        this.mapper = new ObjectMapper(factory);
        this.objects = objects;
        this.values = factory.createGenerator(values);
        this.values.writeStartArray();
        this.chars = factory.createGenerator(chars);
        this.chars.writeStartArray();
        this.names = factory.createGenerator(names);
        this.names.writeStartObject();
    }

    @Override
    public void utf8Strings(byte[][] texts, int count) throws Exception {
        for (int i = 0; i < count; i++) {
            values.writeUTF8String(texts[i], 0, texts[i].length);
        }
    }

    @Override
    public void strings(String[] texts, int count) throws Exception {
        for (int i = 0; i < count; i++) {
            values.writeString(texts[i]);
        }
    }

    @Override
    public void messages(Message[] messages, int count) throws Exception {
        for (int i = 0; i < count; i++) {
            try (JsonGenerator message = factory.createGenerator(objects)) {
                message.writeStartObject();
                message.writeNumberField("id", messages[i].id());
                String[] texts = messages[i].texts();
                for (int j = 0; j < texts.length; j++) {
                    message.writeStringField(Message.NAMES[j], texts[j]);
                }
                message.writeEndObject();
            }
        }
    }

    @Override
    public void stringsToWriter(String[] texts, int count) throws Exception {
        for (int i = 0; i < count; i++) {
            chars.writeString(texts[i]);
        }
    }

    @Override
    public void fieldNames(String[] texts, int count) throws Exception {
        for (int i = 0; i < count; i++) {
            names.writeFieldName(texts[i]);
            names.writeNull();
        }
    }

    @Override
    public void objectsAsBytes(Object[] inputs, int count, Object[] results) throws Exception {
        for (int i = 0; i < count; i++) {
            results[i] = mapper.writeValueAsBytes(inputs[i]);
        }
    }

    @Override
    public void objectsAsString(Object[] inputs, int count, Object[] results) throws Exception {
        for (int i = 0; i < count; i++) {
            results[i] = mapper.writeValueAsString(inputs[i]);
        }
    }

    @Override
    public void objectsToStream(Object[] inputs, int count) throws Exception {
        for (int i = 0; i < count; i++) {
            mapper.writeValue(objects, inputs[i]);
        }
    }

    @Override
    public void texts(byte[] document, Object[] results) throws Exception {
        int at = 0;
        try (JsonParser parser = factory.createParser(document)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.VALUE_STRING) {
                results[at++] = parser.getText();
            }
        }
    }

    /** By the parser's method that makes no {@code String}, which Jackson's lacks. */
    @Override
    public void utf8Texts(byte[] document) throws Exception {
        try (JsonParser parser = factory.createParser(document)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.VALUE_STRING) {
                if (parser instanceof StringmillUtf8Parser ours) {
                    ours.readUtf8(objects);
                } else {
                    objects.write(parser.getText().getBytes(StandardCharsets.UTF_8));
                }
            }
        }
    }

    @Override
    public void names(byte[] document, Object[] results) throws Exception {
        int at = 0;
        try (JsonParser parser = factory.createParser(document)) {
            parser.nextToken();
            for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                results[at++] = name;
                parser.nextToken();
            }
        }
    }

    @Override
    public void close() throws Exception {
        values.close();
        chars.close();
        names.close();
    }
}
