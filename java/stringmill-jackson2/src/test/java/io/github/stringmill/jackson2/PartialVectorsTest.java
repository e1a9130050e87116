package io.github.stringmill.jackson2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.stringmill.Share;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The reader of the value so far: the vectors, the documents of the reference, and what must be so at every byte. */
class PartialVectorsTest {
    private static final Path ROOT = Path.of(System.getProperty("stringmill.root"));
    private static final int DOCUMENTS = 20_000;
    /** The reader has no kernels, so one execution reads all documents. */
    private static final int ONE_IN = "pure".equals(System.getProperty("stringmill.kernels")) ? 1 : 10;

    /** The depth with which the documents were read. */
    private static final int DEPTH = 64;

    /** Documents up to this length are cut at each place. */
    private static final int SHORT = 60;

    @Test
    void matchesVectors() throws Exception {
        JsonNode file = PartialCases.MAPPER.readTree(
                Files.readAllBytes(ROOT.resolve("vectors/partial/json_partial.json")));
        List<String> failures = new ArrayList<>();
        int count = 0;
        for (JsonNode group : file.get("groups")) {
            for (JsonNode one : group.get("cases")) {
                count++;
                try {
                    check(group, one);
                } catch (AssertionError | RuntimeException e) {
                    failures.add(one.get("id") + ": " + one.get("why") + ": " + e);
                }
            }
        }
        String name = PartialJson.class.getPackageName();
        System.out.println("json_partial " + (count - failures.size()) + "/" + count + " skipped 0 ("
                + name.substring(name.lastIndexOf('.') + 1) + ")");
        System.out.flush();
        assertEquals(List.of(), failures);
        assertTrue(count > 150 && PartialCases.sameChoices(), "cases: " + count);
    }

    /** Whole, cut in two at each place, and unit by unit; as bytes, and as text if it is UTF-8. */
    private static void check(JsonNode group, JsonNode one) throws Exception {
        byte[] bytes = PartialCases.bytes(one.get("in"));
        ObjectNode expected = (ObjectNode) one.deepCopy();
        expected.remove(List.of("id", "why", "in", "steps", "finish"));
        boolean hasText = !group.has("string_max") && !group.has("len_max");
        String text = hasText ? PartialCases.text(bytes) : null;
        for (Object input : text == null ? List.<Object>of(bytes) : List.of(bytes, text)) {
            boolean isText = input instanceof String;
            List<int[]> cuts = new ArrayList<>(List.of(new int[0], all(PartialCases.length(input))));
            for (int at = 0; at <= PartialCases.length(input); at++) {
                cuts.add(new int[] {at});
            }
            for (int[] cut : cuts) {
                PartialJson reader = PartialCases.reader(group);
                PartialCases.feedCut(reader, input, cut);
                String message = (isText ? "text" : "bytes") + " cut at " + Arrays.toString(cut);
                assertEquals(isText ? PartialCases.inUnits(expected, bytes) : expected, PartialCases.said(reader), message);
                if (one.has("finish")) {
                    JsonNode finish = one.get("finish");
                    assertEquals(isText ? PartialCases.inUnits(finish, bytes) : finish, PartialCases.finished(reader),
                            message);
                }
            }
        }
        if (one.has("steps")) {
            checkSteps(group, bytes, one.get("steps"));
        }
    }

    /** Checks the values after beginnings, each from the shortest one that has it. */
    private static void checkSteps(JsonNode group, byte[] bytes, JsonNode steps) throws Exception {
        PartialJson reader = PartialCases.reader(group);
        int next = 0;
        for (int at = 0; at < bytes.length && reader.error() == null; at++) {
            PartialCases.feedCut(reader, Arrays.copyOfRange(bytes, at, at + 1));
            if (next < steps.size() && steps.get(next).get("after").asInt() == at + 1) {
                next++;
            }
            assertEquals(next == 0 ? null : steps.get(next - 1).get("value"),
                    reader.value().isMissingNode() ? null : reader.value(), "step " + at);
        }
        assertEquals(steps.size(), next);
    }

    private static int[] all(int length) {
        return IntStream.range(1, Math.max(1, length)).toArray();
    }

    private interface Check {
        void check(int number, byte[] bytes, JsonNode line) throws Exception;
    }

    /** Documents of the reference, valid and damaged, with what its reader says of some of their beginnings. */
    private static void eachDocument(Check check) throws Exception {
        int count = 0;
        Path file = ROOT.resolve("build/partial.ndjson");
        assertTrue(Files.exists(file), "run: cargo run -p stringmill-gen -- documents");
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            int number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine(), number++) {
                if (number % ONE_IN != 0 || !Share.has(number / ONE_IN)) {
                    continue;
                }
                JsonNode read = PartialCases.MAPPER.readTree(line);
                check.check(number, HexFormat.of().parseHex(read.get("in").asText()), read);
                count++;
            }
        }
        assertTrue(count >= Share.of(DOCUMENTS / ONE_IN), "documents: " + count);
    }

    @Test
    void documentsOfTheReference() throws Exception {
        Random random = new Random(48);
        eachDocument((number, bytes, line) -> {
            JsonNode whole = null;
            for (JsonNode beginning : line.get("beginnings")) {
                byte[] part = Arrays.copyOf(bytes, beginning.get("after").asInt());
                ObjectNode expected = (ObjectNode) beginning.deepCopy();
                expected.remove("after");
                whole = expected;
                for (int[] cuts : List.of(new int[0], randomCuts(random, part.length))) {
                    PartialJson reader = PartialJson.builder().maxDepth(DEPTH).build();
                    PartialCases.feedCut(reader, part, cuts);
                    assertEquals(expected, PartialCases.said(reader), () -> number + " cut at " + Arrays.toString(cuts));
                }
            }
            for (int at = 0; at <= bytes.length && bytes.length <= SHORT; at++) {
                PartialJson reader = PartialJson.builder().maxDepth(DEPTH).build();
                PartialCases.feedCut(reader, bytes, at);
                assertEquals(whole, PartialCases.said(reader), number + " cut in two");
                assertEquals(line.get("finish"), PartialCases.finished(reader), number + " finish");
            }
        });
    }

    private static int[] randomCuts(Random random, int length) {
        int most = 1 + random.nextInt(40);
        List<Integer> cuts = new ArrayList<>();
        for (int at = random.nextInt(most + 1); at < length; at += random.nextInt(most + 1)) {
            cuts.add(at);
        }
        return cuts.stream().mapToInt(Integer::intValue).toArray();
    }

    @Test
    void everyBeginningOfEveryDocument() throws Exception {
        TreeMap<String, Integer> ends = new TreeMap<>();
        eachDocument((number, bytes, line) -> {
            ends.merge(readByUnits(bytes, bytes, line.get("finish"), "document " + number), 1, Integer::sum);
            String text = number % 4 == 0 ? PartialCases.text(bytes) : null;
            if (text != null) {
                readByUnits(text, bytes, PartialCases.inUnits(line.get("finish"), bytes), "text " + number);
            }
        });
        assertTrue(ends.get("") > 0 && ends.size() > 3, ends::toString);
    }

    /**
     * Reads an input unit by unit: each value contains the one before, is the same node if nothing changed, and stays what it was. The end is
     * that of {@code ObjectMapper.readTree}, or the error of the reference. Returns the code of the error, or nothing.
     */
    private static String readByUnits(Object input, byte[] bytes, JsonNode finish, String message) throws Exception {
        // A repeated name, which replaces a value, is the one exception to growth.
        PartialJson unique = PartialJson.builder().maxDepth(DEPTH).uniqueNames(true).build();
        PartialJson reader = PartialJson.builder().maxDepth(DEPTH).build();
        // Without a piece, the input is neither bytes nor text.
        PartialCases.feed(reader, input, 0, 0);
        JsonNode before = reader.value();
        JsonNode kept = before;
        JsonNode copy = before;
        boolean wasDone = false;
        int middle = PartialCases.length(input) / 2;
        for (int at = 0; at < PartialCases.length(input) && reader.error() == null; at++) {
            step(unique, input, at);
            PartialJsonException error = step(reader, input, at);
            JsonNode value = reader.value();
            if (unique.error() == null) {
                assertTrue(PartialCases.extend(before, value), message);
            }
            if (error != null || wasDone) {
                assertSame(before, value, message);
            }
            assertSame(value, reader.value(), message);
            wasDone = reader.done();
            before = value;
            if (at == middle) {
                kept = value;
                copy = value.deepCopy();
            }
        }
        assertEquals(copy, kept, message);
        JsonNode end = PartialCases.finished(reader);
        assertEquals(finish, end, message);
        if (end.has("error")) {
            PartialJsonException error = reader.error();
            String place = error.line() + ":" + error.column();
            int offset = (int) error.offset();
            if (input instanceof String text) {
                offset = text.substring(0, offset).getBytes(StandardCharsets.UTF_8).length;
            }
            assertEquals(PartialCases.place(bytes, offset), place, message);
            assertTrue(error.getMessage().contains(input instanceof String ? "at code unit " : "at byte "), message);
            return error.code().name();
        }
        // Not of the bytes: the oldest Jackson refuses pairs of escapes in names there.
        assertEquals(PartialCases.MAPPER.readTree(PartialCases.text(bytes)), end.get("value"), message);
        assertTrue(!wasDone || before == end.get("value"), message);
        return "";
    }

    private static PartialJsonException step(PartialJson reader, Object input, int at) throws Exception {
        try {
            if (reader.error() == null) {
                PartialCases.feed(reader, input, at, at + 1);
            }
        } catch (PartialJsonException e) {
            assertSame(e, reader.error());
        }
        return reader.error();
    }

    /** Faults that users of other readers reported in public: whole, and unit by unit. */
    @Test
    void reportedFaults() throws Exception {
        JsonNode cases = PartialCases.MAPPER.readTree(
                Files.readAllBytes(ROOT.resolve("vectors/partial/reported_faults.json"))).get("cases");
        for (JsonNode one : cases) {
            String text = one.get("text").asText();
            for (int[] cuts : List.of(new int[0], all(text.length()))) {
                PartialJson reader = new PartialJson();
                PartialCases.feedCut(reader, text, cuts);
                JsonNode said = PartialCases.said(reader);
                assertEquals(one.get("value"), said.get("value"), one::toString);
                assertEquals(one.get("error"), said.get("error"), one::toString);
            }
        }
        assertTrue(cases.size() > 30, "cases: " + cases.size());
    }

    @Test
    void suitesOfOthers() throws Exception {
        String suites = System.getenv().getOrDefault("STRINGMILL_SUITES", "");
        Path folder = Path.of(suites, "json-tests", "test_parsing");
        assumeTrue(Files.isDirectory(folder), "not run: json-tests are not in the folder of STRINGMILL_SUITES");
        int count = 0;
        try (var files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                byte[] bytes = Files.readAllBytes(file);
                String name = file.getFileName().toString();
                PartialJson reader = new PartialJson();
                PartialCases.feedCut(reader, bytes, all(bytes.length));
                JsonNode end = PartialCases.finished(reader);
                if (name.startsWith("y_")) {
                    assertNull(end.get("error"), name);
                    assertEquals(PartialCases.MAPPER.readTree(PartialCases.text(bytes)), end.get("value"), name);
                } else if (name.startsWith("n_")) {
                    assertNotNull(end.get("error"), name);
                    assertFalse(reader.done(), name);
                }
                count++;
            }
        }
        assertTrue(count > 200, "files: " + count);
    }
}
