package io.github.stringmill.spark.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.stringmill.spark.SparkTest;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.execution.ui.SQLAppStatusStore;
import org.apache.spark.sql.execution.ui.SQLExecutionUIData;
import org.junit.jupiter.api.Test;
import scala.jdk.javaapi.CollectionConverters;

/** What Spark's user interface and its listeners show of a read. */
class MetricsTest extends SparkTest {
    private static SQLAppStatusStore store() {
        return ((org.apache.spark.sql.classic.SparkSession) spark()).sharedState().statusStore();
    }

    /** Returns the metrics of the last query, as the tab SQL shows them. */
    private static Map<String, String> shown() {
        long last = CollectionConverters.asJava(store().executionsList()).stream()
                .mapToLong(SQLExecutionUIData::executionId).max().orElseThrow();
        var values = CollectionConverters.asJava(store().executionMetrics(last));
        Map<String, String> found = new TreeMap<>();
        CollectionConverters.asJava(store().execution(last).get().metrics())
                .forEach(metric -> found.putIfAbsent(metric.name(), values.getOrDefault(metric.accumulatorId(), "0")));
        return found;
    }

    @Test
    void recordsBadRecordsAndRepairsAreMetrics() throws IOException, TimeoutException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            text.append(i % 100 == 50 ? "{\"n\":" : "{\"n\":\"" + (i % 10 == 1 ? "\\ud800" : "") + "\"}").append('\n');
        }
        String path = file("a.json", text.toString());
        spark().conf().set("spark.sql.files.maxPartitionBytes", 500);
        spark().conf().set("spark.sql.files.openCostInBytes", 0);
        AtomicLong records = new AtomicLong();
        AtomicLong bytes = new AtomicLong();
        SparkListener listener = new SparkListener() {
            @Override
            public void onTaskEnd(SparkListenerTaskEnd end) {
                records.addAndGet(end.taskMetrics().inputMetrics().recordsRead());
                bytes.addAndGet(end.taskMetrics().inputMetrics().bytesRead());
            }
        };
        spark().sparkContext().addSparkListener(listener);
        try {
            assertEquals(297, spark().read().format("stringmill-json").schema("n STRING").option("loneSurrogates", "replace")
                    .option("mode", "DROPMALFORMED").load(path).collectAsList().size());
            spark().sparkContext().listenerBus().waitUntilEmpty();
            Map<String, String> shown = shown();
            assertEquals("300", shown.get("records read"));
            assertEquals("3", shown.get("bad records"));
            assertEquals("30", shown.get("replaced pieces of text"));
            assertEquals("297", shown.get("number of output rows"));
            // Each split reads the last byte of the one before it, and its last line to the end.
            assertEquals(297, records.get());
            assertTrue(bytes.get() >= text.length(), bytes.get() + " bytes");
        } finally {
            spark().sparkContext().removeSparkListener(listener);
            spark().conf().unset("spark.sql.files.maxPartitionBytes");
            spark().conf().unset("spark.sql.files.openCostInBytes");
        }
    }
}
