package io.github.stringmill.ion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazon.ion.IonDatagram;
import com.amazon.ion.IonException;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonSequence;
import com.amazon.ion.IonString;
import com.amazon.ion.IonSystem;
import com.amazon.ion.IonTimestamp;
import com.amazon.ion.IonValue;
import com.amazon.ion.system.IonReaderBuilder;
import com.amazon.ion.system.IonSystemBuilder;
import com.amazon.ion.util.Equivalence;
import io.github.stringmill.Share;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Reads the vectors of the Ion project from the folder that {@code STRINGMILL_SUITES} names. */
class CorpusTest {
    private static final IonSystem SYSTEM = IonSystemBuilder.standard().build();
    /** They are not UTF-8. */
    private static final Set<String> OTHER_ENCODINGS = Set.of("utf16.ion", "utf32.ion");
    /** Files on which ion-java differs from the specification. */
    private static final Set<String> REFUSED_BY_ION_JAVA = Set.of("whitespace.ion", "clobNewlines.ion");

    private static Path folder;

    @BeforeAll
    static void find() {
        String suites = System.getenv("STRINGMILL_SUITES");
        Path root = Path.of(System.getProperty("stringmill.root")).normalize();
        Path all = suites != null ? Path.of(suites) : root.resolveSibling("shared");
        folder = all.resolve("ion-tests/iontestdata");
        boolean there = Files.isDirectory(folder);
        if (!there) {
            System.out.println("CorpusTest: not run: no ion-tests in the folder that STRINGMILL_SUITES names");
        }
        Assumptions.assumeTrue(there, "no ion-tests");
    }

    private static List<Path> files(String below) {
        try (Stream<Path> files = Files.walk(folder.resolve(below))) {
            List<Path> texts = files.filter(file -> file.toString().endsWith(".ion"))
                    .filter(file -> !OTHER_ENCODINGS.contains(file.getFileName().toString()))
                    .sorted().toList();
            assertTrue(!texts.isEmpty(), below);
            return texts;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] text(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static IonReader open(Source source, byte[] text) {
        return source.open(StringmillIonReaderBuilder.standard(), text);
    }

    /** All values of a reader. */
    private static IonDatagram values(IonReader reader) {
        IonDatagram values = SYSTEM.newDatagram();
        while (reader.next() != null) {
            values.add(SYSTEM.newValue(reader));
        }
        return values;
    }

    @Test
    void everyGoodFileIsRead() {
        int read = 0;
        for (Path file : files("good")) {
            for (Source source : Source.values()) {
                if (source == Source.BYTES || Share.has(read++)) {
                    List<String> said = Transcript.of(() -> open(source, text(file)), Transcript.Way.EVERYTHING, 1);
                    assertTrue(Transcript.isWhole(said), () -> source + " " + file + " " + said.get(said.size() - 1));
                }
            }
        }
    }

    @Test
    void everyGoodFileReadsAsInIonJava() {
        int compared = 0;
        for (Path file : files("good")) {
            if (!REFUSED_BY_ION_JAVA.contains(file.getFileName().toString())) {
                for (Source source : Source.values()) {
                    for (Transcript.Way way : Transcript.Way.values()) {
                        if (!Share.has(compared++)) {
                            continue;
                        }
                        List<String> expected = Transcript.of(
                                () -> source.atOnce().open(IonReaderBuilder.standard(), text(file)), way, 1);
                        List<String> found = Transcript.of(() -> open(source, text(file)), way, 1);
                        assertEquals(null, Transcript.difference(expected, found), source + " " + file);
                    }
                }
            }
        }
    }

    @Test
    void everyBadFileIsRefused() {
        for (Path file : files("bad")) {
            for (Source source : Source.values()) {
                if (!source.isCharacters() || !file.toString().contains("utf8")) {
                    assertThrows(IonException.class, () -> values(open(source, text(file))),
                            () -> source + " " + file);
                }
            }
        }
    }

    /** The elements of a sequence, or the documents in its strings. */
    private static List<IonValue> elements(IonValue sequence) {
        List<IonValue> elements = new ArrayList<>();
        for (IonValue element : (IonSequence) sequence) {
            elements.add(sequence.hasTypeAnnotation("embedded_documents")
                    ? values(StringmillIonReaderBuilder.standard().build(((IonString) element).stringValue()))
                    : element);
        }
        return elements;
    }

    @Test
    void equivalentValuesAreEqual() {
        for (Path file : files("good/equivs")) {
            for (IonValue sequence : values(open(Source.BYTES, text(file)))) {
                List<IonValue> elements = elements(sequence);
                for (IonValue element : elements) {
                    assertTrue(Equivalence.ionEquals(elements.get(0), element),
                            () -> file + ": " + elements.get(0) + " and " + element);
                }
            }
        }
    }

    @Test
    void otherValuesAreNotEqual() {
        for (Path file : files("good/non-equivs")) {
            for (IonValue sequence : values(open(Source.BYTES, text(file)))) {
                List<IonValue> elements = elements(sequence);
                for (int i = 0; i < elements.size(); i++) {
                    for (int j = i + 1; j < elements.size(); j++) {
                        IonValue one = elements.get(i);
                        IonValue other = elements.get(j);
                        assertTrue(!Equivalence.ionEquals(one, other), () -> file + ": " + one + " and " + other);
                    }
                }
            }
        }
    }

    @Test
    void timestampsOfOneInstantAreOne() {
        for (Path file : files("good/timestamp/equivTimeline")) {
            for (IonValue sequence : values(open(Source.BYTES, text(file)))) {
                IonTimestamp first = (IonTimestamp) ((IonSequence) sequence).get(0);
                for (IonValue other : (IonSequence) sequence) {
                    assertEquals(0, first.timestampValue().compareTo(((IonTimestamp) other).timestampValue()),
                            file.toString());
                }
            }
        }
    }

    @Test
    void binaryFilesGoToIonJava() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("good"))) {
            // Two of them take ion-java minutes.
            List<Path> binary = files.filter(file -> file.toString().endsWith(".10n"))
                    .filter(file -> !file.getFileName().toString().startsWith("subfieldVarUInt")).toList();
            assertNotEquals(0, binary.size());
            for (Path file : binary) {
                assertEquals(read(IonReaderBuilder.standard(), file), read(StringmillIonReaderBuilder.standard(), file),
                        file.toString());
            }
        }
    }

    /** The values of a file, or the word that it was refused. */
    private static String read(IonReaderBuilder builder, Path file) {
        try {
            return values(builder.build(text(file))).toString();
        } catch (IonException e) {
            return "refused";
        }
    }
}
