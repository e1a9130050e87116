package io.github.stringmill.benchmarks;

import io.github.stringmill.benchmarks.Cases.Effort;
import io.github.stringmill.benchmarks.Cases.Subject;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** A process of the same JDK as this one, which measures one subject at one place. */
final class Fork {
    private static final String TEXTS = "stringmill.texts";

    /** For the compiler, because a run that counts garbage does not wait for it. */
    private static final int GARBAGE_WARMUPS = 10;

    private final Place place;
    private final String name;
    private final Subject subject;

    Fork(Place place, String name, Subject subject) {
        this.place = place;
        this.name = name;
        this.subject = subject;
    }

    /** Returns the measurements, by setting and subject. */
    Map<List<String>, Samples> run(Effort effort, boolean garbage) throws Exception {
        return place.one().program() != null
                ? program()
                : Map.of(List.of(place.setting(), name), benchmark(effort, garbage));
    }

    /** Measures with JMH. */
    private Samples benchmark(Effort effort, boolean garbage) throws Exception {
        String benchmark = subject.benchmark() != null ? subject.benchmark() : place.one().benchmark();
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("\\." + benchmark.replace(".", "\\.") + "$")
                .jvmArgs("-Xms1g", "-Xmx1g", "-D" + TEXTS + "=" + System.getProperty(TEXTS))
                .jvmArgsAppend(flags().toArray(new String[0]))
                .forks(1)
                .warmupIterations(warmups(effort, garbage))
                .warmupTime(TimeValue.milliseconds(effort.warmupMillis()))
                .measurementIterations(effort.measurements())
                .measurementTime(TimeValue.milliseconds(effort.measurementMillis()))
                .timeUnit(TimeUnit.NANOSECONDS)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .param("content", place.content())
                .param("length", String.valueOf(place.length()));
        if (garbage) {
            options.addProfiler(GCProfiler.class).jvmArgsPrepend("-D" + CompilerIdle.NO_WAIT + "=true");
        }
        parameters().forEach((key, value) -> options.param(key, value));
        Samples samples = new Samples();
        double per = place.one().per() == null ? 1 : place.one().per();
        for (RunResult result : new Runner(options.build()).run()) {
            for (IterationResult iteration :
                    result.getBenchmarkResults().iterator().next().getIterationResults()) {
                samples.time(iteration.getPrimaryResult().getScore() / per);
                Result<?> bytes = iteration.getSecondaryResults().get("gc.alloc.rate.norm");
                if (bytes != null) {
                    samples.allocated(bytes.getScore());
                }
            }
        }
        return samples;
    }

    private int warmups(Effort effort, boolean garbage) {
        int least = garbage ? GARBAGE_WARMUPS : effort.warmups();
        return subject.warmups() == null ? least : Math.max(least, subject.warmups());
    }

    private Map<String, String> parameters() {
        Map<String, String> all = new LinkedHashMap<>();
        if (place.one().parameters() != null) {
            all.putAll(place.one().parameters());
        }
        if (subject.parameters() != null) {
            all.putAll(subject.parameters());
        }
        String settingGoesTo = all.remove("setting");
        if (settingGoesTo != null) {
            all.put(settingGoesTo, place.setting());
        }
        return all;
    }

    /** Returns the flags of the subject; they suppress JVM warnings about Unsafe for peers that call it. */
    private List<String> flags() {
        List<String> flags = new ArrayList<>(subject.flagsOrNone());
        if (place.release() >= 24) {
            flags.add("--sun-misc-unsafe-memory-access=allow");
        }
        return flags;
    }

    /** Runs a separate program, which prints lines of a setting, a subject and nanoseconds, with tabs between them. */
    private Map<List<String>, Samples> program() throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags());
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add("-D" + TEXTS + "=" + System.getProperty(TEXTS));
        command.add(getClass().getPackageName() + "." + place.one().program());
        command.addAll(List.of(name, place.content(), String.valueOf(place.length())));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        Map<List<String>, Samples> all = new LinkedHashMap<>();
        StringBuilder rest = new StringBuilder();
        try (BufferedReader lines = process.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] fields = line.split("\t");
                if (fields.length == 3) {
                    all.computeIfAbsent(List.of(fields[0], fields[1]), key -> new Samples())
                            .time(Double.parseDouble(fields[2]));
                } else {
                    rest.append(line).append('\n');
                }
            }
        }
        if (process.waitFor() != 0 || all.isEmpty()) {
            throw new IllegalStateException("status " + process.exitValue() + " of " + command + "\n" + rest);
        }
        return all;
    }
}
