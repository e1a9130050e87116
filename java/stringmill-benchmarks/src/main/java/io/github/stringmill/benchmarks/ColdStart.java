package io.github.stringmill.benchmarks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.github.stringmill.jackson2.StringmillFactory;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/**
 * Measures the time until a new process has written 10,000 strings of UTF-8: from the start of {@code main}, which also
 * reads the texts, and from the start of the JVM.
 */
public final class ColdStart {
    private static final int STRINGS = 10_000;

    private ColdStart() {}

    /**
     * Writes the strings once.
     *
     * @param arguments the name of the subject, which begins with "stringmill" for ours; a content; a length in bytes
     * @throws Exception if a text or the generator fails
     */
    public static void main(String[] arguments) throws Exception {
        long start = System.nanoTime();
        byte[][] texts = Texts.utf8(arguments[1], Integer.parseInt(arguments[2]));
        JsonFactory factory = arguments[0].startsWith("stringmill") ? new StringmillFactory() : new JsonFactory();
        try (JsonGenerator generator = factory.createGenerator(new Discard())) {
            generator.writeStartArray();
            for (int i = 0; i < STRINGS; i++) {
                byte[] text = texts[i & texts.length - 1];
                generator.writeUTF8String(text, 0, text.length);
            }
            generator.writeEndArray();
        }
        long fromMain = System.nanoTime() - start;
        long now = System.currentTimeMillis();
        long fromJvm = now - ManagementFactory.getRuntimeMXBean().getStartTime();
        System.out.printf(Locale.ROOT, "main\t%s\t%d%n", arguments[0], fromMain);
        System.out.printf(Locale.ROOT, "process\t%s\t%d%n", arguments[0], fromJvm * 1_000_000);
    }
}
