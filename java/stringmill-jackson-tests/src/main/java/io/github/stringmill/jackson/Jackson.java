package io.github.stringmill.jackson;

import io.github.stringmill.IllFormed;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Writer;

/** A version of Jackson: its own factory, and ours. */
public interface Jackson {
    /** Returns the version that a factory reports. */
    String version(boolean ours);

    /** Makes a generator with these settings. */
    Generator generator(boolean ours, Settings settings, OutputStream out) throws IOException;

    /** Makes a generator of characters with these settings. */
    Generator generator(boolean ours, Settings settings, Writer out) throws IOException;

    /** Makes a generator with a buffer of the caller. */
    Generator generator(boolean ours, Settings settings, OutputStream out, byte[] buffer) throws IOException;

    /** Makes one of our generators that checks UTF-8. */
    Generator generator(IllFormed policy, Settings settings, OutputStream out) throws IOException;

    /** Makes one of our generators with a buffer of the caller check UTF-8; throws if the buffer is too short. */
    void checkWithBuffer(IllFormed policy, byte[] buffer) throws IOException;

    /** Makes a parser of Jackson's own. */
    Parser parser(InputStream in) throws IOException;

    /** Returns the type of exception for a refused call. */
    Class<? extends Exception> refusal();
}
