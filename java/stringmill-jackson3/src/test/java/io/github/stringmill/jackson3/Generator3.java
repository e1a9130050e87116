// Generated from java/stringmill-jackson2 by `cargo run -p stringmill-gen -- jackson3`; do not edit.
package io.github.stringmill.jackson3;

import io.github.stringmill.jackson.Generator;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.io.SerializedString;

/** A generator of Jackson 3, Jackson's own or ours. */
record Generator3(JsonGenerator generator) implements Generator {
    @Override
    public void startArray() {
        generator.writeStartArray();
    }

    @Override
    public void startObject() {
        generator.writeStartObject();
    }

    @Override
    public void endObject() {
        generator.writeEndObject();
    }

    @Override
    public void name(String name) {
        generator.writeName(name);
    }

    @Override
    public void serializableName(String name) {
        generator.writeName(new SerializedString(name));
    }

    @Override
    public void number(int number) {
        generator.writeNumber(number);
    }

    @Override
    public void rawValue(String json) {
        generator.writeRawValue(json);
    }

    @Override
    public void rawUtf8(byte[] text, int from, int len) {
        generator.writeRawUTF8String(text, from, len);
    }

    @Override
    public void utf8(byte[] text, int from, int len) {
        generator.writeUTF8String(text, from, len);
    }

    @Override
    public void string(String text) {
        generator.writeString(text);
    }

    @Override
    public void string(char[] text, int from, int len) {
        generator.writeString(text, from, len);
    }

    @Override
    public void string(Reader text, int len) {
        generator.writeString(text, len);
    }

    @Override
    public void serializable(String text) {
        generator.writeString(new SerializedString(text));
    }

    @Override
    public void flush() {
        generator.flush();
    }

    @Override
    public void close() {
        generator.close();
    }

    @Override
    public void utf8(ByteBuffer text) {
        ((StringmillUtf8Generator) generator).writeUTF8String(text);
    }

    @Override
    public void utf8(InputStream text, int len) {
        ((StringmillUtf8Generator) generator).writeUTF8String(text, len);
    }

    @Override
    public boolean isClosed() {
        return generator.isClosed();
    }
}
