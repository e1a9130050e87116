package io.github.stringmill;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The files of vectors: those in the repository, and the sweeps, which the reference generates into build/vectors. */
final class VectorFiles {
    private static final Pattern SWEEP =
            Pattern.compile("(\\w+) = \\{ cases = \\d+, sha256 = \"([0-9a-f]{64})\" }");

    private VectorFiles() {}

    /**
     * Returns the text of each file.
     *
     * @throws IllegalStateException if a sweep is missing or does not have the hash of vectors/sweeps.toml
     */
    static List<byte[]> read(Path root) throws IOException {
        List<byte[]> texts = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(root.resolve("vectors"), "*.json")) {
            for (Path file : files) {
                texts.add(Files.readAllBytes(file));
            }
        }
        for (String line : Files.readAllLines(root.resolve("vectors/sweeps.toml"))) {
            if (!line.startsWith("#")) {
                texts.add(sweep(root, line));
            }
        }
        return texts;
    }

    private static byte[] sweep(Path root, String line) throws IOException {
        Matcher sweep = SWEEP.matcher(line);
        if (!sweep.matches()) {
            throw new IllegalStateException("vectors/sweeps.toml: not a sweep: " + line);
        }
        String name = sweep.group(1);
        Path file = root.resolve("build/vectors/" + name + ".json");
        if (!Files.exists(file)) {
            throw new IllegalStateException(file + " is missing; run: cargo run -p stringmill-sweeps");
        }
        byte[] text = Files.readAllBytes(file);
        String sha256 = sha256(text);
        if (!sha256.equals(sweep.group(2))) {
            throw new IllegalStateException(name + ": vectors/sweeps.toml has sha256 " + sweep.group(2)
                    + ", build/vectors has " + sha256 + "; run: cargo run -p stringmill-sweeps");
        }
        return text;
    }

    private static String sha256(byte[] text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }
}
