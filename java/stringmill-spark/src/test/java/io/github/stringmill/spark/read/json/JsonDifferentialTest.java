package io.github.stringmill.spark.read.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.stringmill.spark.SparkTest;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** Generated records, read by Spark's own source and by ours. */
class JsonDifferentialTest extends SparkTest {
    private static final String SCHEMA = "bo BOOLEAN, by BYTE, sh SHORT, i INT, l LONG, f FLOAT, d DOUBLE, "
            + "de DECIMAL(12,3), big DECIMAL(38,10), st STRING, ts TIMESTAMP, da DATE, "
            + "ar ARRAY<INT>, ma MAP<STRING,LONG>, s STRUCT<x:INT,y:STRING,z:ARRAY<STRUCT<q:DOUBLE>>>, "
            + "va VARIANT, _corrupt_record STRING";
    private static final String[] NAMES = {"bo", "by", "sh", "i", "l", "f", "d", "de", "big", "st", "ts", "da",
        "ar", "ma", "s", "va", "other", "\\u0069", "I"};
    private static final String[] VALUES = {"true", "false", "null", "0", "-0", "1", "-1", "127", "-128", "-129",
        "32767", "32768", "2147483647", "2147483648", "-2147483648", "-2147483649", "9223372036854775807",
        "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "123456789012345678901234567890", "1.5",
        "1.0", "-2.25e3", "1E2", "1e-7", "0.1", "123456789.1235", "123456789012.5", "3.4028235e38",
        "4.9e-324", "0.30000000000000004", "9007199254740993", "12345678901234567890.12345678901234567890",
        "\"\"", "\"x\"", "\"1\"", "\"1.5\"", "\"NaN\"", "\"Infinity\"", "\"-INF\"", "\"true\"", "\"1,000.5\"",
        "\"2020-01-02\"", "\"2020-01-02 03:04:05\"", "\"2020-01-02T03:04:05.123456Z\"", "\"2020-01-02T03:04:05+02:30\"",
        "\"2020-1-2\"", "\"2020-13-02\"", "\"0001-01-01\"", "\"9999-12-31T23:59:59.999999\"", "\"2020-01-02T03:04\"",
        "\"18293\"", "\"AQID\"", "\"a\\u00e9\\ud83d\\ude00\\n\\/\"", "\"\u65e5\u672c\"", "[]", "[1,2,3]", "[1,null,\"x\"]",
        "[1, 2.5]", "{}", "{\"k\":1,\"k\":2}", "{\"k\":\"v\"}", "{\"x\":1,\"y\":\"b\",\"z\":[{\"q\":1.5},{\"q\":\"n\"},{}]}",
        "{\"x\":\"bad\",\"y\":2}", "{\"z\":[1]}", "{ \"a\" : [ 1 , 2 ] }", "1583020800", "-1"};

    /** Spark's source reads bytes from 128 to 255 as negative ones. */
    @Test
    void bytesAreNotWrapped() throws IOException {
        String path = file("a.json", "{\"by\":128}");
        assertEquals("[-128]", spark().read().schema("by BYTE").json(path).head().toString());
        assertEquals("[null]", spark().read().schema("by BYTE").format("stringmill-json").load(path).head().toString());
    }

    /** Spark's source reads a number that exceeds the range of its column as an infinity. */
    @Test
    void numbersDoNotOverflow() throws IOException {
        String path = file("a.json", "{\"f\":1e39,\"d\":1e400}");
        String schema = "f FLOAT, d DOUBLE";
        assertEquals("[Infinity,Infinity]", spark().read().schema(schema).json(path).head().toString());
        assertEquals("[null,null]", spark().read().schema(schema).format("stringmill-json").load(path).head().toString());
    }

    private static String record(Random random) {
        StringBuilder text = new StringBuilder("{");
        for (int i = random.nextInt(6); i >= 0; i--) {
            text.append(" ".repeat(random.nextInt(2))).append('"').append(NAMES[random.nextInt(NAMES.length)]).append("\":");
            text.append(" ".repeat(random.nextInt(2))).append(VALUES[random.nextInt(VALUES.length)]);
            text.append(i > 0 ? "," : "");
        }
        return text.append(random.nextInt(40) == 0 ? "" : "}").toString();
    }

    private static List<String> rows(Dataset<Row> read) {
        return read.selectExpr("to_json(struct(* except (va)))", "cast(va as string)", "ts", "cast(f as string)")
                .collectAsList().stream().map(Row::toString).toList();
    }

    @Test
    void rowsAreThoseOfSparksOwnSource() throws IOException {
        Random random = new Random(42);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 6_000; i++) {
            text.append(record(random)).append('\n');
        }
        String path = file("a.json", text.toString());
        List<String> expected = rows(spark().read().schema(SCHEMA).json(path));
        List<String> found = rows(spark().read().schema(SCHEMA).format("stringmill-json").load(path));
        assertEquals(expected.size(), found.size());
        String[] lines = text.toString().split("\n");
        int different = 0;
        for (int i = 0; i < lines.length; i++) {
            if (!expected.get(i).equals(found.get(i)) && different++ < 20) {
                System.out.println("DIFF " + lines[i] + "\n  " + expected.get(i) + "\n  " + found.get(i));
            }
        }
        assertEquals(0, different);
        long bad = found.stream().filter(row -> row.contains("_corrupt_record")).count();
        assertTrue(bad > 1000 && bad < 5_500, "bad records: " + bad);
    }
}
