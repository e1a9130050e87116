package io.github.stringmill.benchmarks;

import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import com.amazon.ion.IonWriter;
import com.amazon.ion.system.IonReaderBuilder;
import com.amazon.ion.system.IonTextWriterBuilder;
import io.github.stringmill.ion.StringmillIonReaderBuilder;
import java.io.ByteArrayInputStream;
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

/** Reads a text of Ion from its first value to its last, by the reader of ion-java and by ours. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class IonReading extends CompilerIdle {
    /** The library. */
    @Param({"ion-java", "stringmill"})
    public String by;

    /** The document. */
    @Param({"strings", "blob", "markers", "symbols", "records"})
    public String content;

    /** The source: an array, an array of which only the types at top level are read, or a stream. */
    @Param({"bytes", "scan", "stream"})
    public String way;

    private IonReaderBuilder builder;
    private byte[] text;
    private boolean typesOnly;

    /** Makes the text, and checks that both readers read the same values. */
    @Setup
    public void open() throws IOException {
        text = IonDocuments.text(content);
        typesOnly = content.equals("markers") || way.equals("scan");
        builder = StringmillIonReaderBuilder.standard();
        byte[] ours = copy();
        builder = IonReaderBuilder.standard();
        if (!Arrays.equals(copy(), ours)) {
            throw new IllegalStateException("other values are read in " + content);
        }
        if (by.equals("stringmill")) {
            builder = StringmillIonReaderBuilder.standard();
        }
    }

    private IonReader reader() {
        return way.equals("stream") ? builder.build(new ByteArrayInputStream(text)) : builder.build(text);
    }

    /** Copies the values with a writer of ion-java. */
    private byte[] copy() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (IonWriter writer = IonTextWriterBuilder.standard().build(out); IonReader reader = reader()) {
            writer.writeValues(reader);
        }
        return out.toByteArray();
    }

    /** Reads the text. */
    @Benchmark
    public long read() {
        IonReader reader = reader();
        return typesOnly ? types(reader) : values(reader);
    }

    private static long types(IonReader reader) {
        long seen = 0;
        for (IonType type = reader.next(); type != null; type = reader.next()) {
            seen = seen * 31 + type.ordinal();
        }
        return seen;
    }

    private static long values(IonReader reader) {
        long seen = 0;
        int depth = 0;
        while (true) {
            IonType type = reader.next();
            if (type == null) {
                if (depth-- == 0) {
                    return seen;
                }
                reader.stepOut();
                continue;
            }
            String name = reader.getFieldName();
            seen = seen * 31 + (name == null ? 0 : name.length()) + reader.getTypeAnnotations().length;
            if (IonType.isContainer(type)) {
                reader.stepIn();
                depth++;
            } else if (!reader.isNullValue()) {
                seen = seen * 31 + scalar(reader, type);
            }
        }
    }

    private static long scalar(IonReader reader, IonType type) {
        return switch (type) {
            case BOOL -> reader.booleanValue() ? 1 : 0;
            case INT -> reader.longValue();
            case FLOAT -> Double.doubleToLongBits(reader.doubleValue());
            case DECIMAL -> reader.decimalValue().unscaledValue().longValue();
            case TIMESTAMP -> reader.timestampValue().getSecond();
            case BLOB, CLOB -> reader.newBytes().length;
            default -> reader.stringValue().length();
        };
    }
}
