package io.github.stringmill.ion.writer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import com.amazon.ion.IonWriter;
import com.amazon.ion.SymbolTable;
import com.amazon.ion.impl._Private_IonWriter;
import com.amazon.ion.system.IonReaderBuilder;
import com.amazon.ion.system.IonSystemBuilder;
import com.amazon.ion.system.IonTextWriterBuilder;
import io.github.stringmill.ion.StringmillIonTextWriterBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls after an error of a writer: the content of a string, symbol or name is never read as values. */
class AfterRefusalTest {
    private static final String INSIDE = "',7,\",[7],{a:7},''' 7 ";

    /** Lengths around those at which the writer handles text in another way, and around its buffer. */
    private static final int[] LENGTHS = {
        0, 1, 2, 7, 8, 9, 22, 30, 31, 32, 33, 63, 64, 65, 127, 128, 129, 2047, 2048, 8100, 8190, 8191, 8192, 8193, 20_000
    };

    private static List<IonTextWriterBuilder> builders() {
        List<IonTextWriterBuilder> builders = new ArrayList<>();
        for (boolean pretty : new boolean[] {false, true}) {
            for (int threshold : new int[] {0, 1}) {
                IonTextWriterBuilder builder = StringmillIonTextWriterBuilder.standard().withLongStringThreshold(threshold);
                builders.add(pretty ? builder.withPrettyPrinting() : builder);
                builders.add((pretty ? builder.withPrettyPrinting() : builder.copy()).withCharsetAscii());
            }
        }
        builders.add(StringmillIonTextWriterBuilder.json());
        return builders;
    }

    /** A call that is refused. */
    private interface Refused {
        void on(IonWriter writer, String text) throws IOException;
    }

    private static String text(int len) {
        return INSIDE.repeat(len / INSIDE.length() + 1).substring(0, len);
    }

    /** What ion-java reads from {@code {x:1, (refused), y:2}} and {@code 3}, of which the refused part is written by a call. */
    private static String read(IonTextWriterBuilder builder, String text, Refused refused) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        IonWriter writer = builder.build(out);
        writer.stepIn(IonType.STRUCT);
        writer.setFieldName("x");
        writer.writeInt(1);
        assertThrows(IllegalArgumentException.class, () -> refused.on(writer, text + "\ud800" + text));
        assertFalse(((_Private_IonWriter) writer).isFieldNameSet());
        writer.setFieldName("y");
        writer.writeInt(2);
        writer.stepOut();
        writer.writeInt(3);
        writer.close();
        StringBuilder seen = new StringBuilder();
        try (IonReader reader = IonReaderBuilder.standard().build(out.toByteArray())) {
            see(reader, seen);
        }
        return seen.toString();
    }

    private static void see(IonReader reader, StringBuilder seen) {
        for (IonType type = reader.next(); type != null; type = reader.next()) {
            seen.append(reader.getFieldName()).append('|').append(String.join("|", reader.getTypeAnnotations()));
            if (IonType.isContainer(type)) {
                reader.stepIn();
                seen.append('{');
                see(reader, seen);
                seen.append('}');
                reader.stepOut();
            } else {
                seen.append(reader.isNullValue() ? "null" : type == IonType.INT ? reader.intValue() : reader.stringValue());
            }
            seen.append(';');
        }
    }

    @Test
    void refusedTextEndsBeforeTheSurrogate() throws IOException {
        for (IonTextWriterBuilder builder : builders()) {
            for (int len : LENGTHS) {
                String text = text(len);
                String value = "null|{x|1;z|" + text + ";y|2;};null|3;";
                assertEquals(value, read(builder, text, (writer, refused) -> {
                    writer.setFieldName("z");
                    writer.writeString(refused);
                }));
                assertEquals(value, read(builder, text, (writer, refused) -> {
                    writer.setFieldName("z");
                    writer.writeSymbol(refused);
                }));
            }
        }
    }

    @Test
    void aRefusedNameBelongsToNull() throws IOException {
        for (IonTextWriterBuilder builder : builders()) {
            for (int len : LENGTHS) {
                String text = text(len);
                String named = "null|{x|1;" + text + "|null;y|2;};null|3;";
                assertEquals(named, read(builder, text, (writer, refused) -> {
                    writer.setFieldName(refused);
                    writer.addTypeAnnotation("a");
                    writer.writeInt(7);
                }));
                assertEquals(named, read(builder, text, (writer, refused) -> {
                    writer.setFieldName(refused);
                    writer.stepIn(IonType.STRUCT);
                }));
            }
        }
        IonTextWriterBuilder builder = StringmillIonTextWriterBuilder.standard();
        for (int len : LENGTHS) {
            String text = text(len);
            assertEquals("null|{x|1;z|a|" + text + "null;y|2;};null|3;", read(builder, text, (writer, refused) -> {
                writer.setFieldName("z");
                writer.setTypeAnnotations("a", refused, "b");
                writer.stepIn(IonType.LIST);
            }));
        }
    }

    /** A range that leaves its array is refused before a quote is opened. */
    @Test
    void aRefusedLobIsNotWritten() throws IOException {
        List<Refused> calls = List.of((writer, text) -> writer.writeClob(new byte[4], 2, 3),
                (writer, text) -> writer.writeClob(new byte[4], -1, 3), (writer, text) -> writer.writeBlob(new byte[4], -1, 3));
        for (Refused call : calls) {
            StringBuilder out = new StringBuilder();
            IonWriter writer = StringmillIonTextWriterBuilder.standard().build(out);
            writer.stepIn(IonType.SEXP);
            writer.writeInt(1);
            writer.setTypeAnnotations("a");
            assertThrows(IndexOutOfBoundsException.class, () -> call.on(writer, ""));
            writer.writeInt(2);
            writer.stepIn(IonType.STRUCT);
            writer.setFieldName("a");
            assertThrows(IndexOutOfBoundsException.class, () -> call.on(writer, ""));
            assertFalse(((_Private_IonWriter) writer).isFieldNameSet());
            writer.stepOut();
            writer.stepOut();
            writer.close();
            assertEquals("(1 2 {})", out.toString().strip());
        }
    }

    @Test
    void aWriterWithARefusedImportWritesNothing() {
        StringBuilder out = new StringBuilder();
        SymbolTable table = IonSystemBuilder.standard().build().newSharedSymbolTable("x\ud800", 1, List.of("a").iterator());
        IonTextWriterBuilder builder = StringmillIonTextWriterBuilder.standard().withImports(table);
        assertThrows(IllegalArgumentException.class, () -> builder.build(out));
        assertEquals("", out.toString());
    }

    /** A target that takes some bytes, fails once, and then takes all. */
    private static final class FailsOnce extends OutputStream {
        private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
        private final boolean failsInFlush;
        private int left;
        private boolean failed;
        private boolean closed;

        FailsOnce(int left, boolean failsInFlush) {
            this.left = left;
            this.failsInFlush = failsInFlush;
        }

        @Override
        public void write(int one) throws IOException {
            if (left == 0 && !failed && !failsInFlush) {
                failed = true;
                throw new IOException("once");
            }
            left--;
            taken.write(one);
        }

        @Override
        public void flush() throws IOException {
            if (left <= 0 && !failed) {
                failed = true;
                throw new IOException("once");
            }
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    /** Writes values and ignores the errors, as a careless program does; returns their number. */
    private static int write(IonWriter writer, int textLen) throws IOException {
        int errors = 0;
        for (int i = 0; i < 3; i++) {
            List<Refused> calls = List.of((w, text) -> w.stepIn(IonType.LIST), (w, text) -> w.writeInt(1),
                    (w, text) -> w.writeString(text), (w, text) -> w.writeSymbol(text), (w, text) -> w.stepIn(IonType.STRUCT),
                    (w, text) -> w.setFieldName(text), (w, text) -> w.writeBlob(text.getBytes(StandardCharsets.UTF_8)),
                    (w, text) -> w.stepOut(), (w, text) -> w.stepOut(), (w, text) -> w.flush());
            for (Refused call : calls) {
                try {
                    call.on(writer, text(textLen));
                } catch (IOException | RuntimeException e) {
                    errors++;
                }
            }
        }
        return errors;
    }

    @Test
    void aTargetThatHasFailedGetsNothingMore() throws IOException {
        for (int textLen : new int[] {20, 150, 9_000}) {
            ByteArrayOutputStream whole = new ByteArrayOutputStream();
            IonWriter good = StringmillIonTextWriterBuilder.standard().build(whole);
            assertEquals(0, write(good, textLen));
            good.close();
            for (int failAt = 0; failAt < whole.size(); failAt += 1 + textLen / 20 / 20 * 20) {
                for (boolean inFlush : new boolean[] {false, true}) {
                    FailsOnce target = new FailsOnce(failAt, inFlush);
                    IonWriter writer = StringmillIonTextWriterBuilder.standard().build(target);
                    assertTrue(write(writer, textLen) > 0);
                    assertThrows(IOException.class, writer::flush);
                    assertThrows(IOException.class, writer::close);
                    assertTrue(target.closed);
                    byte[] taken = target.taken.toByteArray();
                    assertArrayEquals(Arrays.copyOf(whole.toByteArray(), taken.length), taken, () -> "fails at " + target.left);
                }
            }
        }
    }

    /** Any exception of a target counts, and the next calls name it as their cause. */
    @Test
    void theFailureIsTheCauseOfTheNext() {
        IllegalArgumentException failure = new IllegalArgumentException("full");
        Appendable target = new Appendable() {
            @Override
            public Appendable append(CharSequence text) {
                throw failure;
            }

            @Override
            public Appendable append(CharSequence text, int from, int to) {
                throw failure;
            }

            @Override
            public Appendable append(char c) {
                throw failure;
            }
        };
        IonWriter writer = StringmillIonTextWriterBuilder.standard().build(target);
        assertSame(failure, assertThrows(IllegalArgumentException.class, () -> writer.writeString(text(20_000))));
        assertSame(failure, assertThrows(IOException.class, () -> writer.writeInt(1)).getCause());
    }
}
