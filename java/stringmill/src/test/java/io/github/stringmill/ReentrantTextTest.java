package io.github.stringmill;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Texts whose {@code charAt} calls the library during a call of it. */
class ReentrantTextTest {
    private static final String OTHER = "another text, \"quoted\", \u0436\u4E2D".repeat(20);
    private static final byte[] OTHER_UTF8 = OTHER.getBytes(StandardCharsets.UTF_8);

    /** A text whose {@code charAt} sometimes encodes another such text. */
    private record Text(String text, int depth) implements CharSequence {
        @Override
        public char charAt(int index) {
            if (index % 611 == 3) {
                useLibrary();
            }
            return text.charAt(index);
        }

        private void useLibrary() {
            CharSequence other = depth == 0 ? OTHER : new Text(OTHER, depth - 1);
            byte[] array = new byte[OTHER_UTF8.length];
            assertEquals(array.length, Utf8Encoder.encode(other, 0, OTHER.length(), array, 0, array.length));
            assertArrayEquals(OTHER_UTF8, array);
            if (depth == 0) {
                ByteBuffer direct = ByteBuffer.allocateDirect(3 * OTHER.length());
                Utf8Encoder.encode(other, 0, OTHER.length(), direct);
                assertArrayEquals(OTHER_UTF8, bytes(direct));
                Stringmill.jsonEscapeUtf16(JsonEscape.JSON, CharBuffer.wrap(other), direct.clear(), true, null);
                Stringmill.base64Encode(Base64Form.STANDARD, OTHER_UTF8);
                Stringmill.scan(CharClass.STRING, direct.clear());
            }
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int from, int to) {
            return new Text(text.substring(from, to), depth);
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private static byte[] bytes(ByteBuffer written) {
        byte[] bytes = new byte[written.position()];
        written.get(0, bytes);
        return bytes;
    }

    private static void check(String text, int depth) {
        Text foreign = new Text(text, depth);
        int len = text.length();
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        byte[] json = Stringmill.jsonEscapeUtf16(JsonEscape.JSON, text.toCharArray());
        assertEquals(utf8.length, Utf8Encoder.utf8Length(foreign, 0, len));
        for (int cap : new int[] {utf8.length, utf8.length + 1, 3 * len}) {
            byte[] array = new byte[cap];
            assertEquals(utf8.length, Utf8Encoder.encode(foreign, 0, len, array, 0, cap));
            assertArrayEquals(utf8, Arrays.copyOf(array, utf8.length));
            for (ByteBuffer buffer : new ByteBuffer[] {ByteBuffer.allocate(cap), ByteBuffer.allocateDirect(cap)}) {
                assertEquals(utf8.length, Utf8Encoder.encode(foreign, 0, len, buffer));
                assertArrayEquals(utf8, bytes(buffer));
            }
        }
        for (int cap : new int[] {json.length, 6 * len}) {
            for (ByteBuffer buffer : new ByteBuffer[] {ByteBuffer.allocate(cap), ByteBuffer.allocateDirect(cap)}) {
                assertEquals(json.length, Utf8Encoder.jsonEscape(JsonEscape.JSON, foreign, 0, len, buffer));
                assertArrayEquals(json, bytes(buffer));
                Stringmill.jsonEscapeUtf16(JsonEscape.JSON, CharBuffer.wrap(foreign), buffer.clear(), true, null);
                assertArrayEquals(json, bytes(buffer));
            }
        }
        ByteBuffer direct = ByteBuffer.allocateDirect(3 * len);
        Stringmill.utf16ToUtf8(IllFormedUtf16.REJECT, CharBuffer.wrap(foreign), direct, true, null);
        assertArrayEquals(utf8, bytes(direct));
    }

    @Test
    void anotherCallLeavesTheTextAsItIs() {
        for (String piece : new String[] {"a plain text ", "with \"quotes\" and \n ", "\u0436\u4E2D\uD83D\uDE00 mixed "}) {
            for (int times : new int[] {1, 5, 300}) {
                check(piece.repeat(times), 0);
            }
            check(piece.repeat(100), 1);
        }
    }

    @Test
    void anExceptionOfTheTextEndsTheUse() {
        CharSequence failing = new CharSequence() {
            @Override
            public char charAt(int index) {
                throw new ArithmeticException();
            }

            @Override
            public int length() {
                return 9;
            }

            @Override
            public CharSequence subSequence(int from, int to) {
                return this;
            }
        };
        for (int i = 0; i < 100; i++) {
            assertThrows(ArithmeticException.class,
                    () -> Utf8Encoder.encode(failing, 0, 9, ByteBuffer.allocateDirect(99)));
        }
        check("a text afterwards ".repeat(9), 0);
    }
}
