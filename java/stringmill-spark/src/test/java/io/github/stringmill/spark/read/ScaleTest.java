package io.github.stringmill.spark.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdOutputStream;
import io.github.stringmill.spark.SparkTest;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import org.apache.spark.api.java.function.ForeachPartitionFunction;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** Many files, long files, small splits and every codec, through Spark. */
class ScaleTest extends SparkTest {
    private static final boolean IS_WHOLE = "1".equals(System.getenv("STRINGMILL_ONE_IN"));
    private static final int MEGABYTE = 1 << 20;
    /** Rows between two measurements. */
    private static final int ROWS = 50_000;
    private static final AtomicLong PEAK = new AtomicLong();

    private static List<String> rows(Dataset<Row> read) {
        return read.collectAsList().stream().map(Row::toString).sorted().toList();
    }

    /** Runs with a setting of the session. */
    private static void with(Map<String, Object> settings, ThrowingRunnable action) throws IOException {
        settings.forEach((name, value) -> spark().conf().set(name, value.toString()));
        try {
            action.run();
        } finally {
            settings.keySet().forEach(name -> spark().conf().unset(name));
        }
    }

    private interface ThrowingRunnable {
        void run() throws IOException;
    }

    private static Map<String, Object> splits(int size) {
        return Map.of("spark.sql.files.maxPartitionBytes", size, "spark.sql.files.openCostInBytes", 0);
    }

    /** 2,000 files, or 10,000. */
    @Test
    void manyFiles() throws IOException {
        int files = IS_WHOLE ? 10_000 : 2_000;
        Files.createDirectories(folder.resolve("many"));
        for (int i = 0; i < files; i++) {
            String text = "{\"n\":" + i + (i % 1000 == 7 ? ",}" : "}") + "\n";
            Files.writeString(folder.resolve("many/" + i + ".json"), text);
        }
        with(Map.of("spark.sql.files.openCostInBytes", 4096), () -> {
            Dataset<Row> read = spark().read().format("stringmill-json").schema("n LONG").option("mode", "DROPMALFORMED")
                    .option("rejects", folder + "/rejects").load(folder + "/many");
            long all = (long) files * (files - 1) / 2;
            long count = files / 1000;
            long bad = 7 * count + 1000 * count * (count - 1) / 2;
            assertEquals("[" + (files - count) + "," + (all - bad) + "]", read.selectExpr("count(*)", "sum(n)").head().toString());
            assertEquals(count, spark().read().json(folder + "/rejects").where("line = 1 and offset = 0 and code = 302").count());
        });
    }

    @Test
    void splitsOfEverySizeHaveTheRowsOfOneTask() throws IOException {
        String json = "{\"n\":1,\"s\":\"\u00e9\"}\n{\"n\":2,}\n\n{\"n\":3}   \n{\"n\":4,\"s\":\"x\"}";
        String ion = "{n:1,s:\"\u00e9\"}\n{n:2\n// c\n$ion_1_0\n$ion_1_0 {n:3}\n{n:4,s:x} // d";
        for (String format : List.of("stringmill-json", "ion")) {
            String text = format.equals("ion") ? ion : json;
            String path = file("a." + format, text);
            DataFrameReader reader = spark().read().format(format).schema("n INT, s STRING, _corrupt_record STRING");
            String[] columns = {"n", "s", "_corrupt_record", "_offset", "_line"};
            List<String> whole = rows(reader.load(path).selectExpr(columns));
            assertEquals(4, whole.size());
            for (int size : IS_WHOLE ? new int[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 20, 30, 50} : new int[] {1, 7, 16}) {
                with(splits(size), () -> {
                    String rejects = folder + "/rejects-" + format + size;
                    Dataset<Row> read = reader.option("rejects", rejects).load(path).selectExpr(columns);
                    int tasks = read.rdd().getNumPartitions();
                    assertTrue(tasks >= text.length() / size, tasks + " tasks");
                    assertEquals(whole, rows(read), format + " in splits of " + size);
                    assertEquals(1, spark().read().json(rejects).count());
                });
            }
        }
    }

    @Test
    void everyCodecIsOneTaskWithTheRowsOfTheText() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 5_000; i++) {
            text.append("{\"n\":").append(i).append(i % 100 == 3 ? "" : "}").append('\n');
        }
        String plain = file("plain/a.json", text.toString());
        for (String codec : List.of("gzip", "zstd", "bzip2", "lz4", "snappy", "deflate")) {
            String target = folder + "/" + codec;
            if (codec.equals("zstd")) {
                file("zstd/a.json.zst", zstd(text.toString()));
            } else {
                // By Spark's own writer, which has no zstd.
                spark().read().text(plain).coalesce(1).write().option("compression", codec).text(target);
            }
            with(splits(1024), () -> {
                String rejects = folder + "/rejects-" + codec;
                DataFrameReader reader = spark().read().format("stringmill-json").schema("n INT, _corrupt_record STRING");
                String[] columns = {"n", "_corrupt_record", "_offset", "_line"};
                Dataset<Row> read = reader.option("rejects", rejects).load(target).selectExpr(columns);
                assertEquals(1, read.rdd().getNumPartitions(), codec);
                assertEquals(rows(reader.option("rejects", folder + "/rejects").load(plain).selectExpr(columns)), rows(read), codec);
                assertEquals(50, spark().read().json(rejects).count(), codec);
            });
        }
    }

    private static byte[] zstd(String text) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (ZstdOutputStream out = new ZstdOutputStream(packed)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return packed.toByteArray();
    }

    private Path megabytes(String name, int size, boolean isZipped) throws IOException {
        Path path = folder.resolve(size + name);
        byte[] line = ("{\"n\":1,\"text\":\"" + "caf\u00e9 ".repeat(20) + "\",\"list\":[1,2,3]}\n").getBytes(StandardCharsets.UTF_8);
        try (OutputStream file = Files.newOutputStream(path);
                OutputStream out = new BufferedOutputStream(isZipped ? new GZIPOutputStream(file, MEGABYTE) : file, MEGABYTE)) {
            for (long written = 0; written < (long) size * MEGABYTE; written += line.length) {
                out.write(line);
            }
        }
        return path;
    }

    /** Bytes of live objects while a task reads a file, at its highest. */
    private static long peak(DataFrameReader reader, Path file) {
        PEAK.set(0);
        ForeachPartitionFunction<Row> measure = ScaleTest::measure;
        reader.schema("n INT, list ARRAY<INT>").load(file.toString()).foreachPartition(measure);
        return PEAK.get();
    }

    private static void measure(Iterator<Row> rows) {
        for (long count = 1; rows.hasNext(); count++) {
            rows.next();
            if (count % ROWS == 0) {
                System.gc();
                PEAK.accumulateAndGet(ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(), Math::max);
            }
        }
    }

    /** A file eight times as long needs as many bytes. A collection is asked for before each measurement. */
    @Test
    void memoryOfATaskIsIndependentOfTheFile() throws IOException {
        int small = IS_WHOLE ? 50 : 20;
        for (String framing : List.of("lines", "values", "gzip")) {
            boolean isZipped = framing.equals("gzip");
            String name = isZipped ? ".json.gz" : ".json";
            DataFrameReader reader = spark().read().format("stringmill-json").option("framing", isZipped ? "lines" : framing);
            with(splits(Integer.MAX_VALUE), () -> {
                Path file = megabytes(name, small, isZipped);
                peak(reader, file);
                long few = peak(reader, file);
                Path longer = megabytes(name, 8 * small, isZipped);
                long many = peak(reader, longer);
                Files.delete(longer);
                System.out.println(framing + ": live bytes " + few + " at " + small + " MB, " + many + " at " + 8 * small + " MB");
                assertTrue(few > 0 && Math.abs(many - few) < 16 * MEGABYTE, framing + ": " + few + " and " + many + " bytes");
            });
        }
    }
}
