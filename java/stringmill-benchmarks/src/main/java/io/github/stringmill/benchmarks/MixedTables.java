package io.github.stringmill.benchmarks;

import io.github.stringmill.Stringmill;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The rows of short strings as tables of Markdown, and below them those in which ours is slower. */
final class MixedTables {
    private static final double NOT_SLOWER = 0.97;

    private final List<MixedCell> cells;
    private final String title;

    MixedTables(List<MixedCell> cells, MixedSettings settings, MixedLibrary[] pair) {
        this.cells = cells;
        String jackson = pair[0] == MixedLibrary.JACKSON3
                ? tools.jackson.core.json.PackageVersion.VERSION.toString()
                : com.fasterxml.jackson.core.json.PackageVersion.VERSION.toString();
        this.title = String.format("Java %d, Jackson %s, %s kernels%s", Runtime.version().feature(), jackson,
                Stringmill.kernels(), settings == MixedSettings.DEFAULT ? "" : "," + settings.label());
    }

    void print(PrintStream out) {
        for (MixedOperation operation : MixedOperation.values()) {
            if (cells.stream().anyMatch(cell -> cell.operation == operation)) {
                table(operation, out);
            }
        }
        List<MixedCell> slower =
                cells.stream().filter(cell -> cell.ratio(0) < NOT_SLOWER).toList();
        out.printf(Locale.ROOT, "%n%s: %d of %d rows below %.2f%n%n", title, slower.size(), cells.size(), NOT_SLOWER);
        Map<String, String> rows = new LinkedHashMap<>();
        for (MixedCell cell : slower) {
            String ratio = String.format(Locale.ROOT, "%.2f (%d)", cell.ratio(0), cell.length);
            rows.merge(name(cell.operation) + ", " + cell.content, ratio, (before, more) -> before + ", " + more);
        }
        rows.forEach((row, ratios) -> out.println("- " + row + ": " + ratios));
    }

    private void table(MixedOperation operation, PrintStream out) {
        out.printf("%n| %s: %s, %s |", title, name(operation), operation.input == MixedInput.STRING ? "chars" : "bytes");
        Arrays.stream(operation.lengths).forEach(length -> out.printf(" %d |", length));
        out.printf("%n|---|%s", "---:|".repeat(operation.lengths.length));
        for (String content : operation.contents) {
            out.printf("%n| %s |", content);
            for (int length : operation.lengths) {
                out.print(cells.stream()
                        .filter(cell -> cell.operation == operation && cell.content.equals(content)
                                && cell.length == length)
                        .map(cell -> String.format(Locale.ROOT, " %.2f |", cell.ratio(0)))
                        .findAny()
                        .orElse(" |"));
            }
        }
        out.println();
    }

    private static String name(MixedOperation operation) {
        return "`" + operation.label.replace("-short", "") + "`";
    }
}
