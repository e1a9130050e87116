package io.github.stringmill.jackson;

import io.github.stringmill.IllFormed;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;

/** A version of Jackson, the original and ours. */
public interface Jackson {
    /** The version that a factory of the original, or of ours, says that it has. */
    String version(boolean ours);

    /** A generator of a factory with these settings. */
    Generator generator(boolean ours, Settings settings, OutputStream out) throws IOException;

    /** A generator of a factory with these settings. */
    Generator generator(boolean ours, Settings settings, Writer out) throws IOException;

    /** A generator with a buffer of the caller. */
    Generator generator(boolean ours, Settings settings, OutputStream out, byte[] buffer) throws IOException;

    /** One of ours that checks UTF-8. */
    Generator generator(IllFormed policy, Settings settings, OutputStream out) throws IOException;

    /** Lets one of ours with a buffer of the caller check UTF-8, which it refuses if the buffer is too short. */
    void checkWithBuffer(IllFormed policy, byte[] buffer) throws IOException;

    /** What a generator throws where it refuses something. */
    Class<? extends Exception> refusal();
}
