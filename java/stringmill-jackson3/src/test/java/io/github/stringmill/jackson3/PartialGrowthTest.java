// Generated from java/stringmill-jackson2 by `cargo run -p stringmill-gen -- jackson3`; do not edit.
package io.github.stringmill.jackson3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * The work of the reader of the value so far grows with the text and the snapshots, and not faster. Work is counted, not timed: bytes
 * that are allocated, and members that are copied.
 */
class PartialGrowthTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int NEVER = Integer.MAX_VALUE;

    private static final Map<String, IntFunction<String>> TEXTS = Map.of(
            "edits of a file", PartialGrowthTest::edits,
            "one string", size -> "{\"text\":\"" + "lorem ipsum ".repeat(6 * size) + "\"}",
            "members", PartialGrowthTest::members,
            "numbers", size -> IntStream.range(0, 8 * size).mapToObj(Integer::toString).collect(Collectors.joining(",", "[", "]")),
            "escapes", size -> "[\"" + "\\u00e9\\ud83d\\ude00\\n".repeat(3 * size) + "\"]",
            "one number", size -> "[0." + "9".repeat(16 * size) + "]",
            "white space", size -> "[" + " \n".repeat(32 * size) + "]");

    private static String edits(int size) {
        return IntStream.range(0, size)
                .mapToObj(at -> "{\"line\":" + at + ",\"text\":\"the quick brown fôx jumps\\n over \\\"" + at + "\\\"\"}")
                .collect(Collectors.joining(",", "{\"path\":\"a\",\"edits\":[", "]}"));
    }

    private static String members(int size) {
        return IntStream.range(0, 4 * size).mapToObj(at -> "\"n" + at + "\":" + at)
                .collect(Collectors.joining(",", "{", "}"));
    }

    /** What reading cost. */
    private record Work(long allocated, long copied, int pieces) {}

    /** Reads a text in pieces of some units, with a snapshot after {@code each} of them. */
    private static Work work(String text, int units, int each) throws Exception {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer all = ByteBuffer.wrap(bytes);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        PartialJson reader = PartialJson.builder().maxDepth(2000).build();
        int count = 0;
        for (int at = 0; at < bytes.length; at += units) {
            reader.feed(all.limit(Math.min(bytes.length, at + units)));
            if (++count % each == 0) {
                reader.value();
            }
        }
        reader.finish();
        return new Work(THREADS.getCurrentThreadAllocatedBytes() - before, reader.copied(), count);
    }

    @Test
    void twiceTheTextIsTwiceTheWork() throws Exception {
        for (Map.Entry<String, IntFunction<String>> text : TEXTS.entrySet()) {
            for (int units : new int[] {1, 20, 4096}) {
                String small = text.getValue().apply(500);
                String large = text.getValue().apply(1000);
                // A first run loads classes.
                work(small, units, NEVER);
                Work once = work(small, units, NEVER);
                Work twice = work(large, units, NEVER);
                String message = text.getKey() + " in pieces of " + units + ": " + once + " and " + twice;
                assertTrue(twice.allocated() < 2.3 * once.allocated(), message);
                assertTrue(once.allocated() < 60L * small.length() + 200L * once.pieces() + 20_000, message);
                assertEquals(0, twice.copied(), message);
            }
        }
    }

    @Test
    void aSnapshotCopiesTheOpenContainersThatChanged() throws Exception {
        String text = edits(330);
        Work each = work(text, 20, 1);
        // The object, its list of up to 330, and the edit in progress.
        assertTrue(each.copied() < each.pieces() * (2L + 330 + 2), each::toString);
        Work rarely = work(text, 20, 100);
        assertTrue(rarely.copied() < each.copied() / 80, rarely::toString);
        Work string = work(TEXTS.get("one string").apply(1000), 20, 1);
        assertTrue(string.copied() <= string.pieces(), string::toString);
    }

    @Test
    void noChangeIsNoCopy() throws Exception {
        PartialJson reader = new PartialJson();
        reader.feed("{\"a\":[1,2,3],\"b\":\"x");
        JsonNode value = reader.value();
        long copied = reader.copied();
        assertEquals(1, copied);
        reader.feed("\\u00");
        assertSame(value, reader.value());
        assertEquals(copied, reader.copied());
    }

    /** A snapshot after each piece is quadratic for one wide object; listeners and rare snapshots are not. */
    @Test
    void wideObjects() throws Exception {
        String small = members(500);
        String large = members(1000);
        assertTrue(work(large, 16, 1).copied() > 3 * work(small, 16, 1).copied());
        PartialJson reader = new PartialJson();
        int[] ended = new int[1];
        reader.on("/*", (value, path) -> ended[0]++);
        for (int at = 0; at < large.length(); at += 16) {
            reader.feed(large.substring(at, Math.min(large.length(), at + 16)));
        }
        assertEquals(4000, reader.finish().size());
        assertEquals(4000, ended[0]);
        assertEquals(0, reader.copied());
    }

    @Test
    void depthIsPaidOnce() throws Exception {
        work("[".repeat(500) + "]".repeat(500), 20, NEVER);
        Work once = work("[".repeat(500) + "]".repeat(500), 20, NEVER);
        Work twice = work("[".repeat(1000) + "]".repeat(1000), 20, NEVER);
        assertTrue(twice.allocated() < 2.3 * once.allocated(), once + " and " + twice);
    }

    /** Strings of Java and {@link StringBuilder}s have no views of others, so it suffices that a piece itself is free. */
    @Test
    void theTextIsNotKept() throws Exception {
        PartialJson text = new PartialJson();
        PartialJson bytes = new PartialJson();
        List<WeakReference<Object>> pieces = new ArrayList<>();
        for (String piece : List.of("[\"a string in progr", "ess\",12345", "6789,", "{\"nam", "e\":tr")) {
            String copy = new StringBuilder(piece).toString();
            text.feed(copy);
            byte[] array = piece.getBytes(StandardCharsets.UTF_8);
            bytes.feed(array, 0, array.length);
            text.value();
            pieces.add(new WeakReference<>(copy));
            pieces.add(new WeakReference<>(array));
        }
        for (int round = 0; round < 100 && pieces.stream().anyMatch(piece -> piece.get() != null); round++) {
            System.gc();
            Thread.sleep(10);
        }
        assertEquals(0, pieces.stream().filter(piece -> piece.get() != null).count());
        assertEquals(text.value(), bytes.value());
    }
}
