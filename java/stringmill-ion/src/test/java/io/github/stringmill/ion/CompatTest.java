package io.github.stringmill.ion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.amazon.ion.IonException;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import com.amazon.ion.UnexpectedEofException;
import com.amazon.ion.system.IonReaderBuilder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each row of the table of {@link StringmillIonReaderBuilder}. */
class CompatTest {
    private static final String REFUSED = "refused";

    /** What a reader makes of the values of a text, in short. */
    private static String read(IonReaderBuilder builder, byte[] text) {
        StringBuilder read = new StringBuilder();
        List<String> said = Transcript.of(() -> builder.build(text), Transcript.Way.EVERYTHING, 0);
        if (!Transcript.isWhole(said)) {
            return REFUSED;
        }
        IonReader reader = builder.build(text);
        for (IonType type = reader.next(); type != null; type = reader.next()) {
            read.append(read.length() == 0 ? "" : " ").append(switch (type) {
                case INT -> reader.isNullValue() ? "null" : String.valueOf(reader.intValue());
                case STRING, SYMBOL -> reader.stringValue();
                case BLOB, CLOB -> HexFormat.of().formatHex(reader.newBytes());
                case TIMESTAMP -> reader.timestampValue().toString();
                default -> type.toString();
            });
        }
        return read.toString();
    }

    private static void check(String text, String bySpecification, String byIonJava) {
        check(text.getBytes(StandardCharsets.UTF_8), bySpecification, byIonJava);
    }

    private static void check(byte[] text, String bySpecification, String byIonJava) {
        assertEquals(byIonJava, read(IonReaderBuilder.standard(), text), "ion-java");
        assertEquals(byIonJava, read(with(Compat.ION_JAVA), text), "as ion-java");
        assertEquals(bySpecification, read(with(Compat.SPECIFICATION), text), "by the specification");
        assertEquals(bySpecification, read(StringmillIonReaderBuilder.standard(), text), "by default");
    }

    private static IonReaderBuilder with(Compat compat) {
        return StringmillIonReaderBuilder.standard().withCompat(compat);
    }

    @Test
    void verticalTabAndFormFeedAreWhiteSpace() {
        check("1\u000B2\f3", "1 2 3", REFUSED);
        check("\u000Ba\f", "a", REFUSED);
        check("{{QUFB\fQUFB\u000B}}", "414141414141", REFUSED);
    }

    @Test
    void aCommentDoesNotEndANumber() {
        for (String comment : List.of("/**/", "//\n")) {
            check("1" + comment, REFUSED, "1");
            check("2007-01-01" + comment, REFUSED, "2007-01-01");
            check("1.5" + comment, REFUSED, "DECIMAL");
            check("1e5" + comment, REFUSED, "FLOAT");
            check("0xA" + comment, REFUSED, "10");
            check("-inf" + comment, REFUSED, "FLOAT");
        }
        check("1 /**/2", "1 2", "1 2");
    }

    @Test
    void anEscapedLineEndInAShortClobStandsForNothing() {
        check("{{\"a\\\nb\"}}", "6162", REFUSED);
        check("{{\"a\\\r\nb\\\rc\"}}", "616263", REFUSED);
    }

    @Test
    void controlsAreRefused() {
        check("{{\"a\u0000b\"}}", REFUSED, "610062");
        check("'a\u0001b'", REFUSED, "a\u0001b");
    }

    @Test
    void aQuotedVersionMarkerIsNone() {
        String text = "$ion_symbol_table::{symbols:[\"one\"]} '$ion_1_0' $10";
        check(text, "one", REFUSED);
    }

    @Test
    void illFormedUtf8IsRefused() {
        check(new byte[] {'"', (byte) 0xC3, '(', '"'}, REFUSED, "è");
        check(new byte[] {'"', (byte) 0xC1, (byte) 0x81, '"'}, REFUSED, "A");
        check(new byte[] {'\'', (byte) 0xE0, (byte) 0x81, (byte) 0x81, '\''}, REFUSED, "A");
        check(new byte[] {'"', (byte) 0xED, (byte) 0xA0, (byte) 0xBD, (byte) 0xED, (byte) 0xB8, (byte) 0x80, '"'},
                REFUSED, "😀");
    }

    @Test
    void nothingMayStandBetweenSurrogates() {
        check("\"\\uD83Da\\uDE00\"", REFUSED, "\uD83Da\uDE00");
    }

    @Test
    void paddingEndsABlob() {
        check("{{AA=A}}", REFUSED, "000000");
        check("{{A===}}", REFUSED, "00");
        check("{{QQ==QQ==}}", REFUSED, "4141");
    }

    @Test
    void noUnderscoreStandsInATimestamp() {
        check("20_07-01-01", REFUSED, "2007-01-01");
        check("2007-01-01T00:00:00.1_2Z", REFUSED, "2007-01-01T00:00:00.12Z");
    }

    @Test
    void typesHaveNoOtherNames() {
        check("null.lit", REFUSED, "null");
        check("null.lloat", REFUSED, "FLOAT");
    }

    @Test
    void aBraceInAClobBelongsToIt() {
        byte[] text = "{{\"a}b\"}} 1".getBytes(StandardCharsets.UTF_8);
        for (Compat compat : Compat.values()) {
            assertEquals(compat == Compat.SPECIFICATION, isPassedOver(with(compat), text), compat.toString());
        }
        assertEquals(false, isPassedOver(IonReaderBuilder.standard(), text));
    }

    /** Where both settings are other than ion-java. */
    private static void checkBoth(String text, String ours, String byIonJava) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        assertEquals(byIonJava, read(IonReaderBuilder.standard(), bytes), "ion-java");
        for (Compat compat : Compat.values()) {
            assertEquals(ours, read(with(compat), bytes), compat.toString());
        }
    }

    private static void checkPassedOver(String text, boolean byOurs, boolean byIonJava) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        assertEquals(byIonJava, isPassedOver(IonReaderBuilder.standard(), bytes), "ion-java");
        for (Compat compat : Compat.values()) {
            assertEquals(byOurs, isPassedOver(with(compat), bytes), compat.toString());
        }
    }

    @Test
    void aTimestampThatIsPassedOverIsChecked() {
        checkPassedOver("2007-01-01T00:00:00.Z 1", false, true);
    }

    @Test
    void anEscapeBehindAQuoteIsOneWhereALongStringIsPassedOver() {
        checkPassedOver("['''a'\\''' b'''] 1", true, false);
        checkPassedOver("{'''a'\\''' b''':1} 1", true, false);
    }

    @Test
    void noEscapeIsAboveTheLastCodePoint() {
        checkBoth("\"\\U80000041\"", REFUSED, "A");
    }

    @Test
    void theBytesOfANullAreAnIonException() {
        for (IonReaderBuilder builder : List.of(with(Compat.SPECIFICATION), with(Compat.ION_JAVA))) {
            IonReader reader = builder.build("null.blob");
            reader.next();
            assertThrows(IonException.class, reader::newBytes);
        }
    }

    @Test
    void refusalsTellAPlace() {
        IonReader theirs = IonReaderBuilder.standard().build("\"\\xgg\"");
        theirs.next();
        assertEquals(false, assertThrows(IonException.class, theirs::stringValue).getMessage().contains(" line "));
        IonReader ours = StringmillIonReaderBuilder.standard().build("\"\\xgg\"");
        ours.next();
        assertEquals("not a hexadecimal digit at line 1 offset 5",
                assertThrows(IonException.class, ours::stringValue).getMessage());
    }

    /** The type counts, for a program may wait for more where a text ends too early. */
    @Test
    void aTextThatEndsTooEarlyIsToldAsByIonJava() {
        for (String text : new String[] {"\"a", "'''a", "{{AA==", "'a"}) {
            for (IonReaderBuilder builder : List.of(IonReaderBuilder.standard(), with(Compat.SPECIFICATION))) {
                IonReader reader = builder.build(text);
                assertThrows(UnexpectedEofException.class, () -> {
                    reader.next();
                    reader.next();
                }, text);
            }
        }
    }

    private static boolean isPassedOver(IonReaderBuilder builder, byte[] text) {
        IonReader reader = builder.build(text);
        try {
            while (reader.next() != null) {
                // Nothing is read.
            }
            return true;
        } catch (IonException e) {
            return false;
        }
    }
}
