package io.github.stringmill.spark.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.stringmill.spark.SparkTest;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A byte order mark at the start of a file, and elsewhere. */
class ByteOrderMarkTest extends SparkTest {
    private static DataFrameReader read(String format) {
        return spark().read().format(format).schema("a INT, _corrupt_record STRING");
    }

    private static List<String> rows(Dataset<Row> read) {
        return read.collectAsList().stream().map(Row::toString).sorted().toList();
    }

    @AfterEach
    void unset() {
        spark().conf().unset("spark.sql.files.maxPartitionBytes");
        spark().conf().unset("spark.sql.files.openCostInBytes");
    }

    @Test
    void refusedByDefaultWithTheNameOfTheOption() throws IOException {
        String path = file("a.json", "\ufeff{\"a\":1}\n{\"a\":2}\n");
        for (String format : List.of("stringmill-json", "ion")) {
            assertEquals(List.of("[2,null]", "[null,\ufeff{\"a\":1}]"), rows(read(format).load(path)));
            Exception e = assertThrows(Exception.class, () -> read(format).option("mode", "FAILFAST").load(path).collectAsList());
            StringBuilder messages = new StringBuilder();
            for (Throwable at = e; at != null; at = at.getCause()) {
                messages.append(at);
            }
            assertTrue(messages.toString().contains("byte 0: ") && messages.toString().contains("byteOrderMark=skip"),
                    messages.toString());
            assertThrows(Exception.class, () -> read(format).option("byteOrderMark", "keep").load(path));
        }
    }

    /** The first record is read once for every size of a split, and a mark elsewhere is part of a record. */
    @Test
    void skippedAtTheStartOfAFile() throws IOException {
        String path = file("a.json", "\ufeff{\"a\":1}\n\ufeff{\"a\":2}\n{\"a\":3}\n");
        String blank = file("b.json", "\ufeff\n{\"a\":4}\n");
        String only = file("c.json", "\ufeff");
        spark().conf().set("spark.sql.files.openCostInBytes", 0);
        for (String format : List.of("stringmill-json", "ion")) {
            for (int size = 1; size <= 16; size++) {
                spark().conf().set("spark.sql.files.maxPartitionBytes", size);
                assertEquals(List.of("[1,null]", "[3,null]", "[4,null]", "[null,\ufeff{\"a\":2}]"),
                        rows(read(format).option("byteOrderMark", "skip").load(path, blank, only)), format + size);
            }
            assertEquals(List.of("[3,1]", "[11,2]", "[22,3]").toString(), read(format).option("byteOrderMark", "skip")
                    .load(path).select("_offset", "_line").orderBy("_line").collectAsList().toString());
            assertEquals(List.of("[1,null]", "[2,null]"), rows(read(format).option("byteOrderMark", "skip")
                    .option("framing", "values").load(file("v.json", "\ufeff{\"a\":1} {\"a\":2}"))));
        }
    }
}
