package io.github.stringmill.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.stringmill.internal.EscapeRules.NonAscii;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The escaping kernels of this process agree with a plain implementation. */
class JsonEscapeKernelTest {
    private static final byte CANARY = 0x5A;
    private static final Kernels KERNELS = KernelsHolder.KERNELS;

    private final Random random = new Random(20261121);
    private final List<EscapeRules> allRules = rules();

    private static List<EscapeRules> rules() {
        List<EscapeRules> all = new ArrayList<>();
        for (NonAscii nonAscii : NonAscii.values()) {
            for (boolean upper : new boolean[] {false, true}) {
                all.add(rules(nonAscii, upper, "", ""));
                all.add(rules(nonAscii, upper, "/<\u007F", ""));
                all.add(rules(nonAscii, upper, "'", "\u0007"));
            }
        }
        return all;
    }

    private static EscapeRules rules(NonAscii nonAscii, boolean upper, String more, String stops) {
        long[] texts = new long[128];
        byte[] lengths = new byte[128];
        for (int c = 0; c < 128; c++) {
            int letter = "\b\t\n\f\r\"\\/".indexOf(c);
            String escape = letter >= 0 ? "\\" + "btnfr\"\\/".charAt(letter) : unicode(c, upper);
            if (c < 0x20 || c == '"' || c == '\\' || more.indexOf(c) >= 0) {
                lengths[c] = (byte) (stops.indexOf(c) >= 0 ? -1 : escape.length());
                for (int i = escape.length() - 1; i >= 0; i--) {
                    texts[c] = texts[c] << 8 | escape.charAt(i);
                }
            }
        }
        return new EscapeRules(texts, lengths, nonAscii, upper);
    }

    private static String unicode(int unit, boolean upper) {
        String escape = String.format("%04x", unit);
        return "\\u" + (upper ? escape.toUpperCase(Locale.ROOT) : escape);
    }

    /** Returns the output for a scalar value; null if a kernel must stop. */
    private static byte[] expected(EscapeRules rules, int code) {
        if (code < 0x80) {
            int len = rules.length(code);
            if (len < 0) {
                return null;
            }
            byte[] one = new byte[Math.max(len, 1)];
            for (int i = 0; i < one.length; i++) {
                one[i] = len == 0 ? (byte) code : (byte) (rules.text(code) >>> 8 * i);
            }
            return one;
        }
        boolean escaped = rules.nonAscii() == NonAscii.ESCAPED
                || rules.nonAscii() == NonAscii.PAIRS_ESCAPED && code > 0xFFFF;
        if (rules.nonAscii() == NonAscii.STOPS) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        if (escaped) {
            for (char unit : Character.toChars(code)) {
                text.append(unicode(unit, rules.upperHex()));
            }
        } else {
            text.appendCodePoint(code);
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the output for the UTF-8 unit at {@code s}, and its length; null if a kernel must stop. */
    private static byte[] expectedUtf8(EscapeRules rules, byte[] src, int s, int to, int[] unitLen) {
        unitLen[0] = 1;
        if (src[s] >= 0) {
            return expected(rules, src[s]);
        }
        if (rules.nonAscii() == NonAscii.COPIED) {
            return new byte[] {src[s]};
        }
        for (int len = 2; len <= 4 && s + len <= to; len++) {
            String text = new String(src, s, len, StandardCharsets.UTF_8);
            if (text.codePointCount(0, text.length()) == 1
                    && Arrays.equals(text.getBytes(StandardCharsets.UTF_8), Arrays.copyOfRange(src, s, s + len))) {
                unitLen[0] = len;
                return expected(rules, text.codePointAt(0));
            }
        }
        return null;
    }

    private static byte[] expectedUtf16(EscapeRules rules, char[] src, int s, int to, int[] unitLen) {
        int code = Character.codePointAt(src, s, to);
        unitLen[0] = Character.charCount(code);
        return Character.isSurrogate((char) code) && code <= 0xFFFF ? null : expected(rules, code);
    }

    private String text(int len, int kind) {
        String[] specials = {"\"", "\\", "\n", "\u0007", "/", "'", "<", "\u007F", "\u00E9", "\u0411", "\u4E2D", "\uFFFF",
            "\uD83D\uDE00", " ", "#", "!", "[", "]", "\u0000", "\u001F"};
        StringBuilder text = new StringBuilder();
        int[] densities = {1000, 200, 40, 8, 2, 1};
        while (text.length() < len) {
            // The last kind changes its density after each 70 characters.
            int density = densities[kind < densities.length ? kind : text.length() / 70 % densities.length];
            text.append(random.nextInt(density) == 0 ? specials[random.nextInt(specials.length)] : "abcxyz".substring(0, 1));
        }
        return text.toString();
    }

    @Test
    void utf8() {
        int cases = 0;
        for (EscapeRules rules : allRules) {
            for (int len = 0; len <= 300; len++) {
                byte[] src = text(len, len % 7).getBytes(StandardCharsets.UTF_8);
                if (src.length > 0 && random.nextInt(4) == 0) {
                    src[random.nextInt(src.length)] = (byte) (0x80 + random.nextInt(0x80));
                }
                int from = Math.min(src.length, random.nextInt(4));
                checkUtf8(rules, src, from, src.length, src.length * 6);
                checkUtf8(rules, src, from, src.length, random.nextInt(src.length + 2));
                cases += 2;
            }
            for (int len : new int[] {1000, 5000, 20000}) {
                for (int kind = 0; kind < 7; kind++) {
                    byte[] src = text(len, kind).getBytes(StandardCharsets.UTF_8);
                    checkUtf8(rules, src, 0, src.length, src.length * 6);
                    checkUtf8(rules, src, 0, src.length, src.length);
                    cases += 2;
                }
            }
        }
        System.out.println("json_escape kernel: " + cases + " cases (" + KERNELS.name() + ")");
    }

    private void checkUtf8(EscapeRules rules, byte[] src, int from, int to, int cap) {
        byte[] dst = new byte[cap + 40];
        Arrays.fill(dst, CANARY);
        long progress = KERNELS.jsonEscape(rules, src, from, to, dst, 20, 20 + cap);
        int plain = KERNELS.plainPrefix(rules, src, from, to);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int[] unitLen = new int[1];
        int s = from;
        int copied = -1;
        byte[] next = null;
        while (s < to) {
            next = expectedUtf8(rules, src, s, to, unitLen);
            boolean asItIs = next != null && Arrays.equals(next, Arrays.copyOfRange(src, s, s + unitLen[0]));
            if (copied < 0 && !asItIs) {
                copied = s - from;
            }
            if (next == null || s - from >= Kernels.read(progress)) {
                break;
            }
            out.writeBytes(next);
            s += unitLen[0];
        }
        check(progress, s - from, out.toByteArray(), dst, cap);
        if (s == to && copied < 0) {
            copied = to - from;
        }
        assertTrue(copied < 0 ? plain >= s - from : plain == copied, () -> "plain prefix " + plain);
        assertTrue(s == to || s > from || next == null || next.length > cap, "no progress");
    }

    private static void check(long progress, int read, byte[] expected, byte[] dst, int cap) {
        assertEquals(read, Kernels.read(progress), "read");
        assertEquals(expected.length, Kernels.written(progress), "written");
        assertArrayEquals(expected, Arrays.copyOfRange(dst, 20, 20 + expected.length));
        for (int i = 0; i < 20; i++) {
            assertEquals(CANARY, dst[i], "before the destination");
            assertEquals(CANARY, dst[20 + cap + i], "after the destination");
        }
    }

    @Test
    void utf16() {
        int cases = 0;
        for (EscapeRules rules : allRules) {
            for (int len = 0; len <= 300; len++) {
                char[] src = text(len, len % 7).toCharArray();
                if (src.length > 0 && random.nextInt(4) == 0) {
                    src[random.nextInt(src.length)] = (char) (0xD800 + random.nextInt(0x800));
                }
                int from = Math.min(src.length, random.nextInt(4));
                checkUtf16(rules, src, from, src.length, src.length * 6);
                checkUtf16(rules, src, from, src.length, random.nextInt(src.length + 2));
                cases += 2;
            }
            for (int kind = 0; kind < 7; kind++) {
                char[] src = text(9000, kind).toCharArray();
                checkUtf16(rules, src, 0, src.length, src.length * 6);
                checkUtf16(rules, src, 0, src.length, src.length);
                cases += 2;
            }
        }
        System.out.println("json_escape_utf16 kernel: " + cases + " cases (" + KERNELS.name() + ")");
    }

    private void checkUtf16(EscapeRules rules, char[] src, int from, int to, int cap) {
        byte[] dst = new byte[cap + 40];
        Arrays.fill(dst, CANARY);
        long progress = KERNELS.jsonEscapeUtf16(rules, src, from, to, dst, 20, 20 + cap);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int[] unitLen = new int[1];
        int s = from;
        byte[] next = null;
        while (s < to) {
            next = expectedUtf16(rules, src, s, to, unitLen);
            if (next == null || s - from >= Kernels.read(progress)) {
                break;
            }
            out.writeBytes(next);
            s += unitLen[0];
        }
        check(progress, s - from, out.toByteArray(), dst, cap);
        assertTrue(s == to || s > from || next == null || next.length > cap, "no progress");
    }
}
