package io.github.stringmill.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The measurements of one subject: nanoseconds, and bytes that a call allocates if they are counted. */
final class Samples {
    private final List<Double> times = new ArrayList<>();
    private final List<Double> allocated = new ArrayList<>();

    void time(double nanoseconds) {
        times.add(nanoseconds);
    }

    void allocated(double bytes) {
        allocated.add(bytes);
    }

    void addAll(Samples other) {
        times.addAll(other.times);
        allocated.addAll(other.allocated);
    }

    /** Returns the last fields of a row: median and quartiles, and the median of the allocations or nothing. */
    String fields() {
        double[] sorted = sorted(times);
        String bytes = allocated.isEmpty() ? "" : String.format(Locale.ROOT, "%.1f", at(sorted(allocated), 0.5));
        return String.format(
                Locale.ROOT, "%.2f,%.2f,%.2f,%s", at(sorted, 0.5), at(sorted, 0.25), at(sorted, 0.75), bytes);
    }

    private static double[] sorted(List<Double> numbers) {
        return numbers.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    }

    private static double at(double[] sorted, double part) {
        return sorted[(int) Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
    }
}
