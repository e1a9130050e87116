package io.github.stringmill.jackson2;

import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.core.ErrorReportConfiguration;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.io.ContentReference;
import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.core.json.UTF8JsonGenerator;
import com.fasterxml.jackson.core.util.BufferRecycler;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Writes the same with the original and with ours, and compares bytes and exceptions. */
final class Comparison {
    /** Where a generator writes to. */
    enum Target {
        STREAM,
        WRITER,
        /** A stream, behind a buffer of the caller of 70 bytes. */
        SMALL_BUFFER
    }

    /** A text and its bytes. */
    record Text(String text, byte[] bytes) {
        static Text of(String text) {
            return new Text(text, text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private long cases;

    long cases() {
        return cases;
    }

    /** All texts by one operation through one pair of generators. */
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

    private static byte[] run(Settings settings, Target target, Op op, List<Text> texts, boolean ours) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        StringBuilder failures = new StringBuilder();
        try (JsonGenerator generator = generator(settings, target, out, ours)) {
            settings.prepare(generator);
            if (!settings.rootValues()) {
                generator.writeStartArray();
            }
            for (Text text : texts) {
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

    private static JsonGenerator generator(Settings settings, Target target, OutputStream out, boolean ours)
            throws IOException {
        JsonFactory factory = ours ? settings.ours() : settings.original();
        switch (target) {
            case STREAM:
                return factory.createGenerator(out);
            case WRITER:
                return factory.createGenerator(new OutputStreamWriter(out, StandardCharsets.UTF_16BE));
            default:
                IOContext context = new IOContext(StreamReadConstraints.defaults(), StreamWriteConstraints.defaults(),
                        ErrorReportConfiguration.defaults(), new BufferRecycler(), ContentReference.unknown(), true);
                byte[] buffer = new byte[70];
                int features = factory.getGeneratorFeatures();
                UTF8JsonGenerator generator = ours
                        ? new StringmillUtf8Generator(
                                context, features, null, out, settings.quote(), buffer, 0, false)
                        : new UTF8JsonGenerator(context, features, null, out, settings.quote(), buffer, 0, false);
                if (settings.highest() > 0) {
                    generator.setHighestNonEscapedChar(settings.highest());
                }
                if (factory.getCharacterEscapes() != null) {
                    generator.setCharacterEscapes(factory.getCharacterEscapes());
                }
                return generator;
        }
    }
}
