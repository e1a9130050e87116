package io.github.stringmill;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Utf8EncoderTest {
    private static final int LENGTH_MAX = 300;
    private static final byte CANARY = (byte) 0xA5;
    private static final String[] KINDS = {"a", "\"", "\u00E9", "\u0436", "\u6F22", "\uD83D\uDE00", "\uD83D", "\uDE00"};

    /** A CharSequence of the caller. */
    private record Letters(String text) implements CharSequence {
        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int from, int to) {
            return new Letters(text.substring(from, to));
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** Makes destinations of every kind, each with some bytes before and after its range. */
    private static List<ByteBuffer> destinations(int cap) {
        List<ByteBuffer> all = new ArrayList<>();
        all.add(ByteBuffer.allocate(cap + 9));
        all.add(ByteBuffer.allocateDirect(cap + 9));
        all.add(ByteBuffer.allocate(cap + 20).position(7).slice().order(ByteOrder.LITTLE_ENDIAN));
        all.add(ByteBuffer.allocateDirect(cap + 20).position(7).slice().order(ByteOrder.LITTLE_ENDIAN));
        for (ByteBuffer dst : all) {
            for (int i = 0; i < dst.capacity(); i++) {
                dst.put(i, CANARY);
            }
            dst.limit(5 + cap).position(5);
        }
        return all;
    }

    private static void assertCanaries(ByteBuffer dst, int from, int to) {
        ByteBuffer all = dst.duplicate().clear();
        for (int i = from; i < to; i++) {
            if (all.get(i) != CANARY) {
                fail("byte " + i + " of " + dst + " was written to");
            }
        }
    }

    private static void check(String text, int cap, byte[] expected) {
        for (ByteBuffer dst : destinations(cap)) {
            int written = Utf8Encoder.encode(text, 0, text.length(), dst);
            if (expected.length > cap) {
                assertEquals(Utf8Encoder.NO_ROOM, written);
                assertEquals(5, dst.position());
                assertCanaries(dst, 0, dst.capacity());
                continue;
            }
            assertEquals(expected.length, written, text);
            assertEquals(5 + written, dst.position());
            byte[] got = new byte[written];
            dst.get(5, got);
            assertArrayEquals(expected, got, text);
            assertCanaries(dst, 0, 5);
            assertCanaries(dst, 5 + cap, dst.capacity());
        }
    }

    @Test
    void asTheJdkAtEveryLengthAndPlace() {
        ByteBuffer heap = ByteBuffer.allocate(4 * LENGTH_MAX);
        ByteBuffer direct = ByteBuffer.allocateDirect(4 * LENGTH_MAX);
        for (String filler : new String[] {"a", "\u0436", "\u6F22"}) {
            for (int length = 0; length <= LENGTH_MAX; length++) {
                for (String kind : KINDS) {
                    for (int place = 0; place < Math.max(1, length); place += filler.equals("a") ? 1 : 13) {
                        String text = filler.repeat(place) + kind + filler.repeat(length - place);
                        byte[] expected = text.getBytes(StandardCharsets.UTF_8);
                        ByteBuffer dst = (place & 1) == 0 ? heap : direct;
                        assertEquals(expected.length, Utf8Encoder.encode(text, 0, text.length(), dst.clear()));
                        byte[] got = new byte[dst.flip().remaining()];
                        dst.get(got);
                        if (!Arrays.equals(expected, got)) {
                            assertArrayEquals(expected, got, text);
                        }
                    }
                }
            }
        }
    }

    @Test
    void tooLittleRoomLeavesAllAsItWas() {
        for (String kind : KINDS) {
            for (int length : new int[] {1, 2, 15, 16, 17, 63, 64, 65, 300, 2047, 2048, 2049, 5000}) {
                for (int place : new int[] {0, length / 2, length - 1}) {
                    String text = "a".repeat(place) + kind + "a".repeat(length - 1 - place);
                    byte[] expected = text.getBytes(StandardCharsets.UTF_8);
                    for (int missing : new int[] {0, 1, 2, 3, 4, expected.length / 2, expected.length}) {
                        check(text, Math.max(0, expected.length - missing), expected);
                    }
                    check(text, expected.length + 1, expected);
                    check(text, 3 * text.length() + 1, expected);
                }
            }
        }
    }

    @Test
    void everyRoomFromNothingOn() {
        String text = "ab\u00E9\u6F22\uD83D\uDE00\uD83D\u0436".repeat(5);
        byte[] expected = text.getBytes(StandardCharsets.UTF_8);
        for (int cap = 0; cap <= 3 * text.length() + 3; cap++) {
            check(text, cap, expected);
        }
    }

    @Test
    void longTextsThatMustBeMeasured() {
        Random random = new Random(3);
        for (int i = 0; i < 300; i++) {
            StringBuilder text = new StringBuilder();
            int length = 2000 + random.nextInt(10_000);
            int density = 1 + random.nextInt(30);
            while (text.length() < length) {
                text.append(KINDS[random.nextInt(density) == 0 ? random.nextInt(KINDS.length) : 0]);
            }
            String whole = text.toString();
            byte[] expected = whole.getBytes(StandardCharsets.UTF_8);
            check(whole, expected.length, expected);
            check(whole, expected.length - 1 - random.nextInt(4), expected);
            assertEquals(expected.length, Utf8Encoder.utf8Length(whole, 0, whole.length()));
        }
    }

    @Test
    void pairsAtTheBordersOfPieces() {
        for (int before = 2040; before < 2055; before++) {
            String text = "\u0436".repeat(before) + "\uD83D\uDE00".repeat(3000);
            byte[] expected = text.getBytes(StandardCharsets.UTF_8);
            check(text, expected.length, expected);
            check(text, expected.length - 1, expected);
            check(text, 3 * text.length(), expected);
        }
    }

    @Test
    void rangesThatCutPairs() {
        String text = "x\uD83D\uDE00y\uD83D\uDE00";
        for (int from = 0; from <= text.length(); from++) {
            for (int to = from; to <= text.length(); to++) {
                byte[] expected = text.substring(from, to).getBytes(StandardCharsets.UTF_8);
                ByteBuffer dst = ByteBuffer.allocate(40);
                assertEquals(expected.length, Utf8Encoder.encode(text, from, to, dst));
                assertArrayEquals(expected, Arrays.copyOf(dst.array(), dst.position()));
                assertEquals(expected.length, Utf8Encoder.encode(text.toCharArray(), from, to, dst.clear()));
                assertArrayEquals(expected, Arrays.copyOf(dst.array(), dst.position()));
            }
        }
    }

    @Test
    void everyKindOfSource() {
        String text = "say \"h\u00E9\" \u6F22\uD83D\uDE00 ".repeat(400);
        CharBuffer direct = ByteBuffer.allocateDirect(2 * text.length()).asCharBuffer().put(text).flip();
        CharBuffer moved = CharBuffer.allocate(text.length() + 9).position(4).put(text).flip().position(4);
        CharSequence[] sources = {text, new StringBuilder(text), new StringBuffer(text), new Letters(text),
            CharBuffer.wrap(text), CharBuffer.wrap(text.toCharArray()), direct, moved, moved.asReadOnlyBuffer()};
        int from = 3;
        int to = text.length() - 1;
        byte[] expected = text.substring(from, to).getBytes(StandardCharsets.UTF_8);
        byte[] escaped = Stringmill.jsonEscapeUtf16(JsonEscape.JSON, text.substring(from, to).toCharArray());
        for (CharSequence src : sources) {
            String name = src.getClass().getName();
            byte[] dst = new byte[7 * text.length()];
            assertEquals(expected.length, Utf8Encoder.encode(src, from, to, dst, 5, dst.length - 5), name);
            assertArrayEquals(expected, Arrays.copyOfRange(dst, 5, 5 + expected.length), name);
            assertEquals(expected.length, Utf8Encoder.utf8Length(src, from, to), name);
            for (ByteBuffer buffer : destinations(escaped.length)) {
                assertEquals(escaped.length, Utf8Encoder.jsonEscape(JsonEscape.JSON, src, from, to, buffer), name);
                byte[] got = new byte[escaped.length];
                buffer.get(5, got);
                assertArrayEquals(escaped, got, name);
            }
            for (ByteBuffer buffer : destinations(escaped.length - 1)) {
                assertEquals(-1, Utf8Encoder.jsonEscape(JsonEscape.JSON, src, from, to, buffer), name);
                assertCanaries(buffer, 0, buffer.capacity());
            }
        }
    }

    @Test
    void policies() throws CharacterCodingException {
        Random random = new Random(5);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder made = new StringBuilder();
            for (int units = random.nextInt(90); made.length() < units; ) {
                made.append(KINDS[random.nextInt(random.nextBoolean() ? 2 : KINDS.length)]);
            }
            String text = made.toString();
            ByteBuffer dst = ByteBuffer.allocate(4 * text.length());
            Utf8Encoder.encode(IllFormedUtf16.REPLACE, text, 0, text.length(), dst);
            ByteBuffer oracle = StandardCharsets.UTF_8.newEncoder().onMalformedInput(CodingErrorAction.REPLACE)
                    .replaceWith(new byte[] {(byte) 0xEF, (byte) 0xBF, (byte) 0xBD}).encode(CharBuffer.wrap(text));
            byte[] replaced = Arrays.copyOf(oracle.array(), oracle.limit());
            assertArrayEquals(replaced, Arrays.copyOf(dst.array(), dst.position()));
            assertEquals(replaced.length, Utf8Encoder.utf8Length(IllFormedUtf16.REPLACE, text, 0, text.length()));
            int lone = loneSurrogate(text);
            if (lone < 0) {
                dst.clear();
                assertEquals(replaced.length, Utf8Encoder.encode(IllFormedUtf16.REJECT, text, 0, text.length(), dst));
            } else {
                StringmillException e = assertThrows(StringmillException.class, () ->
                        Utf8Encoder.encode(IllFormedUtf16.REJECT, text, 0, text.length(), dst.clear()));
                assertEquals(ErrorCode.UTF16_SURROGATE_LONE, e.code());
                assertEquals(lone, e.offset());
                assertEquals(0, dst.position());
            }
        }
    }

    private static int loneSurrogate(String text) {
        for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
            if (text.codePointAt(at) >= 0xD800 && text.codePointAt(at) < 0xE000) {
                return at;
            }
        }
        return -1;
    }

    @Test
    void theOffsetOfALateErrorCountsFromTheBeginningOfTheRange() {
        String text = "a".repeat(5000) + "\uD83D!";
        for (int cap : new int[] {5003, 20_000}) {
            StringmillException e = assertThrows(StringmillException.class, () -> Utf8Encoder.encode(
                    IllFormedUtf16.REJECT, text, 10, text.length(), ByteBuffer.allocateDirect(cap)));
            assertEquals(4990, e.offset());
        }
    }

    @Test
    void someOfATextAtEveryPieceAndCapacity() {
        Random random = new Random(7);
        for (int i = 0; i < 60; i++) {
            String text = randomText(random, 1 + random.nextInt(40));
            byte[] expected = text.getBytes(StandardCharsets.UTF_8);
            for (int piece = 1; piece <= text.length(); piece++) {
                for (int cap : new int[] {4, 5, 6, 7, 9, 15, 200}) {
                    ByteBuffer dst = destinations(cap).get(random.nextInt(4));
                    assertArrayEquals(expected, inPieces(text, piece, dst, false), text);
                    assertArrayEquals(expected, inPieces(text, piece, dst, true), text);
                }
            }
        }
    }

    @Test
    void someOfALongText() {
        Random random = new Random(8);
        for (int i = 0; i < 200; i++) {
            String text = randomText(random, 1900 + random.nextInt(5000));
            byte[] expected = text.getBytes(StandardCharsets.UTF_8);
            for (ByteBuffer dst : destinations(4 + random.nextInt(9000))) {
                assertArrayEquals(expected, inPieces(text, 1 + random.nextInt(6000), dst, random.nextBoolean()));
            }
        }
    }

    private static String randomText(Random random, int length) {
        StringBuilder text = new StringBuilder();
        int density = 1 + random.nextInt(random.nextBoolean() ? 3 : 60);
        while (text.length() < length) {
            text.append(KINDS[random.nextInt(density) == 0 ? random.nextInt(KINDS.length) : 0]);
        }
        return text.toString();
    }

    /** Encodes a text whose pieces come one after the other; an unread high surrogate is put before the next one. */
    private static byte[] inPieces(String text, int pieceLen, ByteBuffer dst, boolean array) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        int at = 0;
        int end = 0;
        int limit = dst.limit();
        while (end < text.length()) {
            end = Math.min(text.length(), end + pieceLen);
            boolean last = end == text.length();
            while (true) {
                dst.position(5).limit(limit);
                int read = array
                        ? Utf8Encoder.encodeSome(text.substring(at, end).toCharArray(), 0, end - at, dst, last)
                        : Utf8Encoder.encodeSome(text, at, end, dst, last);
                int free = dst.remaining();
                byte[] written = new byte[dst.position() - 5];
                dst.get(5, written);
                all.writeBytes(written);
                assertArrayEquals(text.substring(at, at + read).getBytes(StandardCharsets.UTF_8), written);
                assertCanaries(dst, 0, 5);
                assertCanaries(dst, limit, dst.capacity());
                at += read;
                if (at == end) {
                    break;
                }
                if (free >= 4) {
                    assertEquals(end - 1, at);
                    assertTrue(!last && Character.isHighSurrogate(text.charAt(at)));
                    break;
                }
            }
        }
        return all.toByteArray();
    }

    @Test
    void someOfATextUnderEachPolicy() {
        String text = "a\uD83D\uD83D\uDE00";
        for (ByteBuffer dst : destinations(20)) {
            assertEquals(2, Utf8Encoder.encodeSome(IllFormedUtf16.REPLACE, text, 0, 3, dst, false));
            assertEquals(9, dst.position());
            dst.position(5);
            assertEquals(3, Utf8Encoder.encodeSome(IllFormedUtf16.REPLACE, text, 0, 3, dst, true));
            assertEquals(12, dst.position());
            dst.position(5);
            StringmillException e = assertThrows(StringmillException.class, () ->
                    Utf8Encoder.encodeSome(IllFormedUtf16.REJECT, text, 0, 4, dst, true));
            assertEquals(1, e.offset());
            assertEquals(5, dst.position());
            assertEquals(1, Utf8Encoder.encodeSome(IllFormedUtf16.REJECT, text, 0, 2, dst, false));
            assertEquals(2, Utf8Encoder.encodeSome(IllFormedUtf16.REJECT, text.toCharArray(), 2, 4, dst, false));
            assertEquals(10, dst.position());
            assertThrows(ReadOnlyBufferException.class, () ->
                    Utf8Encoder.encodeSome(text, 0, 4, dst.asReadOnlyBuffer(), true));
            assertThrows(IndexOutOfBoundsException.class, () -> Utf8Encoder.encodeSome(text, 0, 5, dst, true));
            assertEquals(ErrorCode.POLICY_UNSUPPORTED, assertThrows(StringmillException.class, () ->
                    Utf8Encoder.encodeSome(IllFormedUtf16.ESCAPE, text, 0, 4, dst, true)).code());
        }
    }

    @Test
    void wholeTexts() {
        String text = "say \"h\u00E9\" \u6F22\uD83D\uDE00 \uD83D";
        char[] units = text.toCharArray();
        byte[] marks = text.getBytes(StandardCharsets.UTF_8);
        byte[] replaced = text.replace("\uD83D\uDE00 \uD83D", "\uD83D\uDE00 \uFFFD").getBytes(StandardCharsets.UTF_8);
        byte[] escaped = Stringmill.jsonEscapeUtf16(JSON, units);
        for (ByteBuffer dst : destinations(100)) {
            assertWritten(marks, dst, Utf8Encoder.encode(text, dst));
            assertWritten(marks, dst, Utf8Encoder.encode(units, dst));
            assertWritten(replaced, dst, Utf8Encoder.encode(IllFormedUtf16.REPLACE, text, dst));
            assertWritten(replaced, dst, Utf8Encoder.encode(IllFormedUtf16.REPLACE, units, dst));
            assertWritten(escaped, dst, Utf8Encoder.jsonEscape(JSON, text, dst));
            assertWritten(escaped, dst, Utf8Encoder.jsonEscape(JSON, units, dst));
        }
        assertEquals(marks.length, Utf8Encoder.utf8Length(text));
        assertEquals(marks.length, Utf8Encoder.utf8Length(units));
    }

    private static void assertWritten(byte[] expected, ByteBuffer dst, int written) {
        byte[] got = new byte[written];
        dst.get(5, got);
        assertArrayEquals(expected, got);
        assertEquals(5 + written, dst.position());
        dst.position(5);
    }

    @Test
    void misuse() {
        ByteBuffer cap = ByteBuffer.allocate(9);
        assertThrows(ReadOnlyBufferException.class, () -> Utf8Encoder.encode("a", 0, 1, cap.asReadOnlyBuffer()));
        assertThrows(ReadOnlyBufferException.class, () -> Utf8Encoder.encode("", 0, 0, cap.asReadOnlyBuffer()));
        assertThrows(IndexOutOfBoundsException.class, () -> Utf8Encoder.encode("a", 0, 2, cap));
        assertThrows(IndexOutOfBoundsException.class, () -> Utf8Encoder.encode("a", -1, 1, cap));
        assertThrows(IndexOutOfBoundsException.class, () -> Utf8Encoder.encode("a", 0, 1, new byte[3], 2, 2));
        assertThrows(NullPointerException.class, () -> Utf8Encoder.encode("a", 0, 1, (ByteBuffer) null));
        assertEquals(ErrorCode.POLICY_UNSUPPORTED, assertThrows(StringmillException.class, () ->
                Utf8Encoder.encode(IllFormedUtf16.ESCAPE, "a", 0, 1, cap)).code());
    }

    @Test
    void nothingIsAllocated() {
        String[] texts = {"a".repeat(16), "a".repeat(1024), "d\u00E9j\u00E0 vu ".repeat(100), "\u0436".repeat(1000),
            "\u6F22".repeat(1000), "\uD83D\uDE00".repeat(500), "a".repeat(3000) + "\uD83D"};
        ByteBuffer heap = ByteBuffer.allocate(10_000);
        ByteBuffer direct = ByteBuffer.allocateDirect(10_000);
        for (String text : texts) {
            char[] units = text.toCharArray();
            StringBuilder builder = new StringBuilder(text);
            int exact = text.getBytes(StandardCharsets.UTF_8).length;
            noGarbage("heap", () -> Utf8Encoder.encode(text, 0, text.length(), heap.clear()));
            noGarbage("direct", () -> Utf8Encoder.encode(text, 0, text.length(), direct.clear()));
            noGarbage("char[]", () -> Utf8Encoder.encode(units, 0, units.length, heap.clear()));
            noGarbage("StringBuilder", () -> Utf8Encoder.encode(builder, 0, builder.length(), direct.clear()));
            noGarbage("exact capacity", () -> Utf8Encoder.encode(text, 0, text.length(), heap.clear().limit(exact)));
            noGarbage("no capacity", () -> Utf8Encoder.encode(text, 0, text.length(), direct.clear().limit(exact - 1)));
            noGarbage("JSON", () -> Utf8Encoder.jsonEscape(JSON, text, 0, text.length(), heap.clear()));
            noGarbage("some", () -> Utf8Encoder.encodeSome(text, 0, text.length(), direct.clear().limit(9), true));
            noGarbage("length", () -> Utf8Encoder.utf8Length(text, 0, text.length()));
        }
    }

    private static final JsonEscape JSON = JsonEscape.JSON.onIllFormedUtf16(IllFormedUtf16.REPLACE);

    /** Repeats until two thousand calls in a row allocate nothing, which takes until they are compiled. */
    private static void noGarbage(String what, Runnable call) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long end = System.nanoTime() + 20_000_000_000L;
        long allocated = 0;
        while (System.nanoTime() < end) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 2_000; i++) {
                call.run();
            }
            allocated = threads.getCurrentThreadAllocatedBytes() - before;
            // The measurement itself may allocate a little.
            if (allocated < 1_000) {
                return;
            }
        }
        fail(what + ": " + allocated + " bytes in 2,000 calls");
    }
}
