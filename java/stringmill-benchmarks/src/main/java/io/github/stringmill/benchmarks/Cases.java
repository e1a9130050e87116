package io.github.stringmill.benchmarks;

import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The cases of {@code bench/cases/java.toml}, which documents the fields. */
record Cases(Effort effort, List<Case> cases) {
    static Cases read(Path file) throws IOException {
        return new TomlMapper().readValue(Files.readString(file), Cases.class);
    }

    /** The duration of a measurement. */
    record Effort(int rounds, int warmups, int warmupMillis, int measurements, int measurementMillis) {
        /** One short measurement of everything. */
        static final Effort QUICK = new Effort(1, 1, 20, 1, 20);
    }

    /** One case. */
    record Case(
            String operation,
            List<String> settings,
            String benchmark,
            String program,
            Integer rounds,
            Double per,
            List<Integer> releases,
            List<String> contents,
            List<String> documents,
            List<Integer> lengths,
            List<Integer> garbage,
            Map<String, String> parameters,
            Map<String, Subject> subjects) {}

    /** One of the compared implementations. */
    record Subject(
            String benchmark,
            Map<String, String> parameters,
            List<String> flags,
            Integer since,
            List<Integer> lengths,
            Integer warmups) {
        boolean runs(int release, int length) {
            return (since == null || since <= release) && (lengths == null || lengths.contains(length));
        }

        List<String> flagsOrNone() {
            return flags == null ? List.of() : flags;
        }
    }
}
