package io.github.stringmill.spark;

import io.github.stringmill.spark.functions.StringmillExtensions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.io.TempDir;
import org.xerial.snappy.Snappy;

/** A session with two threads, which all tests of a process share, and a folder for each test. */
public abstract class SparkTest {
    private static SparkSession session;

    static {
        // Where the loader of musl is installed beside glibc, snappy-java would take its library for musl.
        if (Files.exists(Path.of("/lib/ld-musl-x86_64.so.1")) && Files.exists(Path.of("/lib64/ld-linux-x86-64.so.2"))) {
            Path file = temporary("snappy").resolve("libsnappyjava.so");
            try (InputStream library = Snappy.class.getResourceAsStream("native/Linux/x86_64/libsnappyjava.so")) {
                Files.copy(library, file);
                file.toFile().deleteOnExit();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            System.setProperty("org.xerial.snappy.lib.path", file.getParent().toString());
            System.setProperty("org.xerial.snappy.lib.name", "libsnappyjava.so");
        }
    }

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
                    .config("spark.sql.warehouse.dir", temporary("warehouse").toUri().toString())
                    .config("spark.sql.extensions", StringmillExtensions.class.getName()).getOrCreate();
        }
        return session;
    }

    private static Path temporary(String name) {
        try {
            Path made = Files.createTempDirectory(name);
            made.toFile().deleteOnExit();
            return made;
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
