package io.github.stringmill.benchmarks;

import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import com.amazon.ion.IonWriter;
import com.amazon.ion.Timestamp;
import com.amazon.ion.system.IonReaderBuilder;
import com.amazon.ion.system.IonTextWriterBuilder;
import io.github.stringmill.ion.StringmillIonTextWriterBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Whole documents of Ion text, each with a writer of its own, by ion-java and by us. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class IonWriting extends CompilerIdle {
    private static final int DECIMALS = 2000;
    private static final int LONG_STRINGS = 50;
    private static final int LONG_STRING_LEN = 28_160;
    private static final int STRUCTS = 500;
    private static final int FIELDS = 20;
    private static final int QUOTED = 200;
    private static final int RECORDS = 4000;
    private static final int ROOM = 4 << 20;

    /** Whose writer. */
    @Param({"ion-java", "stringmill"})
    public String by;

    /** What is written. */
    @Param({"decimals", "long-strings", "structs", "quoted-names", "records", "records-json"})
    public String scenario;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream(ROOM);
    private final BigDecimal[] decimals = new BigDecimal[DECIMALS];
    private final String[] names = new String[FIELDS];
    private final String[] fields = new String[STRUCTS * FIELDS];
    private String longString;
    private IonTextWriterBuilder builder;
    private IonTextWriterBuilder json;
    private byte[] records;

    /** Makes the values. */
    @Setup
    public void open() throws IOException {
        boolean theirs = by.equals("ion-java");
        builder = (theirs ? IonTextWriterBuilder.standard() : StringmillIonTextWriterBuilder.standard()).immutable();
        json = (theirs ? IonTextWriterBuilder.json() : StringmillIonTextWriterBuilder.json()).immutable();
        Random random = new Random(42);
        for (int i = 0; i < DECIMALS; i++) {
            decimals[i] = new BigDecimal(BigInteger.valueOf(123_456), i % 20);
        }
        longString = text(random, LONG_STRING_LEN);
        for (int i = 0; i < FIELDS; i++) {
            names[i] = "field_name_" + i;
        }
        for (int i = 0; i < fields.length; i++) {
            fields[i] = text(random, 10 + random.nextInt(20));
        }
        writeRecords(IonTextWriterBuilder.standard().build(out), random);
        records = out.toByteArray();
    }

    private static String text(Random random, int len) {
        StringBuilder text = new StringBuilder(len);
        while (text.length() < len) {
            char c = (char) (' ' + random.nextInt(95));
            text.append(c == '"' || c == '\\' || c == '\'' ? 'a' : c);
        }
        return text.toString();
    }

    private IonWriter writer(IonTextWriterBuilder from) {
        out.reset();
        return from.build(out);
    }

    /** Writes the document. */
    @Benchmark
    public int write() throws IOException {
        return switch (scenario) {
            case "decimals" -> decimals();
            case "long-strings" -> longStrings();
            case "structs" -> structs();
            case "quoted-names" -> quotedNames();
            case "records" -> copy(builder);
            default -> copy(json);
        };
    }

    /** Decimals of one coefficient and many scales, at top level. */
    private int decimals() throws IOException {
        try (IonWriter writer = writer(builder)) {
            for (BigDecimal decimal : decimals) {
                writer.writeDecimal(decimal);
            }
        }
        return out.size();
    }

    /** Strings of ASCII. */
    private int longStrings() throws IOException {
        try (IonWriter writer = writer(builder)) {
            for (int i = 0; i < LONG_STRINGS; i++) {
                writer.writeString(longString);
            }
        }
        return out.size();
    }

    /** Structs of strings with identifiers for names. */
    private int structs() throws IOException {
        try (IonWriter writer = writer(builder)) {
            int next = 0;
            for (int i = 0; i < STRUCTS; i++) {
                writer.stepIn(IonType.STRUCT);
                for (String name : names) {
                    writer.setFieldName(name);
                    writer.writeString(fields[next++]);
                }
                writer.stepOut();
            }
        }
        return out.size();
    }

    /** Structs with one name that must be quoted. */
    private int quotedNames() throws IOException {
        try (IonWriter writer = writer(builder)) {
            for (int i = 0; i < QUOTED; i++) {
                writer.stepIn(IonType.STRUCT);
                writer.setFieldName("identifi\u00e4r_with_umlaut");
                writer.writeInt(i);
                writer.stepOut();
            }
        }
        return out.size();
    }

    /** Log records, read by ion-java. */
    private int copy(IonTextWriterBuilder to) throws IOException {
        try (IonWriter writer = writer(to); IonReader reader = IonReaderBuilder.standard().build(records)) {
            writer.writeValues(reader);
        }
        return out.size();
    }

    private static void writeRecords(IonWriter writer, Random random) throws IOException {
        for (int i = 0; i < RECORDS; i++) {
            writer.setTypeAnnotations("log", "v1");
            writer.stepIn(IonType.STRUCT);
            name(writer, "id").writeInt(random.nextInt(1_000_000));
            name(writer, "time").writeTimestamp(Timestamp.forMillis(1_600_000_000_000L + random.nextInt(), 60));
            name(writer, "level").writeSymbol(random.nextBoolean() ? "INFO" : "WARN");
            name(writer, "host").writeString("host-" + random.nextInt(100) + ".example.com");
            name(writer, "message").writeString(text(random, 40 + random.nextInt(80)));
            name(writer, "load").writeFloat(random.nextInt(10_000) / 1000.0);
            name(writer, "price").writeDecimal(new BigDecimal(BigInteger.valueOf(random.nextInt(1_000_000)), 2));
            name(writer, "ok").writeBool(random.nextBoolean());
            name(writer, "parent").writeNull();
            name(writer, "tags").stepIn(IonType.LIST);
            writer.writeSymbol("alpha");
            writer.writeSymbol("beta");
            writer.stepOut();
            name(writer, "user").stepIn(IonType.STRUCT);
            name(writer, "name").writeString(text(random, 8));
            writer.stepOut();
            name(writer, "query").stepIn(IonType.SEXP);
            writer.writeSymbol("+");
            writer.writeInt(1);
            writer.writeSymbol("x");
            writer.stepOut();
            writer.stepOut();
        }
        writer.close();
    }

    private static IonWriter name(IonWriter writer, String name) {
        writer.setFieldName(name);
        return writer;
    }
}
