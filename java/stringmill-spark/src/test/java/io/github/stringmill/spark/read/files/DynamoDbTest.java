package io.github.stringmill.spark.read.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.stringmill.spark.SparkTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Exports of DynamoDB by every way that Spark has to a source. */
class DynamoDbTest extends SparkTest {
    private static final String SCHEMA = "Id INT, Title STRING";

    private String export(String id, String text) throws IOException {
        String root = "AWSDynamoDB/" + id;
        file(root + "/manifest-summary.json", "{\"version\":\"2020-06-30\",\"itemCount\":2}\n");
        file(root + "/manifest-summary.md5", "x");
        file(root + "/manifest-files.md5", "x");
        file(root + "/manifest-files.json", "{\"itemCount\":2,\"dataFileS3Key\":\"p/" + root + "/data/" + id + ".ion\"}\n");
        file(root + "/data/" + id + ".ion", text);
        file(root + "/data/other.ion", "$ion_1_0 {Item:{Id:99.}}\n");
        return folder + "/" + root;
    }

    private String export() throws IOException {
        return export("01", "$ion_1_0 {Item:{Id:1.,Title:\"a\"}}\n$ion_1_0 {Item:{Id:2.,Title:\"b\"}}\n");
    }

    private static List<String> rows(Dataset<Row> read) {
        return read.collectAsList().stream().map(Row::toString).sorted().toList();
    }

    @AfterEach
    void drop() {
        spark().conf().unset("spark.sql.sources.useV1SourceList");
        spark().sql("DROP TABLE IF EXISTS items");
        spark().sql("DROP VIEW IF EXISTS seen");
    }

    @Test
    void everyWayInReadsTheItems() throws IOException {
        String export = export();
        List<String> expected = List.of("[1,a]", "[2,b]");
        for (String list : List.of("", "dynamodb-ion")) {
            spark().conf().set("spark.sql.sources.useV1SourceList", list);
            assertEquals(expected, rows(spark().read().format("dynamodb-ion").schema(SCHEMA).load(export)));
            assertEquals(expected, rows(spark().read().format("dynamodb-ion").schema(SCHEMA).option("path", export).load()));
            assertEquals(expected, rows(spark().read().format("dynamodb-ion").schema(SCHEMA).load(folder + "/AWSDynamoDB/0*")));
            assertEquals(expected, rows(spark().read().format("dynamodb-ion").schema(SCHEMA).load(export + "/data/01.ion")));
            assertEquals(2, spark().read().format("dynamodb-ion").load(export).count());
            assertEquals(expected, rows(spark().read().format("dynamodb-ion").option("inferSchema", true).load(export)));
            spark().sql("CREATE TABLE items (" + SCHEMA + ") USING `dynamodb-ion` LOCATION '" + export + "'");
            assertEquals(expected, rows(spark().sql("SELECT * FROM items")));
            assertEquals(List.of("[b]"), rows(spark().sql("SELECT Title FROM items WHERE Id = 2")));
            assertEquals(expected, rows(spark().table("items")));
            Exception e = assertThrows(Exception.class, () -> spark().sql("INSERT INTO items VALUES (3, 'c')"));
            assertTrue(e.toString().contains("read"), e.toString());
            spark().sql("DROP TABLE items");
            spark().sql("CREATE TABLE items USING `dynamodb-ion` OPTIONS (path '" + export + "', inferSchema true)");
            assertEquals(expected, rows(spark().sql("SELECT Id, Title FROM items")));
            spark().sql("DROP TABLE items");
            spark().sql("CREATE TEMPORARY VIEW seen (" + SCHEMA + ") USING `dynamodb-ion` OPTIONS (path '" + export + "')");
            assertEquals(expected, rows(spark().sql("SELECT * FROM seen")));
            spark().sql("DROP VIEW seen");
        }
    }

    /** An export has no folders of partitions: the column is read from the items, as every other one. */
    @Test
    void partitionedTablesHaveTheSameRows() throws IOException {
        spark().sql("CREATE TABLE items (Title STRING, Id INT) USING `dynamodb-ion` PARTITIONED BY (Title) LOCATION '"
                + export() + "'");
        assertEquals(List.of("[1,a]", "[2,b]"), rows(spark().sql("SELECT * FROM items")));
        spark().sql("MSCK REPAIR TABLE items");
        assertEquals(List.of("[2,b]"), rows(spark().sql("SELECT * FROM items WHERE Title = 'b'")));
        assertEquals(List.of("[a,1]", "[b,1]"), rows(spark().sql("SELECT Title, count(*) FROM items GROUP BY Title")));
    }

    /** Manifests are never items, and no way in gives no rows in silence. */
    @Test
    void otherWaysAreRefused() throws IOException {
        String export = export();
        assertThrows(Exception.class, () -> spark().readStream().format("dynamodb-ion").schema(SCHEMA).load(export));
        assertThrows(Exception.class, () -> rows(spark().read().format("dynamodb-ion").schema(SCHEMA)
                .load(folder + "/AWSDynamoDB")));
        assertThrows(Exception.class, () -> rows(spark().read().format("dynamodb-ion").schema(SCHEMA)
                .load(export + "/manifest-files.json")));
        assertThrows(Exception.class, () -> rows(spark().read().format("dynamodb-ion").schema(SCHEMA)
                .option("ignoreCorruptFiles", true).load(export + "/manifest-*.json")));
        List<String> bySql;
        try {
            bySql = rows(spark().sql("SELECT json_escape(value) IS NULL FROM `dynamodb-ion`.`" + export + "`"));
        } catch (Exception e) {
            assertTrue(String.valueOf(e.getCause()).contains("dynamodb-ion has no path here"), e.toString());
            return;
        }
        assertEquals(List.of("[false]", "[false]"), bySql);
    }

    @Test
    void incrementalExportsShareOneFolder() throws IOException {
        file("AWSDynamoDB/02/manifest-files.json", "{\"itemCount\":2,\"dataFileS3Key\":\"AWSDynamoDB/data/x.ion\"}\n");
        file("AWSDynamoDB/data/x.ion", "$ion_1_0 {Metadata:{WriteTimestampMicros:5.},Keys:{Id:1.},NewImage:{Id:1.,Title:\"a\"},"
                + "OldImage:{Id:1.,Title:\"z\"}}\n$ion_1_0 {Metadata:{WriteTimestampMicros:6.},Keys:{Id:2.},OldImage:{Id:2.}}\n");
        file("AWSDynamoDB/data/y.ion", "not of this export");
        String schema = "Id INT, Title STRING, Keys STRUCT<Id:INT>, Metadata STRUCT<WriteTimestampMicros:LONG>";
        for (String path : List.of(folder + "/AWSDynamoDB/02", folder + "/AWSDynamoDB/*")) {
            assertEquals(List.of("[1,a,[1],[5]]", "[null,null,[2],[6]]"), rows(spark().read().format("dynamodb-ion")
                    .schema(schema).option("root", "NewImage").option("mode", "FAILFAST").load(path)));
        }
        assertEquals(List.of("[1,a]", "[null,null]"), rows(spark().read().format("dynamodb-ion").option("root", "NewImage")
                .option("mode", "FAILFAST").schema(SCHEMA).load(folder + "/AWSDynamoDB/02")));
        assertEquals(List.of("Id", "Title"), List.of(spark().read().format("dynamodb-ion").option("root", "NewImage")
                .option("inferSchema", true).load(folder + "/AWSDynamoDB/02").columns()));
        // A record without keys is none of an incremental export.
        String path = file("bad.ion", "{Item:{Id:1.}}\n");
        assertThrows(Exception.class, () -> rows(spark().read().format("dynamodb-ion").option("root", "NewImage")
                .option("mode", "FAILFAST").schema(SCHEMA).load(path)));
    }

    private static byte[] zipped(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private static String md5(byte[] bytes) throws NoSuchAlgorithmException {
        return Base64.getEncoder().encodeToString(MessageDigest.getInstance("MD5").digest(bytes));
    }

    /** Writes an export of two files, compressed or not, with these sums for the second one. */
    private String manifest(String extension, String md5, long items, long all) throws Exception {
        String root = "AWSDynamoDB/03";
        String text = "$ion_1_0 {Item:{Id:1.}}\n\n$ion_1_0 {Item:{Id:}}\n$ion_1_0 {Item:{Id:2.}}\n";
        byte[] bytes = extension.isEmpty() ? text.getBytes(StandardCharsets.UTF_8) : zipped(text);
        file(root + "/data/a.ion" + extension, bytes);
        file(root + "/data/b.ion" + extension, bytes);
        file(root + "/manifest-summary.json", "{\"itemCount\":" + all + "}");
        String line = "{\"itemCount\":%d,\"md5Checksum\":\"%s\",\"etag\":\"x-1\",\"dataFileS3Key\":\"data/%s.ion" + extension
                + "\"}\n";
        file(root + "/manifest-files.json", String.format(line, 3, md5(bytes), "a")
                + String.format(line, items, md5 == null ? md5(bytes) : md5, "b"));
        return folder + "/" + root;
    }

    private static DataFrameReader items() {
        return spark().read().format("dynamodb-ion").schema("Id INT").option("mode", "DROPMALFORMED");
    }

    private static String messages(Executable read) {
        Exception error = assertThrows(Exception.class, read);
        StringBuilder all = new StringBuilder();
        for (Throwable at = error; at != null; at = at.getCause()) {
            all.append(at.getMessage()).append('\n');
        }
        return all.toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".gz"})
    void filesAreThoseOfTheManifest(String extension) throws Exception {
        List<String> expected = List.of("[1]", "[1]", "[2]", "[2]");
        assertEquals(expected, rows(items().load(manifest(extension, null, 3, 6))));
        spark().conf().set("spark.sql.files.maxPartitionBytes", 7);
        spark().conf().set("spark.sql.files.openCostInBytes", 0);
        try {
            assertEquals(expected, rows(items().load(manifest(extension, null, 3, 6))));
            spark().sql("CREATE TABLE items (Id INT) USING `dynamodb-ion` OPTIONS (mode 'DROPMALFORMED') LOCATION '"
                    + manifest(extension, null, 3, 6) + "'");
            assertEquals(expected, rows(spark().sql("SELECT * FROM items")));
        } finally {
            spark().conf().unset("spark.sql.files.maxPartitionBytes");
            spark().conf().unset("spark.sql.files.openCostInBytes");
        }
        String otherSum = "AAAAAAAAAAAAAAAAAAAAAA==";
        String export = manifest(extension, otherSum, 3, 6);
        spark().sql("REFRESH TABLE items");
        for (Executable read : List.<Executable>of(() -> items().load(export).collect(), () -> items().load(export).count(),
                () -> spark().sql("SELECT count(*) FROM items").collect())) {
            assertTrue(messages(read).contains("b.ion" + extension + ": the manifest of the export says the MD5 " + otherSum),
                    messages(read));
        }
        assertEquals(expected, rows(items().option("verifyManifest", false).load(export)));
        // As a checksum of gzip that is wrong: the rows before it are there.
        assertEquals(expected, rows(items().option("ignoreCorruptFiles", true).load(export)));
        String counts = manifest(extension, null, 4, 7);
        assertTrue(messages(() -> items().load(counts).count()).contains("says 4 records, and the file has 3"));
        assertEquals(1, items().load(counts).limit(1).collectAsList().size());
        String sums = manifest(extension, null, 3, 7);
        assertTrue(messages(() -> items().load(sums)).contains("has files of 6 records, and"));
        assertEquals(expected, rows(items().option("verifyManifest", false).load(sums)));
        assertThrows(IllegalArgumentException.class, () -> items().option("verifyManifest", "perhaps").load(sums));
    }
}
