package io.github.stringmill.benchmarks;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.github.stringmill.IllFormed;
import io.github.stringmill.JsonEscape;
import io.github.stringmill.Profile;
import io.github.stringmill.Stringmill;
import io.github.stringmill.jackson2.StringmillFactory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Locale;

/**
 * Measures whether the compiler of this JVM turns our block loops into vectors. In turn with each of them, in one
 * process, it runs a loop that branches after each word of eight bytes, which no compiler turns into vectors. On a busy
 * machine both are slower, but their ratio is stable.
 */
public final class BlockLoop {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;
    private static final int WARMUP_ROUNDS = 40;
    private static final int ROUNDS = 25;
    private static final int CALLS = 1_000;

    private final String ours;
    private final byte[][] texts;
    private final byte[] dst;

    private BlockLoop(String ours, byte[][] texts) {
        this.ours = ours;
        this.texts = texts;
        this.dst = new byte[2 * texts[0].length];
    }

    /** Processes a text and returns its length, since it is clean. */
    private interface Loop {
        int over(byte[] text) throws Exception;
    }

    /**
     * Prints the time of each loop over one text, round after round.
     *
     * @param arguments the name of our subject, a content without escapes, a length in bytes
     * @throws Exception if a text or a generator fails
     */
    public static void main(String[] arguments) throws Exception {
        new BlockLoop(arguments[0], Texts.utf8(arguments[1], Integer.parseInt(arguments[2]))).run();
    }

    private void run() throws Exception {
        JsonEscape rules = JsonEscape.of(Profile.of("json")).onIllFormed(IllFormed.COPY);
        // A long clean text goes to the stream uncopied, so the time is that of the check.
        JsonGenerator scans = generator(false);
        JsonGenerator scansAscii = generator(true);
        for (int round = 0; round < WARMUP_ROUNDS + ROUNDS; round++) {
            boolean counts = round >= WARMUP_ROUNDS;
            time(counts, "scan", ours, text -> written(scans, text));
            time(counts, "scan", "word loop", BlockLoop::scan);
            time(counts, "ascii", ours, text -> written(scansAscii, text));
            time(counts, "ascii", "word loop", BlockLoop::scanAscii);
            time(counts, "escape", ours, text -> escaped(rules, text));
            time(counts, "escape", "word loop", text -> copy(text, dst));
        }
    }

    private static JsonGenerator generator(boolean ascii) throws Exception {
        JsonGenerator generator = StringmillFactory.builder()
                .configure(JsonWriteFeature.ESCAPE_NON_ASCII, ascii)
                .build()
                .createGenerator(new Discard());
        generator.writeStartArray();
        return generator;
    }

    private static int written(JsonGenerator generator, byte[] text) throws Exception {
        generator.writeUTF8String(text, 0, text.length);
        return text.length;
    }

    private int escaped(JsonEscape rules, byte[] text) {
        return Stringmill.jsonEscape(rules, text, 0, text.length, dst, 0, dst.length, null);
    }

    private static int scan(byte[] text) {
        int at = 0;
        while (at < text.length && (marks(word(text, at)) & ~word(text, at) & HIGH_BITS) == 0) {
            at += 8;
        }
        return at;
    }

    private static int scanAscii(byte[] text) {
        int at = 0;
        while (at < text.length && ((marks(word(text, at)) | word(text, at)) & HIGH_BITS) == 0) {
            at += 8;
        }
        return at;
    }

    private static int copy(byte[] text, byte[] dst) {
        int at = 0;
        while (at < text.length && (marks(word(text, at)) & ~word(text, at) & HIGH_BITS) == 0) {
            LONGS.set(dst, at, word(text, at));
            at += 8;
        }
        return at;
    }

    private static long word(byte[] text, int at) {
        return (long) LONGS.get(text, at);
    }

    /** Marks the highest bit of each byte to escape, and of others above 0x7F. */
    private static long marks(long word) {
        return ((word ^ 2 * ONES) - 0x21 * ONES) | ((word ^ 0x5C * ONES) - ONES);
    }

    private void time(boolean counts, String setting, String subject, Loop loop) throws Exception {
        long length = 0;
        long start = System.nanoTime();
        for (int i = 0; i < CALLS; i++) {
            length += loop.over(texts[i & texts.length - 1]);
        }
        double each = (double) (System.nanoTime() - start) / CALLS;
        if (length != (long) CALLS * texts[0].length) {
            throw new IllegalStateException(subject + " stops in a text that is clean");
        }
        if (counts) {
            System.out.printf(Locale.ROOT, "%s\t%s\t%.2f%n", setting, subject, each);
        }
    }
}
