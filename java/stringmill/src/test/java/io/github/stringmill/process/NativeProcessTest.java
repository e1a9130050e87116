package io.github.stringmill.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.stringmill.Base64Form;
import io.github.stringmill.CharClass;
import io.github.stringmill.IllFormedUtf16;
import io.github.stringmill.JsonEscape;
import io.github.stringmill.LoneSurrogates;
import io.github.stringmill.Profile;
import io.github.stringmill.Stringmill;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that load the native library, or find out why they cannot. */
class NativeProcessTest {
    private static final String RESOURCE = "META-INF/native/linux-x86_64/libstringmill_java.so";
    private static final String BY_DEFAULT = "-Dstringmill.kernels=";
    private static final String NATIVE = "-Dstringmill.kernels=native";

    /** Child processes have this option if this process has it. */
    private static final boolean HAS_ACCESS = ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .anyMatch(option -> option.startsWith("--enable-native-access"));
    private static final boolean WARNS = Runtime.version().feature() >= 24 && !HAS_ACCESS;

    @TempDir
    Path folder;

    /** Runs all operations, then prints the running kernels. */
    static final class Program {
        public static void main(String[] arguments) {
            new CoreProgram().run();
            System.out.println(Stringmill.kernels());
        }
    }

    /** Prints the kernels of two class loaders. */
    static final class TwoLoaders {
        public static void main(String[] arguments) throws Exception {
            URL[] urls = {Path.of(arguments[0]).toUri().toURL()};
            for (int i = 0; i < 2; i++) {
                URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
                Class<?> type = loader.loadClass("io.github.stringmill.Stringmill");
                System.out.println(type.getMethod("kernels").invoke(null));
            }
        }
    }

    private static String run(Class<?> program, String... options) throws Exception {
        return new ChildJvm(Map.of(), options)
                .run(ChildJvm.classPath(Stringmill.class, NativeProcessTest.class), program).strip();
    }

    /** Writes the packaged library to a file. */
    private Path library() throws IOException {
        Path file = folder.resolve("a copy.so");
        try (InputStream library = Stringmill.class.getClassLoader().getResourceAsStream(RESOURCE)) {
            Files.copy(library, file);
        }
        return file;
    }

    private static void assertRefused(String reason, String... options) throws Exception {
        assumeTrue(!WARNS, "this execution does not load libraries");
        String output = run(KernelsProcessTest.Program.class, options);
        assertTrue(output.contains("kernels none"), output);
        assertTrue(output.contains("refused: stringmill.kernels is 'native'"), output);
        assertTrue(output.contains(reason), output);
    }

    @Test
    void withDefaultSettingsNothingElseIsPrinted() throws Exception {
        String expected = WARNS ? "pure" : "native \\(\\w+\\)";
        String output = run(Program.class, BY_DEFAULT);
        assertTrue(output.matches(expected), output);
    }

    @Test
    void nativeCallsAreThoseThatTheVirtualMachineExpects() throws Exception {
        assumeTrue(!WARNS, "this execution does not load libraries");
        String output = run(Program.class, NATIVE, "-Xcheck:jni");
        assertTrue(output.matches("native \\(\\w+\\)"), output);
    }

    @Test
    void collectorsThatMoveObjectsDoNotDisturbCalls() throws Exception {
        assumeTrue(!WARNS, "this execution does not load libraries");
        for (String collector : new String[] {"-XX:+UseSerialGC", "-XX:+UseParallelGC", "-XX:+UseZGC"}) {
            assertTrue(run(Program.class, NATIVE, collector, "-Xmx64m").startsWith("native"), collector);
        }
    }

    @Test
    void twoClassLoadersUseOneFile() throws Exception {
        assumeTrue(!WARNS, "this execution does not load libraries");
        String classes = ChildJvm.classPath(Stringmill.class);
        String output = new ChildJvm(Map.of(), NATIVE, "-Dstringmill.library=" + library())
                .run(ChildJvm.classPath(NativeProcessTest.class), TwoLoaders.class, classes);
        String[] lines = output.strip().split("\n");
        assertEquals(2, lines.length, output);
        assertTrue(lines[0].startsWith("native (") && lines[0].equals(lines[1]), output);
    }

    @Test
    void aLibraryOfAnotherVersionIsRefused() throws Exception {
        Path file = library();
        String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
        String version = "0.1.0";
        // Of the same length, since it takes the place of the first in the file.
        String other = (version.startsWith("9") ? "8" : "9") + version.substring(1);
        Files.writeString(file, bytes.replace(version, other), StandardCharsets.ISO_8859_1);
        String reason = "the library found is of version " + other + ", and 0.1 is needed";
        assertRefused(reason, NATIVE, "-Dstringmill.library=" + file);
    }

    @Test
    void anotherLibraryIsRefused() throws Exception {
        Path other = Path.of(System.getProperty("java.home"), "lib", "libjsig.so");
        assertRefused("the library found is none of stringmill for Java", NATIVE, "-Dstringmill.library=" + other);
    }

    @Test
    void whatPreventsTheCopyIsTheReason() throws Exception {
        assertRefused("it cannot be copied to java.io.tmpdir", NATIVE, "-Djava.io.tmpdir=/no/such/folder");
    }

    @Test
    void anUnknownMachineIsTheReason() throws Exception {
        assertRefused("this jar holds no META-INF/native/linux-vax/", NATIVE, "-Dos.arch=vax");
    }

    @Test
    void withoutDirectMemoryTheReasonIsThat() throws Exception {
        assertRefused("direct memory is refused", NATIVE, "-XX:MaxDirectMemorySize=1k");
    }

    /** Compares the operations of a thread with buffers with those of threads that no buffers are left for. */
    static final class Exhausted {
        private static final String TEXT = "Plain text, \"quoted\" text and \u0436\u4E2D\uD83D\uDE00 ".repeat(100);

        private static List<Object> results() {
            byte[] utf8 = TEXT.getBytes(StandardCharsets.UTF_8);
            byte[] escaped = Stringmill.jsonEscape(JsonEscape.JSON, utf8);
            Profile profile = Profile.builder("own").escape('<', "&lt;").build();
            return Stream.of(escaped, Stringmill.jsonEscape(JsonEscape.of(profile), utf8),
                    Stringmill.jsonEscapeUtf16(JsonEscape.JSON, TEXT.toCharArray()),
                    Stringmill.jsonUnescape(LoneSurrogates.REJECT, escaped),
                    Stringmill.utf16ToUtf8(IllFormedUtf16.REJECT, TEXT.toCharArray()),
                    Stringmill.base64Encode(Base64Form.STANDARD, utf8),
                    Stringmill.utf8ValidLen(utf8, 0, utf8.length),
                    Stringmill.scan(CharClass.STRING, ByteBuffer.wrap(utf8)))
                    .map(result -> result instanceof byte[] bytes ? (Object) ByteBuffer.wrap(bytes) : result).toList();
        }

        public static void main(String[] arguments) throws Exception {
            List<Object> expected = results();
            List<ByteBuffer> all = new ArrayList<>();
            try {
                while (true) {
                    all.add(ByteBuffer.allocateDirect(1));
                }
            } catch (OutOfMemoryError e) {
                System.out.println(all.size() > 1_000 ? "exhausted" : "no direct memory at all");
            }
            for (int i = 0; i < 3; i++) {
                List<List<Object>> got = new ArrayList<>();
                Thread thread = new Thread(() -> got.add(results()));
                thread.start();
                thread.join();
                System.out.println(got.equals(List.of(expected)) && results().equals(expected));
            }
            System.out.println(Stringmill.kernels());
        }
    }

    @Test
    void aThreadWithoutDirectMemoryRunsInJava() throws Exception {
        assumeTrue(!WARNS, "this execution does not load libraries");
        for (String kernels : new String[] {BY_DEFAULT, NATIVE}) {
            String output = run(Exhausted.class, kernels, "-XX:MaxDirectMemorySize=200k");
            assertTrue(output.matches("exhausted\\s+(true\\s+){3}native \\(\\w+\\)"), output);
        }
    }
}
