package io.github.stringmill.ion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.amazon.ion.IonReader;
import com.amazon.ion.IonSystem;
import com.amazon.ion.IonType;
import com.amazon.ion.IonWriter;
import com.amazon.ion.system.IonBinaryWriterBuilder;
import com.amazon.ion.system.IonSystemBuilder;
import com.amazon.ion.system.SimpleCatalog;
import com.amazon.ion.util.InputStreamInterceptor;
import io.github.stringmill.ion.reader.TextReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** Settings of the builder, and the reader that it chooses for each input. */
class BuilderTest {
    private static final byte[] TEXT = "{a:1}".getBytes(StandardCharsets.UTF_8);
    private static final byte[] BINARY = binary();

    private static byte[] binary() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (IonWriter writer = IonBinaryWriterBuilder.standard().build(out)) {
            writer.stepIn(IonType.STRUCT);
            writer.setFieldName("a");
            writer.writeInt(1);
            writer.stepOut();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return out.toByteArray();
    }

    private static byte[] zipped(byte[] plain) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
            zip.write(plain);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return out.toByteArray();
    }

    /** Prepends a letter instead of packing. */
    private static final InputStreamInterceptor LETTER = new InputStreamInterceptor() {
        @Override
        public String formatName() {
            return "letter";
        }

        @Override
        public int numberOfBytesNeededToDetermineMatch() {
            return 6;
        }

        @Override
        public boolean isMatch(byte[] candidate, int offset, int length) {
            return candidate[offset] == '#';
        }

        @Override
        public InputStream newInputStream(InputStream packed) throws IOException {
            packed.read();
            return packed;
        }
    };

    private static byte[] lettered(byte[] plain) {
        byte[] packed = new byte[plain.length + 1];
        packed[0] = '#';
        System.arraycopy(plain, 0, packed, 1, plain.length);
        return packed;
    }

    private static void check(StringmillIonReaderBuilder builder, byte[] data, boolean isOurs) {
        for (int way = 0; way < 3; way++) {
            IonReader reader = way == 0 ? builder.build(data)
                    : builder.build(way == 1 ? new ByteArrayInputStream(data) : Source.slow(data));
            assertEquals(isOurs, reader instanceof TextReader);
            assertEquals(IonType.STRUCT, reader.next());
            reader.stepIn();
            assertEquals(IonType.INT, reader.next());
            assertEquals("a", reader.getFieldName());
            assertEquals(1, reader.intValue());
        }
    }

    @Test
    void textIsReadHereAndBinaryIsHandedOn() {
        StringmillIonReaderBuilder builder = StringmillIonReaderBuilder.standard();
        check(builder, TEXT, true);
        check(builder, BINARY, false);
        check(builder, zipped(TEXT), true);
        check(builder, zipped(BINARY), false);
        check(builder.withGzipDecompressionEnabled(false), TEXT, true);
    }

    @Test
    void interceptorsUnpack() {
        StringmillIonReaderBuilder builder = StringmillIonReaderBuilder.standard().addInputStreamInterceptor(LETTER);
        check(builder, lettered(TEXT), true);
        check(builder, lettered(BINARY), false);
        check(builder, zipped(TEXT), true);
        check(builder, BINARY, false);
    }

    @Test
    void emptyInputHasNoValues() {
        StringmillIonReaderBuilder builder = StringmillIonReaderBuilder.standard();
        assertEquals(null, builder.build(new byte[0]).next());
        assertEquals(null, builder.build(InputStream.nullInputStream()).next());
        assertEquals(null, builder.build("").next());
    }

    @Test
    void anImmutableBuilderStaysAsItIs() {
        StringmillIonReaderBuilder mutable = StringmillIonReaderBuilder.standard();
        assertSame(mutable, mutable.withCompat(Compat.ION_JAVA));
        assertSame(mutable, mutable.mutable());
        StringmillIonReaderBuilder fixed = mutable.immutable();
        assertSame(fixed, fixed.immutable());
        assertEquals(Compat.ION_JAVA, fixed.getCompat());
        assertThrows(UnsupportedOperationException.class, () -> fixed.setCompat(Compat.SPECIFICATION));
        assertThrows(UnsupportedOperationException.class, () -> fixed.setCatalog(new SimpleCatalog()));
        StringmillIonReaderBuilder changed = fixed.withCompat(Compat.SPECIFICATION);
        assertNotSame(fixed, changed);
        assertEquals(Compat.ION_JAVA, fixed.getCompat());
        assertEquals(Compat.SPECIFICATION, changed.getCompat());
        assertEquals(Compat.ION_JAVA, fixed.copy().getCompat());
    }

    @Test
    void theSystemReadsWithThisReader() throws IOException {
        IonSystem system = StringmillIonSystem.standard();
        assertEquals(true, system.newReader(TEXT) instanceof TextReader);
        assertEquals(true, system.newReader("{a:1}") instanceof TextReader);
        assertEquals("{a:1}", system.singleValue("{a:1}").toString());
        IonReader reader = system.newReader(TEXT);
        reader.next();
        assertEquals(IonSystemBuilder.standard().build().singleValue("{a:1}"), system.newValue(reader));
    }

    /** Differs from ion-java's builder: its systems accept only their own builders. */
    @Test
    void aSystemOfIonJavaTakesNoBuilderOfOurs() {
        IonSystemBuilder systems = IonSystemBuilder.standard().withReaderBuilder(StringmillIonReaderBuilder.standard());
        assertThrows(ClassCastException.class, systems::build);
    }

    @Test
    void aLoaderTakesThisReader() {
        IonSystem system = StringmillIonSystem.standard();
        assertEquals(system.getLoader().load(TEXT), system.getLoader().load(system.newReader(TEXT)));
    }

    @Test
    void aWriterCopiesSymbolTablesFromThisReader() throws IOException {
        String text = "$ion_symbol_table::{symbols:[\"one\"]} $10 {a:$10}";
        assertEquals(copied(IonSystemBuilder.standard().build(), text), copied(StringmillIonSystem.standard(), text));
    }

    private static String copied(IonSystem system, String text) throws IOException {
        StringBuilder out = new StringBuilder();
        try (IonWriter writer = IonSystemBuilder.standard().build().newTextWriter(out)) {
            writer.writeValues(system.newReader(text));
        }
        return out.toString();
    }
}
