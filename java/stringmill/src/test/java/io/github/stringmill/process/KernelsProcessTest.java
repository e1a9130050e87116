package io.github.stringmill.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.stringmill.Stringmill;
import io.github.stringmill.Utf8Encoder;
import java.nio.ByteBuffer;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The messages of a process about the settings of its kernels. */
class KernelsProcessTest {
    /** Whether this Java prints a warning if a program without native access loads a library. */
    private static final boolean NEEDS_ACCESS = Runtime.version().feature() >= 24;
    private static final String BY_DEFAULT = "-Dstringmill.kernels=";
    private static final String ACCESS = NEEDS_ACCESS ? "--enable-native-access=ALL-UNNAMED" : "-Dno.flag=needed";

    /** Prints the running kernels, or the reason why there are none. */
    static final class Program {
        public static void main(String[] arguments) {
            System.out.println("kernels " + Stringmill.kernels());
            try {
                Utf8Encoder.encode("a", 0, 1, ByteBuffer.allocate(9));
                System.out.println("written");
            } catch (IllegalStateException e) {
                System.out.println("refused: " + e.getMessage());
            }
        }
    }

    private static String output(Map<String, String> environment, String... options) throws Exception {
        return new ChildJvm(environment, options)
                .run(ChildJvm.classPath(Stringmill.class, KernelsProcessTest.class), Program.class);
    }

    private static String pure(Map<String, String> environment, String... options) throws Exception {
        return output(environment, concat("-Dstringmill.kernels=pure", options));
    }

    private static String[] concat(String first, String... rest) {
        String[] all = new String[rest.length + 1];
        all[0] = first;
        System.arraycopy(rest, 0, all, 1, rest.length);
        return all;
    }

    private static void assertWarns(String output, String... parts) {
        assertTrue(output.contains("WARNING: ") && output.contains("io.github.stringmill"), output);
        for (String part : parts) {
            assertTrue(output.contains(part), part + " is not in: " + output);
        }
    }

    @Test
    void kernelsThatRunAsAskedAreNoWarning() throws Exception {
        String output = output(Map.of());
        assertTrue(output.contains("kernels " + Stringmill.kernels()), output);
        assertFalse(output.contains("io.github.stringmill"), output);
    }

    @Test
    void forcedKernelsThatCannotBeHadAreRefusedAtAnyLength() throws Exception {
        String unknown = output(Map.of(), "-Dstringmill.kernels=fast");
        assertWarns(unknown, "kernels none", "refused: stringmill.kernels is 'fast'; it may be pure, vector or native");
        String missing = output(Map.of(), "-Dstringmill.kernels=native", "-Dstringmill.library=/no/such/file.so");
        assertWarns(missing, "kernels none", "refused: stringmill.kernels is 'native'",
                "/no/such/file.so, which is no file");
    }

    @Test
    void settingsOfNativeKernelsThatHaveNoEffectAreWarnings() throws Exception {
        // These processes force their kernels themselves, so one execution for each Java suffices.
        assumeTrue(Stringmill.kernels().equals("pure"));
        assertWarns(pure(Map.of(), "-Dstringmill.library=/no/such/file.so"), "kernels pure",
                "stringmill.library has no effect", "stringmill.kernels is 'pure'");
        assertWarns(pure(Map.of("STRINGMILL_TIER", "scalar")), "STRINGMILL_TIER has no effect");
        assertWarns(output(Map.of(), BY_DEFAULT, ACCESS, "-Dstringmill.library=/no/such/file.so"), "kernels pure",
                "stringmill.library has no effect", "which is no file");
        assertWarns(output(Map.of(), BY_DEFAULT, ACCESS, "-Dstringmill.library=/etc/passwd"), "kernels pure",
                "/etc/passwd, which cannot be loaded");
        assertWarns(output(Map.of("STRINGMILL_TIER", "fastest"), BY_DEFAULT, ACCESS), "kernels native",
                "STRINGMILL_TIER has no effect: this machine has no tier of that name");
        String scalar = output(Map.of("STRINGMILL_TIER", "scalar"), BY_DEFAULT, ACCESS);
        assertEquals("kernels native (scalar)", scalar.lines().findFirst().orElseThrow());
        assertFalse(scalar.contains("WARNING: "), scalar);
    }
}
