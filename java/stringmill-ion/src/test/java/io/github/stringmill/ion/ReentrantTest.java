package io.github.stringmill.ion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazon.ion.IonReader;
import com.amazon.ion.IonWriter;
import com.amazon.ion.system.IonReaderBuilder;
import com.amazon.ion.system.IonTextWriterBuilder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Streams and appendables that read and write Ion while a reader or writer uses them. */
class ReentrantTest {
    private static final String DOCUMENT = document("plain text, then \\\"quotes\\\", \u0436\u4E2D\uD83D\uDE00 ", 500);
    private static final String OTHER = document("another \\\"text\\\" \u00E9 ", 300);

    private int uses;
    private boolean isInUse;

    private static String document(String piece, int times) {
        return ("{name:\"" + piece.repeat(times) + "\",'a " + piece.repeat(20) + "':[1,2.5,{{" + "YWJj".repeat(900)
                + "}},{{\"clob " + "x".repeat(5000) + "\"}}]}\n").repeat(3);
    }

    private static String copy(boolean ours, InputStream in, OutputStream out) throws IOException {
        IonReaderBuilder readers = ours ? StringmillIonReaderBuilder.standard() : IonReaderBuilder.standard();
        IonTextWriterBuilder writers = ours ? StringmillIonTextWriterBuilder.standard() : IonTextWriterBuilder.standard();
        try (IonReader reader = readers.build(in); IonWriter writer = writers.build(out)) {
            writer.writeValues(reader);
        }
        return out.toString();
    }

    private static InputStream in(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private void useLibrary() throws IOException {
        if (isInUse) {
            return;
        }
        isInUse = true;
        try {
            assertEquals(copy(false, in(OTHER), new ByteArrayOutputStream()),
                    copy(true, in(OTHER), new ByteArrayOutputStream()));
            uses++;
        } finally {
            isInUse = false;
        }
    }

    @Test
    void streams() throws Exception {
        String expected = copy(false, in(DOCUMENT), new ByteArrayOutputStream());
        InputStream in = new FilterInputStream(in(DOCUMENT)) {
            @Override
            public int read(byte[] dst, int at, int len) throws IOException {
                int read = super.read(dst, at, Math.min(len, 3_000));
                useLibrary();
                return read;
            }
        };
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        copy(true, in, new FilterOutputStream(bytes) {
            @Override
            public void write(byte[] src, int from, int len) throws IOException {
                useLibrary();
                out.write(src, from, len);
            }
        });
        assertEquals(expected, bytes.toString());
        assertTrue(uses > 10, "used " + uses + " times");
    }

    @Test
    void appendables() throws Exception {
        StringBuilder expected = new StringBuilder();
        StringBuilder text = new StringBuilder();
        Appendable foreign = new Appendable() {
            @Override
            public Appendable append(CharSequence piece) throws IOException {
                useLibrary();
                text.append(piece);
                return this;
            }

            @Override
            public Appendable append(CharSequence piece, int from, int to) throws IOException {
                return append(piece.subSequence(from, to));
            }

            @Override
            public Appendable append(char c) throws IOException {
                return append(String.valueOf(c));
            }
        };
        for (boolean ours : new boolean[] {false, true}) {
            try (IonReader reader = IonReaderBuilder.standard().build(DOCUMENT);
                    IonWriter writer = ours ? StringmillIonTextWriterBuilder.standard().build(foreign)
                            : IonTextWriterBuilder.standard().build(expected)) {
                writer.writeValues(reader);
            }
        }
        assertEquals(expected.toString(), text.toString());
        assertTrue(uses > 3, "used " + uses + " times");
    }
}
