package io.github.stringmill.ion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.amazon.ion.Decimal;
import com.amazon.ion.IonSystem;
import com.amazon.ion.IonType;
import com.amazon.ion.IonWriter;
import com.amazon.ion.SymbolTable;
import com.amazon.ion.system.IonSystemBuilder;
import com.amazon.ion.system.IonTextWriterBuilder;
import com.amazon.ion.system.IonTextWriterBuilder.LstMinimizing;
import com.amazon.ion.system.IonWriterBuilder.InitialIvmHandling;
import com.amazon.ion.system.IonWriterBuilder.IvmMinimizing;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class StringmillIonTextWriterBuilderTest {
    private static String written(IonTextWriterBuilder builder) throws IOException {
        StringBuilder text = new StringBuilder();
        try (IonWriter writer = builder.build(text)) {
            writer.setTypeAnnotations("a");
            writer.stepIn(IonType.SEXP);
            writer.writeSymbol("+");
            writer.writeDecimal(Decimal.valueOf(150, 2));
            writer.stepOut();
        }
        return text.toString();
    }

    @Test
    void defaultsAreThoseOfIonJava() {
        IonTextWriterBuilder theirs = IonTextWriterBuilder.standard();
        IonTextWriterBuilder ours = StringmillIonTextWriterBuilder.standard();
        assertNull(ours.getCharset());
        assertNull(ours.getCatalog());
        assertNull(ours.getImports());
        assertNull(ours.getInitialIvmHandling());
        assertNull(ours.getIvmMinimizing());
        assertNull(ours.getLstMinimizing());
        assertNull(ours.getNewLineType());
        assertEquals(theirs.getLongStringThreshold(), ours.getLongStringThreshold());
        assertEquals(theirs.getWriteTopLevelValuesOnNewLines(), ours.getWriteTopLevelValuesOnNewLines());
        assertEquals(theirs.getMaximumTimestampPrecisionDigits(), ours.getMaximumTimestampPrecisionDigits());
    }

    @Test
    void kindsOfBuilders() throws IOException {
        assertEquals("a::(+ 1.50)", written(StringmillIonTextWriterBuilder.standard()));
        assertEquals("a::(+ 1.50)", written(StringmillIonTextWriterBuilder.minimal()));
        assertEquals(written(IonTextWriterBuilder.pretty()), written(StringmillIonTextWriterBuilder.pretty()));
        assertEquals("[\"+\",150e-2]", written(StringmillIonTextWriterBuilder.json()));
        IonTextWriterBuilder minimal = StringmillIonTextWriterBuilder.minimal();
        assertEquals(InitialIvmHandling.SUPPRESS, minimal.getInitialIvmHandling());
        assertEquals(IvmMinimizing.DISTANT, minimal.getIvmMinimizing());
        assertEquals(LstMinimizing.EVERYTHING, minimal.getLstMinimizing());
    }

    @Test
    void immutableBuilders() throws IOException {
        StringmillIonTextWriterBuilder mutable = StringmillIonTextWriterBuilder.standard();
        assertSame(mutable, mutable.mutable());
        assertSame(mutable, mutable.withCharsetAscii());
        StringmillIonTextWriterBuilder immutable = mutable.immutable();
        assertNotSame(mutable, immutable);
        assertSame(immutable, immutable.immutable());
        assertNotSame(immutable, immutable.mutable());
        assertThrows(UnsupportedOperationException.class, () -> immutable.setLongStringThreshold(1));
        assertThrows(UnsupportedOperationException.class, () -> immutable.setCharset(null));
        IonTextWriterBuilder pretty = immutable.withPrettyPrinting();
        assertNotSame(immutable, pretty);
        assertEquals("a::(+ 1.50)", written(immutable));
        assertEquals(written(IonTextWriterBuilder.pretty()), written(pretty));
        assertEquals(IonTextWriterBuilder.ASCII, pretty.getCharset());
        mutable.setCharset(IonTextWriterBuilder.UTF8);
        assertEquals(IonTextWriterBuilder.ASCII, immutable.getCharset());
        assertInstanceOf(StringmillIonTextWriterBuilder.class, immutable.withLongStringThreshold(3));
    }

    /** Differs from ion-java, whose copy does not write JSON and whose immutable builder does afterwards. */
    @Test
    void jsonOfAnImmutableBuilder() throws IOException {
        StringmillIonTextWriterBuilder immutable = StringmillIonTextWriterBuilder.standard().immutable();
        assertEquals("[\"+\",150e-2]", written(immutable.withJsonDowngrade()));
        assertEquals("a::(+ 1.50)", written(immutable));

        IonTextWriterBuilder theirs = IonTextWriterBuilder.standard().immutable();
        assertEquals("a::(+ 1.50)", written(theirs.withJsonDowngrade()));
        assertEquals("[\"+\",150e-2]", written(theirs));
    }

    /** Differs from ion-java, which writes text that is not Ion. */
    @Test
    void leastScale() throws IOException {
        String[] texts = new String[2];
        IonTextWriterBuilder[] builders = {IonTextWriterBuilder.standard(), StringmillIonTextWriterBuilder.standard()};
        for (int i = 0; i < 2; i++) {
            StringBuilder text = new StringBuilder();
            try (IonWriter writer = builders[i].build(text)) {
                writer.writeDecimal(Decimal.valueOf(BigInteger.ONE, Integer.MIN_VALUE));
            }
            texts[i] = text.toString();
        }
        assertEquals("1d--2147483648", texts[0]);
        assertEquals("1d2147483648", texts[1]);
    }

    @Test
    void refusals() {
        IonTextWriterBuilder noDigits =
                StringmillIonTextWriterBuilder.standard().withMaximumTimestampPrecisionDigits(0);
        IllegalArgumentException digits = assertThrows(IllegalArgumentException.class,
                () -> noDigits.build(OutputStream.nullOutputStream()));
        assertEquals("Configured maximum timestamp precision must be positive, not 0.", digits.getMessage());
        assertThrows(IllegalArgumentException.class,
                () -> StringmillIonTextWriterBuilder.standard().withCharset(StandardCharsets.ISO_8859_1));
        IonTextWriterBuilder standard = StringmillIonTextWriterBuilder.standard();
        assertThrows(NullPointerException.class, () -> standard.build((OutputStream) null));
        assertThrows(NullPointerException.class, () -> standard.build((Appendable) null));
    }

    @Test
    void writersOfASystem() throws IOException {
        IonSystem theirs = IonSystemBuilder.standard().build();
        SymbolTable table = theirs.newSharedSymbolTable("t", 1, List.of("a", "\u00e4").iterator());
        String[] texts = new String[2];
        IonSystem[] systems = {theirs, StringmillIonSystem.standard()};
        for (int i = 0; i < 2; i++) {
            StringBuilder text = new StringBuilder();
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            for (IonWriter writer : List.of(systems[i].newTextWriter(text), systems[i].newTextWriter(text, table),
                    systems[i].newTextWriter(bytes), systems[i].newTextWriter(bytes, table))) {
                writer.writeSymbol("\u00e4");
                writer.close();
            }
            texts[i] = text + bytes.toString(StandardCharsets.UTF_8);
        }
        assertEquals(texts[0], texts[1]);
    }

    /** Counts the bytes that reach a stream. */
    private static final class Counting extends ByteArrayOutputStream {
        int flushes;
        int closes;

        @Override
        public void flush() {
            flushes++;
        }

        @Override
        public void close() {
            closes++;
        }
    }

    @Test
    void eachValueAtTopLevelIsFlushed() throws IOException {
        Counting theirs = flushed(IonTextWriterBuilder.standard());
        Counting ours = flushed(StringmillIonTextWriterBuilder.standard());
        assertEquals(theirs.flushes, ours.flushes);
        assertEquals(1, ours.closes);
        assertEquals(theirs.toString(StandardCharsets.UTF_8), ours.toString(StandardCharsets.UTF_8));
    }

    private static Counting flushed(IonTextWriterBuilder builder) throws IOException {
        Counting out = new Counting();
        IonWriter writer = builder.build(out);
        writer.writeInt(1);
        assertEquals("1", out.toString(StandardCharsets.UTF_8));
        assertEquals(1, out.flushes);
        writer.stepIn(IonType.LIST);
        writer.writeInt(2);
        assertEquals(1, out.flushes);
        writer.flush();
        assertEquals("1 [2", out.toString(StandardCharsets.UTF_8));
        writer.stepOut();
        writer.finish();
        writer.writeBool(true);
        writer.close();
        writer.close();
        return out;
    }
}
