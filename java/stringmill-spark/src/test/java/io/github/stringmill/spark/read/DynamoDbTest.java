package io.github.stringmill.spark.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.stringmill.spark.SparkTest;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

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
}
