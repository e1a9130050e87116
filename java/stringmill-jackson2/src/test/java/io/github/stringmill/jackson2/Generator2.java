package io.github.stringmill.jackson2;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import io.github.stringmill.jackson.Generator;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;

/** A generator of Jackson 2, Jackson's own or ours. */
record Generator2(JsonGenerator generator) implements Generator {
    @Override
    public void startArray() throws IOException {
        generator.writeStartArray();
    }

    @Override
    public void startObject() throws IOException {
        generator.writeStartObject();
    }

    @Override
    public void endObject() throws IOException {
        generator.writeEndObject();
    }

    @Override
    public void name(String name) throws IOException {
        generator.writeFieldName(name);
    }

    @Override
    public void serializableName(String name) throws IOException {
        generator.writeFieldName(new SerializedString(name));
    }

    @Override
    public void number(int number) throws IOException {
        generator.writeNumber(number);
    }

    @Override
    public void rawValue(String json) throws IOException {
        generator.writeRawValue(json);
    }

    @Override
    public void rawUtf8(byte[] text, int from, int len) throws IOException {
        generator.writeRawUTF8String(text, from, len);
    }

    @Override
    public void utf8(byte[] text, int from, int len) throws IOException {
        generator.writeUTF8String(text, from, len);
    }

    @Override
    public void string(String text) throws IOException {
        generator.writeString(text);
    }

    @Override
    public void string(char[] text, int from, int len) throws IOException {
        generator.writeString(text, from, len);
    }

    @Override
    public void string(Reader text, int len) throws IOException {
        generator.writeString(text, len);
    }

    @Override
    public void serializable(String text) throws IOException {
        generator.writeString(new SerializedString(text));
    }

    @Override
    public void flush() throws IOException {
        generator.flush();
    }

    @Override
    public void close() throws IOException {
        generator.close();
    }

    @Override
    public void utf8(ByteBuffer text) throws IOException {
        ((StringmillUtf8Generator) generator).writeUTF8String(text);
    }

    @Override
    public void utf8(InputStream text, int len) throws IOException {
        ((StringmillUtf8Generator) generator).writeUTF8String(text, len);
    }

    @Override
    public boolean isClosed() {
        return generator.isClosed();
    }
}
