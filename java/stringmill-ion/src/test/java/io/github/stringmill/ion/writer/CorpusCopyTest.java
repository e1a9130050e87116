package io.github.stringmill.ion.writer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.amazon.ion.IonDatagram;
import com.amazon.ion.IonException;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonWriter;
import com.amazon.ion.system.IonReaderBuilder;
import com.amazon.ion.system.IonTextWriterBuilder;
import io.github.stringmill.Share;
import io.github.stringmill.ion.StringmillIonTextWriterBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The files of ion-tests, read by ion-java and written by both writers. This project does not contain them. */
class CorpusCopyTest {
    /** Two files take minutes to read. */
    private static final String SLOW = "subfieldVarUInt";

    private static final List<UnaryOperator<IonTextWriterBuilder>> SETTINGS = List.of(
            b -> b,
            IonTextWriterBuilder::withPrettyPrinting,
            IonTextWriterBuilder::withMinimalSystemData,
            IonTextWriterBuilder::withJsonDowngrade,
            b -> b.withCharsetAscii().withLongStringThreshold(4).withWriteTopLevelValuesOnNewLines(true));

    private interface Copy {
        void to(IonWriter writer) throws IOException;
    }

    private static List<Path> files() throws IOException {
        String named = System.getenv("STRINGMILL_SUITES");
        Path root = Path.of(System.getProperty("stringmill.root", ".."));
        Path suites = named != null ? Path.of(named) : root.resolve("../shared");
        Path folder = suites.resolve("ion-tests/iontestdata/good");
        assumeTrue(Files.isDirectory(folder), "not run: ion-tests are not in the folder of STRINGMILL_SUITES");
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(f -> f.toString().endsWith(".ion") || f.toString().endsWith(".10n"))
                    .filter(f -> !f.getFileName().toString().startsWith(SLOW)).sorted().toList();
        }
    }

    /** The written text, and the exception if there was one. */
    private static String written(IonTextWriterBuilder builder, Copy copy) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        String failure = "";
        IonWriter writer = builder.build(out);
        try {
            copy.to(writer);
        } catch (IonException | IllegalArgumentException | IllegalStateException e) {
            failure = " " + e.getClass() + ": " + e.getMessage();
        }
        writer.close();
        return out.toString(StandardCharsets.UTF_8) + failure;
    }

    private static void compare(Path file, Copy copy) throws IOException {
        for (UnaryOperator<IonTextWriterBuilder> settings : SETTINGS) {
            String theirs = written(settings.apply(IonTextWriterBuilder.standard()), copy);
            String ours = written(settings.apply(StringmillIonTextWriterBuilder.standard()), copy);
            assertEquals(theirs, ours, file.toString());
        }
        Random random = new Random(file.getFileName().hashCode());
        for (int i = 0; i < Share.of(20); i++) {
            WriterSettings settings = WriterSettings.any(random);
            assertEquals(written(settings.theirs(), copy), written(settings.ours(), copy), file + " " + settings);
        }
    }

    @Test
    void readersAreCopied() throws IOException {
        int compared = 0;
        for (Path file : files()) {
            byte[] bytes = Files.readAllBytes(file);
            compare(file, writer -> {
                try (IonReader reader = IonReaderBuilder.standard().build(bytes)) {
                    writer.writeValues(reader);
                }
            });
            compared++;
        }
        assertTrue(compared > 200, "compared: " + compared);
    }

    @Test
    void treesAreWritten() throws IOException {
        int compared = 0;
        for (Path file : files()) {
            IonDatagram tree;
            try {
                tree = WriterSettings.SYSTEM.getLoader().load(Files.readAllBytes(file));
            } catch (IonException e) {
                // ion-java fails on some files.
                continue;
            }
            compare(file, tree::writeTo);
            compare(file, writer -> {
                for (com.amazon.ion.IonValue value : tree) {
                    value.writeTo(writer);
                }
            });
            compared++;
        }
        assertTrue(compared > 200, "compared: " + compared);
    }
}
