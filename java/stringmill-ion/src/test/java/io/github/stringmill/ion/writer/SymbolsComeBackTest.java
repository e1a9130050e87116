package io.github.stringmill.ion.writer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import com.amazon.ion.IonWriter;
import com.amazon.ion.system.IonReaderBuilder;
import com.amazon.ion.system.IonTextWriterBuilder;
import io.github.stringmill.Share;
import io.github.stringmill.ion.Compat;
import io.github.stringmill.ion.StringmillIonReaderBuilder;
import io.github.stringmill.ion.StringmillIonTextWriterBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Every operator symbol of up to four characters, between all kinds of neighbours, reads back as itself. ion-java's
 * writer leaves operators with a comment mark without quotes, so they are lost.
 */
class SymbolsComeBackTest {
    private static final String SIGNS = "!#%&*+-./;<=>?@^`|~";
    private static final int MAX_LEN = 4;

    /** Values that may precede and follow a symbol in an S-expression. */
    private static final String[] NEIGHBOURS = {
        "int", "negative", "decimal", "float", "infinity", "nan", "timestamp", "null", "bool", "string", "identifier",
        "operator", "slash", "star", "quoted", "blob", "clob", "list", "sexp", "struct", "annotated", "none",
    };

    private final StringmillIonTextWriterBuilder compact = StringmillIonTextWriterBuilder.standard();
    private final StringmillIonTextWriterBuilder pretty = StringmillIonTextWriterBuilder.pretty();

    /** All operators in the order of their lengths. */
    private static List<String> operators() {
        List<String> all = new ArrayList<>(List.of(""));
        for (int from = 0, len = 1; len <= MAX_LEN; len++) {
            int to = all.size();
            for (; from < to; from++) {
                for (int i = 0; i < SIGNS.length(); i++) {
                    all.add(all.get(from) + SIGNS.charAt(i));
                }
            }
        }
        return all.subList(1, all.size());
    }

    private static void neighbour(IonWriter writer, String kind) throws IOException {
        switch (kind) {
            case "int" -> writer.writeInt(1);
            case "negative" -> writer.writeInt(-1);
            case "decimal" -> writer.writeDecimal(new java.math.BigDecimal("-1.5"));
            case "float" -> writer.writeFloat(2);
            case "infinity" -> writer.writeFloat(Double.NEGATIVE_INFINITY);
            case "nan" -> writer.writeFloat(Double.NaN);
            case "timestamp" -> writer.writeTimestamp(com.amazon.ion.Timestamp.forYear(2024));
            case "null" -> writer.writeNull(IonType.INT);
            case "bool" -> writer.writeBool(true);
            case "string" -> writer.writeString("s");
            case "identifier" -> writer.writeSymbol("inf");
            case "operator" -> writer.writeSymbol("-");
            case "slash" -> writer.writeSymbol("/");
            case "star" -> writer.writeSymbol("*");
            case "quoted" -> writer.writeSymbol("a b");
            case "blob" -> writer.writeBlob(new byte[] {1});
            case "clob" -> writer.writeClob(new byte[] {'c'});
            case "list" -> container(writer, IonType.LIST);
            case "sexp" -> container(writer, IonType.SEXP);
            case "struct" -> container(writer, IonType.STRUCT);
            case "annotated" -> {
                writer.addTypeAnnotation("a");
                writer.writeInt(1);
            }
            default -> { }
        }
    }

    private static void container(IonWriter writer, IonType type) throws IOException {
        writer.stepIn(type);
        writer.stepOut();
    }

    @Test
    void operatorsInAllNeighbourhoods() throws IOException {
        List<String> operators = operators();
        assertEquals(137_560, operators.size());
        int combinations = NEIGHBOURS.length * NEIGHBOURS.length;
        for (int from = 0; from < operators.size(); from += 1_000) {
            List<String> part = operators.subList(from, Math.min(from + 1_000, operators.size()));
            // Short operators have all neighbours, long ones a sample of them.
            boolean isShort = part.get(0).length() <= 2;
            int step = Share.of(16) > 1 ? isShort ? 1 : combinations / 4 - 1 : isShort ? 7 : combinations - 1;
            for (int at = from % step; at < combinations; at += step) {
                String before = NEIGHBOURS[at / NEIGHBOURS.length];
                String after = NEIGHBOURS[at % NEIGHBOURS.length];
                comeBack(part, before, after, at % 2 == 0 ? compact : pretty);
            }
        }
    }

    /** Writes an S-expression for each operator, with the operator as symbol, annotation and field name. */
    private void comeBack(List<String> operators, String before, String after, IonTextWriterBuilder builder)
            throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try (IonWriter writer = builder.build(text)) {
            for (String operator : operators) {
                writer.stepIn(IonType.SEXP);
                neighbour(writer, before);
                writer.writeSymbol(operator);
                neighbour(writer, after);
                writer.addTypeAnnotation(operator);
                writer.stepIn(IonType.STRUCT);
                writer.setFieldName(operator);
                writer.writeSymbol(operator);
                writer.stepOut();
                writer.stepOut();
                writer.writeSymbol(operator);
            }
        }
        for (IonReader reader : readers(text.toByteArray())) {
            try (reader) {
                for (String operator : operators) {
                    read(reader, operator, before, after);
                }
                assertEquals(null, reader.next());
            }
        }
    }

    private static IonReader[] readers(byte[] text) {
        StringmillIonReaderBuilder ours = StringmillIonReaderBuilder.standard();
        return new IonReader[] {
            ours.withCompat(Compat.SPECIFICATION).build(text), ours.withCompat(Compat.ION_JAVA).build(text), IonReaderBuilder.standard().build(text),
        };
    }

    private static void read(IonReader reader, String operator, String before, String after) {
        String where = before + " " + operator + " " + after + " by " + reader.getClass().getSimpleName();
        assertEquals(IonType.SEXP, reader.next(), where);
        reader.stepIn();
        skip(reader, before);
        assertEquals(IonType.SYMBOL, reader.next(), where);
        assertEquals(operator, reader.stringValue(), where);
        skip(reader, after);
        assertEquals(IonType.STRUCT, reader.next(), where);
        assertEquals(List.of(operator), List.of(reader.getTypeAnnotations()), where);
        reader.stepIn();
        assertEquals(IonType.SYMBOL, reader.next(), where);
        assertEquals(operator, reader.getFieldName(), where);
        assertEquals(operator, reader.stringValue(), where);
        reader.stepOut();
        assertEquals(null, reader.next(), where);
        reader.stepOut();
        assertEquals(IonType.SYMBOL, reader.next(), where);
        assertEquals(operator, reader.stringValue(), where);
    }

    private static void skip(IonReader reader, String kind) {
        if (!kind.equals("none")) {
            reader.next();
        }
    }

    @Test
    void namesThatLookLikeVersionMarkers() throws IOException {
        for (String text : new String[] {"$ion_1_1", "$ion_2_0", "$ion_10_20"}) {
            assertEquals("'" + text + "' a::" + text + " [" + text + "]", written(text));
        }
        for (String text : new String[] {"$ion_1", "$ion_1_", "$ion__1", "$ion_a_1", "$ion_1_0_0"}) {
            assertEquals(text + " a::" + text + " [" + text + "]", written(text));
        }
    }

    /** A symbol at the top level, after an annotation, and in a list. */
    private String written(String symbol) throws IOException {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        try (IonWriter writer = compact.build(written)) {
            writer.writeSymbol(symbol);
            writer.addTypeAnnotation("a");
            writer.writeSymbol(symbol);
            writer.stepIn(IonType.LIST);
            writer.writeSymbol(symbol);
            writer.stepOut();
        }
        return written.toString(java.nio.charset.StandardCharsets.UTF_8);
    }
}
