package io.github.stringmill.ion;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazon.ion.IonDatagram;
import com.amazon.ion.IonException;
import com.amazon.ion.IonInt;
import com.amazon.ion.IonLoader;
import com.amazon.ion.IonSystem;
import com.amazon.ion.IonValue;
import com.amazon.ion.UnexpectedEofException;
import com.amazon.ion.system.IonSystemBuilder;
import com.amazon.ion.system.SimpleCatalog;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trees of values, by each way of a system to read them, beside those of ion-java. */
@SuppressWarnings("deprecation") // So that deprecated methods are tested too.
class TreeTest {
    private static final String TEXT = "$ion_symbol_table::{symbols:[\"one\"]} $10::{a:[1, 2e0, 3., $10]} 'two words' \"\u00e9\" "
            + "2026-11-28T00:00:00Z {{aGk=}} null.list";

    /** White space in the specification, and an error in ion-java: shows which reader has run. */
    private static final String ONLY_OURS = "1\u000B2";

    private static final String DAMAGED = "first {a:1 b:2}";

    private final IonSystem theirs = IonSystemBuilder.standard().build();
    private final IonSystem ours = StringmillIonSystem.standard();

    /** A way from a text to its values. */
    private interface Way {
        List<IonValue> read(IonSystem system, String text) throws IOException;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static List<IonValue> all(Iterator<IonValue> values) {
        List<IonValue> all = new ArrayList<>();
        values.forEachRemaining(all::add);
        return all;
    }

    private List<Way> ways(Path folder) {
        Path file = folder.resolve("values.ion");
        return List.of(
                (system, text) -> system.getLoader().load(text),
                (system, text) -> system.getLoader().load(utf8(text)),
                (system, text) -> system.getLoader().load(new StringReader(text)),
                (system, text) -> system.getLoader().load(new ByteArrayInputStream(utf8(text))),
                (system, text) -> system.getLoader().load(Files.writeString(file, text).toFile()),
                (system, text) -> system.newLoader().load(text),
                (system, text) -> system.newLoader(new SimpleCatalog()).load(utf8(text)),
                (system, text) -> all(system.iterate(text)),
                (system, text) -> all(system.iterate(utf8(text))),
                (system, text) -> all(system.iterate(new StringReader(text))),
                (system, text) -> all(system.iterate(new ByteArrayInputStream(utf8(text)))));
    }

    @Test
    void theSameValues(@TempDir Path folder) throws IOException {
        for (Way way : ways(folder)) {
            assertEquals(way.read(theirs, TEXT), way.read(ours, TEXT));
            assertEquals(List.of(), way.read(ours, ""));
            assertEquals(2, way.read(ours, ONLY_OURS).size());
            assertThrows(IonException.class, () -> way.read(theirs, ONLY_OURS));
        }
    }

    /** After an error the system and its loader read the next text. */
    @Test
    void damage(@TempDir Path folder) throws IOException {
        for (Way way : ways(folder)) {
            assertThrows(IonException.class, () -> way.read(theirs, DAMAGED));
            assertThrows(IonException.class, () -> way.read(ours, DAMAGED));
            assertEquals(way.read(theirs, TEXT), way.read(ours, TEXT));
        }
        Iterator<IonValue> values = ours.iterate(DAMAGED);
        assertEquals("first", values.next().toString());
        assertThrows(IonException.class, () -> all(values));
    }

    @Test
    void treesAreThoseOfIonJava() throws IOException {
        IonDatagram expected = theirs.getLoader().load(TEXT);
        IonDatagram tree = ours.getLoader().load(TEXT);
        assertEquals(expected.toString(), tree.toString());
        assertArrayEquals(expected.getBytes(), tree.getBytes());
        assertEquals(expected.systemSize(), tree.systemSize());
        assertEquals(expected.get(0).getSymbolTable().findSymbol("one"), tree.get(0).getSymbolTable().findSymbol("one"));
        tree.add(ours.newInt(1));
        assertEquals(expected.size() + 1, tree.size());
        assertEquals(expected, ours.getLoader().load(expected.getBytes()));
        assertEquals(expected, ours.getLoader().load(new ByteArrayInputStream(zipped(expected.getBytes()))));
        assertEquals(expected, ours.getLoader().load(zipped(utf8(TEXT))));
    }

    private static byte[] zipped(byte[] plain) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
            zip.write(plain);
        }
        return out.toByteArray();
    }

    @Test
    void singleValues() {
        for (IonSystem system : List.of(theirs, ours)) {
            assertEquals(7, ((IonInt) system.singleValue("7")).intValue());
            assertEquals(7, ((IonInt) system.singleValue(utf8("7"))).intValue());
            assertEquals(7, ((IonInt) system.singleValue(utf8("1 7 2"), 2, 1)).intValue());
            byte[] binary = system.newDatagram(system.newInt(7)).getBytes();
            assertEquals(7, ((IonInt) system.singleValue(binary)).intValue());
            for (String none : List.of("", " ", "// comment")) {
                assertThrows(UnexpectedEofException.class, () -> system.singleValue(none));
                assertThrows(UnexpectedEofException.class, () -> system.singleValue(utf8(none)));
            }
            assertThrows(IonException.class, () -> system.singleValue("1 2"));
            assertThrows(IonException.class, () -> system.singleValue(utf8("1 2")));
            assertThrows(IonException.class, () -> system.singleValue("{a"));
        }
        assertThrows(IonException.class, () -> ours.singleValue(ONLY_OURS));
    }

    /** A stream and a reader that fail after some text. */
    @Test
    void failuresOfTheSource() {
        for (IonSystem system : List.of(theirs, ours)) {
            IOException failure = new IOException("source");
            InputStream bytes = new InputStream() {
                private int at;

                @Override
                public int read() throws IOException {
                    if (at == 20) {
                        throw failure;
                    }
                    return at++ % 2 == 0 ? '1' : ' ';
                }
            };
            assertSame(failure, assertThrows(IOException.class, () -> system.getLoader().load(bytes)));
            Reader text = new Reader() {
                @Override
                public int read(char[] dst, int from, int len) throws IOException {
                    throw failure;
                }

                @Override
                public void close() {
                    // Nothing is open.
                }
            };
            assertSame(failure, assertThrows(IOException.class, () -> system.getLoader().load(text)));
            assertThrows(IOException.class, () -> system.getLoader().load(Path.of("no such file").toFile()));
        }
    }

    @Test
    void loadersBelongToTheSystem() {
        assertSame(ours, ours.getLoader().getSystem());
        assertSame(ours.getLoader(), ours.getLoader());
        assertSame(ours.getCatalog(), ours.getLoader().getCatalog());
        SimpleCatalog catalog = new SimpleCatalog();
        catalog.putTable(theirs.newSharedSymbolTable("shared", 1, List.of("imported").iterator()));
        IonLoader loader = ours.newLoader(catalog);
        assertSame(catalog, loader.getCatalog());
        String text = "$ion_symbol_table::{imports:[{name:\"shared\",version:1,max_id:1}]} $10";
        assertEquals("imported", loader.load(text).get(0).toString());
        assertEquals(theirs.newLoader(catalog).load(text), loader.load(text));
        assertSame(ours.getCatalog(), ours.newLoader((SimpleCatalog) null).getCatalog());
        Iterator<IonValue> values = ours.iterate("1");
        assertTrue(values.hasNext());
        values.next();
        assertFalse(values.hasNext());
        assertThrows(NoSuchElementException.class, values::next);
    }
}
