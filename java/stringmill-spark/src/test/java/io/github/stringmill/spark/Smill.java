package io.github.stringmill.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** The command {@code smill}, if it was built. */
public final class Smill {
    private Smill() {}

    /** Finds the command; a test without it is skipped, with the reason. */
    private static Path command() {
        Path root = Path.of(System.getProperty("stringmill.root"));
        String target = System.getenv("CARGO_TARGET_DIR");
        Path folder = target == null ? root.resolve("target") : Path.of(target);
        Path command = Stream.of("release/smill", "debug/smill").map(folder::resolve).filter(Files::isExecutable)
                .findFirst().orElse(null);
        Assumptions.assumeTrue(command != null, "smill is not built: cargo build -p stringmill-cli");
        return command;
    }

    /**
     * Runs the command.
     *
     * @param stdout the file that gets its output
     * @param arguments its arguments
     * @return its exit code
     * @throws IOException if it cannot run
     */
    public static int run(Path stdout, String... arguments) throws IOException {
        List<String> words = new ArrayList<>(List.of(arguments));
        words.add(0, command().toString());
        try {
            return new ProcessBuilder(words).redirectOutput(stdout.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD).start().waitFor();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
