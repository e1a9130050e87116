package io.github.stringmill.spark.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.stringmill.spark.RecordException;
import io.github.stringmill.spark.SparkTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.util.Progressable;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What {@code ignoreCorruptFiles} and {@code ignoreMissingFiles} may hide: the same as in Spark's own source. */
class FailuresTest extends SparkTest {
    private static final String SCHEMA = "a INT, b STRING";

    /** Local files without permission to read. */
    public static final class Denied extends RawLocalFileSystem {
        @Override
        public URI getUri() {
            return URI.create("denied:///");
        }

        @Override
        public FSDataInputStream open(org.apache.hadoop.fs.Path path, int bufferSize) throws IOException {
            throw new AccessControlException("denied: " + path);
        }
    }

    /** Local files on a disk that is full after the first bytes. */
    public static final class Full extends RawLocalFileSystem {
        @Override
        public URI getUri() {
            return URI.create("full:///");
        }

        @Override
        public FSDataOutputStream create(org.apache.hadoop.fs.Path path, FsPermission permission, boolean overwrite,
                int bufferSize, short replication, long blockSize, Progressable progress) throws IOException {
            FSDataOutputStream file = super.create(path, permission, overwrite, bufferSize, replication, blockSize, progress);
            return new FSDataOutputStream(new OutputStream() {
                @Override
                public void write(int one) throws IOException {
                    throw new IOException("No space left on device");
                }

                @Override
                public void close() throws IOException {
                    file.close();
                    throw new IOException("No space left on device");
                }
            }, null);
        }
    }

    /** The same for {@code FileContext}. */
    public static final class FullContext extends DelegateToFileSystem {
        public FullContext(URI uri, Configuration configuration) throws Exception {
            super(uri, new Full(), configuration, "full", false);
        }
    }

    @BeforeAll
    static void addFileSystems() {
        Configuration hadoop = spark().sparkContext().hadoopConfiguration();
        hadoop.set("fs.denied.impl", Denied.class.getName());
        hadoop.set("fs.AbstractFileSystem.full.impl", FullContext.class.getName());
    }

    @AfterEach
    void chooseNoInterface() {
        spark().conf().unset("spark.sql.sources.useV1SourceList");
    }

    @AfterAll
    static void removeFileSystems() {
        spark().sparkContext().hadoopConfiguration().unset("fs.denied.impl");
        spark().sparkContext().hadoopConfiguration().unset("fs.AbstractFileSystem.full.impl");
    }

    /** Reads by one of the two interfaces of Spark. */
    private static DataFrameReader read(String format, boolean isOlder) {
        spark().conf().set("spark.sql.sources.useV1SourceList", isOlder ? "json,stringmill-json,ion" : "");
        return spark().read().format(format).schema(SCHEMA);
    }

    private static Throwable failure(Dataset<Row> rows) {
        Throwable last = assertThrows(Exception.class, rows::collectAsList);
        while (last.getCause() != null) {
            last = last.getCause();
        }
        return last;
    }

    @Test
    void badRecordsOfFailFastAreNotHidden() throws IOException {
        String path = file("a.json", "{\"a\":1}\n{\"a\":\"x\"}\n");
        for (boolean isOlder : new boolean[] {false, true}) {
            for (String format : List.of("json", "stringmill-json", "ion")) {
                DataFrameReader reader = read(format, isOlder).option("mode", "FAILFAST").option("ignoreCorruptFiles", true);
                Throwable last = failure(reader.load(path));
                assertTrue(format.equals("json") || last instanceof RecordException, last.toString());
            }
        }
    }

    @Test
    void filesThatMayNotBeReadAreNotHidden() throws IOException {
        String path = "denied://" + file("a.json", "{\"a\":1}\n");
        for (boolean isOlder : new boolean[] {false, true}) {
            for (String format : List.of("json", "stringmill-json", "ion")) {
                DataFrameReader reader = read(format, isOlder).option("ignoreCorruptFiles", true);
                assertEquals(AccessControlException.class, failure(reader.load(path)).getClass(), format);
            }
        }
    }

    /** Returns the rows of a read of two files, of which one is deleted after the plan; or that it fails. */
    private String withDeletedFile(String format, boolean isOlder, boolean ignoresMissing, boolean ignoresCorrupt)
            throws IOException {
        file("kept.json", "{\"a\":1}\n");
        String deleted = file("deleted.json", "{\"a\":2}\n");
        Dataset<Row> rows = read(format, isOlder).option("ignoreMissingFiles", ignoresMissing)
                .option("ignoreCorruptFiles", ignoresCorrupt).load(folder + "/*.json");
        rows.queryExecution().executedPlan();
        Files.delete(Path.of(deleted));
        try {
            return rows.collectAsList().toString();
        } catch (Exception e) {
            return "failed";
        }
    }

    @Test
    void deletedFilesAreMissing() throws IOException {
        for (boolean isOlder : new boolean[] {false, true}) {
            for (boolean ignoresMissing : new boolean[] {false, true}) {
                for (boolean ignoresCorrupt : new boolean[] {false, true}) {
                    String name = "older " + isOlder + ", missing " + ignoresMissing + ", corrupt " + ignoresCorrupt;
                    String spark = withDeletedFile("json", isOlder, ignoresMissing, ignoresCorrupt);
                    assertEquals(spark, withDeletedFile("stringmill-json", isOlder, ignoresMissing, ignoresCorrupt), name);
                    assertEquals(spark, withDeletedFile("ion", isOlder, ignoresMissing, ignoresCorrupt), name);
                    assertTrue(ignoresCorrupt || spark.equals(ignoresMissing ? "[[1,null]]" : "failed"), name + spark);
                }
            }
        }
    }

    @Test
    void rejectsThatCannotBeWrittenAreNotHiddenAndLeaveNothing() throws IOException {
        String path = file("a.json", "{\"a\":1}\n{\"a\":\"x\"}\n");
        String blocked = file("blocked", "a file, and no folder") + "/rejects";
        String full = "full://" + folder + "/full";
        for (boolean isOlder : new boolean[] {false, true}) {
            for (String rejects : List.of(blocked, full)) {
                DataFrameReader reader = read("stringmill-json", isOlder).option("ignoreCorruptFiles", true)
                        .option("rejects", rejects);
                Exception e = assertThrows(Exception.class, () -> reader.load(path).collectAsList());
                assertTrue(messages(e).contains("rejects cannot be written"), messages(e));
            }
        }
        assertEquals(List.of(), allFiles(folder.resolve("full")));
    }

    private static String messages(Throwable error) {
        StringBuilder all = new StringBuilder();
        for (Throwable at = error; at != null; at = at.getCause()) {
            all.append(at).append('\n');
        }
        return all.toString();
    }

    private static List<Path> allFiles(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }

    private static byte[] zipped(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    /** Rows before the damage are read, and a bad record before it is in the rejects. */
    @Test
    void damagedFilesGiveTheRowsBeforeTheDamage() throws IOException {
        StringBuilder text = new StringBuilder("{\"a\":\"bad\"}\n");
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            text.append("{\"a\":").append(random.nextInt()).append("}\n");
        }
        byte[] whole = zipped(text.toString());
        byte[] wrongCrc = whole.clone();
        wrongCrc[whole.length - 8] ^= 1;
        file("d/crc.json.gz", wrongCrc);
        file("d/cut.json.gz", Arrays.copyOf(whole, whole.length / 2));
        file("d/good.json", "{\"a\":1}\n");
        for (boolean isOlder : new boolean[] {false, true}) {
            for (String name : List.of("crc.json.gz", "cut.json.gz")) {
                String path = folder + "/d/" + name;
                assertThrows(Exception.class, () -> read("stringmill-json", isOlder).load(path).collectAsList());
                String rejects = folder + "/rejects-" + isOlder + name;
                long ours = read("stringmill-json", isOlder).option("ignoreCorruptFiles", true).option("rejects", rejects)
                        .load(path).collectAsList().size();
                long spark = read("json", isOlder).option("ignoreCorruptFiles", true).load(path).collectAsList().size();
                assertTrue(spark > 5_000, name);
                assertTrue(ours >= spark, name + ": " + ours + " of " + spark);
                List<Path> kept = allFiles(Path.of(rejects)).stream()
                        .filter(one -> !one.getFileName().toString().startsWith(".")).toList();
                assertEquals(1, kept.size(), name);
                assertEquals(1, Files.readAllLines(kept.get(0)).size());
                assertFalse(allFiles(Path.of(rejects)).stream().anyMatch(one -> one.toString().matches(".*/\\.0-\\d+\\.[^.]*")));
            }
        }
    }
}
