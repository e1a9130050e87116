package io.github.stringmill.spark;

import io.github.stringmill.spark.functions.StringmillExtensions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.io.TempDir;

/** A session with two threads, which all tests of a process share, and a folder for each test. */
public abstract class SparkTest {
    private static SparkSession session;

    /** A folder of the test. */
    @TempDir
    protected Path folder;

    /**
     * Returns the session.
     *
     * @return a session in this process
     */
    protected static synchronized SparkSession spark() {
        if (session == null) {
            session = SparkSession.builder().master("local[2]").config("spark.ui.enabled", false)
                    .config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1")
                    .config("spark.sql.shuffle.partitions", 2).config("spark.sql.session.timeZone", "UTC")
                    .config("spark.sql.warehouse.dir", warehouse())
                    .config("spark.sql.extensions", StringmillExtensions.class.getName()).getOrCreate();
        }
        return session;
    }

    private static String warehouse() {
        try {
            Path made = Files.createTempDirectory("warehouse");
            made.toFile().deleteOnExit();
            return made.toUri().toString();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Writes a file in the folder of the test.
     *
     * @param name its name
     * @param text its text
     * @return its path
     * @throws IOException if it cannot be written
     */
    protected String file(String name, String text) throws IOException {
        return file(name, text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Writes a file in the folder of the test.
     *
     * @param name its name
     * @param bytes its bytes
     * @return its path
     * @throws IOException if it cannot be written
     */
    protected String file(String name, byte[] bytes) throws IOException {
        Path path = folder.resolve(name);
        Files.createDirectories(path.getParent());
        Files.write(path, bytes);
        return path.toString();
    }
}
