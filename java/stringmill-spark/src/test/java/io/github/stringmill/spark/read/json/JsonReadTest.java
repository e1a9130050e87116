package io.github.stringmill.spark.read.json;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdOutputStream;
import io.github.stringmill.spark.SparkTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** Options, columns and files of the source of JSON. */
class JsonReadTest extends SparkTest {
    private static final String BAD = "{\"a\":1,\"b\":\"x\"}\n{\"a\":2,\"b\":\"\u00e9\",}\n\n{\"a\":\"no\",\"b\":\"y\"}\n[1]\n"
            + "{\"a\":5,\"b\":\"\\ud800\"}\n{\"a\":6}";

    private static DataFrameReader json(String schema) {
        return spark().read().format("stringmill-json").schema(schema);
    }

    private static List<String> rows(Dataset<Row> read) {
        return read.collectAsList().stream().map(Row::toString).toList();
    }

    @Test
    void badRecordsAreNullAndKeptInTheirColumn() throws IOException {
        String path = file("a.json", BAD);
        assertEquals(List.of("[1,x,null]", "[null,null,{\"a\":2,\"b\":\"\u00e9\",}]", "[null,y,{\"a\":\"no\",\"b\":\"y\"}]",
                "[null,null,[1]]", "[null,null,{\"a\":5,\"b\":\"\\ud800\"}]", "[6,null,null]"),
                rows(json("a INT, b STRING, _corrupt_record STRING").load(path)));
        // The column alone, which Spark's source refuses; a column that is not asked for still decides.
        assertEquals(4, json("a INT, b STRING, _corrupt_record STRING").load(path)
                .selectExpr("_corrupt_record").where("_corrupt_record is not null").count());
        assertEquals(List.of("[null]", "[{\"a\":\"no\",\"b\":\"y\"}]"), rows(json("a INT, b STRING, bad STRING")
                .option("columnNameOfCorruptRecord", "bad").load(path).where("b = 'x' or b = 'y'").select("bad")));
        assertEquals(6, json("a INT").load(path).count());
    }

    @Test
    void badRecordsCanBeDroppedOrFail() throws IOException {
        String path = file("a.json", BAD);
        assertEquals(List.of("[1,x]", "[6,null]"), rows(json("a INT, b STRING").option("mode", "DROPMALFORMED").load(path)));
        Throwable failure = assertThrows(Exception.class,
                () -> json("a INT, b STRING").option("mode", "FAILFAST").load(path).collect());
        while (failure.getCause() != null) {
            failure = failure.getCause();
        }
        assertEquals("file:" + path + ": line 2, byte 32: expected a string (302 json_string_expected)",
                failure.getMessage());
    }

    @Test
    void bytesOfBadRecordsAreUnchanged() throws IOException {
        byte[] record = "{\"a\":\"x_\"}".getBytes(StandardCharsets.ISO_8859_1);
        record[7] = (byte) 0xE1;
        String path = file("a.json", record);
        Row row = json("a STRING, _corrupt_record BINARY").load(path).head();
        assertTrue(row.isNullAt(0));
        assertArrayEquals(record, row.getAs(1));
        for (String policy : List.of("replace", "replace-java", "replace-php")) {
            assertEquals(List.of("[x\ufffd]"), rows(json("a STRING").option("illFormed", policy).load(path)), policy);
        }
        String lone = file("b.json", "{\"a\":\"\\ud800x\",\"b\":\"\\udc00\"}");
        assertEquals(List.of("[\ufffdx]"), rows(json("a STRING").option("loneSurrogates", "replace").load(lone)));
        // Members that no column has are checked, too.
        assertEquals(List.of("[null]"), rows(json("c STRING").load(lone)));
        assertEquals(0, json("c STRING").option("mode", "DROPMALFORMED").load(lone).count());
    }

    @Test
    void foldersPatternsPartitionsAndCompression() throws IOException {
        file("t/day=1/a.json", "{\"n\":1}\n{\"n\":2}");
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write("{\"n\":3}\n{\"n\":4}\n".getBytes(StandardCharsets.UTF_8));
        }
        file("t/day=2/b.json.gz", zipped.toByteArray());
        file("t/day=2/_ignored", "no");
        Dataset<Row> table = json("n INT").load(folder.resolve("t").toString());
        assertEquals(List.of("[1,1]", "[2,1]", "[3,2]", "[4,2]"), rows(table.orderBy("n")));
        assertEquals(List.of("[2,3,0,1]", "[2,4,8,2]"),
                rows(table.where("day = 2").selectExpr("day", "n", "_offset", "_line").orderBy("n")));
        assertEquals(List.of("[1]", "[2]"), rows(table.where("day = 1").select("n").orderBy("n")));
        assertEquals(List.of("[2]", "[2]"), rows(table.where("n > 2").select("day")));
        String[] both = {folder + "/t/day=*/a.json", folder + "/t/day=2"};
        assertEquals(4, json("n INT").load(both).count());
        assertEquals(1, table.limit(1).count());
        assertEquals(3, table.limit(3).collectAsList().size());
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (ZstdOutputStream out = new ZstdOutputStream(packed)) {
            out.write("{\"n\":7}\n".getBytes(StandardCharsets.UTF_8));
        }
        assertEquals(List.of("[7]"), rows(json("n INT").load(file("c.zst", packed.toByteArray()))));
        String written = folder + "/bzip2";
        table.select("n").coalesce(1).write().option("compression", "bzip2").json(written);
        assertEquals(4, json("n INT").load(written).where("n is not null").count());
    }

    @Test
    void nestedColumnsArePruned() throws IOException {
        String path = file("a.json", "{\"s\":{\"x\":1,\"y\":\"no\"},\"m\":{\"k\":[1,2]}}");
        Dataset<Row> table = json("s STRUCT<x:INT,y:INT>, m MAP<STRING,ARRAY<INT>>").load(path);
        assertEquals(List.of("[1]"), rows(table.selectExpr("s.x")));
        assertEquals(List.of("[2]"), rows(table.selectExpr("m['k'][1]")));
        assertEquals(List.of("[[1,null],Map(k -> ArraySeq(1, 2))]"), rows(table));
    }

    @Test
    void optionsThatAreNotSupportedAreRefused() throws IOException {
        String path = file("a.json", "{}");
        for (String name : List.of("allowComments", "allowUnquotedFieldNames")) {
            assertThrows(IllegalArgumentException.class, () -> json("a INT").option(name, true).load(path).collect());
        }
        assertThrows(IllegalArgumentException.class, () -> json("a INT").option("encoding", "UTF-16").load(path).collect());
        assertThrows(IllegalArgumentException.class, () -> json("a INT").option("illFormed", "copy").load(path).collect());
    }
}
