package io.github.stringmill.benchmarks;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** The tables and rows of a run of {@link Mixed}. */
final class MixedReport {
    /** Rows below this ratio are listed. */
    private static final double NOT_SLOWER = 0.97;

    private final List<MixedCell> cells;
    private final MixedSettings settings;
    private final String kernels;
    private final int release = Runtime.version().feature();

    MixedReport(List<MixedCell> cells, MixedSettings settings, String kernels) {
        this.cells = cells;
        this.settings = settings;
        this.kernels = kernels;
    }

    /** Prints for each operation a table of ratios, then the rows in which ours is slower. */
    void print(PrintStream out) {
        for (MixedOperation operation : MixedOperation.values()) {
            if (cells.stream().anyMatch(cell -> cell.operation == operation)) {
                table(operation, out);
            }
        }
        List<MixedCell> slower =
                cells.stream().filter(cell -> cell.ratio(0) < NOT_SLOWER).toList();
        out.printf(Locale.ROOT, "%nJava %d%s, kernels %s: %d of %d rows below %.2f%n",
                release, settings.label(), kernels, slower.size(), cells.size(), NOT_SLOWER);
        for (MixedCell cell : slower) {
            Series[] times = cell.times(0);
            out.printf(Locale.ROOT, "  %.2f  %-36s %s ns beside %s%n",
                    cell.ratio(0), cell, quartiles(times[1]), quartiles(times[0]));
        }
    }

    private void table(MixedOperation operation, PrintStream out) {
        out.printf("%n%-38s", operation.label + settings.label() + " jdk" + release);
        for (int length : operation.lengths) {
            out.printf("%8d", length);
        }
        for (String content : operation.contents) {
            List<MixedCell> row = cells.stream()
                    .filter(cell -> cell.operation == operation && cell.content.equals(content))
                    .toList();
            if (row.isEmpty()) {
                continue;
            }
            out.printf("%n  %-36s", content);
            for (int length : operation.lengths) {
                out.printf("%8s", row.stream()
                        .filter(cell -> cell.length == length)
                        .map(cell -> String.format(Locale.ROOT, "%.2f", cell.ratio(0)))
                        .findAny()
                        .orElse("-"));
            }
        }
        out.println();
    }

    private static String quartiles(Series times) {
        return String.format(Locale.ROOT, "%.1f (%.1f-%.1f)", times.at(0.5), times.at(0.25), times.at(0.75));
    }

    /** Appends the rows as {@link Race} does. */
    void csv(PrintStream out) {
        for (MixedCell cell : cells) {
            row(cell, "stringmill " + kernels, cell.times(0)[1], out);
            row(cell, "jackson-core 2 beside " + kernels, cell.times(0)[0], out);
        }
    }

    private void row(MixedCell cell, String subject, Series times, PrintStream out) {
        out.printf(Locale.ROOT, "mixed %s,%s,%s,%d,%s,%d.0,%.2f,%.2f,%.2f,%n",
                cell.operation.label, (settings.label() + " jdk" + release).strip(), cell.content, cell.length, subject, cell.length,
                times.at(0.5), times.at(0.25), times.at(0.75));
    }
}
