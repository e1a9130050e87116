package io.github.stringmill;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Positions, limits and contents of buffers; ranges of arrays. */
class BuffersTest {
    private static final JsonEscape REPLACE =
            JsonEscape.JSON.onIllFormed(IllFormed.REPLACE).onIllFormedUtf16(IllFormedUtf16.REPLACE);

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    private static byte[] written(ByteBuffer dst) {
        byte[] bytes = new byte[dst.position()];
        dst.get(0, bytes);
        return bytes;
    }

    private static List<ByteBuffer> sources(byte[] bytes) {
        return List.of(ByteBuffer.wrap(bytes), ByteBuffer.wrap(bytes).asReadOnlyBuffer(), direct(bytes),
                direct(bytes).asReadOnlyBuffer());
    }

    private static List<ByteBuffer> destinations(int cap) {
        return List.of(ByteBuffer.allocate(cap), ByteBuffer.allocateDirect(cap));
    }

    /** Texts far longer than a piece, with characters across the ends of pieces. */
    @Test
    void longTextsThroughEveryPairOfKinds() {
        RandomText texts = new RandomText(6);
        for (int round = 0; round < 40; round++) {
            String text = texts.text(3_000, round % 3 * 40);
            byte[] raw = bytes(text);
            byte[] expected = Stringmill.jsonEscape(JsonEscape.JSON, raw);
            for (ByteBuffer src : sources(raw)) {
                for (ByteBuffer dst : destinations(expected.length)) {
                    assertEquals(StreamState.UNDERFLOW,
                            Stringmill.jsonEscape(JsonEscape.JSON, src.rewind(), dst, true, null));
                    assertEquals(0, src.remaining() + dst.remaining());
                    assertArrayEquals(expected, written(dst));
                }
            }
            CharBuffer units = ByteBuffer.allocateDirect(2 * text.length()).asCharBuffer().put(text).flip();
            for (CharBuffer src : List.of(CharBuffer.wrap(text), CharBuffer.wrap(text.toCharArray()), units)) {
                ByteBuffer dst = ByteBuffer.allocateDirect(expected.length);
                assertEquals(StreamState.UNDERFLOW, Stringmill.jsonEscapeUtf16(JsonEscape.JSON, src, dst, true, null));
                assertArrayEquals(expected, written(dst));
                dst = ByteBuffer.allocateDirect(raw.length);
                assertEquals(StreamState.UNDERFLOW,
                        Stringmill.utf16ToUtf8(IllFormedUtf16.REJECT, src.rewind(), dst, true, null));
                assertArrayEquals(raw, written(dst));
            }
        }
    }

    @Test
    void stopsAtWholeUnitsWhereRoomEnds() {
        for (ByteBuffer src : sources(bytes("ab\u4E2D\u0001"))) {
            for (ByteBuffer dst : destinations(20)) {
                Arrays.asList(3, 4, 5, 10).forEach(cap -> {
                    dst.clear().put(bytes("x")).limit(1 + cap);
                    assertEquals(StreamState.OVERFLOW,
                            Stringmill.jsonEscape(JsonEscape.JSON, src.rewind(), dst, true, null));
                    assertEquals(cap < 5 ? 2 : 5, src.position());
                    assertEquals(1 + (cap < 5 ? 2 : 5), dst.position());
                    assertEquals('x', dst.get(0));
                });
            }
        }
    }

    @Test
    void leavesUnitsThatTheEndCuts() {
        ByteBuffer dst = ByteBuffer.allocate(20);
        ByteBuffer src = ByteBuffer.wrap(new byte[] {'a', (byte) 0xE4, (byte) 0xB8});
        assertEquals(StreamState.UNDERFLOW, Stringmill.jsonEscape(JsonEscape.JSON, src, dst, false, null));
        assertEquals(2, src.remaining());
        CharBuffer units = CharBuffer.wrap("a\uD83D");
        assertEquals(StreamState.UNDERFLOW, Stringmill.utf16ToUtf8(IllFormedUtf16.REJECT, units, dst, false, null));
        assertEquals(1, units.remaining());
        ByteBuffer escape = ByteBuffer.wrap(bytes("a\\ud83d\\ude0"));
        assertEquals(StreamState.UNDERFLOW, Stringmill.jsonUnescape(LoneSurrogates.REJECT, escape, dst, false, null));
        assertEquals(11, escape.remaining());
        ByteBuffer base64 = ByteBuffer.wrap(bytes("QUJDQQ=="));
        assertEquals(StreamState.UNDERFLOW, Stringmill.base64Decode(Base64Form.STANDARD, base64, dst, false));
        assertEquals(4, base64.remaining());
        ByteBuffer raw = ByteBuffer.wrap(bytes("abcd"));
        assertEquals(StreamState.UNDERFLOW, Stringmill.base64Encode(Base64Form.STANDARD, raw, dst, false));
        assertEquals(1, raw.remaining());
    }

    @Test
    void standsAtTheQuoteThatEndsAString() {
        for (ByteBuffer src : sources(bytes("a\\\"b\",\"c\""))) {
            ByteBuffer dst = ByteBuffer.allocate(20);
            assertEquals(StreamState.QUOTE, Stringmill.jsonUnescape(LoneSurrogates.REJECT, src, dst, true, null));
            assertEquals(4, src.position());
            assertArrayEquals(bytes("a\"b"), written(dst));
        }
        StringmillException e = assertThrows(StringmillException.class,
                () -> Stringmill.jsonUnescape(LoneSurrogates.REJECT, bytes("abc\"")));
        assertEquals("unescaped quote inside a string at byte 3", e.getMessage());
    }

    @Test
    void standsAtThePlaceThatIsRefused() {
        byte[] text = bytes("a".repeat(10_000) + "\\x");
        for (ByteBuffer src : sources(text)) {
            for (ByteBuffer dst : destinations(20_000)) {
                StringmillException e = assertThrows(StringmillException.class,
                        () -> Stringmill.jsonUnescape(LoneSurrogates.REJECT, src.rewind(), dst, true, null));
                assertEquals(10_000, e.offset());
                assertEquals(10_000, src.position());
                assertEquals(10_000, dst.position());
            }
        }
        ByteBuffer src = ByteBuffer.wrap(bytes("QUJDQUJ"));
        assertThrows(StringmillException.class,
                () -> Stringmill.base64Decode(Base64Form.STANDARD, src, ByteBuffer.allocate(9), true));
        assertEquals(7, src.position());
    }

    @Test
    void offsetsCountOverTheStream() {
        Repairs repairs = new Repairs();
        ByteBuffer dst = ByteBuffer.allocate(100);
        Stringmill.jsonEscape(REPLACE, ByteBuffer.wrap(bytes("abc")), dst, false, repairs);
        Stringmill.jsonEscape(REPLACE, ByteBuffer.wrap(new byte[] {'d', -1, -1}), dst, true, repairs);
        assertEquals("2 repairs, the first at 4", repairs.toString());
        StringmillException e = assertThrows(StringmillException.class, () -> Stringmill.jsonEscape(JsonEscape.JSON,
                ByteBuffer.wrap(new byte[] {'g', -1}), dst, true, repairs));
        assertEquals(7, e.offset());
        repairs.clear();
        assertEquals(0, repairs.count());
        Stringmill.jsonEscapeUtf16(REPLACE, CharBuffer.wrap("ab\uD800"), dst, true, repairs);
        assertEquals("1 repairs, the first at 2", repairs.toString());
    }

    @Test
    void refusesWhatCannotBeWrittenOrOverlaps() {
        ByteBuffer src = ByteBuffer.wrap(bytes("abc"));
        assertThrows(ReadOnlyBufferException.class, () -> Stringmill.latin1ToUtf8(src, src.asReadOnlyBuffer(), true));
        byte[] one = new byte[20];
        List<Runnable> overlaps = List.of(
                () -> Stringmill.latin1ToUtf8(one, 0, 10, one, 9, 11),
                () -> Stringmill.latin1ToUtf8(one, 10, 10, one, 0, 11),
                () -> Stringmill.latin1ToUtf8(ByteBuffer.wrap(one, 0, 10), ByteBuffer.wrap(one, 9, 11), true),
                () -> Stringmill.latin1ToUtf8(src, src, true));
        for (Runnable overlap : overlaps) {
            assertEquals(ErrorCode.RANGES_OVERLAP, assertThrows(StringmillException.class, overlap::run).code());
        }
        assertEquals(10, Stringmill.latin1ToUtf8(one, 0, 10, one, 10, 10));
        assertThrows(IndexOutOfBoundsException.class, () -> Stringmill.latin1ToUtf8(one, 11, 10, new byte[9], 0, 9));
        assertThrows(IndexOutOfBoundsException.class, () -> Stringmill.latin1ToUtf8(one, 0, 1, new byte[9], 9, 1));
        assertThrows(IndexOutOfBoundsException.class, () -> Stringmill.scan(CharClass.HEX, one, -1, 1));
        assertThrows(IndexOutOfBoundsException.class, () -> Stringmill.utf8ValidLen(one, 20, 1));
    }

    @Test
    void scansBuffersOfAnyKind() {
        byte[] text = bytes("1".repeat(9_000) + "x1");
        for (ByteBuffer src : sources(text)) {
            assertEquals(9_000, Stringmill.scan(CharClass.DIGITS, src));
            assertEquals(9_000, src.position());
            assertEquals(2, Stringmill.scan(CharClass.of("x1", false), src));
            assertTrue(!src.hasRemaining());
        }
    }
}
