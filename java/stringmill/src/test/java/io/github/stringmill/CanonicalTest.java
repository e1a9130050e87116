package io.github.stringmill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Canonical JSON: generated documents, and numbers beside their definition. Standard: RFC 8785, ECMA-262. */
class CanonicalTest {
    private static final List<String> NAMES = List.of("", "a", "b", "A", "10", "9", "é", "\ud83d\ude00", "\ufb33",
            "\ue000", "\"", "\\", "\n", "a\u0001", "\u007f", "a\"", "aa", "\u2028", "a".repeat(100), "\ud800\udc00");

    private final Random random = new Random(8785);

    private static String canonical(String text) {
        byte[] made = Stringmill.jsonCanonical(text.getBytes(StandardCharsets.UTF_8));
        return new String(made, StandardCharsets.UTF_8);
    }

    /** A value as it may be written, and its canonical form. */
    private record Both(String written, String canonical) {}

    @Test
    void generatedDocumentsHaveTheirCanonicalForm() {
        for (int round = 0; round < Share.of(10_000); round++) {
            Both both = value(5);
            assertEquals(both.canonical, canonical(blank() + both.written + blank()), both.written);
            assertEquals(both.canonical, canonical(both.canonical));
        }
    }

    private Both value(int depth) {
        return switch (random.nextInt(depth > 0 ? 7 : 4)) {
            case 0 -> {
                String word = List.of("true", "false", "null").get(random.nextInt(3));
                yield new Both(word, word);
            }
            case 1 -> number();
            case 2, 3 -> string(NAMES.get(random.nextInt(NAMES.size())));
            case 4 -> array(depth - 1);
            default -> object(depth - 1);
        };
    }

    private Both array(int depth) {
        List<String> written = new ArrayList<>();
        List<String> canonical = new ArrayList<>();
        for (int left = random.nextInt(4); left > 0; left--) {
            Both element = value(depth);
            written.add(blank() + element.written + blank());
            canonical.add(element.canonical);
        }
        return new Both("[" + String.join(",", written) + "]", "[" + String.join(",", canonical) + "]");
    }

    private Both object(int depth) {
        List<String> names = new ArrayList<>(NAMES);
        Collections.shuffle(names, random);
        List<String> written = new ArrayList<>();
        // The order of String is that of UTF-16 code units.
        TreeMap<String, String> canonical = new TreeMap<>();
        for (String name : names.subList(0, random.nextInt(6))) {
            Both quoted = string(name);
            Both member = value(depth);
            written.add(blank() + quoted.written + blank() + ":" + blank() + member.written);
            canonical.put(name, quoted.canonical + ":" + member.canonical);
        }
        return new Both("{" + String.join(",", written) + "}", "{" + String.join(",", canonical.values()) + "}");
    }

    private Both string(String text) {
        StringBuilder written = new StringBuilder("\"");
        StringBuilder canonical = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            String escape = unit == '"' ? "\\\"" : unit == '\\' ? "\\\\" : unit == '\n' ? "\\n"
                    : unit < ' ' ? String.format("\\u%04x", (int) unit) : "" + unit;
            canonical.append(escape);
            boolean isWhole = !Character.isSurrogate(unit);
            written.append(isWhole && random.nextInt(3) > 0 ? escape : String.format("\\u%04X", (int) unit));
        }
        return new Both(written.append('"').toString(), canonical.append('"').toString());
    }

    private Both number() {
        double value = switch (random.nextInt(4)) {
            case 0 -> random.nextInt(2000) - 1000;
            case 1 -> (random.nextInt(2_000_000) - 1_000_000) / 1000.0;
            case 2 -> random.nextDouble();
            default -> anyDouble();
        };
        return new Both(String.valueOf(value), ecmascript(value));
    }

    private double anyDouble() {
        double value = Double.longBitsToDouble(random.nextLong());
        return Double.isFinite(value) ? value : 0;
    }

    private String blank() {
        return List.of("", "", "", " ", "\n\t", "\r\n  ").get(random.nextInt(6));
    }

    /** The definition: the fewest digits that read back, of these the nearest. */
    private static String ecmascript(double value) {
        if (value == 0) {
            return "0";
        }
        BigDecimal exact = new BigDecimal(Math.abs(value));
        BigDecimal best = null;
        for (int digits = 1; best == null; digits++) {
            for (RoundingMode mode : List.of(RoundingMode.HALF_EVEN, RoundingMode.FLOOR, RoundingMode.CEILING)) {
                BigDecimal rounded = exact.round(new MathContext(digits, mode));
                if (best == null && rounded.doubleValue() == Math.abs(value)) {
                    best = rounded;
                }
            }
        }
        BigDecimal stripped = best.stripTrailingZeros();
        String text = stripped.unscaledValue().toString();
        int point = text.length() - stripped.scale();
        String sign = value < 0 ? "-" : "";
        if (point > 21 || point < -5) {
            String fraction = text.length() > 1 ? "." + text.substring(1) : "";
            return sign + text.charAt(0) + fraction + "e" + (point > 0 ? "+" : "") + (point - 1);
        }
        return sign + stripped.toPlainString();
    }

    @Test
    void numbersAreTheFewestDigitsThatReadBack() {
        for (int round = 0; round < Share.of(20_000); round++) {
            double value = anyDouble();
            assertEquals(ecmascript(value), canonical(String.valueOf(value)));
        }
        for (int exponent = -1074; exponent < 1024; exponent += 7) {
            double power = Math.scalb(1.0, exponent);
            for (double value : new double[] {Math.nextDown(power), power, Math.nextUp(power)}) {
                assertEquals(ecmascript(value), canonical(new BigDecimal(value).toString()));
            }
        }
    }

    @Test
    void integersThatDoublesCannotHoldAreRefused() {
        assertEquals("[9007199254740992,295147905179352830000,1e+21,0]",
                canonical("[9007199254740992,295147905179352825856,1000000000000000000000,-0]"));
        assertEquals("[9007199254740992,333333333.3333333]", canonical("[9007199254740993.0,333333333.33333329]"));
        StringmillException refused =
                assertThrows(StringmillException.class, () -> canonical("[1,9007199254740993,9007199254740995]"));
        assertEquals("integer that a double cannot hold at byte 3", refused.getMessage());
    }

    @Test
    void nestedObjectsOutOfOrderAreWrittenInOrder() {
        int levels = 1024;
        String inside = "\"" + "x".repeat(100_000) + "\"";
        String text = "{\"b\":0,\"a\":".repeat(levels) + inside + "}".repeat(levels);
        assertEquals("{\"a\":".repeat(levels) + inside + ",\"b\":0}".repeat(levels), canonical(text));
    }

    @Test
    void depthIsLimited() {
        byte[] text = "[[]]".getBytes(StandardCharsets.UTF_8);
        assertEquals(4, Stringmill.jsonCanonical(text, 2).length);
        StringmillException e = assertThrows(StringmillException.class, () -> Stringmill.jsonCanonical(text, 1));
        assertEquals(ErrorCode.LIMIT_DEPTH, e.code());
        assertEquals(1, e.offset());
        assertThrows(IllegalArgumentException.class, () -> Stringmill.jsonCanonical(text, -1));
    }

    /** Memory depends on the text, not on the depth that is allowed. */
    @Test
    void anyDepthMayBeAllowed() {
        byte[] text = "[[]]".getBytes(StandardCharsets.UTF_8);
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        assertEquals(4, Stringmill.jsonCanonical(text, Integer.MAX_VALUE).length);
        long before = threads.getCurrentThreadAllocatedBytes();
        assertEquals(4, Stringmill.jsonCanonical(text, Integer.MAX_VALUE).length);
        assertTrue(threads.getCurrentThreadAllocatedBytes() - before < 100_000);
    }

    @Test
    void anOverflowIsTheErrorUnlessTheNextByteIs() {
        for (String text : List.of("1e400", "1e400 ", "1e400 x", "[1e400]", "[1e400,", "[1e400 x")) {
            assertEquals(ErrorCode.NUMBER_OVERFLOW, error(text), text);
        }
        assertEquals(ErrorCode.JSON_TRAILING, error("1e400x"));
        assertEquals(ErrorCode.JSON_BRACKET_EXPECTED, error("[1e400x"));
        assertEquals(ErrorCode.JSON_INCOMPLETE, error("[1e400"));
    }

    private static ErrorCode error(String text) {
        return assertThrows(StringmillException.class, () -> canonical(text)).code();
    }

    @Test
    void integersAreRoundedOnRequest() {
        byte[] text = "[9007199254740993,-18446744073709551617,1]".getBytes(StandardCharsets.UTF_8);
        StringmillException e = assertThrows(StringmillException.class, () -> Stringmill.jsonCanonical(text));
        assertEquals(ErrorCode.CANONICAL_INTEGER, e.code());
        assertEquals(1, e.offset());
        assertEquals("[9007199254740992,-18446744073709552000,1]",
                new String(Stringmill.jsonCanonical(text, 1, true), StandardCharsets.UTF_8));
        byte[] infinite = ("1" + "0".repeat(400)).getBytes(StandardCharsets.UTF_8);
        assertThrows(StringmillException.class, () -> Stringmill.jsonCanonical(infinite, 1, true));
    }
}
