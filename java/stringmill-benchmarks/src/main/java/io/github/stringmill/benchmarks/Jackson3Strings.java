package io.github.stringmill.benchmarks;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import io.github.stringmill.jackson3.StringmillFactory;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Writes one string of an endless array, by the generator of Jackson 3.x and by ours. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Jackson3Strings extends CompilerIdle {
    /** The library. */
    @Param({"jackson", "stringmill"})
    public String by;

    /** The content of the text. */
    @Param("clean")
    public String content;

    /** Its length, in bytes or chars. */
    @Param("1024")
    public int length;

    /** Whether the process has seen a string outside Latin-1 before, which changes how {@code charAt} is compiled. */
    @Param("false")
    public boolean seen;

    private JsonGenerator generator;
    private byte[][] utf8;
    private String[] strings;
    private int next;

    /** Opens the array. */
    @Setup
    public void open() throws Exception {
        JsonFactory factory = by.equals("jackson") ? new JsonFactory() : new StringmillFactory();
        generator = factory.createGenerator(ObjectWriteContext.empty(), new Discard());
        generator.writeStartArray();
        utf8 = Texts.utf8(content, length);
        strings = Texts.strings(content, length);
        if (seen) {
            Seen.strings();
        }
    }

    /** Writes the bytes of a text. */
    @Benchmark
    public void writeUTF8String() throws Exception {
        byte[] text = utf8[next++ & utf8.length - 1];
        generator.writeUTF8String(text, 0, text.length);
    }

    /** Writes a text as a string. */
    @Benchmark
    public void writeString() throws Exception {
        generator.writeString(strings[next++ & strings.length - 1]);
    }
}
