package io.github.stringmill.benchmarks;

import com.amazon.ion.IonWriter;
import com.amazon.ion.system.IonTextWriterBuilder;
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

/** Writes whole documents of Ion text, each with a new writer, by ion-java and by ours. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class IonWriting extends CompilerIdle {
    private static final int ROOM = 4 << 20;

    /** The library. */
    @Param({"ion-java", "stringmill"})
    public String by;

    /** The document. */
    @Param({"decimals", "long-strings", "structs", "umlauts", "records"})
    public String content;

    /** The form of the output. */
    @Param({"compact", "pretty", "json"})
    public String form;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream(ROOM);
    private IonTextWriterBuilder builder;
    private IonScript script;

    /** Makes the values, and checks that both writers give the same output. */
    @Setup
    public void open() throws IOException {
        script = IonScript.of(content);
        builder = builder("stringmill");
        write();
        byte[] ours = out.toByteArray();
        builder = builder("ion-java");
        write();
        if (!Arrays.equals(out.toByteArray(), ours)) {
            throw new IllegalStateException("other bytes are written of " + content);
        }
        builder = builder(by);
    }

    private IonTextWriterBuilder builder(String whose) {
        IonTextWriterBuilder standard = whose.equals("ion-java")
                ? IonTextWriterBuilder.standard()
                : StringmillIonTextWriterBuilder.standard();
        return switch (form) {
            case "pretty" -> standard.withPrettyPrinting().immutable();
            case "json" -> standard.withJsonDowngrade().immutable();
            default -> standard.immutable();
        };
    }

    /** Writes the document. */
    @Benchmark
    public int write() throws IOException {
        out.reset();
        try (IonWriter writer = builder.build(out)) {
            script.writeTo(writer);
        }
        return out.size();
    }
}
