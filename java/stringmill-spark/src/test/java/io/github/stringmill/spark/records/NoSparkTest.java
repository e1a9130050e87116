package io.github.stringmill.spark.records;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A reader for another engine can start from this package: its classes name none of Spark, and none of other packages. */
class NoSparkTest {
    private static final Pattern OTHER = Pattern.compile("org/apache/spark[\\w/]*|stringmill/spark/(?!records/)[\\w/]*");

    @Test
    void classesNameNoneOfSpark() throws Exception {
        Path place = Path.of(Records.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (Files.isDirectory(place)) {
            check(place);
            return;
        }
        try (FileSystem jar = FileSystems.newFileSystem(place)) {
            check(jar.getPath("/"));
        }
    }

    private static void check(Path classes) throws Exception {
        List<Path> found;
        try (Stream<Path> files = Files.list(classes.resolve("io/github/stringmill/spark/records"))) {
            found = files.filter(file -> file.toString().endsWith(".class") && !file.toString().endsWith("Test.class")).toList();
        }
        assertTrue(found.size() > 8, found.toString());
        for (Path file : found) {
            Matcher other = OTHER.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
            assertFalse(other.find(), () -> file + " names " + other.group());
        }
    }
}
