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
}
