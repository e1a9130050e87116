package io.github.stringmill.spark.read;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.stringmill.spark.SparkTest;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.Test;

/** SQL on files, and tables of the catalog, which Spark reads by its older interface. */
class TableTest extends SparkTest {
    private static List<String> rows(Dataset<Row> read) {
        return read.collectAsList().stream().map(Row::toString).sorted().toList();
    }

    @Test
    void sqlOnFilesAndCreatedTables() throws IOException {
        file("t/day=1/a.json", "{\"n\":1,\"s\":\"a\"}\n{\"n\":\"bad\",\"s\":\"b\"}\n");
        file("t/day=2/b.json", "{\"n\":3,\"s\":\"c\"}\n");
        String path = folder.resolve("t").toString();
        assertEquals(List.of("[{\"n\":\"bad\",\"s\":\"b\"},1]", "[{\"n\":1,\"s\":\"a\"},1]", "[{\"n\":3,\"s\":\"c\"},2]"),
                rows(spark().sql("SELECT * FROM `stringmill-json`.`" + path + "`")));
        spark().sql("DROP TABLE IF EXISTS records");
        spark().sql("CREATE TABLE records (n INT, s STRING, _corrupt_record STRING, day INT) USING `stringmill-json` "
                + "OPTIONS (path '" + path + "') PARTITIONED BY (day)");
        spark().sql("MSCK REPAIR TABLE records");
        assertEquals(List.of("[1,a,null,1]", "[3,c,null,2]", "[null,b,{\"n\":\"bad\",\"s\":\"b\"},1]"),
                rows(spark().sql("SELECT * FROM records")));
        assertEquals(List.of("[c,2]"), rows(spark().sql("SELECT s, day FROM records WHERE day = 2")));
        assertEquals(List.of("[1]"), rows(spark().sql("SELECT count(*) FROM records WHERE _corrupt_record IS NOT NULL")));
        spark().sql("INSERT INTO records VALUES (4, 'd', NULL, 2)");
        assertEquals(List.of("[3,c]", "[4,d]"), rows(spark().sql("SELECT n, s FROM records WHERE day = 2")));
        spark().sql("DROP TABLE records");
    }

    @Test
    void createdTablesHaveThePlacesOfRecords() throws IOException {
        String path = file("p/a.json", "{\"n\":1}\n\n{\"n\":\"bad\"}\n{\"n\":3}\n");
        spark().sql("DROP TABLE IF EXISTS places");
        spark().sql("CREATE TABLE places (n INT, _corrupt_record STRING) USING `stringmill-json` OPTIONS (path '"
                + folder.resolve("p") + "')");
        List<String> expected = rows(spark().read().format("stringmill-json").schema("n INT, _corrupt_record STRING")
                .load(path).selectExpr("n", "_offset", "_line", "_path"));
        assertEquals(List.of("[1,0,1,file:" + path + "]", "[3,21,4,file:" + path + "]", "[null,9,3,file:" + path + "]"),
                expected);
        assertEquals(expected, rows(spark().sql("SELECT n, _metadata.offset, _metadata.line, "
                + "replace(_metadata.file_path, 'file:///', 'file:/') FROM places")));
        assertEquals(List.of("[9]"),
                rows(spark().sql("SELECT _metadata.offset FROM places WHERE _corrupt_record IS NOT NULL")));
        assertEquals(List.of("[4]"), rows(spark().sql("SELECT max(_metadata.line) FROM places")));
        spark().conf().set("spark.sql.files.maxPartitionBytes", 7);
        spark().conf().set("spark.sql.files.openCostInBytes", 0);
        try {
            assertEquals(expected, rows(spark().sql("SELECT n, _metadata.offset, _metadata.line, "
                    + "replace(_metadata.file_path, 'file:///', 'file:/') FROM places")));
        } finally {
            spark().conf().unset("spark.sql.files.maxPartitionBytes");
            spark().conf().unset("spark.sql.files.openCostInBytes");
        }
        spark().sql("DROP TABLE places");
    }

    @Test
    void everyWayOfSqlGivesTheSameRows() {
        for (String format : List.of("ion", "`stringmill-json`")) {
            spark().sql("DROP TABLE IF EXISTS parts");
            spark().sql("CREATE TABLE parts (n INT, s STRING, day INT) USING " + format + " PARTITIONED BY (day)");
            spark().sql("INSERT INTO parts VALUES (1, 'a', 1), (2, 'b', 2)");
            spark().sql("INSERT INTO parts PARTITION (day = 3) VALUES (3, 'c')");
            assertEquals(List.of("[1,a,1]", "[2,b,2]", "[3,c,3]"), rows(spark().sql("SELECT * FROM parts")));
            spark().conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
            try {
                spark().sql("INSERT OVERWRITE parts VALUES (9, 'z', 2)");
            } finally {
                spark().conf().unset("spark.sql.sources.partitionOverwriteMode");
            }
            assertEquals(List.of("[1,a,1]", "[3,c,3]", "[9,z,2]"), rows(spark().sql("SELECT * FROM parts")));
            spark().sql("INSERT OVERWRITE parts VALUES (7, 'y', 4)");
            assertEquals(List.of("[7,y,4]"), rows(spark().sql("SELECT * FROM parts")));
            spark().sql("DROP TABLE IF EXISTS copies");
            spark().sql("CREATE TABLE copies USING " + format + " PARTITIONED BY (day) AS SELECT * FROM parts");
            assertEquals(rows(spark().sql("SELECT * FROM parts")), rows(spark().sql("SELECT * FROM copies")));
            spark().sql("CREATE OR REPLACE TEMP VIEW seen AS SELECT n FROM copies WHERE day = 4");
            assertEquals(List.of("[7]"), rows(spark().sql("SELECT * FROM seen")));
            spark().sql("DROP TABLE copies");
            spark().sql("DROP TABLE parts");
        }
    }

    @Test
    void streamsReadAndWriteFiles() throws Exception {
        for (String format : List.of("ion", "stringmill-json")) {
            String in = folder + "/in-" + format;
            spark().sql("SELECT 1 AS n, 'a' AS s UNION ALL SELECT 2, 'b'").write().format(format).save(in);
            spark().readStream().format(format).schema("n INT, s STRING").option("maxFilesPerTrigger", 1).load(in)
                    .selectExpr("n", "json_escape(s) AS s").writeStream().format(format)
                    .option("checkpointLocation", folder + "/points-" + format).trigger(Trigger.AvailableNow())
                    .start(folder + "/out-" + format).awaitTermination();
            assertEquals(List.of("[1,a]", "[2,b]"), rows(spark().read().format(format).schema("n INT, s STRING")
                    .load(folder + "/out-" + format)));
        }
    }

    @Test
    void tablesOfIonKeepTheirTypes() {
        spark().sql("DROP TABLE IF EXISTS ions");
        spark().sql("CREATE TABLE ions USING ion AS SELECT 1 AS i, 2.50BD AS d, 'x' AS s, array(1, 2) AS a");
        assertEquals(List.of("[1,2.50,x,ArraySeq(1, 2)]"), rows(spark().sql("SELECT * FROM ions")));
        spark().sql("INSERT OVERWRITE ions VALUES (2, 3.00BD, 'y', array())");
        assertEquals(List.of("[2,3.00,y,ArraySeq()]"), rows(spark().sql("SELECT * FROM ions")));
        spark().sql("DROP TABLE ions");
    }
}
