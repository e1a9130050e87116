package io.github.stringmill.packaging;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** What is in the jars. */
class JarsTest {
    private static final List<String> JARS = Published.JARS;
    private static final String NATIVE_IMAGE = "META-INF/native-image/io.github.stringmill/stringmill/";
    private static final String METADATA = NATIVE_IMAGE + "reachability-metadata.json";
    private static final Path INTERNAL = Path.of("io/github/stringmill/internal");

    @ParameterizedTest
    @FieldSource("JARS")
    void everyJarHasItsLicense(String module) throws IOException {
        for (String kind : List.of("", "-sources", "-javadoc")) {
            if (kind.equals("-javadoc") && Published.isWithoutJavadoc()) {
                continue;
            }
            assertLicense(Published.jar(module, kind));
        }
    }

    @Test
    void theTestsHaveTheirLicense() throws IOException {
        assertLicense(Published.jar("stringmill", "-tests"));
    }

    /** Of the crates in the native library; tools/run licences compares the list with that of cargo. */
    @Test
    void theNativeLibraryHasItsLicenses() throws IOException {
        byte[] expected = Files.readAllBytes(Published.ROOT.resolve("build/java/THIRD-PARTY-LICENSES"));
        try (ZipFile jar = new ZipFile(Published.jar("stringmill", "").toFile())) {
            assertArrayEquals(expected, read(jar, "META-INF/THIRD-PARTY-LICENSES"));
        }
    }

    private static void assertLicense(Path file) throws IOException {
        try (ZipFile jar = new ZipFile(file.toFile())) {
            for (String name : List.of("LICENSE", "NOTICE")) {
                assertArrayEquals(Files.readAllBytes(Published.ROOT.resolve(name)), read(jar, "META-INF/" + name),
                        file.getFileName() + ": " + name);
            }
        }
    }

    @ParameterizedTest
    @FieldSource("JARS")
    void theSourcesAreAllSources(String module) throws IOException {
        Path main = Published.module(module).resolve("src/main");
        try (ZipFile jar = new ZipFile(Published.jar(module, "-sources").toFile());
                Stream<Path> files = Files.walk(main)) {
            Set<String> expected = files.map(file -> main.relativize(file).toString())
                    .filter(name -> name.endsWith(".java"))
                    .map(name -> name.replaceFirst("^java/", "").replaceFirst("^java(?=\\d)", "META-INF/versions/"))
                    .collect(Collectors.toSet());
            assertEquals(module.equals("stringmill"), expected.stream().anyMatch(name -> name.startsWith("META-INF")));
            Set<String> actual = jar.stream().map(ZipEntry::getName).filter(name -> name.endsWith(".java"))
                    .collect(Collectors.toSet());
            assertEquals(expected, actual);
        }
    }

    @ParameterizedTest
    @FieldSource("JARS")
    void theDocumentationHasItsFirstPage(String module) throws IOException {
        assumeFalse(Published.isWithoutJavadoc(), "built without documentation");
        try (ZipFile jar = new ZipFile(Published.jar(module, "-javadoc").toFile())) {
            assertNotNull(jar.getEntry("index.html"));
            assertTrue(jar.stream().noneMatch(entry -> entry.getName().contains("/internal/")));
        }
    }

    /** A bundle exports what the module exports, and marks what the module exports only to some others. */
    @ParameterizedTest
    @FieldSource("JARS")
    void theBundleExportsWhatTheModuleExports(String module) throws IOException {
        Path file = Published.jar(module, "");
        ModuleDescriptor descriptor = ModuleFinder.of(file).findAll().iterator().next().descriptor();
        Map<String, Boolean> expected = descriptor.exports().stream()
                .collect(Collectors.toMap(ModuleDescriptor.Exports::source, ModuleDescriptor.Exports::isQualified));
        try (JarFile jar = new JarFile(file.toFile())) {
            String exported = jar.getManifest().getMainAttributes().getValue("Export-Package");
            Map<String, Boolean> actual = Stream.of(exported.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)"))
                    .collect(Collectors.toMap(clause -> clause.split(";")[0], clause -> clause.contains("x-friends")));
            assertEquals(expected, actual);
        }
    }

    @Test
    void nativeImageFindsWhatItsMetadataNames() throws IOException {
        try (ZipFile jar = new ZipFile(Published.jar("stringmill", "").toFile())) {
            JsonNode metadata = new ObjectMapper().readTree(read(jar, METADATA));
            for (JsonNode resource : metadata.get("resources")) {
                String folder = resource.get("glob").asText().replace("**", "");
                assertTrue(jar.stream().filter(entry -> !entry.isDirectory())
                        .anyMatch(entry -> entry.getName().startsWith(folder)), folder);
            }
            JsonNode older = new ObjectMapper().readTree(read(jar, NATIVE_IMAGE + "resource-config.json"));
            for (JsonNode resource : older.at("/resources/includes")) {
                Pattern pattern = Pattern.compile(resource.get("pattern").asText());
                assertTrue(jar.stream().filter(entry -> !entry.isDirectory())
                        .anyMatch(entry -> pattern.matcher(entry.getName()).matches()), pattern.pattern());
            }
            for (JsonNode entry : metadata.get("reflection")) {
                String name = entry.get("type").asText();
                String source = source(name.substring(name.lastIndexOf('.') + 1));
                for (JsonNode method : entry.get("methods")) {
                    assertTrue(source.contains(" " + method.get("name").asText() + "("), method.toString());
                }
            }
        }
    }

    private static String source(String internalClass) throws IOException {
        return Files.readString(Published.module("stringmill").resolve("src/main/java22").resolve(INTERNAL)
                .resolve(internalClass + ".java"));
    }

    private static byte[] read(ZipFile jar, String name) throws IOException {
        ZipEntry entry = jar.getEntry(name);
        assertNotNull(entry, jar.getName() + " has no " + name);
        try (InputStream stream = jar.getInputStream(entry)) {
            return stream.readAllBytes();
        }
    }
}
