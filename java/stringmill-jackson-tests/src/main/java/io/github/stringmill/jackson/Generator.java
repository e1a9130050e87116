package io.github.stringmill.jackson;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;

/** The methods of a generator that the tests call, for both factories and all versions of Jackson. */
public interface Generator extends Closeable {
    void startArray() throws IOException;

    void startObject() throws IOException;

    void endObject() throws IOException;

    void name(String name) throws IOException;

    void serializableName(String name) throws IOException;

    void number(int number) throws IOException;

    void rawValue(String json) throws IOException;

    void rawUtf8(byte[] text, int from, int len) throws IOException;

    void utf8(byte[] text, int from, int len) throws IOException;

    void string(String text) throws IOException;

    void string(char[] text, int from, int len) throws IOException;

    void string(Reader text, int len) throws IOException;

    void serializable(String text) throws IOException;

    void flush() throws IOException;

    boolean isClosed();

    /** Calls our {@code writeUTF8String}, which Jackson does not have. */
    void utf8(ByteBuffer text) throws IOException;

    /** Calls our {@code writeUTF8String}, which Jackson does not have. */
    void utf8(InputStream text, int len) throws IOException;
}
