package io.github.stringmill.jackson;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Writes the same calls with Jackson's generator and with ours, and compares bytes and exceptions. */
final class Comparison {
    /** The destination of a generator. */
    enum Target {
        STREAM,
        WRITER,
        /** A stream, with a buffer of the caller of 70 bytes. */
        SMALL_BUFFER
    }

    /** A text and its bytes. */
    record Text(String text, byte[] bytes) {
        static Text of(String text) {
            return new Text(text, text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private final Jackson jackson;
    private long cases;

    Comparison(Jackson jackson) {
        this.jackson = jackson;
    }

    long cases() {
        return cases;
    }

    /** Writes all texts by one operation with one pair of generators. */
    void check(Settings settings, Target target, Op op, List<Text> texts) {
        if (target == Target.WRITER && (op == Op.UTF8 || op == Op.UTF8_PART || op == Op.RAW_UTF8)) {
            return;
        }
        cases += texts.size();
        if (Arrays.equals(run(settings, target, op, texts, true), run(settings, target, op, texts, false))) {
            return;
        }
        for (Text text : texts) {
            byte[] ours = run(settings, target, op, List.of(text), true);
            byte[] original = run(settings, target, op, List.of(text), false);
            if (!Arrays.equals(ours, original)) {
                fail(settings + " " + target + " " + op + " of " + text.text().length() + " units\n"
                        + difference(original, ours));
            }
        }
        fail(settings + " " + target + " " + op + ", only together");
    }

    private static String difference(byte[] original, byte[] ours) {
        int at = Arrays.mismatch(original, ours);
        int from = Math.max(0, at - 20);
        return "at " + at + "\n original: ..." + part(original, from, at) + "\n     ours: ..." + part(ours, from, at);
    }

    private static String part(byte[] bytes, int from, int at) {
        int to = Math.max(from, Math.min(bytes.length, at + 40));
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }

    private byte[] run(Settings settings, Target target, Op op, List<Text> texts, boolean ours) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        StringBuilder failures = new StringBuilder();
        try (Generator generator = generator(settings, target, out, ours)) {
            if (!settings.rootValues()) {
                generator.startArray();
            }
            int turn = 0;
            for (Text text : texts) {
                settings.change(turn++);
                try {
                    op.write(generator, text.text(), text.bytes());
                } catch (IOException | RuntimeException e) {
                    failures.append(e.getClass().getName()).append(": ").append(e.getMessage()).append('\n');
                    break;
                }
            }
        } catch (IOException e) {
            failures.append("close: ").append(e);
        }
        out.writeBytes(failures.toString().getBytes(StandardCharsets.UTF_8));
        return out.toByteArray();
    }

    private Generator generator(Settings settings, Target target, OutputStream out, boolean ours) throws IOException {
        return switch (target) {
            case STREAM -> jackson.generator(ours, settings, out);
            case WRITER -> jackson.generator(ours, settings, new OutputStreamWriter(out, StandardCharsets.UTF_16BE));
            case SMALL_BUFFER -> jackson.generator(ours, settings, out, new byte[70]);
        };
    }
}
