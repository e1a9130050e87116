package io.github.stringmill.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** New processes: the first calls, and the first seconds of {@link Mixed}. */
final class MixedYoung {
    private static final int PROCESSES = 5;
    private static final int CALLS = 10_000;
    private static final int TEXTS = 512;
    private static final int[] LENGTHS = {1, 2, 4, 8, 16, 32, 64, 256, 1024};
    private static final double NOT_SLOWER = 0.97;
    private static final int WORST = 8;

    private MixedYoung() {}

    /** Prints for each kind of text how long 10,000 calls take from the start of the library on. */
    static void firstCalls(PrintStream out) throws Exception {
        out.printf("%nJava %d, the first %,d calls of a process, from the factory on: milliseconds, medians of %d%n",
                Runtime.version().feature(), CALLS, PROCESSES);
        for (String content : MixedText.CONTENTS) {
            Series[] times = {new Series(), new Series()};
            for (int i = 0; i < PROCESSES; i++) {
                for (MixedLibrary library : MixedLibrary.pair(2)) {
                    String line = child("--first-calls", library.name(), content).get(0);
                    times[library.ordinal()].add(Double.parseDouble(line) / 1e6);
                }
            }
            double stock = times[0].at(0.5);
            double ours = times[1].at(0.5);
            out.printf(Locale.ROOT, "  %.2f  %-10s %.0f beside %.0f%n", stock / ours, content, ours, stock);
        }
    }

    /** Prints the nanoseconds until the calls of one library on one kind of text have returned. */
    static void calls(MixedLibrary library, String content) throws Exception {
        MixedText text = new MixedText(content, new Random(1));
        String[] strings = new String[TEXTS];
        byte[][] bytes = new byte[TEXTS][];
        for (int i = 0; i < TEXTS; i++) {
            strings[i] = text.of(LENGTHS[i % LENGTHS.length], false);
            bytes[i] = text.of(LENGTHS[i % LENGTHS.length], true).getBytes(StandardCharsets.UTF_8);
        }
        long start = System.nanoTime();
        MixedSide side = library.open(MixedSettings.DEFAULT, new Discard(), Writer.nullWriter(), new Discard(),
                new Discard());
        for (int i = 0; i < CALLS / 2; i++) {
            side.strings(new String[] {strings[i % TEXTS]}, 1);
            side.utf8Strings(new byte[][] {bytes[i % TEXTS]}, 1);
        }
        System.out.println(System.nanoTime() - start);
    }

    /** Prints for each second of a new process how many rows are slower, and the worst. */
    static void seconds(int seconds, List<String> words, PrintStream out) throws Exception {
        Map<Integer, Map<String, Series>> ratios = new TreeMap<>();
        for (int i = 0; i < PROCESSES; i++) {
            List<String> arguments = new ArrayList<>(List.of("--one-young", "--measure", String.valueOf(seconds)));
            arguments.addAll(words);
            for (String line : child(arguments.toArray(String[]::new))) {
                String[] fields = line.split("\t");
                ratios.computeIfAbsent(Integer.valueOf(fields[0]), none -> new LinkedHashMap<>())
                        .computeIfAbsent(fields[1], none -> new Series())
                        .add(Double.parseDouble(fields[2]));
            }
        }
        ratios.forEach((second, rows) -> {
            List<Map.Entry<String, Series>> slower = rows.entrySet().stream()
                    .filter(row -> row.getValue().at(0.5) < NOT_SLOWER)
                    .sorted(Comparator.comparingDouble(row -> row.getValue().at(0.5)))
                    .toList();
            out.printf(Locale.ROOT, "%nJava %d, second %d of a process, medians of %d: %d of %d rows below %.2f%n",
                    Runtime.version().feature(), second, PROCESSES, slower.size(), rows.size(), NOT_SLOWER);
            slower.stream().limit(WORST).forEach(row ->
                    out.printf(Locale.ROOT, "  %.2f  %s%n", row.getValue().at(0.5), row.getKey()));
        });
    }

    /** Runs this program in a new process with the same options of the JVM, and returns its lines. */
    private static List<String> child(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Mixed.class.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        List<String> lines;
        try (BufferedReader reader = process.inputReader()) {
            lines = reader.lines().toList();
        }
        if (process.waitFor() != 0 || lines.isEmpty()) {
            throw new IllegalStateException("status " + process.exitValue() + " of " + command);
        }
        return lines;
    }
}
