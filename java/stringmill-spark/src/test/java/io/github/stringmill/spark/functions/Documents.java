package io.github.stringmill.spark.functions;

import java.util.List;
import java.util.Random;

/** Generated documents of JSON and Ion, each on a line. */
final class Documents {
    private static final List<String> JSON_STRINGS = List.of("", "a", "null", "true", "nan", "é", "\\u00e9\\n", "it's",
            "\\\"q\\\"", "$10", "$ion_1_0", "\ud83d\ude00", "\\ud83d\\ude00", "a b", "\\u0000", "\\u007f\\u0085", "+",
            "x".repeat(70), "\\/");
    private static final List<String> JSON_NUMBERS = List.of("0", "-0", "1", "-12", "1.50", "1e5", "1E+5", "-0.0", "1e-7",
            "123456789012345678901234567890", "0.1e400", "2.5E-3");
    private static final List<String> ION_SCALARS = List.of("null", "null.int", "true", "false", "0", "-0", "1_000",
            "0xFf", "-0b1_01", "0x123456789abcdef0123", "1.5", "1.", "12d3", "1.5D-3", "-0.", "-0d2", "1e5", "1.50e0",
            "-0e0", "nan", "+inf", "-inf", "1e400", "2024T", "2024-02-29", "2024-02-29T12:00Z",
            "2024-02-29T12:00:00.123-00:00", "a", "'q s'", "$4", "\"it's\"", "\"\\x41\\u00e9\\n\"", "'''a''' '''b'''",
            "{{aGk=}}", "{{\"a\\x80\\x7f\"}}", "x::1", "'y z'::b::[]", "$0", "/*c*/1 ");
    private static final List<String> ION_NAMES = List.of("a", "'b c'", "\"s\"", "'$ion_1_0'", "$4", "$0", "ab");

    private final Random random;

    Documents(int seed) {
        random = new Random(seed);
    }

    private <T> T one(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    String json() {
        return json(3);
    }

    private String json(int depth) {
        int kind = random.nextInt(depth > 0 ? 6 : 3);
        if (kind == 0) {
            return one(List.of("true", "false", "null"));
        }
        if (kind < 3) {
            return kind == 1 ? one(JSON_NUMBERS) : '"' + one(JSON_STRINGS) + '"';
        }
        StringBuilder items = new StringBuilder();
        boolean isObject = kind > 3;
        for (int left = random.nextInt(4); left > 0; left--) {
            items.append(items.isEmpty() ? "" : one(List.of(",", " , ")))
                    .append(isObject ? '"' + one(JSON_STRINGS) + (random.nextBoolean() ? "\":" : "\" : ") : "")
                    .append(json(depth - 1));
        }
        return isObject ? "{" + items + "}" : "[" + items + " ]";
    }

    String ion() {
        return ion(3, true);
    }

    private String ion(int depth, boolean isTop) {
        int kind = random.nextInt(depth > 0 ? 7 : 4);
        if (kind < 4 && !isTop) {
            return one(ION_SCALARS);
        }
        StringBuilder items = new StringBuilder();
        for (int left = random.nextInt(4); left > 0; left--) {
            items.append(items.isEmpty() ? "" : kind == 4 ? " " : ",").append(kind > 4 ? one(ION_NAMES) + ":" : "")
                    .append(ion(depth - 1, false));
        }
        return kind == 4 ? "(" + items + ")" : kind > 4 ? "{" + items + "}" : "[" + items + "]";
    }

    /** Changes, adds or removes a character of a line. */
    String damaged(String line) {
        int at = random.nextInt(line.length());
        String inserted = random.nextInt(3) == 0 ? "" : one(List.of("\"", "\\", "{", "]", ",", ":", "1", "x", "é", "'"));
        return line.substring(0, at) + inserted + line.substring(at + random.nextInt(2));
    }
}
