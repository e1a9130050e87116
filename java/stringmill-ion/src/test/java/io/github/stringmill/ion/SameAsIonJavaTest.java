package io.github.stringmill.ion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import com.amazon.ion.IonReader;
import com.amazon.ion.IonSystem;
import com.amazon.ion.SymbolTable;
import com.amazon.ion.system.IonReaderBuilder;
import com.amazon.ion.system.IonSystemBuilder;
import com.amazon.ion.system.SimpleCatalog;
import io.github.stringmill.Share;
import io.github.stringmill.Stringmill;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Compares our reader with that of ion-java: the result of every method after every step, and the errors. */
class SameAsIonJavaTest {
    private static final int DOCUMENTS = Share.of(100_000);
    private static final int DAMAGED = Share.of(50_000);

    /** Texts that the two settings may read differently. */
    private static final Pattern DISPUTED =
            Pattern.compile("[^\\x20-\\x7E\\n\\r\\t]|[0-9A-FTa-fZz.]/[/*]|\\\\u|ion_\\d|ion_symbol_table|\\$0*3|\\d_\\d|\\{\\{|null\\.l"
                    // Operators before a comment; exponents and numbers of other bases without digits.
                    + "|[!#%&*+.;<=>?@^`|~/-]/[/*]|[0-9.][eEdD][+-]?(?![0-9])|[eEdD][+-]?[0-9]+\\.|0[xXbB](?![0-9a-fA-F])");

    /** Texts on which our reader differs from ion-java with both settings. */
    private static final Pattern OTHER = Pattern.compile("'\\\\|\\\\U(?!00(0.|10))");

    private static final SimpleCatalog CATALOG = catalog();

    private static SimpleCatalog catalog() {
        IonSystem system = IonSystemBuilder.standard().build();
        SimpleCatalog catalog = new SimpleCatalog();
        catalog.putTable(shared(system, "known", "k1", "k2", "k3"));
        catalog.putTable(shared(system, "shared", "s1", "s2"));
        return catalog;
    }

    private static SymbolTable shared(IonSystem system, String name, String... symbols) {
        return system.newSharedSymbolTable(name, 1, Arrays.asList(symbols).iterator());
    }

    private static List<String> said(IonReaderBuilder builder, Source source, byte[] text, Transcript.Way way,
            long seed) {
        return Transcript.of(() -> source.open(builder.withCatalog(CATALOG), text), way, seed);
    }

    private static String difference(Compat compat, Source source, byte[] text, Transcript.Way way, long seed) {
        List<String> expected = said(IonReaderBuilder.standard(), source.atOnce(), text, way, seed);
        List<String> found = said(StringmillIonReaderBuilder.standard().withCompat(compat), source, text, way, seed);
        return Transcript.difference(expected, found);
    }

    private static void check(Compat compat, Source source, byte[] text, Transcript.Way way, long seed) {
        String difference = difference(compat, source, text, way, seed);
        if (difference != null) {
            fail(compat + " " + source + " " + way + " seed " + seed + ": " + difference + "\n"
                    + new String(text, StandardCharsets.ISO_8859_1));
        }
    }

    /** In ill-formed text, ion-java may read the end of a name as a part of a character. */
    private static boolean isWellFormed(byte[] text) {
        return Stringmill.utf8ValidLen(text, 0, text.length) == text.length;
    }

    @Test
    void everyDocumentReadsTheSame() {
        Source[] sources = Source.values();
        Transcript.Way[] ways = Transcript.Way.values();
        for (int seed = 0; seed < DOCUMENTS; seed++) {
            byte[] text = new Documents(seed).document(1 + seed % 4);
            check(Compat.ION_JAVA, Source.BYTES, text, Transcript.Way.EVERYTHING, seed);
            check(Compat.ION_JAVA, sources[seed % sources.length], text, ways[seed % ways.length], seed);
        }
        System.out.println("SameAsIonJavaTest: " + DOCUMENTS + " documents read the same, twice each");
    }

    @Test
    void damagedDocumentsAreRefusedTheSame() {
        Source[] sources = Source.values();
        for (int seed = 0; seed < DAMAGED; seed++) {
            Documents documents = new Documents(seed);
            byte[] text = documents.damaged(documents.document(1 + seed % 3));
            if (OTHER.matcher(new String(text, StandardCharsets.ISO_8859_1)).find() || !isWellFormed(text)) {
                continue;
            }
            check(Compat.ION_JAVA, Source.BYTES, text, Transcript.Way.EVERYTHING, seed);
            check(Compat.ION_JAVA, sources[seed % sources.length], text, Transcript.Way.EVERYTHING, seed);
            if (!DISPUTED.matcher(new String(text, StandardCharsets.ISO_8859_1)).find()) {
                check(Compat.SPECIFICATION, Source.BYTES, text, Transcript.Way.EVERYTHING, seed);
            }
        }
    }

    @Test
    void aMillionNestedContainersAreRead() {
        int depth = 1_000_000;
        byte[] text = ("[".repeat(depth) + "]".repeat(depth)).getBytes(StandardCharsets.UTF_8);
        try (IonReader reader = StringmillIonReaderBuilder.standard().build(text)) {
            for (int i = 0; i < depth; i++) {
                reader.next();
                reader.stepIn();
            }
            assertEquals(depth, reader.getDepth());
            for (int i = 0; i < depth; i++) {
                reader.stepOut();
            }
            assertEquals(null, reader.next());
        } catch (java.io.IOException e) {
            throw new AssertionError(e);
        }
    }
}
