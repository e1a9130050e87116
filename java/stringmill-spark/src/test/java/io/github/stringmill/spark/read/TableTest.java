package io.github.stringmill.spark.read;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.stringmill.spark.SparkTest;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
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
    void tablesOfIonKeepTheirTypes() {
        spark().sql("DROP TABLE IF EXISTS ions");
        spark().sql("CREATE TABLE ions USING ion AS SELECT 1 AS i, 2.50BD AS d, 'x' AS s, array(1, 2) AS a");
        assertEquals(List.of("[1,2.50,x,ArraySeq(1, 2)]"), rows(spark().sql("SELECT * FROM ions")));
        spark().sql("INSERT OVERWRITE ions VALUES (2, 3.00BD, 'y', array())");
        assertEquals(List.of("[2,3.00,y,ArraySeq()]"), rows(spark().sql("SELECT * FROM ions")));
        spark().sql("DROP TABLE ions");
    }
}
