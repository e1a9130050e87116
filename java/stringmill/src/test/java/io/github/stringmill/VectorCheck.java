package io.github.stringmill;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.stringmill.Subject.Kind;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Set;

/** Runs one case in every shape of its operation, and checks output, progress and error. */
final class VectorCheck {
    /** Inputs up to this length are split at every index. */
    private static final int SHORT_LEN = 40;

    private static final int[] CHUNKS = {1, 2, 3, 7, 16, 61};

    /** Operations that count repairs, so their offsets count from the start of the stream. */
    private static final Set<String> COUNTING =
            Set.of("json_escape", "json_unescape", "utf16_to_utf8", "json_escape_utf16");

    private final VectorCase one;
    private final Subject subject;
    private final boolean counting;
    private final byte[] expected;
    private final String error;
    private final int read;

    private VectorCheck(String operation, VectorCase one, Subject subject) {
        this.one = one;
        this.subject = subject;
        this.counting = COUNTING.contains(operation);
        // An operation that only reads writes nothing.
        this.expected = one.out() == null ? new byte[0] : one.out();
        this.error = one.error();
        this.read = one.node().has("run") ? one.node().get("run").asInt() : one.read(subject.len());
    }

    static void check(String operation, VectorCase one, Subject subject) {
        VectorCheck check = new VectorCheck(operation, one, subject);
        check.whole();
        if (!subject.takesPieces()) {
            return;
        }
        for (Kind kind : Kind.values()) {
            check.pieces(kind, subject.len(), subject.len());
            for (int chunk : CHUNKS) {
                check.pieces(kind, chunk, chunk);
            }
        }
        if (subject.len() <= SHORT_LEN) {
            for (int cut = 0; cut <= subject.len(); cut++) {
                check.pieces(Kind.HEAP, cut, subject.len());
            }
            check.oneByteOfRoomAtATime();
        }
    }

    /** The whole input, with exactly the capacity that the output needs, and with one byte less. */
    private void whole() {
        int cap = error == null ? expected.length : 6 * subject.len();
        byte[] dst = new byte[cap + 6];
        Arrays.fill(dst, (byte) 0x55);
        Repairs repairs = new Repairs();
        try {
            int written = subject.whole(dst, 3, cap, repairs);
            if (one.node().has("run")) {
                assertEquals(read, written);
                return;
            }
            assertEquals("", String.valueOf(error == null ? "" : error));
            assertEquals(subject.len(), read, "stops at a quote");
            assertArrayEquals(expected, Arrays.copyOfRange(dst, 3, 3 + written));
            assertEquals(cap, written);
            checkRepairs(repairs);
        } catch (StringmillException e) {
            assertEquals(error == null ? "quote_unescaped at " + read : error, e.code().id() + " at " + e.offset());
        }
        for (int i = 0; i < 3; i++) {
            assertEquals(0x55, dst[i]);
            assertEquals(0x55, dst[cap + 3 + i]);
        }
        if (error == null && cap > 0 && read == subject.len()) {
            Repairs none = new Repairs();
            assertEquals(Stringmill.NO_ROOM, subject.whole(dst, 3, cap - 1, none));
            assertEquals(0, none.count(), "repairs of what was not done");
            assertEquals(-1, none.firstOffset());
        }
    }

    private void checkRepairs(Repairs repairs) {
        assertEquals(one.repairs(), repairs.count());
        assertEquals(one.firstRepair(), repairs.firstOffset());
    }

    /** A first piece, then pieces of another length, each after the unread rest of the one before. */
    private void pieces(Kind kind, int first, int others) {
        ByteBuffer dst = Subject.destination(kind, error == null ? expected.length : 6 * subject.len());
        Repairs repairs = new Repairs();
        int done = 0;
        int given = first;
        try {
            while (true) {
                int to = Math.min(given, subject.len());
                Buffer src = subject.source(kind, done, to);
                int start = src.position();
                StreamState state;
                try {
                    state = subject.stream(src, dst, to == subject.len(), repairs);
                } catch (StringmillException e) {
                    int place = done + src.position() - start;
                    String actual = e.code().id() + " at " + (counting ? e.offset() : done + e.offset());
                    assertEquals(error, actual);
                    assertEquals(error, e.code().id() + " at " + place);
                    return;
                }
                done += src.position() - start;
                assertTrue(state != StreamState.OVERFLOW, "the capacity suffices");
                if (state == StreamState.QUOTE || to == subject.len()) {
                    break;
                }
                given = to + Math.max(1, others);
            }
        } finally {
            checkCanaries(dst);
        }
        assertEquals(null, error);
        assertEquals(read, done);
        checkOutput(dst, repairs);
    }

    private void checkOutput(ByteBuffer dst, Repairs repairs) {
        if (!one.node().has("run")) {
            byte[] written = new byte[dst.position()];
            dst.get(0, written);
            assertArrayEquals(expected, written);
        }
        checkRepairs(repairs);
    }

    /** The capacity grows by one byte at each overflow; the output stops at whole units and is the same. */
    private void oneByteOfRoomAtATime() {
        if (error != null) {
            return;
        }
        ByteBuffer dst = Subject.destination(Kind.HEAP, expected.length).limit(0);
        Repairs repairs = new Repairs();
        Buffer src = subject.source(Kind.HEAP, 0, subject.len());
        int start = src.position();
        while (subject.stream(src, dst, true, repairs) == StreamState.OVERFLOW) {
            assertTrue(dst.limit() < dst.capacity(), "the capacity suffices");
            dst.limit(dst.limit() + 1);
        }
        assertEquals(read, src.position() - start);
        checkOutput(dst, repairs);
    }

    /** Asserts that nothing around a slice has changed, which only the array of the slice shows. */
    private static void checkCanaries(ByteBuffer dst) {
        if (dst.hasArray()) {
            byte[] all = dst.array();
            for (int i = 0; i < all.length; i++) {
                int inside = i - dst.arrayOffset();
                assertTrue(inside >= 0 && inside < dst.capacity() || all[i] == 0x55, "canary " + inside);
            }
        }
    }
}
