package io.github.stringmill;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Validation agrees with the decoder of the JDK, also on the length of the valid prefix. */
class Utf8ValidateTest {
    /** Both limits of every class of bytes of Unicode's table 3-7. */
    private static final int[] BORDERS = {
        0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF,
        0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF
    };

    private static final String[] SPECIALS = {
        "C3A9", "E28092", "F09F9880", "80", "C3", "C0AF", "E282", "EDA080", "F4908080", "F09F98", "FF"
    };

    private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT).onUnmappableCharacter(CodingErrorAction.REPORT);
    private final CharBuffer decoded = CharBuffer.allocate(1024);

    /** Returns the number of leading bytes that the decoder accepts. */
    private int expected(byte[] src, int from, int len) {
        ByteBuffer left = ByteBuffer.wrap(src, from, len);
        decoder.reset();
        decoder.decode(left, decoded.clear(), true);
        return left.position() - from;
    }

    private void agree(byte[] src, int from, int len) {
        int expected = expected(src, from, len);
        assertEquals(expected, Stringmill.utf8ValidLen(src, from, len), () -> HexFormat.of().formatHex(src));
        boolean refused = false;
        try {
            Stringmill.utf8Validate(src, from, len);
        } catch (StringmillException e) {
            assertEquals(expected, e.offset());
            refused = true;
        }
        assertEquals(expected < len, refused);
    }

    /** Every combination of classes in one to four bytes, alone and after enough ASCII for a block. */
    @Test
    void everyCombinationOfClasses() {
        int number = 0;
        for (int first : BORDERS) {
            for (int second : BORDERS) {
                for (int third : BORDERS) {
                    for (int fourth : BORDERS) {
                        if (!Share.has(number++)) {
                            continue;
                        }
                        byte[] src = {(byte) first, (byte) second, (byte) third, (byte) fourth};
                        for (int len = 1; len <= 4; len++) {
                            agree(src, 0, len);
                        }
                        byte[] shifted = new byte[70];
                        Arrays.fill(shifted, (byte) 'a');
                        System.arraycopy(src, 0, shifted, 64, 4);
                        agree(shifted, 1, 69);
                    }
                }
            }
        }
    }

    /** Every Unicode scalar value. */
    @Test
    void everyScalarValue() {
        for (int code = 0; code <= Character.MAX_CODE_POINT; code++) {
            if (code < Character.MIN_SURROGATE || code > Character.MAX_SURROGATE) {
                byte[] src = Character.toString(code).getBytes(StandardCharsets.UTF_8);
                assertEquals(src.length, Stringmill.utf8ValidLen(src, 0, src.length));
                assertArrayEquals(src, Stringmill.utf16ToUtf8(IllFormedUtf16.REJECT, Character.toChars(code)));
            }
        }
    }

    /** Every length up to 300, with each special at each index. */
    @Test
    void everyLengthAndPlace() {
        for (String special : SPECIALS) {
            byte[] piece = HexFormat.of().parseHex(special);
            for (int len = piece.length; len <= 300; len++) {
                byte[] src = new byte[len];
                for (int place = 0; place <= len - piece.length; place++) {
                    if (!Share.has(len + place)) {
                        continue;
                    }
                    Arrays.fill(src, (byte) 'a');
                    System.arraycopy(piece, 0, src, place, piece.length);
                    int expected = expected(src, 0, len);
                    assertEquals(expected, Stringmill.utf8ValidLen(src, 0, len));
                }
            }
        }
    }

    /** The output of a policy for ill-formed pieces is that of decoding and encoding in the JDK. */
    @Test
    void replacesAsTheJdkDoes() {
        JsonEscape rules = JsonEscape.JSON.onIllFormed(IllFormed.REPLACE_JAVA);
        RandomText texts = new RandomText(11);
        for (int round = 0; round < Share.of(50_000); round++) {
            byte[] src = texts.bytes();
            byte[] repaired = new String(src, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
            assertArrayEquals(Stringmill.jsonEscape(JsonEscape.JSON, repaired), Stringmill.jsonEscape(rules, src));
        }
    }
}
