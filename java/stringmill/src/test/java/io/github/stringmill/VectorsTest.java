package io.github.stringmill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every case of the vectors, read by Jackson: whole, and in pieces from and to every kind of buffer. */
class VectorsTest {
    private static final Map<String, List<VectorCase>> CASES = new TreeMap<>();
    private static final Map<String, String> REPORT = new TreeMap<>();

    /** Operations that have vectors and are not run, with the reason. */
    private static final Map<String, String> SKIPS =
            Map.of(
                    "json_check", "Java has no reader that checks a whole text",
                    "json_restricted", "as json_check",
                    "utf8_to_utf16", "not offered in Java: the constructors of String do it",
                    "json_unescape_utf16", "not offered in Java: the readers unescape into what their hosts keep",
                    "float64_write", "Java writes numbers by its own methods; the drop-ins leave them to Jackson",
                    "int64_write", "as float64_write",
                    "uint64_write", "as float64_write");

    /**
     * In short runs, executions on newer Java take a share of the cases: {@code tools/run vectors} runs all of them there,
     * with {@code STRINGMILL_EVERY_VECTOR} set.
     */
    private static final int ONE_IN =
            System.getenv("STRINGMILL_EVERY_VECTOR") != null || Runtime.version().feature() == 17
                    ? 1
                    : Integer.parseInt(System.getenv().getOrDefault("STRINGMILL_ONE_IN", "1"));

    static {
        try {
            for (byte[] text : VectorFiles.read(Path.of(System.getProperty("stringmill.root")))) {
                read(new ObjectMapper().readTree(text));
            }
        } catch (IOException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static void read(JsonNode file) {
        List<VectorCase> all = CASES.computeIfAbsent(file.get("operation").asText(), name -> new ArrayList<>());
        for (JsonNode group : file.get("groups")) {
            for (JsonNode node : group.get("cases")) {
                all.add(new VectorCase(group, node));
            }
        }
    }

    static List<String> operations() {
        return CASES.keySet().stream().filter(name -> !SKIPS.containsKey(name)).toList();
    }

    @ParameterizedTest
    @MethodSource("operations")
    void matchesVectors(String operation) {
        Function<VectorCase, Subject> subjects = VectorOperations.ALL.get(operation);
        List<VectorCase> cases = CASES.get(operation);
        List<String> failures = new ArrayList<>();
        int run = 0;
        for (int i = 0; i < cases.size(); i += ONE_IN) {
            VectorCase one = cases.get(i);
            run++;
            try {
                VectorCheck.check(operation, one, subjects.apply(one));
            } catch (AssertionError | RuntimeException e) {
                failures.add(one + ": " + e);
            }
        }
        String outcome = (run - failures.size()) + "/" + cases.size() + " skipped " + (cases.size() - run);
        String kernels = Stringmill.kernels().split(" ")[0];
        REPORT.put(operation, operation + " " + outcome + " (" + kernels + ")");
        assertEquals(List.of(), failures.subList(0, Math.min(5, failures.size())), failures.size() + " failed");
    }

    /** Every operation with vectors is run, or skipped with a reason; every operation that is run has vectors. */
    @Test
    void everyOperationHasCases() {
        assertEquals(VectorOperations.ALL.keySet(), new TreeSet<>(operations()));
        assertTrue(CASES.keySet().containsAll(SKIPS.keySet()));
    }

    @AfterAll
    static void report() {
        StringBuilder lines = new StringBuilder();
        REPORT.values().forEach(line -> lines.append(line).append('\n'));
        SKIPS.forEach((name, why) -> lines.append(name).append(" not run (").append(why).append(")\n"));
        System.out.print(lines);
        System.out.flush();
    }
}
