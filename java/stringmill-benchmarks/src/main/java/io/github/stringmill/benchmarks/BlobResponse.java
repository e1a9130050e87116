package io.github.stringmill.benchmarks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.github.stringmill.jackson2.StringmillFactory;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Writes a whole response: an array of 30,000 blobs of 1 to 6 KB, 100 MB in all, each an array of bytes, to a stream.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BlobResponse extends CompilerIdle {
    private static final int BLOBS = 30_000;

    /** The library. */
    @Param({"jackson", "stringmill"})
    public String by;

    /** The content of the text. */
    @Param("mix")
    public String content;

    /** A megabyte: the reported time is that of the response for each of its megabytes. */
    @Param("1048576")
    public int length;

    private JsonFactory factory;
    private byte[][] blobs;

    /** Makes the blobs. */
    @Setup
    public void open() {
        factory = by.equals("jackson") ? new JsonFactory() : new StringmillFactory();
        byte[][] texts = Texts.utf8(content, 1024);
        blobs = new byte[BLOBS][];
        for (int i = 0; i < BLOBS; i++) {
            int pieces = 1 + i % 6;
            blobs[i] = new byte[1024 * pieces];
            for (int piece = 0; piece < pieces; piece++) {
                System.arraycopy(texts[(i + 7 * piece) % texts.length], 0, blobs[i], 1024 * piece, 1024);
            }
        }
    }

    /** Writes the response. */
    @Benchmark
    public void response() throws Exception {
        try (JsonGenerator generator = factory.createGenerator(new Discard())) {
            generator.writeStartArray();
            for (byte[] blob : blobs) {
                generator.writeUTF8String(blob, 0, blob.length);
            }
            generator.writeEndArray();
        }
    }
}
