package io.github.stringmill.jackson3;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import tools.jackson.core.ErrorReportConfiguration;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.SerializableString;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.io.ContentReference;
import tools.jackson.core.io.IOContext;
import tools.jackson.core.io.SerializedString;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.UTF8JsonGenerator;
import tools.jackson.core.util.BufferRecycler;

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
            if (!settings.rootValues()) {
                generator.writeStartArray();
            }
            for (Text text : texts) {
                try {
                    op.write(generator, text.text(), text.bytes());
                } catch (RuntimeException e) {
                    failures.append(e.getClass().getName()).append(": ").append(e.getMessage()).append('\n');
                    break;
                }
            }
        }
        out.writeBytes(failures.toString().getBytes(StandardCharsets.UTF_8));
        return out.toByteArray();
    }

    private static JsonGenerator generator(Settings settings, Target target, OutputStream out, boolean ours) {
        JsonFactory factory = ours ? settings.ours() : settings.original();
        ObjectWriteContext writer = settings.context();
        switch (target) {
            case STREAM:
                return factory.createGenerator(writer, out);
            case WRITER:
                return factory.createGenerator(writer, new OutputStreamWriter(out, StandardCharsets.UTF_16BE));
            default:
                IOContext context = new IOContext(StreamReadConstraints.defaults(), StreamWriteConstraints.defaults(),
                        ErrorReportConfiguration.defaults(), new BufferRecycler(), ContentReference.unknown(), true,
                        JsonEncoding.UTF8);
                byte[] buffer = new byte[70];
                SerializableString separator = settings.rootSeparator() == null ? null
                        : new SerializedString(settings.rootSeparator());
                int stream = writer.getStreamWriteFeatures(factory.getStreamWriteFeatures());
                int format = writer.getFormatWriteFeatures(factory.getFormatWriteFeatures());
                return ours
                        ? new StringmillUtf8Generator(writer, context, stream, format, out, separator,
                                factory.getCharacterEscapes(), writer.getPrettyPrinter(), settings.highest(),
                                settings.quote(), buffer, 0, false)
                        : new UTF8JsonGenerator(writer, context, stream, format, out, separator,
                                factory.getCharacterEscapes(), writer.getPrettyPrinter(), settings.highest(),
                                settings.quote(), buffer, 0, false);
        }
    }
}
