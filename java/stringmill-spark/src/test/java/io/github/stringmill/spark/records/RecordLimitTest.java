package io.github.stringmill.spark.records;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.stringmill.spark.SparkTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.apache.spark.SparkException;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** Records that are longer than the option {@code maxRecordBytes}, or than memory. */
class RecordLimitTest extends SparkTest {
    private static List<String> rows(Dataset<Row> read) {
        return read.collectAsList().stream().map(Row::toString).toList();
    }

    private static DataFrameReader json(int max) {
        return spark().read().format("stringmill-json").schema("a STRING, _corrupt_record STRING").option("maxRecordBytes", max);
    }

    private List<Row> rejected() {
        return spark().read().json(folder + "/rejects").selectExpr("line", "offset", "error_offset", "code",
                "cast(unbase64(bytes) as string)").orderBy("offset").collectAsList();
    }

    @Test
    void linesOfEverySplitSizeAreCutAtTheLimit() throws IOException {
        Random random = new Random(11);
        for (int round = 0; round < 12; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(9); i >= 0; i--) {
                text.append("x".repeat(random.nextInt(200) * (random.nextInt(3) / 2))).append("y".repeat(random.nextInt(20))).append('\n');
            }
            byte[] file = text.append("z").toString().getBytes(StandardCharsets.UTF_8);
            int max = 1 + random.nextInt(20);
            List<String> expected = new ArrayList<>();
            int offset = 0;
            for (String line : text.toString().split("\n")) {
                boolean isTooLong = line.length() > max;
                expected.add(offset + ":" + (isTooLong ? "704:" + max + ":" + line.substring(0, max) : "0:0:" + line));
                offset += line.length() + 1;
            }
            for (int size = 1; size <= file.length; size = size < 40 ? size + 1 : size * 2) {
                List<String> found = new ArrayList<>();
                for (int start = 0; start < file.length; start += size) {
                    int from = Math.max(0, start - 1);
                    InputStream source = new ByteArrayInputStream(file, from, file.length - from) {
                        @Override
                        public synchronized int read(byte[] dst, int at, int len) {
                            return super.read(dst, at, Math.min(len, 50));
                        }
                    };
                    try (LineRecords lines = new LineRecords(source, start, Math.min(file.length, start + size))) {
                        lines.limitRecords(max);
                        while (lines.next()) {
                            String line = new String(lines.buffer(), lines.start(), lines.end() - lines.start(), StandardCharsets.UTF_8);
                            int code = lines.error() == null ? 0 : lines.error().number();
                            found.add(lines.offset() + ":" + code + ":" + lines.errorOffset() + ":" + line);
                            // As parsers do.
                            lines.buffer()[lines.end()] = 0;
                        }
                    }
                }
                assertEquals(expected, found, "size " + size + " of " + text);
            }
        }
    }

    @Test
    void linesThatAreTooLongAreBadRecords() throws IOException {
        String lead = "{\"a\":\"";
        String path = file("a.json", lead + "b\"}\n" + lead + "c".repeat(500_000) + "\"}\n" + lead + "d".repeat(12) + "\"}");
        for (int size : new int[] {1 << 20, 100_000, 20_000}) {
            spark().conf().set("spark.sql.files.maxPartitionBytes", size);
            spark().conf().set("spark.sql.files.openCostInBytes", 0);
            try {
                assertEquals(List.of("[b,null]", "[null," + lead + "c".repeat(14) + "]", "[dddddddddddd,null]"),
                        rows(json(20).option("rejects", folder + "/rejects").load(path)));
                assertEquals(List.of("[2,10,30,704," + lead + "c".repeat(14) + "]"),
                        rejected().stream().map(Row::toString).toList());
            } finally {
                spark().conf().unset("spark.sql.files.maxPartitionBytes");
                spark().conf().unset("spark.sql.files.openCostInBytes");
            }
        }
        assertEquals(500_000, json(1 << 20).load(path).selectExpr("max(length(a))").head().getInt(0));
        Throwable failure = assertThrows(Exception.class, () -> json(20).option("mode", "FAILFAST").load(path).collect());
        while (failure.getCause() != null) {
            failure = failure.getCause();
        }
        assertEquals("file:" + path + ": line 2, byte 30: text is longer than the limit (704 limit_record_len)",
                failure.getMessage());
        assertThrows(IllegalArgumentException.class, () -> json(0).load(path).collect());
        assertThrows(IllegalArgumentException.class, () -> json(20).option("maxRecordBytes", "many").load(path).collect());
    }

    @Test
    void valuesThatAreTooLongEndTheirFile() throws IOException {
        String text = "{a:1}\n{a:\n'''" + "b".repeat(500_000) + "'''}\n{a:2}";
        Dataset<Row> read = spark().read().format("ion").schema("a STRING, _corrupt_record STRING").option("framing", "values")
                .option("maxRecordBytes", "16b").option("rejects", folder + "/rejects").load(file("a.ion", text));
        assertEquals(List.of("[1,null]", "[null," + text.substring(6, 22) + "]"), rows(read));
        assertEquals(List.of("[2,6,22,704," + text.substring(6, 22) + "]"), rejected().stream().map(Row::toString).toList());
        // A comment between values counts too: the task would have to have it in memory.
        read = spark().read().format("ion").schema("a STRING").option("framing", "values").option("maxRecordBytes", 16)
                .option("mode", "DROPMALFORMED").load(file("b.ion", "1 /*" + "x".repeat(500_000) + "*/ {a:2}"));
        assertEquals(0, read.count());
        String array = "[{\"a\":\"b\"},{\"a\":\"" + "c".repeat(500_000) + "\"}]";
        assertEquals(List.of("[b,null]", "[null," + array.substring(11, 31) + "]"),
                rows(json(20).option("framing", "whole").load(file("c.json", array))));
        // What follows an ill-formed value is cut, too, and keeps its code.
        String cut = "{\"a\":1}{\"a\":2,}" + " ".repeat(500_000);
        assertEquals(List.of("[1,null]", "[null," + cut.substring(7, 27) + "]"),
                rows(json(20).option("framing", "values").load(file("d.json", cut))));
    }

    /** A limit is no size of a buffer: what a short input needs does not depend on it. */
    @Test
    void theLimitAllocatesNothing() throws IOException {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        byte[] text = "{\"a\":1}\n".getBytes(StandardCharsets.UTF_8);
        List<Function<InputStream, RecordBuffer>> inputs = List.of(source -> lines(source), source -> new JsonRecords(source, false),
                IonTextRecords::new);
        for (Function<InputStream, RecordBuffer> input : inputs) {
            long[] used = new long[2];
            for (int i = 0; i < 4; i++) {
                long before = threads.getCurrentThreadAllocatedBytes();
                try (RecordBuffer records = input.apply(new ByteArrayInputStream(text))) {
                    records.limitRecords(i % 2 == 0 ? 16 : Integer.MAX_VALUE);
                    assertTrue(records.next());
                }
                used[i % 2] = threads.getCurrentThreadAllocatedBytes() - before;
            }
            assertTrue(used[1] < used[0] + 10_000, used[1] + " and " + used[0]);
        }
    }

    private static RecordBuffer lines(InputStream source) {
        try {
            return new LineRecords(source, 0, Long.MAX_VALUE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void withoutMemoryTheErrorSaysWhere() {
        // Five gigabytes of one line, of which no array has the half.
        InputStream endless = new InputStream() {
            private long left = 5L << 30;

            @Override
            public int read() {
                return left-- > 0 ? 'x' : -1;
            }

            @Override
            public int read(byte[] dst, int from, int len) {
                int count = (int) Math.min(left, len);
                Arrays.fill(dst, from, from + count, (byte) 'x');
                left -= count;
                return count > 0 ? count : -1;
            }
        };
        RecordLengthException error = assertThrows(RecordLengthException.class, () -> {
            try (LineRecords lines = new LineRecords(endless, 0, Long.MAX_VALUE)) {
                lines.next();
            }
        });
        assertTrue(error.getMessage().matches("the record at byte 0 is longer than \\d{9,} bytes, .*"),
                error.getMessage());
        assertFalse(error.getMessage().contains("xx"));
    }

    /** Spark ignores files that are corrupt, and this one is not. */
    @Test
    void withoutMemoryTheQueryFails() throws IOException {
        Path path = folder.resolve("long.json");
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(5L << 30);
        }
        Dataset<Row> rows = spark().read().format("stringmill-json").option("framing", "values")
                .option("ignoreCorruptFiles", true).load(path.toString());
        SparkException error = assertThrows(SparkException.class, rows::collectAsList);
        StringBuilder messages = new StringBuilder();
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            messages.append(cause.getMessage()).append('\n');
        }
        assertTrue(messages.toString().contains("the option maxRecordBytes makes it a bad record"), messages.toString());
    }
}
