package io.github.stringmill.spark.read.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.stringmill.LoneSurrogates;
import io.github.stringmill.spark.RecordException;
import io.github.stringmill.spark.Smill;
import io.github.stringmill.spark.SparkTest;
import io.github.stringmill.spark.read.options.JsonRule;
import io.github.stringmill.spark.records.Records;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** Rules beyond RFC 8259: beside Jackson and the command, and what comes after a record that breaks one. */
class JsonRulesTest extends SparkTest {
    private static final BigInteger EXACT_MAX = BigInteger.ONE.shiftLeft(53).subtract(BigInteger.ONE);
    private static final List<String> NAMES = List.of("a", "\\u0061", "b", "\u00e9", "\\u00E9", "", "\\n", "\\u000a", "\\/", "/",
            "\ud83d\ude00", "\\ud83d\\uDE00", "\\u0000", "a\uffff", "\\\\u0061", "B");
    private static final List<String> SCALARS = List.of("1", "-0", "true", "null", "\"x\"", "9007199254740991",
            "-9007199254740992", "1e308", "1E309", "-1.8e308", "123456789012345678901234567890", "1e131071", "1e131072",
            "0e-16383", "0.0e-16383", "1.5e-16382", "1.5e-16383", "\"\\u0000\"", "\"\\\\u0000\"", "\"\ufdd0\"",
            "\"\\ufdef\"", "\"\\ud83f\\udfff\"", "\"\udbff\udffe\"", "\"\ufffd\\n\\\"\"", "9e15", "1e22", "0.1");

    private static List<String> rows(Dataset<Row> read) {
        return read.collectAsList().stream().map(Row::toString).toList();
    }

    private static DataFrameReader json(String rules) {
        return spark().read().format("stringmill-json").option("rules", rules);
    }

    private static JsonRestrictions restrictions(String rules) {
        return new JsonRestrictions(JsonRule.of(rules), LoneSurrogates.REPLACE);
    }

    private static String verdict(JsonRestrictions restrictions, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return restrictions.accepts(Arrays.copyOf(bytes, bytes.length + Records.SLACK), 0, bytes.length) ? "valid"
                : restrictions.error().id() + " at " + restrictions.errorAt();
    }

    private static String value(Random random, int depth) {
        int kind = depth == 4 ? 2 : random.nextInt(3);
        if (kind == 2 && depth > 0) {
            return SCALARS.get(random.nextInt(SCALARS.size()));
        }
        List<String> parts = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            String name = kind == 0 ? "\"" + NAMES.get(random.nextInt(NAMES.size())) + "\": " : "";
            parts.add(name + value(random, depth + 1));
        }
        return kind == 0 ? "{" + String.join(", ", parts) + "}" : "[" + String.join(",", parts) + "]";
    }

    /** Returns the first fault by Jackson: that of its names, and plain tests of its numbers and strings. */
    private static String byJackson(JsonFactory factory, EnumSet<JsonRule> rules, String text) throws IOException {
        try (JsonParser parser = factory.createParser(text.getBytes(StandardCharsets.UTF_8))) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                String code = switch (token) {
                    case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> ofNumber(rules, parser.getText());
                    case FIELD_NAME, VALUE_STRING -> ofText(rules, parser.getText());
                    default -> null;
                };
                if (code != null) {
                    return code;
                }
            }
            return "valid";
        } catch (JsonParseException e) {
            assertTrue(e.getMessage().startsWith("Duplicate field"), e.getMessage() + text);
            return "name_repeated";
        }
    }

    private static String ofNumber(EnumSet<JsonRule> rules, String number) {
        BigDecimal value = new BigDecimal(number);
        if (rules.contains(JsonRule.I_JSON)) {
            if (!number.matches("-?[0-9]+")) {
                if (Double.isInfinite(value.doubleValue())) {
                    return "number_overflow";
                }
            } else if (value.toBigInteger().abs().compareTo(EXACT_MAX) > 0) {
                return "json_integer_inexact";
            }
        }
        boolean isLarge = value.signum() != 0 && value.precision() - value.scale() > 131_072;
        return rules.contains(JsonRule.JSONB) && (isLarge || value.scale() > 16_383) ? "json_number_range" : null;
    }

    private static String ofText(EnumSet<JsonRule> rules, String text) {
        for (int code : text.codePoints().toArray()) {
            if (code == 0 && (rules.contains(JsonRule.NO_NUL) || rules.contains(JsonRule.JSONB))) {
                return "json_nul";
            }
            boolean isLast = (code & 0xFFFF) == 0xFFFE || (code & 0xFFFF) == 0xFFFF;
            if ((isLast || code >= 0xFDD0 && code <= 0xFDEF) && rules.contains(JsonRule.I_JSON)) {
                return "json_noncharacter";
            }
        }
        return null;
    }

    @Test
    void generatedTextsAreJudgedAsByJackson() throws IOException {
        Random random = new Random(44);
        int refused = 0;
        for (String option : List.of("unique-names", "i-json", "no-nul", "jsonb", "jsonb,unique-names", "no-nul, I-JSON")) {
            EnumSet<JsonRule> rules = JsonRule.of(option);
            JsonFactory factory = new JsonFactory();
            factory.configure(JsonParser.Feature.STRICT_DUPLICATE_DETECTION,
                    rules.contains(JsonRule.UNIQUE_NAMES) || rules.contains(JsonRule.I_JSON));
            // One for all texts: nothing of a text may stay.
            JsonRestrictions restrictions = restrictions(option);
            for (int i = 0; i < 2_000; i++) {
                String text = value(random, 0);
                String expected = byJackson(factory, rules, text);
                assertEquals(expected, verdict(restrictions, text).replaceAll(" at .*", ""), option + " of " + text);
                assertTrue(restrictions.isJson());
                refused += expected.equals("valid") ? 0 : 1;
            }
        }
        assertTrue(refused > 2_000 && refused < 10_000, "refused: " + refused);
    }

    /** Rejects have the lines, offsets and codes of the command, for texts that are damaged too. */
    @Test
    void rejectsAreThoseOfTheCommand() throws IOException {
        Random random = new Random(45);
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        byte[] changes = "{}[]:,\"\\u0d9e-. \u00ff\u00c0\u0001".getBytes(StandardCharsets.ISO_8859_1);
        for (int i = 0; i < 3_000; i++) {
            byte[] text = value(random, 0).getBytes(StandardCharsets.UTF_8);
            for (int count = random.nextInt(3); count > 0; count--) {
                text[random.nextInt(text.length)] = changes[random.nextInt(changes.length)];
            }
            lines.write(text, 0, random.nextInt(6) == 0 ? random.nextInt(text.length) : text.length);
            lines.write('\n');
        }
        String in = file("in.ndjson", lines.toByteArray());
        for (String rules : List.of("unique-names", "i-json", "no-nul", "jsonb", "unique-names,i-json,no-nul,jsonb")) {
            Path bad = folder.resolve("bad");
            List<String> words = new ArrayList<>(List.of("check", "--format", "ndjson", "--rejects", bad.toString()));
            Stream.of(rules.split(",")).map("--"::concat).forEach(words::add);
            words.add(in);
            Smill.run(folder.resolve("out"), words.toArray(String[]::new));
            List<String> expected = new ArrayList<>();
            for (String line : Files.readAllLines(Path.of(bad + ".reasons"))) {
                JsonNode reason = new ObjectMapper().readTree(line);
                expected.add("[" + reason.get("line") + "," + reason.get("start") + "," + reason.get("offset") + ","
                        + reason.get("code") + "]");
            }
            assertTrue(expected.size() > 1_000, rules + ": " + expected.size());
            String rejects = folder.resolve("rejects").toString();
            long read = json(rules).option("mode", "DROPMALFORMED").option("rejects", rejects).load(in).count();
            List<String> found = rows(spark().read().json(rejects).orderBy("offset")
                    .select("line", "offset", "error_offset", "code"));
            assertEquals(expected.size(), found.size(), rules);
            for (int i = 0; i < found.size(); i++) {
                // An ill-formed piece that cannot be there has two errors at one place.
                boolean isPiece = found.get(i).matches(".*,10[1-7]]");
                String wanted = isPiece ? place(expected.get(i)) : expected.get(i);
                assertEquals(wanted, isPiece ? place(found.get(i)) : found.get(i), rules);
            }
            long blank = Files.readAllLines(Path.of(in), StandardCharsets.ISO_8859_1).stream().filter(String::isBlank).count();
            assertEquals(3_000 - blank - expected.size(), read);
        }
    }

    /** Returns a reject without its code. */
    private static String place(String reject) {
        return reject.substring(0, reject.lastIndexOf(','));
    }

    @Test
    void recordsAndFilesAfterARefusedRecordAreRead() throws IOException {
        file("t/a.json", "{\"a\":1,\"b\":{\"c\":1,\"\\u0063\":2}}\n"
                + "{\"a\":2}\n{\"a\":3,\"a\":3,}\n{\"a\":\"4\",\"b\":{\"c\":{}}}");
        file("t/b.json", "{\"a\":5,\"a\":6}\n{\"a\":7,\"b\":{}}");
        String path = folder.resolve("t").toString();
        String rejects = folder.resolve("rejects").toString();
        // The faults are in members that the query does not need.
        List<String> all = List.of("[0,1,null]", "[0,1,null]", "[14,2,7]", "[31,2,2]", "[39,3,null]", "[54,4,null]");
        assertEquals(all, rows(json("unique-names").schema("a INT, b STRING").load(path).selectExpr("_offset", "_line", "a")
                .orderBy("_offset", "_line", "a")));
        assertEquals(6, json("unique-names").schema("a INT").load(path).count());
        assertEquals(List.of("[2]", "[7]"), rows(json("unique-names").schema("a INT").option("rejects", rejects)
                .option("mode", "DROPMALFORMED").load(path).orderBy("a")));
        List<String> found = List.of("[a.json,1,0,18,312]", "[a.json,3,39,46,312]", "[a.json,4,54,59,871]", "[b.json,1,0,7,312]");
        assertEquals(found, rows(spark().read().json(rejects)
                .selectExpr("right(path, 6) AS file", "line", "offset", "error_offset", "code").orderBy("file", "line")));
        assertEquals(List.of("[{\"a\":5,\"a\":6}]"), rows(json("unique-names").schema("a INT, _corrupt_record STRING")
                .load(path + "/b.json").where("a IS NULL").select("_corrupt_record")));
        assertEquals(List.of("[null]", "[{\"a\":7,\"b\":{}}]"), rows(json("i-json").load(path + "/b.json")));
        assertEquals(List.of("[6]", "[7]"),
                rows(spark().read().format("stringmill-json").schema("a INT").load(path + "/b.json")));
    }

    /** Spark's own inference fails for a name that occurs twice. */
    @Test
    void refusedRecordsHaveNoTypes() throws IOException {
        String text = "{\"a\":\"x\",\"a\":1.5,\"c\":1}\n{\"a\":7,\"b\":2}";
        String path = file("a.json", text);
        DataFrameReader lines = json("unique-names").option("inferSchema", true);
        for (DataFrameReader reader : List.of(lines, json("i-json").option("inferSchema", true).option("framing", "values"))) {
            assertEquals(List.of("[" + text.lines().findFirst().orElseThrow() + ",null]", "[null,7]"),
                    rows(reader.load(path).select("_corrupt_record", "a")));
            assertEquals("a BIGINT", reader.option("mode", "DROPMALFORMED").load(path).select("a").schema().toDDL());
            assertEquals(List.of("a", "b"), List.of(reader.option("mode", "FAILFAST").load(path).columns()));
        }
    }

    @Test
    void smallSplitsHaveTheVerdictsOfOne() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 6; i++) {
            text.append("{\"n\":").append(i).append(i % 2 == 0 ? "" : ",\"m\":1,\"m\":2").append("}\n");
        }
        String path = file("a.json", text.toString());
        List<String> expected = List.of("[0,1]", "[null,2]", "[2,3]", "[null,4]", "[4,5]", "[null,6]");
        for (int size : new int[] {10_000, 11}) {
            spark().conf().set("spark.sql.files.maxPartitionBytes", size);
            spark().conf().set("spark.sql.files.openCostInBytes", 0);
            try {
                String rejects = folder.resolve("rejects" + size).toString();
                assertEquals(expected, rows(json("jsonb,unique-names").schema("n INT").option("rejects", rejects).load(path)
                        .selectExpr("n", "_line").orderBy("_line")));
                assertEquals(List.of("[2,8,21,312]", "[4,36,49,312]", "[6,64,77,312]"),
                        rows(spark().read().json(rejects).select("line", "offset", "error_offset", "code").orderBy("line")));
            } finally {
                spark().conf().unset("spark.sql.files.maxPartitionBytes");
                spark().conf().unset("spark.sql.files.openCostInBytes");
            }
        }
    }

    @Test
    void theNextValueIsReadUnlessTheRefusedOneIsIllFormed() throws IOException {
        String path = file("a.json", "{\"a\":1}\n{\"a\":\"\\u0000\",\n\"b\":1}{\"a\":3}");
        String schema = "a STRING, _corrupt_record STRING";
        assertEquals(List.of("[1,null]", "[null,{\"a\":\"\\u0000\",\n\"b\":1}]", "[3,null]"),
                rows(json("no-nul").option("framing", "values").schema(schema).load(path)));
        String array = file("b.json", "[{\"a\":1,\"a\":1},{\"a\":2}]");
        assertEquals(List.of("[null,{\"a\":1,\"a\":1}]", "[2,null]"),
                rows(json("unique-names").option("multiLine", true).schema(schema).load(array)));
        // The fault of the rule comes first, and nothing shows where the next record begins.
        String rest = "{\"a\":1,\"a\":2,}{\"a\":3}";
        String rejects = folder.resolve("rejects").toString();
        assertEquals(List.of("[0,null]", "[null," + rest + "]"), rows(json("unique-names").option("framing", "values")
                .option("rejects", rejects).schema(schema).load(file("c.json", "{\"a\":0}" + rest))));
        assertEquals(List.of("[7,14,312]"), rows(spark().read().json(rejects).select("offset", "error_offset", "code")));
    }

    @Test
    void failFastNamesTheRuleAndThePlace() throws IOException {
        String path = file("a.json", "{\"a\":1}\n{\"b\":9007199254740992}\n");
        assertEquals(2, json("jsonb").option("mode", "FAILFAST").schema("a INT").load(path).count());
        Throwable failure = assertThrows(Exception.class,
                () -> json("i-json").option("mode", "FAILFAST").schema("a INT").load(path).collect());
        while (failure.getCause() != null) {
            failure = failure.getCause();
        }
        assertInstanceOf(RecordException.class, failure);
        assertTrue(failure.getMessage().endsWith(": line 2, byte 13: integer beyond 9007199254740991, up to which doubles are"
                + " exact (315 json_integer_inexact)"), failure.getMessage());
    }

    @Test
    void replacedTextIsJudgedAsItIsRead() throws IOException {
        byte[] text = "{\"a\":\"\u00ff\"}\n{\"\u00fe\":1,\"\u00ff\":2}\n{\"a\":1,\"a\":2,\"b\":\"\u00ff\"}\n{\"a\":3}"
                .getBytes(StandardCharsets.ISO_8859_1);
        String rejects = folder.resolve("rejects").toString();
        assertEquals(List.of("[\ufffd]", "[null]", "[null]", "[3]"), rows(json("unique-names").option("illFormed", "replace")
                .option("rejects", rejects).schema("a STRING").load(file("a.json", text))));
        assertEquals(List.of("[2,102]", "[3,312]"), rows(spark().read().json(rejects).orderBy("line").select("line", "code")));
    }

    @Test
    void loneSurrogatesAreRefusedByTwoRulesAndDifferInNames() {
        String text = "{\"\\ud800\":1,\"\\ud801\":2,\"\\uD800x\":3}";
        assertEquals("valid", verdict(restrictions("unique-names,no-nul"), text));
        assertEquals("surrogate_lone at 2", verdict(restrictions("i-json"), text));
        assertEquals("surrogate_lone at 2", verdict(restrictions("jsonb"), text));
        assertEquals("name_repeated at 12", verdict(restrictions("unique-names"), "{\"\\ud800\":1,\"\\uD800\":2}"));
    }

    @Test
    void rulesHoldForTablesAndUnknownOnesAreRefused() throws IOException {
        String path = file("d/a.json", "{\"a\":1,\"a\":2}\n{\"a\":3}\n");
        spark().sql("DROP TABLE IF EXISTS ruled");
        spark().sql("CREATE TABLE ruled (a INT) USING `stringmill-json` OPTIONS (path '" + folder + "/d', RULES 'unique-names')");
        assertEquals(List.of("[null]", "[3]"), rows(spark().sql("SELECT * FROM ruled")));
        spark().sql("DROP TABLE ruled");
        for (String rules : List.of("unique", "i-json,", "", "i-json jsonb", "unique_names")) {
            Exception error = assertThrows(IllegalArgumentException.class, () -> json(rules).schema("a INT").load(path), rules);
            assertTrue(error.getMessage().endsWith("of the option rules is unknown:"
                    + " the rules are unique-names, i-json, no-nul, jsonb"), error.getMessage());
        }
        assertThrows(IllegalArgumentException.class,
                () -> spark().read().format("ion").option("rules", "i-json").schema("a INT").load(path));
    }

    /** If a name took time by the names of its hash, or an object by those of an object before it, this would take minutes. */
    @Test
    void namesOfOneHashAndSmallObjectsAfterALargeOne() {
        StringBuilder text = new StringBuilder("[{");
        for (int i = 0; i < 1 << 17; i++) {
            text.append('"');
            for (int bit = 0; bit < 17; bit++) {
                text.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            text.append("\":1,");
        }
        text.append("\"z\":1}");
        text.append(",{\"z\":1}".repeat(1 << 18)).append(",{\"z\":1,\"z\":1}]");
        assertEquals("name_repeated at " + (text.length() - 7), verdict(restrictions("unique-names"), text.toString()));
    }
}
