package io.github.stringmill.benchmarks;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;
import java.util.function.IntFunction;

/** Texts of Ion: the shapes of ion-java's own benchmark, log records, and kinds of values; always the same. */
final class IonDocuments {
    private static final String[] LEVELS = {"DEBUG", "INFO", "WARN", "ERROR"};
    private static final String MESSAGE =
            "connection to the upstream service was closed before the whole answer had come, trying again in a while";

    private IonDocuments() {}

    /** Returns a document by its name. */
    static byte[] text(String name) {
        Random random = new Random(name.hashCode());
        String text = switch (name) {
            case "strings" -> lines(2000, i -> '"' + printable(random, 20 + random.nextInt(60)) + '"');
            case "blob" -> blob(random);
            case "markers" -> lines(500, i -> "$ion_1_0 value_" + i);
            case "symbols" -> lines(5000, i -> "symbol_identifier_" + i);
            case "records" -> lines(4000, i -> record(random, i));
            case "long-strings" -> lines(50, i -> '"' + printable(random, 28_160) + '"');
            case "escapes" -> lines(2000, i -> '"' + printable(random, 30) + "\\n\\\"\u00e4\\u00e9" + printable(random, 10) + '"');
            case "annotations" -> lines(2000, i -> "log::v" + i % 9 + "::'two words'::[north::" + i + ",south::x]");
            case "numbers" -> lines(5000, i -> String.valueOf(random.nextLong() >> random.nextInt(64)));
            case "floats" -> lines(2000, i -> i % 2 == 0 ? random.nextInt(1000) / 8.0 + "e0" : 0.1 + random.nextDouble() + "e0");
            case "decimals" -> lines(2000, i -> random.nextInt(1000) + "." + (10 + random.nextInt(90)));
            case "timestamps" -> lines(2000, i -> timestamp(random));
            default -> throw new IllegalArgumentException("no document is called " + name);
        };
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String lines(int count, IntFunction<String> line) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(line.apply(i)).append('\n');
        }
        return text.toString();
    }

    /** Returns printable ASCII that needs no escape in quotes of either kind. */
    static String printable(Random random, int len) {
        StringBuilder text = new StringBuilder(len);
        while (text.length() < len) {
            char c = (char) (' ' + random.nextInt(95));
            text.append(c == '"' || c == '\\' || c == '\'' ? 'x' : c);
        }
        return text.toString();
    }

    /** Returns 32 KiB of random bytes in base64, in lines of 76. */
    private static String blob(Random random) {
        byte[] bytes = new byte[32 * 1024];
        random.nextBytes(bytes);
        byte[] lineEnd = {'\n'};
        return "{{\n" + Base64.getMimeEncoder(76, lineEnd).encodeToString(bytes) + "\n}}";
    }

    private static String timestamp(Random random) {
        return "2026-" + (10 + random.nextInt(3)) + '-' + (10 + random.nextInt(18)) + "T08:15:"
                + (10 + random.nextInt(50)) + '.' + (100 + random.nextInt(900)) + 'Z';
    }

    /** Returns a record with a value of every kind. */
    private static String record(Random random, int number) {
        return "record::{id:" + (7_000_000 + number)
                + ",time:" + timestamp(random)
                + ",level:" + LEVELS[random.nextInt(4)]
                + ",host:\"node-" + random.nextInt(64) + ".internal.example.org\""
                + ",message:\"" + MESSAGE.substring(0, 40 + random.nextInt(60)) + '"'
                + ",load:" + random.nextInt(100) + '.' + random.nextInt(1000) + "e0"
                + ",price:" + random.nextInt(1000) + '.' + (10 + random.nextInt(90))
                + ",ok:" + random.nextBoolean() + ",cause:null"
                + ",tags:[alpha,beta,\"with blanks\"]"
                + ",at:{thread:" + random.nextInt(32) + ",key:\"" + Long.toHexString(random.nextLong()) + "\"}"
                + ",rule:(load > " + random.nextInt(100) + ")}";
    }
}
