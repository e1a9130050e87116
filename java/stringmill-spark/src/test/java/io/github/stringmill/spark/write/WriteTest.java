package io.github.stringmill.spark.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdInputStream;
import io.github.stringmill.spark.Smill;
import io.github.stringmill.spark.SparkTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scala.jdk.javaapi.CollectionConverters;

/** Writing, by every mode and statement of Spark, and the bytes beside those of the command. */
class WriteTest extends SparkTest {
    private static final String ALL_TYPES = """
            SELECT id, CAST(id AS TINYINT) AS tiny, CAST(-id * 300 AS SMALLINT) AS `small one`, CAST(id AS INT) AS `null`,
            id * -123456789012345 AS big, id % 2 = 0 AS even, concat('text "', id, '"\\n\\u0001é') AS text,
            CAST(id AS DECIMAL(20, 3)) / 7 AS fraction, CAST(id AS DECIMAL(38, 0)) AS whole,
            CAST(CAST(id AS DECIMAL(20, 3)) / 100000000 AS DECIMAL(12, 10)) AS tiny_fraction,
            CAST(id AS DOUBLE) / 3 AS float8, CAST(id AS FLOAT) / 3 AS float4, CAST(id AS DOUBLE) * 1e300 AS huge,
            CAST(concat('b', id) AS BINARY) AS bytes, date_add(DATE'1969-12-30', CAST(id AS INT)) AS day,
            timestamp_micros(id * 1234567890120 - 5) AS time, timestamp_millis(id * 1000) AS second,
            CAST(timestamp_micros(id * 10) AS TIMESTAMP_NTZ) AS local,
            array(id, NULL, 3) AS list, named_struct('it''s', id, '', array(named_struct('x', 'y'))) AS struct,
            map('k"', id, '$1', 2) AS map, IF(id = 3, NULL, 'x') AS sometimes, NULL AS nothing
            FROM range(0, 9, 1, 1)
            """;

    private static DataFrameWriter<Row> writer(Dataset<Row> rows, String format) {
        return rows.write().format(format);
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("part-")).sorted().toList();
        }
    }

    private static String text(Path folder) throws IOException {
        StringBuilder text = new StringBuilder();
        for (Path file : files(folder)) {
            text.append(Files.readString(file));
        }
        return text.toString();
    }

    private Path out() {
        return folder.resolve("out");
    }

    @Test
    void bytesAreThoseOfTheCommand() throws IOException {
        Path ion = folder.resolve("ion");
        Path json = folder.resolve("json");
        writer(spark().sql(ALL_TYPES), "ion").save(ion.toString());
        writer(spark().sql(ALL_TYPES), "stringmill-json").save(json.toString());
        Path converted = folder.resolve("converted");
        String ionFile = files(ion).get(0).toString();
        assertEquals(9, text(ion).lines().count());
        assertTrue(ionFile.endsWith(".ion"), ionFile);
        assertTrue(files(json).get(0).toString().endsWith(".ndjson"));
        Smill.run(converted, "convert", "--from", "ion", "--to", "ndjson", ionFile);
        assertEquals(Files.readString(converted), text(json));
        Smill.run(converted, "convert", "--from", "ion", "--to", "ion", ionFile);
        assertEquals(Files.readString(converted), text(ion));
    }

    @Test
    void valuesHaveTheirIonTypes() throws IOException {
        writer(spark().sql("""
                SELECT 1 AS i, 1.50 AS d, CAST(2 AS DECIMAL(5)) AS w, 0.5D AS f, 'a' AS s, X'00ff' AS b, DATE'2024-02-29' AS day,
                TIMESTAMP'2024-02-29 12:00:00.120Z' AS t, TIMESTAMP_NTZ'2024-02-29 12:00:00' AS l, double('NaN') AS n
                """).coalesce(1), "ion").save(out().toString());
        assertEquals("{i:1,d:1.50,w:2.,f:0.5e0,s:\"a\",b:{{AP8=}},day:2024-02-29,t:2024-02-29T12:00:00.12Z,"
                + "l:2024-02-29T12:00:00-00:00,n:nan}\n", text(out()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "gzip", "zstd", "bzip2"})
    void compressedFilesHaveTheSameText(String codec) throws IOException {
        Dataset<Row> rows = spark().range(0, 20_000, 1, 1).toDF();
        writer(rows, "stringmill-json").save(folder.resolve("plain").toString());
        writer(rows, "stringmill-json").option("compression", codec).save(out().toString());
        Path file = files(out()).get(0);
        byte[] packed = Files.readAllBytes(file);
        String extension = switch (codec) {
            case "gzip" -> ".ndjson.gz";
            case "zstd" -> ".ndjson.zst";
            case "bzip2" -> ".ndjson.bz2";
            default -> ".ndjson";
        };
        assertTrue(file.toString().endsWith(extension), file.toString());
        InputStream raw = new ByteArrayInputStream(packed);
        InputStream unpacked = switch (codec) {
            case "gzip" -> new GZIPInputStream(raw);
            case "zstd" -> new ZstdInputStream(raw);
            case "bzip2" -> new BZip2CompressorInputStream(raw);
            default -> raw;
        };
        assertEquals(text(folder.resolve("plain")), new String(unpacked.readAllBytes(), StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ion", "stringmill-json"})
    void everySaveModeWorks(String format) throws IOException {
        Dataset<Row> rows = spark().range(0, 3, 1, 1).toDF();
        String path = out().toString();
        writer(rows, format).mode(SaveMode.ErrorIfExists).save(path);
        String once = text(out());
        assertEquals(3, once.lines().count());
        Exception error = assertThrows(Exception.class, () -> writer(rows, format).save(path));
        assertTrue(error.getMessage().contains("PATH_ALREADY_EXISTS"), error.getMessage());
        writer(rows, format).mode(SaveMode.Ignore).save(path);
        assertEquals(once, text(out()));
        writer(rows, format).mode(SaveMode.Append).save(path);
        assertEquals(6, text(out()).lines().count());
        writer(rows, format).mode(SaveMode.Overwrite).save(path);
        assertEquals(once, text(out()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ion", "stringmill-json"})
    void rowsAreDividedAmongFilesAndPartitions(String format) throws IOException {
        writer(spark().range(0, 10, 1, 1).selectExpr("id", "id % 2 AS part"), format).partitionBy("part")
                .option("maxRecordsPerFile", 2).save(out().toString());
        List<Path> files = files(out());
        assertEquals(6, files.size());
        for (Path file : files) {
            assertTrue(file.getParent().getFileName().toString().startsWith("part="));
            assertTrue(Files.readAllLines(file).size() <= 2);
        }
        assertTrue(!text(out()).contains("part"), text(out()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ion", "`stringmill-json`"})
    void statementsWrite(String format) throws IOException {
        String path = out().toString();
        spark().sql("CREATE TABLE written (id BIGINT, name STRING) USING " + format + " LOCATION '" + path + "'");
        try {
            spark().sql("INSERT INTO written VALUES (1, 'a')");
            spark().sql("INSERT INTO written SELECT 2, 'b'");
            assertEquals(2, text(out()).lines().count());
            spark().sql("INSERT OVERWRITE written VALUES (3, NULL)");
            assertEquals(format.equals("ion") ? "{id:3,name:null}\n" : "{\"id\":3,\"name\":null}\n", text(out()));
        } finally {
            spark().sql("DROP TABLE written");
        }
        Path selected = folder.resolve("selected");
        spark().sql("CREATE TABLE selected USING " + format + " OPTIONS (ignoreNullFields true) LOCATION '" + selected
                + "' AS SELECT 4 AS id, CAST(NULL AS STRING) AS name");
        spark().sql("DROP TABLE selected");
        assertEquals(format.equals("ion") ? "{id:4}\n" : "{\"id\":4}\n", text(selected));
        Path directory = folder.resolve("directory");
        spark().sql("INSERT OVERWRITE DIRECTORY '" + directory + "' USING " + format + " SELECT 5 AS id");
        assertEquals(1, text(directory).lines().count());
    }

    /** A counter of the last write, by a part of its name; it is in the UI of Spark. */
    private static long counter(Runnable write, String name) {
        ConcurrentLinkedQueue<Long> values = new ConcurrentLinkedQueue<>();
        SparkListener listener = new SparkListener() {
            @Override
            public void onStageCompleted(SparkListenerStageCompleted stage) {
                CollectionConverters.asJava(stage.stageInfo().accumulables()).forEach((id, one) -> {
                    if (one.name().isDefined() && one.name().get().contains(name)) {
                        values.add((Long) one.value().get());
                    }
                });
            }
        };
        spark().sparkContext().addSparkListener(listener);
        try {
            write.run();
            spark().sparkContext().listenerBus().waitUntilEmpty();
        } catch (java.util.concurrent.TimeoutException e) {
            throw new AssertionError(e);
        } finally {
            spark().sparkContext().removeSparkListener(listener);
        }
        return values.stream().mapToLong(Long::longValue).sum();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ion", "stringmill-json"})
    void illFormedTextIsRefusedOrRepairedAndCounted(String format) throws IOException {
        Dataset<Row> rows = spark().sql("SELECT id, CAST(X'61E14162FF' AS STRING) AS text, "
                + "map(CAST(X'FF' AS STRING), 1) AS map FROM range(0, 4, 1, 2)");
        Throwable error = assertThrows(Exception.class, () -> writer(rows, format).save(out().toString()));
        List<String> messages = new ArrayList<>();
        for (; error != null; error = error.getCause()) {
            messages.add(String.valueOf(error.getMessage()));
        }
        assertTrue(messages.toString().contains(
                "column text: continuation byte missing at byte 1 (103); the option illFormed repairs it")
                || messages.toString().contains("column text: ") && messages.toString().contains("at byte 1 (103)"),
                messages.toString());
        assertEquals(0, Files.exists(out()) ? files(out()).size() : 0);
        long repaired = counter(() -> writer(rows, format).option("illFormed", "replace").mode(SaveMode.Overwrite)
                .save(out().toString()), "UTF-8 repaired");
        assertEquals(4 * 3, repaired);
        assertEquals(8, text(out()).split("a\ufffdAb\ufffd|\ufffd['\"]:1", -1).length - 1, text(out()));
        assertThrows(Exception.class, () -> writer(rows, format).option("illFormed", "copy").save(out() + "2"));
    }

    @Test
    void typesAndDatesThatCannotBeWrittenAreRefused() {
        for (String query : List.of("SELECT INTERVAL '1' DAY AS a", "SELECT map(1, 2) AS a",
                "SELECT parse_json('1') AS a")) {
            Exception error = assertThrows(Exception.class,
                    () -> writer(spark().sql(query), "ion").save(out().toString()), query);
            assertTrue(error.getMessage().contains("UNSUPPORTED_DATA_TYPE_FOR_DATASOURCE")
                    || error.getMessage().contains("column a: the type VARIANT cannot be written as ion"), error.getMessage());
        }
        assertThrows(Exception.class,
                () -> writer(spark().sql("SELECT date_add(DATE'9999-12-31', 1) AS a"), "ion").save(out().toString()));
    }
}
