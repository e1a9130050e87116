package io.github.stringmill.spark.records;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.stringmill.ErrorCode;
import io.github.stringmill.spark.SparkTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** The folder of bad records. */
class RejectsTest extends SparkTest {
    private DataFrameReader json(String rejects) {
        return spark().read().format("stringmill-json").schema("a INT, b STRING").option("rejects", rejects)
                .option("mode", "DROPMALFORMED");
    }

    private static List<Row> rejected(String rejects) {
        return spark().read().json(rejects).selectExpr("path", "line", "offset", "error_offset", "code", "name", "reason",
                "unbase64(bytes)").orderBy("offset").collectAsList();
    }

    @Test
    void everyBadRecordIsKeptOnceWithItsPlace() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 60; i++) {
            text.append(i % 10 == 4 ? "{\"a\":" + i + ",}\n" : i % 10 == 7 ? "{\"a\":\"no\"}\n" : "{\"a\":1}\n");
        }
        String path = file("a.json", text.toString());
        String rejects = folder.resolve("rejects").toString();
        // Other splits, other columns, and the same again: nothing is doubled.
        for (int size : new int[] {10_000, 100, 150, 150}) {
            spark().conf().set("spark.sql.files.maxPartitionBytes", size);
            spark().conf().set("spark.sql.files.openCostInBytes", 0);
            try {
                assertEquals(48, json(rejects).load(path).select(size == 100 ? "b" : "a").count());
            } finally {
                spark().conf().unset("spark.sql.files.maxPartitionBytes");
                spark().conf().unset("spark.sql.files.openCostInBytes");
            }
            List<Row> found = rejected(rejects);
            assertEquals(12, found.size(), "size " + size);
            Row first = found.get(0);
            assertEquals("[file:" + path + ",5,32,39,302,json_string_expected,expected a string,", 
                    first.toString().substring(0, first.toString().lastIndexOf(',') + 1));
            assertArrayEquals("{\"a\":4,}".getBytes(StandardCharsets.UTF_8), first.getAs(7));
            assertEquals(871, found.get(1).getLong(4));
        }
        // A file without bad records leaves none of an earlier query.
        file("a.json", "{\"a\":1}\n".repeat(80));
        assertEquals(80, json(rejects).load(path).count());
        assertEquals(0, visible(Path.of(rejects)).size());
    }

    private static List<Path> visible(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(one -> Files.isRegularFile(one) && !one.getFileName().toString().startsWith(".")).toList();
        }
    }

    @Test
    void aFolderInTheDataIsRefused() throws IOException {
        file("d/a.json", "{\"a\":1}\n");
        String data = folder + "/d";
        for (String rejects : List.of(data, data + "/rejects", "file:" + data + "/x/y")) {
            assertThrows(Exception.class, () -> json(rejects).load(data), rejects);
            spark().sql("DROP TABLE IF EXISTS within");
            spark().sql("CREATE TABLE within (a INT) USING `stringmill-json` OPTIONS (path '" + data + "', rejects '"
                    + rejects + "')");
            assertThrows(Exception.class, () -> spark().sql("SELECT * FROM within").collectAsList(), rejects);
            spark().sql("DROP TABLE within");
        }
        assertEquals(1, json(data + "-rejects").load(data).count());
        for (String pattern : List.of(data + "/*", folder + "/*", folder + "/[a-e]", folder + "/{d,e}/{x,r*}", folder + "/x/../d",
                folder + "/{e,d/rejects}")) {
            assertThrows(Exception.class, () -> json(data + "/rejects/x").load(pattern), pattern);
        }
        for (String pattern : List.of(data + "/*.json", data + "/a.{json,txt}", folder + "/[d]/?.json")) {
            assertEquals(1, json(data + "/rejects").load(pattern).count(), pattern);
        }
    }

    @Test
    void attemptsThatEndEarlyPublishNothing() throws IOException {
        String path = file("a.json", "{\"a\":}\n{\"a\":1}\n{\"a\":2}\n");
        String rejects = folder.resolve("rejects").toString();
        assertEquals(1, json(rejects).load(path).limit(1).collectAsList().size());
        if (Files.exists(Path.of(rejects))) {
            assertEquals(List.of(), visible(Path.of(rejects)));
        }
    }

    @Test
    void attemptsAtOneTimeLeaveOneFile() throws IOException {
        String root = folder.resolve("rejects").toString();
        RecordBuffer records = RecordBuffer.lines(new ByteArrayInputStream(new byte[] {'{'}), 0, 1);
        assertTrue(records.next());
        Rejects[] attempts = new Rejects[2];
        for (int i = 0; i < 2; i++) {
            attempts[i] = new Rejects(root, "file:/a", 0, 10, new Configuration());
            attempts[i].add(records, 1, 1, ErrorCode.JSON_INCOMPLETE, "reason");
        }
        attempts[1].commit();
        attempts[1].close();
        attempts[0].commit();
        attempts[0].close();
        Rejects killed = new Rejects(root, "file:/a", 0, 10, new Configuration());
        killed.add(records, 1, 1, ErrorCode.JSON_INCOMPLETE, "reason");
        killed.close();
        List<Path> files = visible(Path.of(root));
        assertEquals(1, files.size());
        assertEquals(1, Files.readAllLines(files.get(0)).size());
        assertFalse(Files.readString(files.get(0)).isEmpty());
    }
}
