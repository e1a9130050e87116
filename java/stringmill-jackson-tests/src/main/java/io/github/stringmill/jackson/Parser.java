package io.github.stringmill.jackson;

import io.github.stringmill.IllFormed;
import java.io.Closeable;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.ByteBuffer;

/** A parser of any version of Jackson; ours also has {@code readUtf8}. */
public interface Parser extends Closeable {
    /** Returns the name of the next token; null at the end. */
    String next() throws Exception;

    String nextText() throws Exception;

    String nextName() throws Exception;

    boolean nextName(String expected) throws Exception;

    String text() throws Exception;

    String valueAsString() throws Exception;

    /** Returns the text as characters, by their array, offset and length. */
    String characters() throws Exception;

    int writeText(Writer out) throws Exception;

    void skipChildren() throws Exception;

    void finishToken() throws Exception;

    int release(OutputStream out) throws Exception;

    String name() throws Exception;

    /** Returns the current location and that of the token. */
    String locations();

    /** Returns the location of an exception; empty if it has none. */
    String location(Exception e);

    /** Returns the simple name of the class of the parser. */
    String kind();

    long readUtf8(IllFormed policy, OutputStream out) throws Exception;

    int readUtf8(IllFormed policy, byte[] dst, int offset, int len) throws Exception;

    int readUtf8(IllFormed policy, ByteBuffer dst) throws Exception;
}
