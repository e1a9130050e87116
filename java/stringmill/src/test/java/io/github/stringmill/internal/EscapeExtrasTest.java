package io.github.stringmill.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.github.stringmill.internal.EscapeRules.NonAscii;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Sets of characters beside those of RFC 8259: words of bytes and the table have the same output. */
class EscapeExtrasTest {
    private static final int ROUNDS = 4000;

    private final Random random = new Random(43);

    @Test
    void commonSetsAreFoundInWords() {
        for (String set : new String[] {"/", "'", "'/", "<>&'", "<>&'/", "\u007F", "a<", "=/&"}) {
            assertNotNull(rules(set, NonAscii.COPIED).extras(), set);
        }
        assertNull(rules("", NonAscii.COPIED).extras());
        assertNull(rules("adgjm", NonAscii.COPIED).extras(), "more than three tests");
        int[] codes = codes("/");
        codes['"'] = 0;
        assertNull(CodedRules.of(codes, false).rules(NonAscii.COPIED, true).extras(), "an unescaped quote");
    }

    @Test
    void agreesWithTheTable() {
        for (int i = 0; i < ROUNDS; i++) {
            String set = i % 4 == 0 ? "<>&'" : i % 4 == 1 ? "/" : random();
            for (NonAscii nonAscii : new NonAscii[] {NonAscii.COPIED, NonAscii.CHECKED, NonAscii.ESCAPED}) {
                agrees(rules(set, nonAscii), text(set));
            }
        }
    }

    private void agrees(EscapeRules rules, byte[] text) {
        int from = random.nextInt(9);
        int cap = random.nextInt(3) == 0 ? random.nextInt(text.length * 2 + 1) : text.length * 7 + 32;
        byte[] expected = new byte[cap];
        byte[] actual = new byte[cap];
        byte[] src = new byte[from + text.length];
        System.arraycopy(text, 0, src, from, text.length);
        long table = PureJsonEscapeTable.escape(rules, src, from, src.length, expected, 0, cap);
        long words = PureJsonEscape.escape(rules, src, from, src.length, actual, 0, cap);
        assertEquals(Kernels.read(table), Kernels.read(words));
        int len = Kernels.written(table);
        assertEquals(len, Kernels.written(words));
        assertArrayEquals(Arrays.copyOf(expected, len), Arrays.copyOf(actual, len));
        assertEquals(PureJsonEscapeTable.plainPrefix(rules, src, from, src.length),
                PureJsonEscape.plainPrefix(rules, src, from, src.length));
        EscapeExtras extras = rules.extras();
        if (extras != null && text.length >= 8 && text.length <= 128) {
            boolean marked = (extras.raw(src, from, text.length) & EscapeMarks.HIGH_BITS) != 0;
            assertEquals(extras.prefix(src, from, src.length) < text.length, marked);
        }
    }

    private String random() {
        StringBuilder set = new StringBuilder();
        for (int i = random.nextInt(6); i >= 0; i--) {
            set.append((char) (' ' + random.nextInt(96)));
        }
        return set.toString();
    }

    /** Returns a text in which some, few or none of its characters are in the set. */
    private byte[] text(String set) {
        int len = random.nextInt(3) == 0 ? random.nextInt(900) : random.nextInt(140);
        int share = 1 << random.nextInt(11);
        StringBuilder text = new StringBuilder();
        while (text.length() < len) {
            if (random.nextInt(share) == 0) {
                text.append(random.nextBoolean() ? set.charAt(random.nextInt(set.length())) : '"');
            } else {
                text.append(random.nextInt(8) == 0 ? "\u00E9" : String.valueOf((char) ('A' + random.nextInt(26))));
            }
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static EscapeRules rules(String set, NonAscii nonAscii) {
        return CodedRules.of(codes(set), false).rules(nonAscii, true);
    }

    private static int[] codes(String set) {
        int[] codes = new int[CodedRules.TABLE_LEN];
        for (int c = 0; c < codes.length; c++) {
            codes[c] = EscapeMarks.isEscaped((byte) c) || set.indexOf(c) >= 0 ? c == '/' ? '/' : -1 : 0;
        }
        return codes;
    }
}
