package io.github.stringmill.benchmarks;

import com.amazon.ion.IonType;
import com.amazon.ion.IonWriter;
import com.amazon.ion.Timestamp;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;
import java.util.function.IntFunction;

/** A document as calls of a writer, with values that are made beforehand. */
interface IonScript {
    void writeTo(IonWriter writer) throws IOException;

    /** Returns a script by its name; always the same one. */
    static IonScript of(String name) {
        Random random = new Random(name.hashCode());
        return switch (name) {
            case "decimals" -> each(2000, i -> new BigDecimal(BigInteger.valueOf(123_456), i % 20),
                    IonWriter::writeDecimal);
            case "long-strings" -> {
                String text = IonDocuments.printable(random, 28_160);
                yield each(50, i -> text, IonWriter::writeString);
            }
            case "structs" -> structs(random);
            case "umlauts" -> each(200, i -> i, IonScript::writeUmlaut);
            case "records" -> each(1000, i -> new Record(random, i), (writer, record) -> record.writeTo(writer));
            case "annotations" -> each(2000, i -> i, IonScript::writeAnnotated);
            case "numbers" -> each(5000, i -> random.nextLong() >> random.nextInt(64), IonWriter::writeInt);
            case "floats" -> each(2000, i -> i % 2 == 0 ? random.nextInt(1000) / 8.0 : random.nextDouble(),
                    IonWriter::writeFloat);
            case "timestamps" -> each(2000, i -> timestamp(random), IonWriter::writeTimestamp);
            case "blobs" -> each(200, i -> bytes(random, 10 * i), IonWriter::writeBlob);
            default -> throw new IllegalArgumentException("no script is called " + name);
        };
    }

    /** Writes one value. */
    interface Step<T> {
        void write(IonWriter writer, T value) throws IOException;
    }

    private static <T> IonScript each(int count, IntFunction<T> value, Step<T> step) {
        Object[] values = new Object[count];
        for (int i = 0; i < count; i++) {
            values[i] = value.apply(i);
        }
        return writer -> {
            for (Object one : values) {
                @SuppressWarnings("unchecked") // The values come only from that function.
                T known = (T) one;
                step.write(writer, known);
            }
        };
    }

    /** Makes 500 structs of 20 strings with identifiers for names. */
    private static IonScript structs(Random random) {
        String[] names = new String[20];
        for (int i = 0; i < names.length; i++) {
            names[i] = "field_name_" + i;
        }
        return each(500, i -> {
            String[] fields = new String[names.length];
            for (int field = 0; field < fields.length; field++) {
                fields[field] = IonDocuments.printable(random, 10 + random.nextInt(20));
            }
            return fields;
        }, (writer, fields) -> {
            writer.stepIn(IonType.STRUCT);
            for (int i = 0; i < fields.length; i++) {
                writer.setFieldName(names[i]);
                writer.writeString(fields[i]);
            }
            writer.stepOut();
        });
    }

    /** Writes a struct with one name that needs quotes. */
    private static void writeUmlaut(IonWriter writer, int value) throws IOException {
        writer.stepIn(IonType.STRUCT);
        writer.setFieldName("identifi\u00e4r_with_umlaut");
        writer.writeInt(value);
        writer.stepOut();
    }

    private static void writeAnnotated(IonWriter writer, int value) throws IOException {
        writer.setTypeAnnotations("log", "two words");
        writer.stepIn(IonType.LIST);
        writer.addTypeAnnotation("north");
        writer.writeInt(value);
        writer.addTypeAnnotation("south");
        writer.writeSymbol("x");
        writer.stepOut();
    }

    private static Timestamp timestamp(Random random) {
        return Timestamp.forMillis(1_600_000_000_000L + random.nextInt(), 60);
    }

    private static byte[] bytes(Random random, int len) {
        byte[] bytes = new byte[len];
        random.nextBytes(bytes);
        return bytes;
    }

    /** A log record with a value of every kind. */
    final class Record {
        private final int id;
        private final Timestamp time;
        private final String level;
        private final String host;
        private final String message;
        private final double load;
        private final BigDecimal price;
        private final boolean ok;

        Record(Random random, int number) {
            id = 7_000_000 + number;
            time = timestamp(random);
            level = random.nextBoolean() ? "INFO" : "WARN";
            host = "host-" + random.nextInt(100) + ".example.com";
            message = IonDocuments.printable(random, 40 + random.nextInt(80));
            load = random.nextInt(10_000) / 1000.0;
            price = new BigDecimal(BigInteger.valueOf(random.nextInt(1_000_000)), 2);
            ok = random.nextBoolean();
        }

        void writeTo(IonWriter writer) throws IOException {
            writer.setTypeAnnotations("log", "v1");
            writer.stepIn(IonType.STRUCT);
            field(writer, "id").writeInt(id);
            field(writer, "time").writeTimestamp(time);
            field(writer, "level").writeSymbol(level);
            field(writer, "host").writeString(host);
            field(writer, "message").writeString(message);
            field(writer, "load").writeFloat(load);
            field(writer, "price").writeDecimal(price);
            field(writer, "ok").writeBool(ok);
            field(writer, "parent").writeNull();
            field(writer, "tags").stepIn(IonType.LIST);
            writer.writeSymbol("alpha");
            writer.writeSymbol("beta");
            writer.stepOut();
            field(writer, "query").stepIn(IonType.SEXP);
            writer.writeSymbol("+");
            writer.writeInt(1);
            writer.writeSymbol("x");
            writer.stepOut();
            writer.stepOut();
        }

        private static IonWriter field(IonWriter writer, String name) {
            writer.setFieldName(name);
            return writer;
        }
    }
}
