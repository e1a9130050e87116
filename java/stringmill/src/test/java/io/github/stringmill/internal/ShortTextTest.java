package io.github.stringmill.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.stringmill.internal.EscapeRules.NonAscii;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Short text with escapes has the same bytes as byte by byte, in arrays without a byte to spare. */
class ShortTextTest {
    private static final byte[] ESCAPED = {'"', '\\', '\n', 0x1F};

    @Test
    void escapesAtEveryPlaceAndPairOfPlaces() {
        for (boolean upperHex : new boolean[] {true, false}) {
            EscapeRules rules = CodedRules.standard(NonAscii.COPIED, upperHex);
            for (int len = ShortText.UTF8_MIN_LEN; len <= ShortText.MAX_LEN; len++) {
                for (int first = 0; first < len; first++) {
                    for (int second = first; second < len; second++) {
                        compare(rules, text(len, first, second));
                    }
                }
            }
        }
    }

    @Test
    void escapesEverywhere() {
        EscapeRules rules = CodedRules.standard(NonAscii.COPIED, true);
        for (int len = ShortText.UTF8_MIN_LEN; len <= ShortText.MAX_LEN; len++) {
            for (int step = 1; step <= len; step++) {
                byte[] text = text(len, 0, 0);
                for (int i = 0; i < len; i += step) {
                    text[i] = ESCAPED[i % ESCAPED.length];
                }
                compare(rules, text);
            }
        }
    }

    /** Returns letters, other bytes next to escapes in value, and bytes above 0x7F, with two escapes. */
    private static byte[] text(int len, int first, int second) {
        byte[] text = new byte[len];
        byte[] others = {'a', '!', '#', ' ', '[', ']', (byte) 0xA2, (byte) 0xDC, (byte) 0x80, (byte) 0xFF, 0x7F};
        for (int i = 0; i < len; i++) {
            text[i] = others[(i + first) % others.length];
        }
        text[first] = ESCAPED[first % ESCAPED.length];
        text[second] = ESCAPED[second % ESCAPED.length];
        return text;
    }

    private static void compare(EscapeRules rules, byte[] text) {
        byte[] expected = new byte[ShortText.capacity(text.length)];
        int end = PureJsonEscape.entries(rules, text, 0, text.length, expected, 1);
        byte[] found = new byte[expected.length];
        System.arraycopy(text, 0, found, 1, text.length);
        assertEquals(end, ShortText.escape(rules.entries(), text, 0, text.length, found, 1));
        if (!Arrays.equals(expected, 1, end, found, 1, end)) {
            assertEquals(new String(expected, 1, end - 1, StandardCharsets.ISO_8859_1),
                    new String(found, 1, end - 1, StandardCharsets.ISO_8859_1));
        }
    }
}
