package io.github.stringmill.ion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.amazon.ion.Decimal;
import com.amazon.ion.IonException;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import com.amazon.ion.Timestamp;
import com.amazon.ion.UnexpectedEofException;
import com.amazon.ion.system.IonReaderBuilder;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each row of the table of {@link StringmillIonReaderBuilder}. */
class CompatTest {
    private static final String REFUSED = "refused";

    /** A short form of all values that a reader reads from a text. */
    private static String read(IonReaderBuilder builder, byte[] text) {
        List<String> said = Transcript.of(() -> builder.build(text), Transcript.Way.EVERYTHING, 0);
        return Transcript.isWhole(said) ? values(builder.build(text)) : REFUSED;
    }

    private static String values(IonReader reader) {
        StringBuilder read = new StringBuilder();
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

    /** As {@link #check}, for the values in an S-expression. */
    private static void checkInSexp(String text, String bySpecification, String byIonJava) {
        assertEquals(byIonJava, inSexp(IonReaderBuilder.standard(), text), "ion-java");
        assertEquals(byIonJava, inSexp(with(Compat.ION_JAVA), text), "as ion-java");
        assertEquals(bySpecification, inSexp(with(Compat.SPECIFICATION), text), "by the specification");
    }

    private static String inSexp(IonReaderBuilder builder, String text) {
        IonReader reader = builder.build(text.getBytes(StandardCharsets.UTF_8));
        assertEquals(IonType.SEXP, reader.next());
        reader.stepIn();
        return values(reader);
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
    void anInfinityEndsAtStopsAlone() {
        checkInSexp("(-inf-5)", "- inf -5", "- inf -5");
        checkInSexp("(+inf+a)", "+ inf + a", "+ inf + a");
        checkInSexp("(-inf/**/)", "- inf", "FLOAT");
        checkInSexp("(+inf//\n)", "+ inf", "FLOAT");
        checkInSexp("(-inf )", "FLOAT", "FLOAT");
    }

    @Test
    void aCommentEndsAnOperator() {
        checkInSexp("(+//\n-)", "+ -", "+// -");
        checkInSexp("(-/**/a)", "- a", "-/**/ a");
        checkInSexp("(a.//b\n)", "a .", "a .// b");
        checkInSexp("(+/ */)", "+/ */", "+/ */");
    }

    @Test
    void aCommentIsUtf8() {
        byte[] line = {'1', ' ', '/', '/', (byte) 0xFF, '\n', '2'};
        byte[] block = {'1', ' ', '/', '*', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '*', '/', '2'};
        byte[] cut = {'1', ' ', '/', '/', (byte) 0xC3};
        check(line, REFUSED, "1 2");
        check(block, REFUSED, "1 2");
        check(cut, REFUSED, "1");
        check("1 //\u00e9\n2 /*\uD83D\uDE00*/", "1 2", "1 2");
        // A text of characters cannot be ill-formed UTF-8.
        assertEquals(IonType.INT, with(Compat.SPECIFICATION).build("/*\uD800*/ 1").next());
    }

    @Test
    void anExponentHasDigitsAndNoUnderscores() {
        check("1e1_0", REFUSED, "FLOAT");
        check("1.5d1_0", REFUSED, "DECIMAL");
        for (String text : List.of("1e ", "1d+ ", "1e5.5 ", "0x ", "-0b ")) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            assertEquals(true, isPassedOver(with(Compat.ION_JAVA), bytes), text);
            assertEquals(false, isPassedOver(with(Compat.SPECIFICATION), bytes), text);
        }
    }

    @Test
    void theLargestExponentOfADecimalIsTaken() {
        IonReader reader = with(Compat.SPECIFICATION).build("1d2147483648 -0d2147483648 1.5d2147483649 1d2147483649");
        reader.next();
        assertEquals(Decimal.valueOf(BigInteger.ONE, Integer.MIN_VALUE), reader.decimalValue());
        reader.next();
        assertEquals(Decimal.negativeZero(Integer.MIN_VALUE), reader.decimalValue());
        assertEquals(true, reader.decimalValue().isNegativeZero());
        reader.next();
        assertEquals(Decimal.valueOf(BigInteger.valueOf(15), Integer.MIN_VALUE), reader.decimalValue());
        reader.next();
        assertEquals("the exponent of a decimal is beyond 32 bits at line 1 offset 55",
                assertThrows(IonException.class, reader::decimalValue).getMessage());
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
    void aVersionMarkerHasNoQuotesAndNoId() {
        check("'$ion_1_1' 1", "$ion_1_1 1", REFUSED);
        check("'$ion_\\x32_0'", "$ion_2_0", REFUSED);
        check("$ion_symbol_table::{symbols:[\"$ion_1_1\"]} $10", "$ion_1_1", REFUSED);
        check("$ion_1_1", REFUSED, REFUSED);
    }

    @Test
    void idsInASymbolTableHaveTheirText() {
        check("$3::{symbols:[\"one\"]} $10", "one", REFUSED);
        check("$ion_symbol_table::{symbols:[\"$ion_symbol_table\",\"symbols\"]} $10::{$11:[\"one\"]} $10", "one",
                "STRUCT $ion_symbol_table");
        check("$ion_symbol_table::{imports:$0,symbols:[\"one\"]} $10", "one", REFUSED);
    }

    @Test
    void aFieldOfASymbolTableThatIsNullIsOne() {
        check("$ion_symbol_table::{symbols:null.list,symbols:[\"one\"]} $10", REFUSED, "one");
        check("$ion_symbol_table::{imports:null,imports:[],symbols:[\"one\"]} $10", REFUSED, "one");
    }

    @Test
    void whatNoSymbolTableIsMadeOfIsChecked() {
        for (String content : List.of("x:\"\\q\"", "x:[(\"\\q\")]", "symbols:[{a:\"\\q\"}]", "symbols:\"\\q\"",
                "imports:[[\"\\q\"]]", "imports:[{name:'x',max_id:1,y:\"\\q\"}]", "x:2007-13T", "x:{{A}}", "x:$99",
                "x:$99::1", "x:{$99:1}")) {
            check("$ion_symbol_table::{" + content + "} 1", REFUSED, "1");
            check("$ion_symbol_table::{" + content.replace("\\q", "\\n").replace("13", "12").replace("$99", "$9")
                    .replace("{{A}}", "{{AAAA}}") + "} 1", "1", "1");
        }
        check("$ion_symbol_table::{imports:[{name:\"x\",max_id:4294967297}],symbols:[\"one\"]} $11", REFUSED, REFUSED);
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
        check("\"\\uD83D\\\n\\uDE00\"", REFUSED, "\uD83D\uDE00");
        check("\"\\U0000D83D\\U0000DE00\"", REFUSED, "\uD83D\uDE00");
        check("\"\\uD83D\\uDE00\"", "\uD83D\uDE00", "\uD83D\uDE00");
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

    /** Differences from ion-java with both settings. */
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

    /** ion-java's reader reads binary Ion; here a timestamp with an offset of 4,095 minutes, which fails when it is used. */
    @Test
    void damagedBinaryIonIsRefusedAsByIonJava() {
        byte[] damaged = HexFormat.of().parseHex("e00100ea681fff0fd081818080");
        for (IonReaderBuilder builder : List.of(IonReaderBuilder.standard(), with(Compat.SPECIFICATION))) {
            IonReader reader = builder.build(damaged);
            assertEquals(IonType.TIMESTAMP, reader.next());
            Timestamp value = reader.timestampValue();
            assertThrows(IllegalArgumentException.class, value::toString);
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

    /** The type of the exception matters: a program may wait for more after a text that ends too early. */
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
                // Only the types matter.
            }
            return true;
        } catch (IonException e) {
            return false;
        }
    }
}
