package io.github.stringmill.ion;

import com.amazon.ion.IonReader;
import com.amazon.ion.IonWriter;
import com.amazon.ion.system.IonReaderBuilder;
import com.amazon.ion.system.IonTextWriterBuilder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/** Reads and writes Ion text with our classes or with ion-java, for {@link NothingStaysTest}. */
public class Program implements Supplier<Object>, Runnable {
    private static final byte[] TEXT = ("{name: \"some text \u0436\u4E2D\", 'a symbol': [1, 2e0, 3.4], blob: {{ "
            + "YWJjZGVm".repeat(400) + " }}, other: '''long \"text\" '''}\n").repeat(30)
            .getBytes(StandardCharsets.UTF_8);

    private final boolean ours;

    /** Uses our classes. */
    public Program() {
        this("ours");
    }

    /** Uses our classes if the name is {@code ours}. */
    public Program(String name) {
        ours = name.startsWith("ours");
    }

    @Override
    public Object get() {
        IonReaderBuilder readers = ours ? StringmillIonReaderBuilder.standard() : IonReaderBuilder.standard();
        IonTextWriterBuilder writers = ours ? StringmillIonTextWriterBuilder.standard() : IonTextWriterBuilder.standard();
        try (IonReader reader = readers.build(new ByteArrayInputStream(TEXT));
                IonReader array = readers.build(TEXT);
                IonWriter writer = writers.build(new ByteArrayOutputStream())) {
            writer.writeValues(reader);
            writer.writeValues(array);
            writer.writeString("plain, \"quoted\", \u0436\u4E2D ".repeat(50));
            return this;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void run() {
        get();
    }
}
