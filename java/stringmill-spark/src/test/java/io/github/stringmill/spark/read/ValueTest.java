package io.github.stringmill.spark.read;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.stringmill.spark.SparkTest;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

class ValueTest extends SparkTest {
    @Test
    void recordsWithoutASchemaAreTheirText() throws IOException {
        String path = file("a.json", "{\"a\":1.10}\n[2,3]\n\"\u00e9\"");
        Dataset<Row> read = spark().read().format("stringmill-json").load(path);
        assertEquals("value STRING", read.schema().toDDL());
        assertEquals(List.of("{\"a\":1.10}", "[2,3]", "\"\u00e9\""), read.as(Encoders.STRING()).collectAsList());
        assertEquals(3, read.count());
    }

    @Test
    void schemasAreInferredOnRequest() throws IOException {
        file("t/day=3/a.json", "{\"a\":1,\"b\":\"x\"}\n{\"a\":1.5,\"c\":[true]}\n");
        String path = folder.resolve("t").toString();
        Dataset<Row> read = spark().read().format("stringmill-json").option("inferSchema", true).load(path);
        assertEquals("a DOUBLE,b STRING,c ARRAY<BOOLEAN>,day INT", read.schema().toDDL());
        assertEquals(List.of("[1.0,x,null,3]", "[1.5,null,ArraySeq(true),3]"),
                read.collectAsList().stream().map(Row::toString).toList());
    }

    @Test
    void wholeRecordsCanBeVariants() throws IOException {
        String path = file("a.json", "{\"b\":1.10}\n[1");
        Dataset<Row> read = spark().read().format("stringmill-json").option("singleVariantColumn", "v")
                .option("columnNameOfCorruptRecord", "bad").load(path);
        assertEquals("v VARIANT,bad STRING", read.schema().toDDL());
        assertEquals(List.of("[{\"b\":1.1},null]", "[null,[1]"),
                read.selectExpr("cast(v as string)", "bad").collectAsList().stream().map(Row::toString).toList());
    }
}
