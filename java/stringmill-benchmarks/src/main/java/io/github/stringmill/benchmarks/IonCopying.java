package io.github.stringmill.benchmarks;

import com.amazon.ion.IonReader;
import com.amazon.ion.IonWriter;
import com.amazon.ion.system.IonReaderBuilder;
import com.amazon.ion.system.IonTextWriterBuilder;
import io.github.stringmill.ion.StringmillIonReaderBuilder;
import io.github.stringmill.ion.StringmillIonTextWriterBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Copies Ion text to Ion text or JSON, by the reader and the writer of ion-java, and by ours. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class IonCopying extends CompilerIdle {
    private static final int ROOM = 4 << 20;

    /** The library. */
    @Param({"ion-java", "stringmill"})
    public String by;

    /** The document. */
    @Param("records")
    public String content;

    /** The format of the output. */
    @Param({"ion", "json"})
    public String to;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream(ROOM);
    private IonReaderBuilder readers;
    private IonTextWriterBuilder writers;
    private byte[] text;

    /** Makes the text, and checks that both libraries give the same output. */
    @Setup
    public void open() throws IOException {
        text = IonDocuments.text(content);
        choose("stringmill");
        copy();
        byte[] ours = out.toByteArray();
        choose("ion-java");
        copy();
        if (!Arrays.equals(out.toByteArray(), ours)) {
            throw new IllegalStateException("other bytes become of " + content);
        }
        choose(by);
    }

    private void choose(String whose) {
        boolean theirs = whose.equals("ion-java");
        readers = theirs ? IonReaderBuilder.standard() : StringmillIonReaderBuilder.standard();
        IonTextWriterBuilder plain =
                theirs ? IonTextWriterBuilder.standard() : StringmillIonTextWriterBuilder.standard();
        writers = to.equals("json") ? plain.withJsonDowngrade() : plain;
    }

    /** Reads and writes the document. */
    @Benchmark
    public int copy() throws IOException {
        out.reset();
        try (IonReader reader = readers.build(text); IonWriter writer = writers.build(out)) {
            writer.writeValues(reader);
        }
        return out.size();
    }
}
