package io.github.stringmill.benchmarks;

import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs the cases of {@code bench/cases/java.toml}: for each the subjects in turn, each in a process of its own, round after
 * round. Words choose the cases that hold all of them.
 */
public final class Race {
    private final int rounds;
    private final boolean quick;
    private final PrintStream csv;

    private Race(int rounds, boolean quick, PrintStream csv) {
        this.rounds = rounds;
        this.quick = quick;
        this.csv = csv;
    }

    /** The file of cases. */
    record Cases(List<Case> cases) {}

    /** One case; the file says what the fields are. */
    record Case(
            String operation,
            List<String> settings,
            String benchmark,
            Double per,
            List<Integer> releases,
            List<String> contents,
            List<Integer> lengths,
            Map<String, String> parameters,
            Map<String, Subject> subjects) {}

    /** One of those that are compared. */
    record Subject(String benchmark, Map<String, String> parameters, List<String> flags, Integer since) {}

    /**
     * Runs what the arguments ask for: {@code [--quick] CASES CSV [WORD...]}.
     *
     * @param arguments as above
     * @throws Exception where a file or a benchmark fails
     */
    public static void main(String[] arguments) throws Exception {
        List<String> words = new ArrayList<>(Arrays.asList(arguments));
        boolean quick = words.remove("--quick");
        Cases cases = new TomlMapper().readValue(Files.readString(Path.of(words.remove(0))), Cases.class);
        try (PrintStream csv = new PrintStream(Files.newOutputStream(Path.of(words.remove(0))))) {
            csv.println("operation,variant,content,length,subject,bytes,median_ns,quarter_ns,three_quarters_ns");
            Race race = new Race(quick ? 1 : 3, quick, csv);
            for (Case one : cases.cases()) {
                race.run(one, words);
            }
        }
    }

    private void run(Case one, List<String> words) throws RunnerException, IOException {
        for (int release : one.releases()) {
            for (String setting : one.settings()) {
                String variant = (setting + " jdk" + release).trim();
                for (String content : one.contents()) {
                    List<String> names = List.of((one.operation() + " " + variant + " " + content).split(" "));
                    if (names.containsAll(words)) {
                        run(one, release, setting, variant, content);
                    }
                }
            }
        }
    }

    private void run(Case one, int release, String setting, String variant, String content)
            throws RunnerException, IOException {
        for (int length : quick ? one.lengths().subList(0, 1) : one.lengths()) {
            Map<String, List<Double>> samples = new LinkedHashMap<>();
            for (int round = 0; round < rounds; round++) {
                for (Map.Entry<String, Subject> subject : one.subjects().entrySet()) {
                    if (subject.getValue().since() == null || subject.getValue().since() <= release) {
                        samples.computeIfAbsent(subject.getKey(), name -> new ArrayList<>())
                                .addAll(sample(one, subject.getValue(), release, setting, content, length));
                    }
                }
            }
            samples.forEach((subject, times) -> row(one.operation(), variant, content, length, subject, times));
        }
    }

    /** Nanoseconds of one call, for each iteration of one process. */
    private List<Double> sample(Case one, Subject subject, int release, String setting, String content, int length)
            throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("\\." + (subject.benchmark() != null ? subject.benchmark() : one.benchmark()).replace(".", "\\.") + "$")
                .jvm(jdk(release) + "/bin/java")
                .jvmArgs("-Xms1g", "-Xmx1g", "-Dstringmill.texts=" + System.getProperty("stringmill.texts"))
                .jvmArgsAppend(subject.flags() == null ? new String[0] : subject.flags().toArray(new String[0]))
                .forks(1)
                .warmupIterations(quick ? 1 : 5)
                .warmupTime(TimeValue.milliseconds(quick ? 20 : 150))
                .measurementIterations(quick ? 1 : 4)
                .measurementTime(TimeValue.milliseconds(quick ? 20 : 100))
                .timeUnit(TimeUnit.NANOSECONDS)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .param("content", content)
                .param("length", String.valueOf(length));
        parameters(options, one.parameters());
        parameters(options, subject.parameters());
        if (!setting.isEmpty() && one.parameters() != null && one.parameters().containsKey("setting")) {
            options.param(one.parameters().get("setting"), setting);
        }
        List<Double> times = new ArrayList<>();
        for (RunResult result : new Runner(options.build()).run()) {
            for (IterationResult iteration :
                    result.getBenchmarkResults().iterator().next().getIterationResults()) {
                times.add(iteration.getPrimaryResult().getScore() / (one.per() == null ? 1 : one.per()));
            }
        }
        return times;
    }

    private static void parameters(ChainedOptionsBuilder options, Map<String, String> parameters) {
        if (parameters != null) {
            parameters.forEach((name, value) -> {
                if (!name.equals("setting")) {
                    options.param(name, value);
                }
            });
        }
    }

    private static String jdk(int release) {
        String folder = System.getProperty("stringmill.jdk" + release);
        if (folder == null) {
            throw new IllegalArgumentException("-Dstringmill.jdk" + release + "=FOLDER is missing");
        }
        return folder;
    }

    private void row(String operation, String variant, String content, int length, String subject, List<Double> times) {
        double[] sorted = times.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        String line = String.format(
                Locale.ROOT,
                "%s,%s,%s,%d,%s,%.1f,%.2f,%.2f,%.2f",
                operation, variant, content, length, subject, (double) length,
                at(sorted, 0.5), at(sorted, 0.25), at(sorted, 0.75));
        csv.println(line);
        csv.flush();
        System.out.println(line);
    }

    private static double at(double[] sorted, double part) {
        return sorted[(int) Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
    }
}
