package io.github.stringmill.spark.records;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.stringmill.spark.SparkTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** Splits inside a file: each record belongs to the one in which it begins. */
class SplitTest extends SparkTest {
    private static List<String> lines(byte[] file, int start, int end) throws IOException {
        int from = Math.max(0, start - 1);
        ByteArrayInputStream source = new ByteArrayInputStream(file, from, file.length - from);
        List<String> found = new ArrayList<>();
        try (LineRecords lines = new LineRecords(source, start, end)) {
            while (lines.next()) {
                String text = new String(lines.buffer(), lines.start(), lines.end() - lines.start(),
                        StandardCharsets.UTF_8);
                long line = lines.line(() -> new ByteArrayInputStream(file));
                found.add(lines.offset() + ":" + line + ":" + lines.isAscii() + ":" + text);
            }
        }
        return found;
    }

    @Test
    void splitsOfEverySizeHaveTheLinesOfTheFile() throws IOException {
        Random random = new Random(7);
        for (int round = 0; round < 12; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(12); i >= 0; i--) {
                text.append("x\u00e9 ".repeat(random.nextInt(9))).append("y".repeat(random.nextInt(20))).append('\n');
            }
            if (random.nextBoolean()) {
                text.append("last");
            }
            byte[] file = text.toString().getBytes(StandardCharsets.UTF_8);
            List<String> whole = lines(file, 0, file.length);
            for (int size = 1; size <= file.length; size++) {
                List<String> split = new ArrayList<>();
                for (int start = 0; start < file.length; start += size) {
                    split.addAll(lines(file, start, Math.min(file.length, start + size)));
                }
                assertEquals(whole, split, "size " + size + " of " + text);
            }
        }
    }

    @Test
    void smallTasksHaveTheRowsAndPlacesOfOneTask() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 5; i++) {
            text.append("{\"n\":").append(i).append(i % 5 == 3 ? "" : "}").append(" ".repeat(i % 4)).append('\n');
        }
        String path = file("a.json", text.toString());
        List<String> whole = null;
        for (int size : new int[] {10_000, 9}) {
            spark().conf().set("spark.sql.files.maxPartitionBytes", size);
            spark().conf().set("spark.sql.files.openCostInBytes", 0);
            try {
                Dataset<Row> read = spark().read().schema("n INT, _corrupt_record STRING").format("stringmill-json")
                        .load(path).selectExpr("_offset", "n", "_corrupt_record", "_line", "_path");
                List<String> rows = read.collectAsList().stream().map(Row::toString).sorted().toList();
                whole = whole == null ? rows : whole;
                assertEquals(whole, rows, "size " + size);
            } finally {
                spark().conf().unset("spark.sql.files.maxPartitionBytes");
                spark().conf().unset("spark.sql.files.openCostInBytes");
            }
        }
        assertEquals(5, whole.size());
        assertTrue(whole.contains("[27,null,{\"n\":3   ,4,file:" + path + "]"), whole.toString());
    }

    @Test
    void aLineLongerThanTheBufferIsOneRecord() throws IOException {
        String text = "\"" + "a".repeat(3_000_000) + "\"";
        byte[] file = (text + "\n1\n" + text).getBytes(StandardCharsets.UTF_8);
        List<String> found = lines(file, 0, file.length);
        assertEquals(Arrays.asList("0:1:true:" + text, "3000003:2:true:1", "3000005:3:true:" + text), found);
    }
}
