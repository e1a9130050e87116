package io.github.stringmill;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls by reflection, because tests are compiled for the oldest Java, which has no memory segments. */
class SegmentUtf8EncoderTest {
    private Method ofBuffer;
    private Method encode;
    private Method encodeWhole;
    private Method encodeWholeArray;
    private Method jsonEscape;

    @BeforeEach
    void find() throws ReflectiveOperationException {
        assumeTrue(Runtime.version().feature() >= 22, "memory segments are there from Java 22 on");
        Class<?> segment = Class.forName("java.lang.foreign.MemorySegment");
        Class<?> encoder = Class.forName("io.github.stringmill.SegmentUtf8Encoder");
        ofBuffer = segment.getMethod("ofBuffer", Buffer.class);
        encode = encoder.getMethod("encode", IllFormedUtf16.class, CharSequence.class, int.class, int.class, segment,
                long.class, long.class);
        encodeWhole = encoder.getMethod("encode", CharSequence.class, segment, long.class);
        encodeWholeArray = encoder.getMethod("encode", char[].class, segment, long.class);
        jsonEscape = encoder.getMethod("jsonEscape", JsonEscape.class, char[].class, int.class, int.class, segment,
                long.class, long.class);
    }

    @Test
    void heapAndNative() throws ReflectiveOperationException {
        String text = "say \"h\u00E9\" \u6F22\uD83D\uDE00 ".repeat(300);
        byte[] plain = text.getBytes(StandardCharsets.UTF_8);
        byte[] escaped = Stringmill.jsonEscapeUtf16(JsonEscape.JSON, text.toCharArray());
        for (ByteBuffer memory : new ByteBuffer[] {ByteBuffer.allocate(30_000), ByteBuffer.allocateDirect(30_000)}) {
            Object segment = ofBuffer.invoke(null, memory);
            assertEquals((long) plain.length, encode.invoke(null, IllFormedUtf16.REJECT, text, 0, text.length(),
                    segment, 7L, (long) plain.length));
            assertHolds(plain, memory);
            assertEquals((long) Utf8Encoder.NO_ROOM, encode.invoke(null, IllFormedUtf16.REJECT, text + "!", 0,
                    text.length() + 1, segment, 7L, (long) plain.length));
            assertHolds(plain, memory);
            assertEquals((long) escaped.length, jsonEscape.invoke(null, JsonEscape.JSON, text.toCharArray(), 0,
                    text.length(), segment, 7L, 20_000L));
            assertHolds(escaped, memory);
        }
    }

    @Test
    void wholeTexts() throws ReflectiveOperationException {
        String text = "h\u00E9 \u6F22\uD83D\uDE00 \uD83D";
        byte[] expected = text.getBytes(StandardCharsets.UTF_8);
        for (Method method : new Method[] {encodeWhole, encodeWholeArray}) {
            Object src = method == encodeWhole ? text : text.toCharArray();
            for (int missing = 0; missing < 2; missing++) {
                ByteBuffer memory = ByteBuffer.allocateDirect(7 + expected.length - missing);
                Object segment = ofBuffer.invoke(null, memory);
                long written = (long) method.invoke(null, src, segment, 7L);
                if (missing == 0) {
                    assertEquals(expected.length, written);
                    assertHolds(expected, memory);
                } else {
                    assertEquals(Utf8Encoder.NO_ROOM, written);
                    assertEquals(0, memory.get(7));
                }
            }
        }
    }

    private static void assertHolds(byte[] expected, ByteBuffer memory) {
        byte[] got = new byte[expected.length];
        memory.get(7, got);
        assertArrayEquals(expected, got);
        assertEquals(0, memory.get(6));
    }

    @Test
    void readOnlySegmentsAreRefused() throws ReflectiveOperationException {
        Object segment = ofBuffer.invoke(null, ByteBuffer.allocate(9).asReadOnlyBuffer());
        InvocationTargetException e = assertThrows(InvocationTargetException.class, () ->
                encode.invoke(null, IllFormedUtf16.REJECT, "a", 0, 1, segment, 0L, 9L));
        assertEquals(IllegalArgumentException.class, e.getCause().getClass());
    }
}
