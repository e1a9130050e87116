package io.github.stringmill.benchmarks;

import io.github.stringmill.benchmarks.Cases.Effort;
import io.github.stringmill.benchmarks.Cases.Subject;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Runs the cases of {@code bench/cases/java.toml} on the JDK of this process. For each place it runs the subjects in
 * turn, each in a process of its own, for several rounds. Words select the places that contain all of them.
 */
public final class Race {
    private static final String HEAD =
            "operation,variant,content,length,subject,bytes,median_ns,quarter_ns,three_quarters_ns,allocated_bytes";

    private final Effort effort;
    private final boolean quick;
    private final List<Place> places;
    private final PrintStream csv;
    private final long start = System.nanoTime();
    private int processes;

    private Race(Effort effort, boolean quick, List<Place> places, PrintStream csv) {
        this.effort = effort;
        this.quick = quick;
        this.places = places;
        this.csv = csv;
    }

    /**
     * Runs {@code [--quick] CASES CSV [WORD...]}. Appends rows to {@code CSV}.
     *
     * @param arguments the arguments
     * @throws Exception if a file or a benchmark fails
     */
    public static void main(String[] arguments) throws Exception {
        List<String> words = new ArrayList<>(Arrays.asList(arguments));
        boolean quick = words.remove("--quick");
        Cases cases = Cases.read(Path.of(words.remove(0)));
        Path file = Path.of(words.remove(0));
        List<Place> places = Place.all(cases.cases(), words, quick);
        if (places.isEmpty()) {
            throw new IllegalArgumentException("no case has these words; bench/cases/java.toml lists all: " + words);
        }
        boolean isNew = Files.notExists(file);
        try (PrintStream csv =
                new PrintStream(Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND))) {
            if (isNew) {
                csv.println(HEAD);
            }
            new Race(quick ? Effort.QUICK : cases.effort(), quick, places, csv).run();
        }
    }

    private void run() throws Exception {
        int release = Runtime.version().feature();
        for (Place place : places) {
            if (place.release() == release) {
                run(place);
                say(release);
            }
        }
    }

    private int rounds(Place place) {
        return quick || place.one().rounds() == null ? effort.rounds() : place.one().rounds();
    }

    private void run(Place place) throws Exception {
        Map<List<String>, Samples> samples = new LinkedHashMap<>();
        int rounds = rounds(place);
        for (int round = 0; round < rounds; round++) {
            boolean garbage = place.countsGarbage() && round == rounds - 1;
            for (Map.Entry<String, Subject> subject : place.subjects().entrySet()) {
                new Fork(place, subject.getKey(), subject.getValue())
                        .run(effort, garbage)
                        .forEach((key, more) -> samples.computeIfAbsent(key, none -> new Samples()).addAll(more));
                processes++;
            }
        }
        samples.forEach((key, of) -> {
            String line = String.format(
                    Locale.ROOT,
                    "%s,%s,%s,%d,%s,%.1f,%s",
                    place.one().operation(), place.variant(key.get(0)), place.content(), place.length(), key.get(1),
                    (double) place.length(), of.fields());
            csv.println(line);
            System.out.println(line);
        });
        csv.flush();
    }

    /** Prints the progress, including other releases before and after this one, at the pace of this one. */
    private void say(int release) {
        int all = 0;
        int before = 0;
        for (Place place : places) {
            int here = rounds(place) * place.subjects().size();
            all += here;
            before += place.release() < release ? here : 0;
        }
        int done = before + processes;
        double minutes = (System.nanoTime() - start) / 60e9 / processes * (all - done);
        System.err.printf(Locale.ROOT, "%d of %d processes, %.1f minutes left%n", done, all, minutes);
    }
}
