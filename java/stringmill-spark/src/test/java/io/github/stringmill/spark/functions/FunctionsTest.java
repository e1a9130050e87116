package io.github.stringmill.spark.functions;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazon.ion.IonReader;
import com.amazon.ion.IonWriter;
import com.amazon.ion.system.IonBinaryWriterBuilder;
import com.amazon.ion.system.IonReaderBuilder;
import io.github.stringmill.ErrorCode;
import io.github.stringmill.IllFormed;
import io.github.stringmill.JsonEscape;
import io.github.stringmill.Stringmill;
import io.github.stringmill.StringmillException;
import io.github.stringmill.spark.Smill;
import io.github.stringmill.spark.SparkTest;
import io.github.stringmill.spark.convert.IonToJson;
import io.github.stringmill.spark.convert.Utf8Repair;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Row;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;

/** The SQL functions in queries, and beside the command on generated input. */
class FunctionsTest extends SparkTest {
    private static Row row(String query) {
        return spark().sql(query).collectAsList().get(0);
    }

    @Test
    void eachFunctionIsDescribedAndItsExampleIsRight() {
        for (TextFunction function : TextFunction.values()) {
            String arguments = function.exampleArguments;
            assertEquals(function.exampleResult,
                    row("SELECT CAST(" + function.sqlName + "(" + arguments + ") AS STRING)").getString(0));
            String described = spark().sql("DESCRIBE FUNCTION EXTENDED " + function.sqlName).collectAsList().toString();
            assertTrue(described.contains("Usage: " + function.sqlName + "("), described);
            assertTrue(described.contains(arguments), described);
        }
    }

    @Test
    void columnsHaveTheNameOfTheFunction() {
        assertEquals("try_json_escape(a, replace)",
                spark().sql("SELECT try_json_escape('a', 'replace')").columns()[0]);
    }

    @Test
    void nullGivesNull() {
        for (TextFunction function : TextFunction.values()) {
            String rest = function == TextFunction.UTF8_REPAIR ? ", 'replace'" : "";
            for (String input : List.of("NULL", "CAST(NULL AS STRING)", "CAST(NULL AS BINARY)")) {
                assertTrue(row("SELECT " + function.sqlName + "(" + input + rest + ")").isNullAt(0));
            }
        }
        assertTrue(row("SELECT utf8_repair('a', NULL)").isNullAt(0));
    }

    @Test
    void refusedInputIsAnErrorWithItsPlaceOrNull() {
        Exception error = assertThrows(Exception.class, () -> row("SELECT json_to_ion('[1 2]')"));
        assertTrue(error.getMessage().contains("expected a comma or a closing bracket at byte 3 (310)"),
                error.getMessage());
        error = assertThrows(Exception.class, () -> row("SELECT ion_to_json(concat('[', id)) FROM range(1)"));
        assertTrue(error.getMessage().contains(ErrorCode.ION_INCOMPLETE.says() + " at byte 2 (408)"), error.getMessage());
        assertTrue(row("SELECT try_ion_to_json('[')").isNullAt(0));
        for (String empty : List.of("", "1 2")) {
            error = assertThrows(Exception.class, () -> row("SELECT ion_to_json('" + empty + "')"));
            assertTrue(error.getMessage().contains("exactly one value at byte " + (empty.isEmpty() ? 0 : 2)));
        }
    }

    /** The place is a byte of the argument, on any line, in text and binary Ion, also of bytes in a larger array. */
    @Test
    void errorsOfIonHaveTheirPlace() {
        Map<String, String> places = Map.of("[1,\n{a:", "7 (408)", "[1,\r\n\r{a 1}", "9 (410)", "\ufeff1", "0 (405)",
                "[1,\n $99]", "5 (419)", "[\n2020-13-01]", "12 (604)", "\n/* x", "5 (416)", "{a:1}\n{b:2}", "6 (802)");
        places.forEach((ion, place) -> {
            byte[] bytes = ("xx" + ion + "yy").getBytes(StandardCharsets.UTF_8);
            Exception error = assertThrows(IllegalArgumentException.class,
                    () -> Functions.ionToJson(UTF8String.fromBytes(bytes, 2, bytes.length - 4), false), ion);
            assertTrue(error.getMessage().contains(" at byte " + place), ion + ": " + error.getMessage());
            assertNull(Functions.ionToJson(UTF8String.fromString(ion), true));
        });
        for (String binary : List.of("E00100EA8261", "E00100EA7163", "E00100EA22", "E00100EAB67163", "E00100EA6F6480")) {
            Exception error = assertThrows(IllegalArgumentException.class,
                    () -> Functions.ionToJson(HexFormat.of().parseHex(binary), false), binary);
            assertTrue(error.getMessage().matches("ion_to_json: .* at byte \\d+ \\(\\d+\\); try_.*"), error.getMessage());
        }
        byte[] illFormed = {'[', '1', ',', '\n', '"', (byte) 0xFF, '"', ']'};
        Exception error = assertThrows(IllegalArgumentException.class, () -> Functions.ionToJson(illFormed, false));
        assertTrue(error.getMessage().contains("at byte 5 (102)"), error.getMessage());
    }

    @Test
    void integersOfCanonicalJsonDoNotChangeInSilence() {
        Exception error = assertThrows(Exception.class, () -> row("SELECT json_canonical('[1,9007199254740993]')"));
        assertTrue(error.getMessage().contains(" at byte 3 (816)"), error.getMessage());
        assertTrue(row("SELECT try_json_canonical('9007199254740993')").isNullAt(0));
        assertTrue(row("SELECT try_json_canonical('9007199254740993', 'reject')").isNullAt(0));
        assertEquals("[9007199254740992,1]",
                row("SELECT json_canonical('[9007199254740993, 1.0]', concat('ro', 'und'))").getString(0));
        error = assertThrows(AnalysisException.class, () -> row("SELECT json_canonical('1', 'replace')"));
        assertTrue(error.getMessage().contains("not one of reject, round"), error.getMessage());
    }

    /** As the manual says for ANSI mode, in which the index of an empty array is an error. */
    @Test
    void theFirstErrorOfGoodTextIsNull() {
        spark().conf().set("spark.sql.ansi.enabled", true);
        try {
            assertTrue(row("SELECT get(utf8_errors('a'), 0)").isNullAt(0));
            assertEquals(1, row("SELECT get(utf8_errors(X'61FF'), 0).offset").getInt(0));
            assertThrows(Exception.class, () -> row("SELECT utf8_errors('a')[0]"));
        } finally {
            spark().conf().unset("spark.sql.ansi.enabled");
        }
    }

    private static String plainJson(byte[] ion) {
        return Functions.ionToJson(ion, false).toString();
    }

    /** Ints of other bases have their value; above the limit of the command they are refused, as by it. */
    @Test
    void longIntsChangeTheirBase() {
        Random random = new Random(3);
        for (int len : List.of(1, 2, 7, 8, 9, 15, 16, 17, 100, 4_095, 1 << 15)) {
            BigInteger value = new BigInteger(4 * len, random).setBit(4 * len - 1);
            String hex = "-0X00_" + value.toString(16).toUpperCase(Locale.ROOT);
            assertEquals("-" + value, plainJson(hex.getBytes(StandardCharsets.UTF_8)));
            String bits = "0b0" + value.toString(2).replaceAll("(?<=[01])(?=[01]{3}$)", "_");
            assertEquals(value.toString(), plainJson(bits.getBytes(StandardCharsets.UTF_8)));
        }
        for (String ion : List.of("0x" + "1".repeat((1 << 15) + 1), "-0b0_1_" + "1".repeat(1 << 17))) {
            byte[] text = ("[" + ion + "]").getBytes(StandardCharsets.UTF_8);
            Exception error = assertThrows(IllegalArgumentException.class, () -> plainJson(text));
            assertTrue(error.getMessage().contains(" at byte 1 (703)"), error.getMessage());
            assertTrue(Functions.ionToJson(text, UTF8String.fromString("typed"), false).toString().contains(ion));
        }
        byte[] binary = new byte[4 + 4 + (1 << 17)];
        Arrays.fill(binary, (byte) 0x7F);
        System.arraycopy(HexFormat.of().parseHex("E00100EA2E080080"), 0, binary, 0, 8);
        Exception error = assertThrows(IllegalArgumentException.class, () -> plainJson(binary));
        assertTrue(error.getMessage().contains("(703)"), error.getMessage());
    }

    @Test
    void wrongArgumentsAreRefused() {
        assertThrows(AnalysisException.class, () -> row("SELECT json_escape(5)"));
        assertThrows(AnalysisException.class, () -> row("SELECT json_escape('a', X'00')"));
        assertThrows(Exception.class, () -> row("SELECT json_escape()"));
        assertThrows(Exception.class, () -> row("SELECT json_escape('a', 'b', 'c')"));
        for (String call : List.of("try_json_escape('a', 'none')", "try_utf8_repair('a', 'copy')",
                "json_unescape('a', 'copy')", "try_ion_to_json('1', concat('x', 'ml'))")) {
            // "explain" runs nothing.
            Exception error = assertThrows(AnalysisException.class, () -> spark().sql("SELECT " + call).explain(), call);
            assertTrue(error.getMessage().contains("not one of "), error.getMessage());
        }
        assertThrows(Exception.class,
                () -> row("SELECT utf8_repair('a', CASE WHEN id < 5 THEN 'none' END) FROM range(1)"));
    }

    @Test
    void escapedTextsOfAllLengthsStayAsTheyAre() {
        Random random = new Random(7);
        List<byte[]> expected = new ArrayList<>();
        List<UTF8String> results = new ArrayList<>();
        for (int len : List.of(0, 1, 8, 47, 300, 5_000, 1, 65_536, 65_537, 200_000, 12)) {
            for (int every : List.of(1, 10, 1_000_000)) {
                byte[] text = new byte[len];
                for (int i = 0; i < len; i++) {
                    boolean isEscaped = random.nextInt(every) == 0 && every < 1_000_000;
                    text[i] = (byte) (isEscaped ? "\"\\\n\1".charAt(i % 4) : 'a');
                }
                expected.add(Stringmill.jsonEscape(JsonEscape.JSON, text));
                results.add(Functions.jsonEscape(every == 10 ? text : UTF8String.fromBytes(text), false));
            }
        }
        for (int i = 0; i < results.size(); i++) {
            assertArrayEquals(expected.get(i), results.get(i).getBytes());
        }
    }

    @Test
    void textThatIsRepairedToItsOwnLengthIsNotTheInput() {
        byte[] text = {'a', (byte) 0xFF, '"'};
        assertEquals("a\\\"", Functions.jsonEscape(text, UTF8String.fromString("ignore-php"), false).toString());
    }

    @Test
    void repairedTextIsThatOfTheCommand() throws IOException {
        Random random = new Random(31);
        for (IllFormed policy : List.of(IllFormed.REPLACE, IllFormed.IGNORE_PHP, IllFormed.VISIBLE)) {
            byte[] text = new byte[20_000];
            for (int i = 0; i < text.length; i++) {
                int kind = random.nextInt(8);
                text[i] = (byte) (kind == 0 ? random.nextInt(256) : kind < 4 ? 0xE0 + random.nextInt(21)
                        : kind < 6 ? 0x80 + random.nextInt(64) : 'a');
            }
            Path out = folder.resolve("out");
            Smill.run(out, "clean", "--on-invalid", policy.id(), file("in", text));
            assertArrayEquals(Files.readAllBytes(out), Utf8Repair.of(policy, text, 0, text.length), policy.id());
        }
    }

    /** Whatever ion-java throws for damaged binary Ion, the error has a code and a place. */
    @Test
    void damagedBinaryIonHasAPlace() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (IonWriter writer = IonBinaryWriterBuilder.standard().build(bytes);
                IonReader reader = IonReaderBuilder.standard().build("{a:[1,-2.50,1e3,2000-01-01T10:00:00.5+01:00,b::c,"
                        + "\"t\",{{\"x\"}},{{AA==}},(null.int 123456789012345678901234567890)]}")) {
            writer.writeValues(reader);
        }
        byte[] whole = bytes.toByteArray();
        Random random = new Random(1);
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] damaged = whole.clone();
            for (int changes = 1 + random.nextInt(2); changes > 0; changes--) {
                damaged[4 + random.nextInt(damaged.length - 4)] = (byte) random.nextInt(256);
            }
            try {
                IonToJson.of(damaged, 0, damaged.length, i % 2 == 0);
            } catch (StringmillException e) {
                refused++;
                assertTrue(e.offset() <= damaged.length, HexFormat.of().formatHex(damaged));
            }
        }
        assertTrue(refused > 1000 && refused < 20_000, "" + refused);
    }

    /** Values on lines, of which some are damaged. */
    private static String damagedLines(Documents documents, boolean isIon) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 3000; i++) {
            String line = isIon ? documents.ion() : documents.json();
            // The brackets make two values of Ion on a line an error.
            lines.append('[').append(i % 3 == 0 ? documents.damaged(line) : line).append("]\n");
        }
        return lines.toString();
    }

    private void compare(String input, String from, String to, String option, String call) throws IOException {
        Path out = folder.resolve("out");
        Path rejects = folder.resolve("rejects");
        String in = file("in", input);
        Smill.run(out, "convert", "--from", from, "--to", to, option, "--rejects", rejects.toString(), in);
        String[] good = Files.readString(out).split("\n");
        List<String> bad = Files.readAllLines(Path.of(rejects + ".reasons"));
        String[] lines = input.split("\n");
        List<Row> rows = spark().createDataset(List.of(lines), org.apache.spark.sql.Encoders.STRING())
                .coalesce(1).selectExpr("value", call).where("trim(value) <> ''").collectAsList();
        int converted = 0;
        int refused = 0;
        for (Row row : rows) {
            if (row.isNullAt(1)) {
                refused++;
            } else {
                assertTrue(converted < good.length, () -> "only Spark takes " + row.getString(0));
                assertEquals(good[converted++], row.getString(1), row.getString(0));
            }
        }
        assertEquals(good.length, converted);
        assertEquals(bad.size(), refused);
        assertTrue(refused > 300 && converted > 1500, refused + " refused");
    }

    @Test
    void jsonBecomesTheIonOfTheCommand() throws IOException {
        compare(damagedLines(new Documents(1), false), "ndjson", "ion", "--report", "try_json_to_ion(value)");
    }

    @Test
    void typedJsonBecomesTheIonOfTheCommand() throws IOException {
        Documents documents = new Documents(4);
        StringBuilder ion = new StringBuilder();
        for (int i = 0; i < 3000; i++) {
            ion.append(documents.ion()).append('\n');
        }
        Path typed = folder.resolve("typed");
        Smill.run(typed, "convert", "--from", "ion", "--to", "ndjson", "--typed", file("good.ion", ion.toString()));
        StringBuilder lines = new StringBuilder();
        List<String> good = Files.readAllLines(typed);
        for (int i = 0; i < good.size(); i++) {
            lines.append(i % 3 == 0 ? documents.damaged(good.get(i)) : good.get(i)).append('\n');
        }
        compare(lines.toString(), "ndjson", "ion", "--typed", "try_json_to_ion(value, 'typed')");
    }

    @Test
    void oddTypedJsonIsTheIonOfTheCommand() throws IOException {
        for (String json : List.of("{'$ion_sexp':['a',{'$ion_symbol':'+'},{'$ion_symbol':'a b'},true,{'$ion_null':'int'},"
                + "{'$ion_annotations':['x','y z',0],'$ion_value':{'$ion_symbol':'//'}}]}",
                "{'$ion_clob':'a\\\"b\\u0007\\u000b\\u00ff\\n\\u0000\\u007f?\\\\/'}", "{'$ion_blob':'YW Jj'}",
                "{'$ion_blob':'YWJ'}",
                "{'$ion_symbol':4}", "{'$ion_symbol':10}", "{'$ion_symbol':00}", "{'$ion_int':' 1'}", "{'$ion_int':'1.5'}",
                "{'$ion_name:$ion_x':1,'$ion_id:0':2,'$ion_id:04':3,'c':-0,'d':[]}", "{'$ion_null':'foo'}",
                "{'$ion_null':'null'}", "{'$ion_annotations':[],'$ion_value':1}", "{'$ion_symbol':'$ion_1_0'}",
                "[{'$ion_symbol':'$ion_1_0'}]", "{'$ion_annotations':['$ion_symbol_table'],'$ion_value':{'a':1}}",
                "[{'$ion_annotations':['$ion_symbol_table'],'$ion_value':{'a':1}}]", "{'$ion_symbol':'+'}",
                "{'$ion_annotations':['a'],'$ion_value':{'$ion_annotations':['b'],'$ion_value':1}}", "{'$ion_float':'1'}",
                "{'$ion_annotations':['a'],'$ion_value':1,'x':2}", "{'$ion_annotations':['a']}", "{'$ion_int':1}",
                "{'$ion_annotations':['$ion_1_0'],'$ion_value':{'$ion_symbol':'$ion_1_0'}}", "{'$ion_int':'null.int'}")) {
            String text = json.replace('\'', '"');
            Path out = folder.resolve("one.ion");
            int status = Smill.run(out, "convert", "--typed", "--from", "json", "--to", "ion", file("one.json", text));
            UTF8String made = Functions.jsonToIon(UTF8String.fromString(text), UTF8String.fromString("typed"), true);
            assertEquals(status == 0 ? Files.readString(out).strip() : null, made == null ? null : made.toString(), text);
        }
    }

    @Test
    void ionBecomesTheJsonOfTheCommand() throws IOException {
        compare(damagedLines(new Documents(2), true), "ion", "ndjson", "--lines", "try_ion_to_json(value)");
    }

    @Test
    void binaryIonIsRead() throws IOException {
        Documents documents = new Documents(3);
        for (int i = 0; i < 100; i++) {
            String text = documents.ion();
            Path binary = folder.resolve("value.10n");
            Path json = folder.resolve("value.json");
            Smill.run(binary, "convert", "--from", "ion", "--to", "ion-binary", file("value.ion", text));
            for (String form : List.of("plain", "typed")) {
                Smill.run(json, "convert", "--to", "json", form.equals("typed") ? "--typed" : "--report",
                        binary.toString());
                String expected = Files.readString(json).strip();
                byte[] bytes = Files.readAllBytes(binary);
                String made = Functions.ionToJson(bytes, UTF8String.fromString(form), false)
                        .toString();
                assertEquals(expected, made, text);
            }
        }
        assertNull(Functions.ionToJson("\u00e0\u0001".getBytes(StandardCharsets.ISO_8859_1), true));
    }
}
