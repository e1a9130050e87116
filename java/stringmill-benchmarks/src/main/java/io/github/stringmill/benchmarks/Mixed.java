package io.github.stringmill.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * One process that writes and reads all kinds of text in random order, as a service does, by Jackson 2.x and by ours in
 * turn. A compiler of the JVM sees all kinds at each call site, while JMH shows it one of them in each process.
 *
 * <p>A visit measures one operation on one kind and length: both libraries get fresh texts, one directly after the
 * other, in random order. The figures are medians over all visits of a cell.
 */
public final class Mixed {
    private static final int SEED = 28;

    private final MixedLibrary[] pair;
    private final MixedSettings settings;
    private final List<String> words;
    private final List<MixedCell> cells;
    private final List<MixedCell> named;
    private final Random random = new Random(SEED);
    private final Object[] results = new Object[MixedLibrary.RESULTS_MAX];

    private Mixed(MixedLibrary[] pair, MixedSettings settings, boolean isShort, List<String> words) throws IOException {
        this.pair = pair;
        this.settings = settings;
        this.words = words;
        this.cells = MixedCell.all(settings, new Random(SEED)).stream()
                .filter(cell -> !isShort || cell.operation.isShort())
                .toList();
        this.named = cells.stream().filter(cell -> cell.isNamed(words)).toList();
        if (named.isEmpty()) {
            throw new IllegalArgumentException("no row has these words: " + words);
        }
    }

    /**
     * Runs {@code [--warmup SECONDS] [--measure SECONDS] [--young | --quick] [--csv FILE] [--kernels NAME]
     * [--settings NAME] [--short] [--jackson 3] [WORD...]}. Words select the rows to measure; every other visit is still to any of the others.
     * {@code --settings} is one of {@link MixedSettings}: a service has one. {@code --young} measures new processes
     * second by second, and their first calls; {@code --quick} only compares outputs, under all settings. {@code --short}
     * runs the rows of short strings alone, and prints them as tables of Markdown; {@code --jackson 3} compares Jackson 3.x.
     *
     * @param arguments the arguments
     * @throws Exception if a file or a library fails, or if outputs differ
     */
    public static void main(String[] arguments) throws Exception {
        List<String> words = new ArrayList<>(Arrays.asList(arguments));
        if (words.remove("--first-calls")) {
            MixedYoung.calls(MixedLibrary.valueOf(words.get(0)), words.get(1));
            return;
        }
        boolean quick = words.remove("--quick");
        boolean young = words.remove("--young");
        boolean oneYoung = words.remove("--one-young");
        boolean isShort = words.remove("--short");
        MixedLibrary[] pair = MixedLibrary.pair(Integer.parseInt(option(words, "--jackson", "2")));
        double warmup = Double.parseDouble(option(words, "--warmup", "20"));
        double measure = Double.parseDouble(option(words, "--measure", young ? "4" : "25"));
        String csv = option(words, "--csv", null);
        String kernels = option(words, "--kernels", "default");
        String settings = option(words, "--settings", "default").toUpperCase(Locale.ROOT).replace('-', '_');
        if (young) {
            MixedYoung.firstCalls(System.out);
            MixedYoung.seconds((int) measure, words, System.out);
            return;
        }
        if (quick) {
            for (MixedSettings each : MixedSettings.values()) {
                Mixed mixed = new Mixed(pair, each, isShort, words);
                mixed.compare();
                System.out.println(mixed.named.size() + " mixed rows" + each.label() + ": both libraries agree");
            }
            return;
        }
        Mixed mixed = new Mixed(pair, MixedSettings.valueOf(settings), isShort, words);
        if (oneYoung) {
            mixed.young((int) measure);
            return;
        }
        mixed.compare();
        mixed.race(warmup, measure);
        if (isShort) {
            new MixedTables(mixed.named, mixed.settings, pair).print(System.out);
            return;
        }
        MixedReport report = new MixedReport(mixed.named, mixed.settings, kernels);
        report.print(System.out);
        if (csv != null) {
            try (PrintStream out = new PrintStream(
                    Files.newOutputStream(Path.of(csv), StandardOpenOption.CREATE, StandardOpenOption.APPEND))) {
                report.csv(out);
            }
        }
    }

    /** Takes an option and its value out of the words. */
    private static String option(List<String> words, String name, String otherwise) {
        int at = words.indexOf(name);
        if (at < 0) {
            return otherwise;
        }
        words.remove(at);
        return words.remove(at);
    }

    private void compare() throws Exception {
        for (MixedCell cell : named) {
            cell.compare(pair, settings);
        }
    }

    private void race(double warmup, double measure) throws Exception {
        MixedSide[] sides = {pair[0].open(settings), pair[1].open(settings)};
        long start = System.nanoTime();
        long warm = start + (long) (warmup * 1e9);
        long end = warm + (long) (measure * 1e9);
        for (long now = start; now < end; now = System.nanoTime()) {
            next().visit(sides, random, results, now < warm ? -1 : 0);
        }
    }

    /** Measures from the first visit on, which is the start of the first second. Nothing was called before it. */
    private void young(int seconds) throws Exception {
        MixedSide[] sides = {pair[0].open(settings), pair[1].open(settings)};
        long start = System.nanoTime();
        for (int second = 0; second < seconds; second = second(start)) {
            next().visit(sides, random, results, second);
        }
        for (MixedCell cell : named) {
            for (int second = 0; second < cell.seconds(); second++) {
                if (cell.times(second)[0].size() > 0) {
                    System.out.printf(Locale.ROOT, "%d\t%s\t%.4f%n", second + 1, cell, cell.ratio(second));
                }
            }
        }
    }

    private static int second(long start) {
        return (int) ((System.nanoTime() - start) / 1_000_000_000L);
    }

    private MixedCell next() {
        List<MixedCell> from = words.isEmpty() || random.nextBoolean() ? cells : named;
        return from.get(random.nextInt(from.size()));
    }
}
