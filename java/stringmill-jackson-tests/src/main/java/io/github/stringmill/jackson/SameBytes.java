package io.github.stringmill.jackson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.stringmill.internal.KernelsHolder;
import io.github.stringmill.jackson.Comparison.Target;
import io.github.stringmill.jackson.Comparison.Text;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Our generators write the same bytes as Jackson's and throw the same exceptions. */
public abstract class SameBytes {
    private static final long SEED = 20261121;

    /** The share of cases of a sampled sweep: one in this number. */
    private static final int ONE_IN = System.getenv().getOrDefault("STRINGMILL_ONE_IN", "1").equals("1") ? 1 : 3;

    /** Whether the sweeps are whole. They are sampled if another execution runs them whole, and for short runs. */
    private static final boolean WHOLE = ONE_IN == 1 && !Boolean.getBoolean("stringmill.test.sampled");

    private final Jackson jackson;
    private final Comparison comparison;

    protected SameBytes(Jackson jackson) {
        this.jackson = jackson;
        comparison = new Comparison(jackson);
    }

    @Test
    public void jacksonAndKernelsAreThoseAskedFor() {
        String version = System.getProperty("stringmill.test.jackson");
        assertTrue(version == null || version.equals(jackson.version(false)), "jackson " + version);
        String kernels = System.getProperty("stringmill.test.expect");
        assertTrue(kernels == null || KernelsHolder.KERNELS.name().startsWith(kernels), "kernels " + kernels);
    }

    @Test
    public void sameBytes() {
        sweeps();
        borders();
        randomSettings();
        String how = WHOLE ? "sweeps whole" : "sweeps sampled";
        System.out.println("jackson " + jackson.version(false) + ": " + comparison.cases() + " strings compared, " + how
                + " (" + KernelsHolder.KERNELS.name() + ", java " + Runtime.version().feature() + ")");
        assertTrue(comparison.cases() >= 500_000, comparison.cases() + " cases are too few");
    }

    /** Every length to 300, with each special at each index, by the two main operations; samples by the others. */
    private void sweeps() {
        for (String special : Texts.SPECIALS) {
            List<Text> all = texts(Texts.sweep(special, WHOLE ? 1 : 11 * ONE_IN));
            List<Text> some = texts(Texts.sweep(special, 61 * ONE_IN));
            comparison.check(Settings.DEFAULT, Target.STREAM, Op.UTF8, all);
            comparison.check(Settings.DEFAULT, Target.STREAM, Op.STRING, all);
            for (Op op : Op.values()) {
                for (Target target : Target.values()) {
                    comparison.check(Settings.DEFAULT, target, op, some);
                }
            }
        }
    }

    private void borders() {
        List<Text> borders = texts(Texts.borders());
        List<Text> some = new ArrayList<>();
        for (int i = 0; i < borders.size(); i += WHOLE ? 7 : 41 * ONE_IN) {
            some.add(borders.get(i));
        }
        for (Op op : Op.values()) {
            boolean main = WHOLE && (op == Op.UTF8 || op == Op.STRING || op == Op.CHARS);
            comparison.check(Settings.DEFAULT, Target.STREAM, op, main ? borders : some);
            comparison.check(Settings.DEFAULT, Target.WRITER, op, some);
            comparison.check(Settings.DEFAULT, Target.SMALL_BUFFER, op, some);
        }
        List<Text> huge =
                List.of(Text.of(Texts.with("\"", 99_999, 200_000)), Text.of(Texts.with("\uD83D\uDE00", 77, 70_000)));
        for (Op op : Op.values()) {
            comparison.check(Settings.DEFAULT, Target.STREAM, op, huge);
            comparison.check(Settings.DEFAULT, Target.WRITER, op, huge);
        }
    }

    private void randomSettings() {
        Texts texts = new Texts(SEED);
        for (int i = 0; i < 1400 / ONE_IN; i++) {
            Settings settings = Settings.random(texts.random());
            List<Text> some = new ArrayList<>();
            for (int k = 0; k < 40; k++) {
                String text = texts.any();
                some.add(new Text(text, texts.bytes(text)));
            }
            for (Op op : Op.values()) {
                comparison.check(settings, Target.values()[i % 3], op, some);
            }
        }
    }

    /** Generators with the same quote character share a table, and the first one that escapes slashes changes it. */
    @Test
    public void slashOfAnotherGenerator() throws IOException {
        assertEquals(slashOfAnother(false, '~').replace('~', '`'), slashOfAnother(true, '`'));
    }

    private String slashOfAnother(boolean ours, char quote) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        String text = "a/b<c".repeat(30);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try (Generator generator = jackson.generator(ours, Settings.of(quote, false), out)) {
            generator.startArray();
            for (int i = 0; i < 6; i++) {
                generator.utf8(bytes, 0, bytes.length);
                generator.string(text);
                generator.utf8(bytes, 0, 40);
                if (i == 2) {
                    jackson.generator(ours, Settings.of(quote, true), new ByteArrayOutputStream()).close();
                }
            }
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private static List<Text> texts(List<String> strings) {
        List<Text> texts = new ArrayList<>();
        for (String string : strings) {
            texts.add(Text.of(string));
        }
        return texts;
    }

    @Test
    public void sameVersion() {
        assertEquals(jackson.version(false), jackson.version(true));
    }
}
