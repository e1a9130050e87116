package io.github.stringmill.benchmarks;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;

/** Texts of Ion in the shapes that ion-java's own benchmark has, and log records; always the same ones. */
final class IonDocuments {
    private static final String[] LEVELS = {"DEBUG", "INFO", "WARN", "ERROR"};
    private static final String MESSAGE =
            "connection to the upstream service was closed before the whole answer had come, trying again in a while";

    private IonDocuments() {}

    /** The text of a scenario, by its name. */
    static byte[] text(String scenario) {
        String text = switch (scenario) {
            case "strings" -> strings();
            case "blob" -> blob();
            case "markers" -> markers();
            case "symbols" -> symbols();
            default -> records();
        };
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** 2,000 strings of 20 to 79 printable ASCII characters. */
    private static String strings() {
        Random random = new Random(1);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 2000; i++) {
            text.append('"');
            for (int left = 20 + random.nextInt(60); left > 0; left--) {
                char c = (char) (' ' + random.nextInt(95));
                text.append(c == '"' || c == '\\' ? 'x' : c);
            }
            text.append("\"\n");
        }
        return text.toString();
    }

    /** 32 KiB of chance in base64, in lines of 76. */
    private static String blob() {
        byte[] bytes = new byte[32 * 1024];
        new Random(2).nextBytes(bytes);
        byte[] lineEnd = {'\n'};
        return "{{\n" + Base64.getMimeEncoder(76, lineEnd).encodeToString(bytes) + "\n}}";
    }

    /** 500 version markers with a symbol behind each. */
    private static String markers() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 500; i++) {
            text.append("$ion_1_0 value_").append(i).append('\n');
        }
        return text.toString();
    }

    /** 5,000 identifiers, each another. */
    private static String symbols() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 5000; i++) {
            text.append("symbol_identifier_").append(i).append('\n');
        }
        return text.toString();
    }

    /** 4,000 records with a value of every kind. */
    private static String records() {
        Random random = new Random(3);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 4000; i++) {
            text.append("record::{id:").append(7_000_000 + i)
                    .append(",time:2026-").append(10 + random.nextInt(3)).append('-').append(10 + random.nextInt(18))
                    .append("T08:15:").append(10 + random.nextInt(50)).append('.').append(100 + random.nextInt(900))
                    .append("Z,level:").append(LEVELS[random.nextInt(4)])
                    .append(",host:\"node-").append(random.nextInt(64)).append(".internal.example.org\"")
                    .append(",message:\"").append(MESSAGE, 0, 40 + random.nextInt(60)).append('"')
                    .append(",load:").append(random.nextInt(100)).append('.').append(random.nextInt(1000)).append("e0")
                    .append(",price:").append(random.nextInt(1000)).append('.').append(10 + random.nextInt(90))
                    .append(",ok:").append(random.nextBoolean()).append(",cause:null")
                    .append(",tags:[alpha,beta,\"with blanks\"]")
                    .append(",at:{thread:").append(random.nextInt(32)).append(",key:\"")
                    .append(Long.toHexString(random.nextLong())).append("\"}")
                    .append(",rule:(load > ").append(random.nextInt(100)).append(")}\n");
        }
        return text.toString();
    }
}
