package io.github.stringmill.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.stringmill.Share;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * All kinds of kernels that this virtual machine supports agree with {@link PlainKernels}, one unit at a time.
 *
 * <p>A kernel may stop early at a unit for the driver; so here a plain kernel takes one unit after each stop.
 */
class KernelsAgreeTest {
    private static final byte CANARY = (byte) 0xA5;
    private static final int MARGIN = 70;
    private static final int LENGTH_MAX = 200;

    private static final Kernels PLAIN = new PlainKernels();
    private static final Kernels ONE_UNIT = new PlainKernels(1);
    private static final List<Kernels> KERNELS = available();

    /** Runs a kernel on a text; a count is a progress that writes nothing. */
    private interface Operation {
        long run(Kernels kernels, Text src, int from, int to, byte[] dst, int at, int end);
    }

    /** A text of bytes or of UTF-16. */
    private record Text(byte[] bytes, char[] units) {
        static Text of(byte[] bytes) {
            return new Text(bytes, null);
        }

        static Text of(String text) {
            return new Text(null, text.toCharArray());
        }

        int length() {
            return bytes == null ? units.length : bytes.length;
        }

        /** Returns the same text after other units, so that indices and alignments differ. */
        Text after(int others) {
            if (bytes == null) {
                char[] moved = new char[others + units.length];
                System.arraycopy(units, 0, moved, others, units.length);
                return new Text(null, moved);
            }
            byte[] moved = new byte[others + bytes.length];
            System.arraycopy(bytes, 0, moved, others, bytes.length);
            return new Text(moved, null);
        }

        @Override
        public String toString() {
            return bytes == null ? "units " + Arrays.toString(units) : "bytes " + Arrays.toString(bytes);
        }
    }

    private static List<Kernels> available() {
        List<Kernels> kernels = new ArrayList<>();
        kernels.add(new PureKernels());
        for (OpenedKernels opened : List.of(VectorOpener.open(), NativeOpener.open(false))) {
            if (opened.kernels() == null) {
                System.out.println("KernelsAgreeTest: not run: " + opened.why());
            } else {
                kernels.add(opened.kernels());
            }
        }
        if (kernels.get(kernels.size() - 1) instanceof NativeKernels longer) {
            kernels.add(new LengthKernels(new PureKernels(), longer));
        }
        return kernels;
    }

    @Test
    void theForcedKernelsAreAmongThem() {
        String expected = System.getProperty("stringmill.test.expect", "");
        assertTrue(KERNELS.stream().anyMatch(kernels -> kernels.name().startsWith(expected)), expected);
    }

    @Test
    void jsonEscape() {
        for (Map.Entry<String, EscapeRules> rules : rules().entrySet()) {
            Operation operation = (kernels, src, from, to, dst, at, end) ->
                    kernels.jsonEscape(rules.getValue(), src.bytes, from, to, dst, at, end);
            sweep("jsonEscape " + rules.getKey(), operation, some(rules.getValue(), texts("plain text, all ASCII; ",
                    bytes(
                    "\"", "\\", "\0", "\u001F", "\u007F", "/", "<", "\u00E9", "\u6F22", "\uD83D\uDE00", "\u2028"),
                    illFormed())), 12);
        }
    }

    @Test
    void plainPrefix() {
        for (Map.Entry<String, EscapeRules> rules : rules().entrySet()) {
            Operation operation = (kernels, src, from, to, dst, at, end) ->
                    Kernels.progress(kernels.plainPrefix(rules.getValue(), src.bytes, from, to), 0);
            sweepExact("plainPrefix " + rules.getKey(), operation, some(rules.getValue(),
                    texts("plain text, all ASCII; ", bytes(
                    "\"", "\\", "\0", "\u001F", "\u007F", "/", "<", "\u00E9", "\u6F22", "\uD83D\uDE00"),
                    illFormed())));
        }
    }

    @Test
    void jsonEscapeLatin1() {
        for (Map.Entry<String, EscapeRules> rules : rules().entrySet()) {
            Operation operation = (kernels, src, from, to, dst, at, end) ->
                    kernels.jsonEscapeLatin1(rules.getValue(), src.bytes, from, to, dst, at, end);
            sweep("jsonEscapeLatin1 " + rules.getKey(), operation, some(rules.getValue(),
                    texts("plain text, all ASCII; ",
                    bytes("\"", "\\", "\n", "/"), new byte[][] {{(byte) 0x80}, {(byte) 0xFF}, {(byte) 0xE9}})), 6);
        }
    }

    @Test
    void jsonEscapeUtf16() {
        for (Map.Entry<String, EscapeRules> rules : rules().entrySet()) {
            Operation operation = (kernels, src, from, to, dst, at, end) ->
                    kernels.jsonEscapeUtf16(rules.getValue(), src.units, from, to, dst, at, end);
            sweep("jsonEscapeUtf16 " + rules.getKey(), operation,
                    some(rules.getValue(), utf16Texts("\"", "\\", "\n", "/")), 12);
        }
    }

    @Test
    void utf16ToUtf8() {
        sweep("utf16ToUtf8", (kernels, src, from, to, dst, at, end) ->
                kernels.utf16ToUtf8(src.units, from, to, dst, at, end), utf16Texts("\u0100", "\u0101"), 4);
    }

    @Test
    void latin1ToUtf8() {
        sweep("latin1ToUtf8", (kernels, src, from, to, dst, at, end) ->
                kernels.latin1ToUtf8(src.bytes, from, to, dst, at, end), texts("plain text, all ASCII; ",
                new byte[][] {{(byte) 0x80}, {(byte) 0xFF}, {(byte) 0xBF, (byte) 0xC0}}), 2);
    }

    private static final byte[][] ESCAPES = bytes("\\n", "\\\"", "\\\\", "\\u0041", "\\u00e9", "\\u6F22", "\\ud83d\\uDE00", "\\ud83d",
                "\\ude00", "\\ud83d\\u0041", "\\x", "\\u12G4", "\\u12", "\\", "\"", "\n", "\u007F", "\u00E9", "\u6F22",
            "\uD83D\uDE00", "\u00E9\u0436\u0436\u00E9");

    @Test
    void jsonUnescape() {
        sweep("jsonUnescape", (kernels, src, from, to, dst, at, end) ->
                kernels.jsonUnescape(src.bytes, from, to, dst, at, end),
                texts("plain text, all ASCII; ", ESCAPES, illFormed()), 1);
    }

    @Test
    void jsonDecode() {
        sweep("jsonDecode", KernelsAgreeTest::decode, texts("plain text, all ASCII; ", ESCAPES, illFormed()), 2);
    }

    /** Decodes to units, and puts them into the destination as pairs of bytes. */
    private static long decode(Kernels kernels, Text src, int from, int to, byte[] dst, int at, int end) {
        int cap = (end - at) / 2;
        char[] units = new char[MARGIN + cap + MARGIN];
        Arrays.fill(units, (char) CANARY);
        long done = kernels.jsonDecode(src.bytes, from, to, units, MARGIN, MARGIN + cap);
        for (int i = 0; i < MARGIN; i++) {
            assertEquals((char) CANARY, units[i], kernels.name());
            assertEquals((char) CANARY, units[MARGIN + cap + i], kernels.name());
        }
        ByteBuffer.wrap(dst, at, end - at).slice().asCharBuffer().put(units, MARGIN, Kernels.written(done));
        return Kernels.progress(Kernels.read(done), 2 * Kernels.written(done));
    }

    @Test
    void utf8Validate() {
        sweepExact("utf8Validate", (kernels, src, from, to, dst, at, end) ->
                Kernels.progress(kernels.utf8Validate(src.bytes, from, to), 0),
                texts("plain text, all ASCII; ", bytes("\0", "\u00E9", "\u6F22", "\uD83D\uDE00"), illFormed()));
    }

    @Test
    void scan() {
        for (String members : List.of(" abcdefghijklmnopqrstuvwxyz,;ASCI", "0123456789", "0123456789abcdefABCDEF")) {
            boolean[] table = new boolean[256];
            for (char c : members.toCharArray()) {
                table[c] = true;
            }
            sweepExact("scan", (kernels, src, from, to, dst, at, end) ->
                    Kernels.progress(kernels.scan(table, src.bytes, from, to), 0),
                    texts(members, bytes("/", ":", "\0", "g", "\u007F"), new byte[][] {{-1}}));
        }
    }

    @Test
    void base64() {
        for (boolean url : new boolean[] {false, true}) {
            sweep("base64Encode", (kernels, src, from, to, dst, at, end) ->
                    kernels.base64Encode(url, src.bytes, from, to, dst, at, end),
                    texts("\0any\u007Fbytes", new byte[][] {{-1}, {(byte) 0xFB}}), 2);
            sweep("base64Decode", (kernels, src, from, to, dst, at, end) ->
                    kernels.base64Decode(url, src.bytes, from, to, dst, at, end),
                    texts("QUJDabc7890zZ", bytes("+", "/", "-", "_", "=", "==", " ", "\n", "\0"),
                            new byte[][] {{-1}, {(byte) 0xC3}}), 1);
        }
    }

    @Test
    void longTextsInPieces() {
        StringBuilder long16 = new StringBuilder();
        while (long16.length() < 400_000) {
            long16.append("a\"\u00E9\u6F22\uD83D\uDE00");
        }
        Text units = Text.of(long16.toString());
        Text bytes = Text.of(long16.toString().getBytes(StandardCharsets.UTF_8));
        for (EscapeRules rules : rules().values()) {
            check("long jsonEscape", (kernels, src, from, to, dst, at, end) ->
                    kernels.jsonEscape(rules, src.bytes, from, to, dst, at, end), bytes, 12 * 800_000);
            check("long jsonEscapeUtf16", (kernels, src, from, to, dst, at, end) ->
                    kernels.jsonEscapeUtf16(rules, src.units, from, to, dst, at, end), units, 12 * 400_000);
        }
        Text escaped = Text.of(long16.toString().replace("\"", "\\\"").getBytes(StandardCharsets.UTF_8));
        check("long jsonDecode", KernelsAgreeTest::decode, escaped, 2 * 400_000);
        check("long utf16ToUtf8", (kernels, src, from, to, dst, at, end) ->
                kernels.utf16ToUtf8(src.units, from, to, dst, at, end), units, 3 * 400_000);
        check("long utf8Validate", (kernels, src, from, to, dst, at, end) ->
                Kernels.progress(kernels.utf8Validate(src.bytes, from, to), 0), bytes, 0);
        for (Kernels kernels : KERNELS) {
            assertEquals(bytes.length(), kernels.utf8Validate(bytes.bytes, 0, bytes.length()), kernels.name());
        }
    }

    /** Returns a clean text of every length, with each special at some indices; then random mixtures. */
    private static List<Text> texts(String clean, byte[][]... specials) {
        List<byte[]> all = new ArrayList<>();
        for (byte[][] some : specials) {
            all.addAll(Arrays.asList(some));
        }
        byte[] filler = clean.getBytes(StandardCharsets.ISO_8859_1);
        List<Text> texts = new ArrayList<>();
        for (int length = 0; length <= LENGTH_MAX; length++) {
            byte[] text = new byte[length];
            for (int i = 0; i < length; i++) {
                text[i] = filler[i % filler.length];
            }
            texts.add(Text.of(text));
            for (byte[] special : all) {
                for (int place = 0; place < length; place += step(length)) {
                    byte[] one = text.clone();
                    System.arraycopy(special, 0, one, place, Math.min(special.length, length - place));
                    texts.add(Text.of(one));
                }
            }
        }
        Random random = new Random(7);
        for (int i = 0; i < 3000; i++) {
            byte[] text = new byte[random.nextInt(300)];
            int density = 1 + random.nextInt(20);
            for (int at = 0; at < text.length; at++) {
                text[at] = filler[at % filler.length];
                if (random.nextInt(density) == 0) {
                    byte[] special = all.get(random.nextInt(all.size()));
                    int cap = Math.min(special.length, text.length - at);
                    System.arraycopy(special, 0, text, at, cap);
                    at += cap - 1;
                }
            }
            texts.add(Text.of(text));
        }
        return texts;
    }

    /** Returns all texts for the predefined rules, one in six for the others. */
    private static List<Text> some(EscapeRules rules, List<Text> texts) {
        boolean all = rules.standardSet() && rules.upperHex() && rules.nonAscii() == EscapeRules.NonAscii.CHECKED;
        return all ? texts : IntStream.range(0, texts.size()).filter(i -> i % 6 == 0).mapToObj(texts::get).toList();
    }

    /** Returns the step between indices: all in short texts, fewer in long ones. */
    private static int step(int length) {
        return length <= 34 || length == 65 || length == 129 ? 1 : 7;
    }

    private static List<Text> utf16Texts(String... more) {
        List<String> all = new ArrayList<>(List.of(more));
        all.addAll(List.of("\0", "\u007F", "\u0080", "\u00FF", "\u07FF", "\u0800", "\u6F22", "\uFFFF", "\uD83D\uDE00",
                "\uDBFF\uDFFF", "\uD83D", "\uDE00", "\uDE00\uD83D", "\uD83D\uD83D\uDE00"));
        List<Text> texts = new ArrayList<>();
        for (String filler : List.of("plain text, all ASCII; ", "\u0436\u00E9", "\u6F22\u5B57", "\uD83D\uDE00")) {
            for (int length = 0; length <= LENGTH_MAX; length++) {
                String text = filler.repeat(length).substring(0, length);
                texts.add(Text.of(text));
                int step = filler.length() > 2 ? step(length) : 5;
                for (String special : all) {
                    for (int place = length % step; place < length; place += step) {
                        String one = text.substring(0, place) + special + text.substring(place);
                        texts.add(Text.of(one.substring(0, length)));
                    }
                }
            }
        }
        Random random = new Random(8);
        for (int i = 0; i < 3000; i++) {
            StringBuilder text = new StringBuilder();
            int density = 1 + random.nextInt(20);
            for (int length = random.nextInt(300); text.length() < length; ) {
                text.append(random.nextInt(density) == 0 ? all.get(random.nextInt(all.size())) : "a");
            }
            texts.add(Text.of(text.toString()));
        }
        return texts;
    }

    private static byte[][] bytes(String... texts) {
        return Arrays.stream(texts).map(text -> text.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
    }

    /** Every ASCII character, each at another index of a vector. */
    @Test
    void allOfAscii() {
        for (int c = 0; c < 128; c++) {
            String text = "0".repeat(c % 64 + 64) + (char) c + "0".repeat(64);
            for (EscapeRules rules : rules().values()) {
                check("jsonEscape " + c, (kernels, src, from, to, dst, at, end) ->
                        kernels.jsonEscape(rules, src.bytes, from, to, dst, at, end),
                        Text.of(text.getBytes(StandardCharsets.US_ASCII)), 6 * text.length());
                check("jsonEscapeUtf16 " + c, (kernels, src, from, to, dst, at, end) ->
                        kernels.jsonEscapeUtf16(rules, src.units, from, to, dst, at, end), Text.of(text),
                        12 * text.length());
                check("jsonEscapeLatin1 " + c, (kernels, src, from, to, dst, at, end) ->
                        kernels.jsonEscapeLatin1(rules, src.bytes, from, to, dst, at, end),
                        Text.of(text.getBytes(StandardCharsets.US_ASCII)), 6 * text.length());
            }
            check("jsonUnescape " + c, (kernels, src, from, to, dst, at, end) ->
                    kernels.jsonUnescape(src.bytes, from, to, dst, at, end),
                    Text.of(text.replace("" + (char) c, "\\" + (char) c).getBytes(StandardCharsets.US_ASCII)), 400);
        }
    }

    private static byte[][] illFormed() {
        int[][] sequences = {{0x80}, {0xC3}, {0xE2, 0x82}, {0xF0, 0x9F, 0x98}, {0xED, 0xA0, 0x80}, {0xC0, 0x80},
            {0xE0, 0x9F, 0xBF}, {0xF4, 0x90, 0x80, 0x80}, {0xF0, 0x8F, 0xBF, 0xBF}, {0xF5}, {0xFF}};
        return Arrays.stream(sequences).map(sequence -> {
            byte[] bytes = new byte[sequence.length];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) sequence[i];
            }
            return bytes;
        }).toArray(byte[][]::new);
    }

    private static void sweep(String name, Operation operation, List<Text> texts, int growth) {
        Random random = new Random(9);
        for (int i = 0; i < texts.size(); i++) {
            if (!Share.has(i + name.hashCode())) {
                continue;
            }
            Text text = texts.get(i);
            int most = growth * text.length() + 16;
            check(name, operation, text, most);
            check(name, operation, text, random.nextInt(most));
            if (text.length() < 70 && i % 331 == 0) {
                for (int cap = 0; cap < most; cap++) {
                    check(name, operation, text, cap);
                }
            }
        }
    }

    /** For operations that must not stop early. */
    private static void sweepExact(String name, Operation operation, List<Text> texts) {
        for (int i = 0; i < texts.size(); i++) {
            if (!Share.has(i + name.hashCode())) {
                continue;
            }
            Text text = texts.get(i);
            long expected = operation.run(PLAIN, text, 0, text.length(), null, 0, 0);
            Text moved = text.after(13);
            for (Kernels kernels : KERNELS) {
                long got = operation.run(kernels, text, 0, text.length(), null, 0, 0);
                assertSame(expected, got, name, kernels, text);
                got = operation.run(kernels, moved, 13, moved.length(), null, 0, 0);
                assertSame(expected, got, name, kernels, text);
            }
        }
    }

    private static void assertSame(long expected, long got, String name, Kernels kernels, Text text) {
        if (expected != got) {
            assertEquals(Kernels.read(expected), Kernels.read(got), () -> name + ", " + kernels.name() + ", " + text);
            assertEquals(Kernels.written(expected), Kernels.written(got),
                    () -> name + ", " + kernels.name() + ", " + text);
        }
    }

    private static void check(String name, Operation operation, Text text, int cap) {
        byte[] expected = new byte[cap];
        long done = operation.run(PLAIN, text, 0, text.length(), expected, 0, cap);
        for (Kernels kernels : KERNELS) {
            int others = cap % 19;
            Text moved = text.after(others);
            byte[] dst = new byte[MARGIN + others + cap + MARGIN];
            Arrays.fill(dst, CANARY);
            int at = MARGIN + others;
            long got = drive(operation, kernels, moved, others, dst, at, at + cap);
            assertSame(done, got, name, kernels, text);
            int put = at + Kernels.written(got);
            if (!Arrays.equals(expected, 0, Kernels.written(done), dst, at, put)) {
                throw new AssertionError(name + ", " + kernels.name() + ", cap " + cap + ", " + text + " became "
                        + Arrays.toString(Arrays.copyOfRange(dst, at, put)));
            }
            if (!isCanary(dst, 0, at) || !isCanary(dst, at + cap, dst.length)) {
                throw new AssertionError(name + ", " + kernels.name() + " wrote outside its destination: " + text);
            }
        }
    }

    private static boolean isCanary(byte[] dst, int from, int to) {
        for (int i = from; i < to; i++) {
            if (dst[i] != CANARY) {
                return false;
            }
        }
        return true;
    }

    /** Runs a kernel to the end; after each stop, a plain kernel takes one unit. */
    private static long drive(Operation operation, Kernels kernels, Text text, int from, byte[] dst, int at, int end) {
        int read = from;
        int put = at;
        for (Kernels next = kernels; ; next = next == kernels ? ONE_UNIT : kernels) {
            long done = operation.run(next, text, read, text.length(), dst, put, end);
            read += Kernels.read(done);
            put += Kernels.written(done);
            if (next == ONE_UNIT && Kernels.read(done) == 0) {
                return Kernels.progress(read - from, put - at);
            }
        }
    }

    private static Map<String, EscapeRules> rules() {
        Map<String, EscapeRules> rules = new LinkedHashMap<>();
        for (EscapeRules.NonAscii nonAscii : EscapeRules.NonAscii.values()) {
            rules.put("json " + nonAscii, json(nonAscii, true, -2));
        }
        rules.put("json, lower case", json(EscapeRules.NonAscii.ESCAPED, false, -2));
        rules.put("json, stops at <", json(EscapeRules.NonAscii.COPIED, true, '<'));
        rules.put("json, stops at a quote", json(EscapeRules.NonAscii.COPIED, true, '"'));
        long[] texts = new long[128];
        byte[] lengths = new byte[128];
        for (int c = 0; c < 128; c += 7) {
            lengths[c] = (byte) (1 + c % 7);
            for (int i = 0; i < lengths[c]; i++) {
                texts[c] |= (long) ('A' + i) << 8 * i;
            }
        }
        rules.put("odd", new EscapeRules(texts, lengths, EscapeRules.NonAscii.CHECKED, true));
        return rules;
    }

    private static EscapeRules json(EscapeRules.NonAscii nonAscii, boolean upperHex, int stop) {
        long[] texts = new long[128];
        byte[] lengths = new byte[128];
        for (int c = 0; c < 128; c++) {
            int kind = "\"\\\b\f\n\r\t".indexOf(c);
            String text = kind >= 0 ? "\\" + "\"\\bfnrt".charAt(kind) : c < 0x20 ? String.format("\\u%04X", c) : "";
            lengths[c] = (byte) (c == stop ? -1 : text.length());
            for (int i = 0; i < text.length(); i++) {
                texts[c] |= (long) text.charAt(i) << 8 * i;
            }
        }
        return new EscapeRules(texts, lengths, nonAscii, upperHex);
    }
}
