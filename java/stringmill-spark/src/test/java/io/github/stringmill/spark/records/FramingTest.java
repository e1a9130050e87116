package io.github.stringmill.spark.records;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazon.ion.IonReader;
import com.amazon.ion.IonWriter;
import com.amazon.ion.system.IonBinaryWriterBuilder;
import com.amazon.ion.system.IonReaderBuilder;
import io.github.stringmill.spark.SparkTest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** Files whose records are values on any number of lines. */
class FramingTest extends SparkTest {
    private static List<String> rows(Dataset<Row> read) {
        return read.collectAsList().stream().map(Row::toString).toList();
    }

    private static DataFrameReader json(String framing) {
        return spark().read().format("stringmill-json").option("framing", framing);
    }

    private static DataFrameReader ion() {
        return spark().read().format("ion").option("framing", "values");
    }

    /** A stream that gives a byte at a time, so that each border of a buffer is met. */
    private static InputStream slow(byte[] bytes) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] dst, int from, int len) {
                return super.read(dst, from, Math.min(len, 1));
            }
        };
    }

    private static List<String> values(ValueRecords input) throws IOException {
        List<String> found = new ArrayList<>();
        try (input) {
            while (input.next()) {
                found.add(input.offset() + ":" + input.linesBefore() + ":" + new String(input.buffer(), input.start(),
                        input.end() - input.start(), StandardCharsets.UTF_8));
                assertNull(input.error());
                // As parsers do.
                input.buffer()[input.end()] = 0;
            }
        }
        return found;
    }

    @Test
    void boundsOfJsonTexts() throws IOException {
        byte[] text = " {\"a\":\"}\\\"\"}[1,\n[2]]3 true\"x\\\\\"\"y\"-1e5\n\n{}".getBytes(StandardCharsets.UTF_8);
        List<String> all = List.of("1:0:{\"a\":\"}\\\"\"}", "12:0:[1,\n[2]]", "20:1:3", "22:1:true", "26:1:\"x\\\\\"", "31:1:\"y\"",
                "34:1:-1e5", "40:3:{}");
        assertEquals(all, values(new JsonRecords(new ByteArrayInputStream(text), false)));
        assertEquals(all, values(new JsonRecords(slow(text), false)));
        byte[] array = "\n[ {\"a\":1} ,2,\n\"]\"]\n".getBytes(StandardCharsets.UTF_8);
        assertEquals(List.of("3:1:{\"a\":1}", "12:1:2", "15:2:\"]\""), values(new JsonRecords(slow(array), true)));
        assertEquals(List.of(), values(new JsonRecords(slow(" [ ] ".getBytes(StandardCharsets.UTF_8)), true)));
        assertEquals(List.of("0:0:{}"), values(new JsonRecords(slow("{} ".getBytes(StandardCharsets.UTF_8)), true)));
    }

    @Test
    void boundsOfIonValues() throws IOException {
        List<String> texts = List.of("{a:'}',b:\"{\\\"\"}", "[1,(a + b /* ] */)]", "x::'y z' ::\n/*c*/{}", "'''a'b''' /**/ '''c\\''''",
                "{{ AAEC }}", "{{ '''}}''' \"x\" }}", "[{{\"}}\"}}]", "2001-01-01T00:00:00.1+01:00", "null.int", "nan", "-1.5e3", "\"x\"",
                "'sym'", "$ion_1_0", "$ion_symbol_table::{symbols:[\"s\"]}", "{a:[{b:{c:1}}],d:'''}'''}", "+inf", "0x_F", "{// }\n}");
        Random random = new Random(31);
        for (int round = 0; round < 200; round++) {
            StringBuilder text = new StringBuilder();
            List<String> expected = new ArrayList<>();
            for (int i = random.nextInt(9); i >= 0; i--) {
                text.append(List.of(" ", "\n", "// { [\n", "/* \" */", "\t/**/ ").get(random.nextInt(5)));
                String value = texts.get(random.nextInt(texts.size()));
                boolean joins = value.startsWith("'''") && !expected.isEmpty()
                        && expected.get(expected.size() - 1).contains("'''a");
                if (!joins) {
                    long lines = text.chars().filter(c -> c == '\n').count();
                    expected.add(text.length() + ":" + lines + ":" + value);
                    // A comment does not end a number.
                    text.append(value).append("+-012".indexOf(value.charAt(0)) >= 0 ? " " : "");
                }
            }
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            assertEquals(expected, values(new IonTextRecords(slow(bytes))), text.toString());
            assertEquals(expected, values(new IonTextRecords(new ByteArrayInputStream(bytes))), text.toString());
        }
    }

    /** The same bytes again and again. */
    private static InputStream repeated(String text, int times) {
        byte[] one = text.getBytes(StandardCharsets.UTF_8);
        return new InputStream() {
            private long at;

            @Override
            public int read() {
                return at == (long) one.length * times ? -1 : one[(int) (at++ % one.length)];
            }
        };
    }

    @Test
    void theBufferHasOneValue() throws IOException {
        for (String text : List.of("[{\"a\":1}] \n", "{\"a\":\"x\"}", "x::{}")) {
            try (ValueRecords input = text.startsWith("x") ? new IonTextRecords(repeated(text, 200_000))
                    : new JsonRecords(repeated(text, 200_000), false)) {
                int count = 0;
                while (input.next()) {
                    count++;
                }
                assertEquals(200_000, count);
                assertEquals(RecordBuffer.BUFFER_LEN, input.buffer().length);
            }
        }
        // A line of another split is dropped piece by piece.
        try (LineRecords lines = new LineRecords(repeated("x".repeat(1000), 1000), 1, 10)) {
            assertFalse(lines.next());
            assertEquals(RecordBuffer.BUFFER_LEN, lines.buffer().length);
        }
    }

    @Test
    void concatenatedJson() throws IOException {
        String path = file("a.json", "{\n \"a\": 1\n}{\"a\":\"no\"}\n[1]\n{\"a\":4,\n\"b\":\"x\"}");
        assertEquals(List.of("[1,null,null,0,1]", "[null,null,{\"a\":\"no\"},11,3]", "[null,null,[1],22,4]", "[4,x,null,26,5]"),
                rows(json("values").schema("a INT, b STRING, _corrupt_record STRING").load(path)
                        .selectExpr("*", "_offset", "_line")));
        assertEquals(4, json("values").load(path).count());
        assertEquals(List.of("[{\n \"a\": 1\n}]", "[{\"a\":\"no\"}]"), rows(json("values").load(path).limit(2)));
    }

    @Test
    void afterAnIllFormedValueTheRestIsOneBadRecord() throws IOException {
        String rest = "{\"a\":2,}{\"a\":3}\n{\"a\":4}";
        String path = file("a.json", "{\"a\":1}\n" + rest);
        String rejects = folder.resolve("rejects").toString();
        assertEquals(List.of("[1,null]", "[null," + rest + "]"), rows(json("values").option("rejects", rejects)
                .schema("a INT, _corrupt_record STRING").load(path)));
        assertEquals(List.of("[2,8,15,302," + rest + "]"), rows(spark().read().json(rejects)
                .selectExpr("line", "offset", "error_offset", "code", "cast(unbase64(bytes) as string)")));
        assertEquals(List.of("[1]"), rows(json("values").option("mode", "DROPMALFORMED").schema("a INT").load(path)));
        assertEquals(List.of("[1]", "[null]"), rows(json("values").schema("a INT").load(path)));
        String cut = file("b.json", "{\"a\":1}{\"a\":\"");
        assertEquals(List.of("[1,null]", "[null,{\"a\":\"]"),
                rows(json("values").schema("a INT, _corrupt_record STRING").load(cut)));
        Throwable failure = assertThrows(Exception.class, () -> json("values").schema("a INT").option("mode", "FAILFAST")
                .load(path).collect());
        while (failure.getCause() != null) {
            failure = failure.getCause();
        }
        assertTrue(failure.getMessage().endsWith("line 2, byte 15: expected a string (302 json_string_expected)"),
                failure.getMessage());
    }

    @Test
    void inferenceAddsTheColumnForBadRecords() throws IOException {
        String path = file("a.json", "{\"a\":1} {\"a\":2,}");
        DataFrameReader read = json("values").option("inferSchema", true);
        assertEquals(List.of("[null,1]", "[{\"a\":2,},null]"), rows(read.load(path).select("_corrupt_record", "a")));
        for (String mode : List.of("DROPMALFORMED", "FAILFAST")) {
            assertEquals("a BIGINT", read.option("mode", mode).load(path).schema().toDDL());
        }
    }

    @Test
    void wholeFilesHaveTheRowsOfSparksMultiLine() throws IOException {
        file("t/a.json", "[\n{\"a\":1,\"b\":\"x\"},\n{\"a\":2}\n]\n");
        file("t/b.json", "{\n\"a\":3\n}\n");
        file("t/c.json", "");
        file("t/d.json", "[]");
        String path = folder.resolve("t").toString();
        List<String> expected = rows(spark().read().option("multiLine", true).schema("a INT, b STRING").json(path)
                .orderBy("a"));
        assertEquals(List.of("[1,x]", "[2,null]", "[3,null]"), expected);
        assertEquals(expected, rows(json("whole").schema("a INT, b STRING").load(path).orderBy("a")));
        assertEquals(expected, rows(spark().read().format("stringmill-json").option("multiLine", true)
                .schema("a INT, b STRING").load(path).orderBy("a")));
        Dataset<Row> inferred = json("whole").option("inferSchema", true).load(path);
        assertEquals("a BIGINT,b STRING", inferred.schema().toDDL());
        assertEquals(expected, rows(inferred.orderBy("a")));
    }

    @Test
    void textAroundTheValueOfAFileIsBad() throws IOException {
        for (String[] one : new String[][] {{"{\"a\":1}{\"a\":2}", "[1,null]", "[null,{\"a\":2}]"},
            {"[{\"a\":1}] x", "[1,null]", "[null,x]"}, {"[{\"a\":1} {\"a\":2}]", "[1,null]", "[null,{\"a\":2}]]"},
            {"[{\"a\":1},]", "[1,null]", "[null,]]"}, {"[{\"a\":1}", "[1,null]", "[null,]"}}) {
            String path = file("a.json", one[0]);
            assertEquals(List.of(one[1], one[2]),
                    rows(json("whole").schema("a INT, _corrupt_record STRING").load(path)), one[0]);
        }
    }

    @Test
    void illFormedRecordsLeaveNoColumnOfTheRecordBefore() throws IOException {
        String path = file("a.json", "{\"a\":\"x\"}\n{\"a\":\"\u00e9\"}\n".getBytes(StandardCharsets.ISO_8859_1));
        assertEquals(List.of("[x]", "[null]"), rows(json("lines").schema("a STRING").load(path)));
    }

    @Test
    void freeFormIonKeepsItsSymbolTables() throws IOException {
        String text = "$ion_1_0\n{a:1,\n b:'''long ''' /* c */\n '''text'''}\n$ion_symbol_table::{symbols:[\"a\",\"s t\"]}\n"
                + "{$10:2,\n b:$11} {a:\"no\"}// c\n$ion_1_0 7\n{a:3}";
        String path = file("a.ion", text);
        assertEquals(List.of("[1,long text,null,9,2]", "[2,s t,null," + text.indexOf("{$10") + ",6]", "[null,null,{a:\"no\"},108,7]",
                "[null,null,7,130,8]", "[3,null,null,132,9]"), rows(ion().schema("a INT, b STRING, _corrupt_record STRING")
                        .load(path).selectExpr("*", "_offset", "_line")));
        assertEquals(5, ion().load(path).count());
        String bad = file("b.ion", "{a:1} {a:2 {a:3}\n{a:4}");
        assertEquals(List.of("[1,null]", "[null,{a:2 {a:3}\n{a:4}]"),
                rows(ion().schema("a INT, _corrupt_record STRING").load(bad)));
        // A symbol ID that no table has: what follows is not trusted.
        String unknown = file("c.ion", "{a:1} {a:$99} {a:3}");
        assertEquals(List.of("[1,null]", "[null,{a:$99} {a:3}]"),
                rows(ion().schema("a STRING, _corrupt_record STRING").load(unknown)));
    }

    private static byte[] binary(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (IonReader reader = IonReaderBuilder.standard().build(text);
                IonWriter writer = IonBinaryWriterBuilder.standard().build(bytes)) {
            writer.writeValues(reader);
        }
        return bytes.toByteArray();
    }

    /** For the offset of this timestamp ion-java throws an {@code IllegalArgumentException}. */
    @Test
    void damagedBinaryIonIsABadRecord() throws IOException {
        String good = "e00100ead9846780" + "0fd081818080";
        String bad = "e00100eada84681fff" + "0fd081818080";
        String path = file("damaged.10n", HexFormat.of().parseHex(good + bad + good));
        String rejects = folder.resolve("rejects").toString();
        assertEquals(1, ion().schema("name TIMESTAMP").option("mode", "DROPMALFORMED").option("rejects", rejects).load(path).count());
        assertEquals(List.of("[605]"), rows(spark().read().json(rejects).select("code")));
        assertEquals(List.of("[false]", "[true]"),
                rows(ion().schema("name TIMESTAMP").load(path).selectExpr("name is null")));
    }

    @Test
    void binaryIon() throws IOException {
        StringBuilder text = new StringBuilder();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            text.append("{a:").append(i).append(",s:sym").append(i).append(",t:\"").append("x".repeat(i)).append("\"} ");
            expected.add("[" + i + ",sym" + i + "," + i + "]");
        }
        // Two streams one after another: the second has a version marker and tables of its own.
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.write(binary(text.toString()));
        both.write(binary("{other:1,a:300,t:\"\"}"));
        expected.add("[300,null,0]");
        String path = file("a.10n", both.toByteArray());
        assertEquals(expected, rows(ion().schema("a INT, s STRING, t STRING").load(path).selectExpr("a", "s", "length(t)")));
        assertEquals("{\"a\":0,\"s\":{\"$ion_symbol\":\"sym0\"},\"t\":\"\"}", ion().load(path).head().get(0));
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write(both.toByteArray());
        }
        assertEquals(301, spark().read().format("ion").option("ion.encoding", "binary").schema("a INT")
                .load(file("b.10n.gz", zipped.toByteArray())).where("a is not null").count());
        byte[] cut = java.util.Arrays.copyOf(both.toByteArray(), both.size() - 3);
        String rejects = folder.resolve("rejects").toString();
        assertEquals(300, ion().schema("a INT").option("mode", "DROPMALFORMED").option("rejects", rejects)
                .load(file("c.10n", cut)).count());
        assertEquals(List.of("[408]"), rows(spark().read().json(rejects).select("code")));
    }

    @Test
    void optionsOfFramingThatContradictAreRefused() throws IOException {
        Path path = Path.of(file("a", "{}"));
        assertThrows(IllegalArgumentException.class, () -> json("pages").schema("a INT").load(path.toString()).collect());
        assertThrows(IllegalArgumentException.class,
                () -> json("values").option("multiLine", true).schema("a INT").load(path.toString()).collect());
        assertThrows(IllegalArgumentException.class,
                () -> ion().option("framing", "whole").schema("a INT").load(path.toString()).collect());
    }
}
