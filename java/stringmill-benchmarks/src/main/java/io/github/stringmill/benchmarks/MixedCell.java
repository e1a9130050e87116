package io.github.stringmill.benchmarks;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** One operation on one kind of text of one length: inputs, and the times of both libraries. */
final class MixedCell {
    /** Nanoseconds that the calls of one visit take, many times those of the clock. */
    private static final double VISIT_NANOS = 4_000;
    private static final int CALLS_MAX = 256;

    final MixedOperation operation;
    final String content;
    final int length;
    private final Object[] pool;
    private final int items;
    /** The times of one item by the stock library and by ours, for each second, or all in the first entry. */
    private final List<Series[]> seconds = new ArrayList<>();
    private double estimate = VISIT_NANOS;

    MixedCell(MixedOperation operation, String content, int length, Random random) throws IOException {
        this.operation = operation;
        this.content = content;
        this.length = length;
        this.items = operation.input.items(length);
        // Many, so that no branch predictor learns them by heart.
        this.pool = new Object[Math.max(16, Math.min(64, 65_536 / length / items))];
        MixedText text = new MixedText(content, random);
        for (int i = 0; i < pool.length; i++) {
            pool[i] = operation.input.pooled(text, length);
        }
    }

    /** Returns all cells whose output depends on the settings. */
    static List<MixedCell> all(MixedSettings settings, Random random) throws IOException {
        List<MixedCell> cells = new ArrayList<>();
        for (MixedOperation operation : MixedOperation.values()) {
            if (settings != MixedSettings.DEFAULT && !operation.writes()) {
                continue;
            }
            boolean utf8 = operation.input != MixedInput.STRING && operation.input != MixedInput.OBJECTS;
            for (String content : operation.contents) {
                for (int length : operation.lengths) {
                    if (MixedText.fits(content, length, utf8)) {
                        cells.add(new MixedCell(operation, content, length, random));
                    }
                }
            }
        }
        return cells;
    }

    /** Returns whether the words name this cell. */
    boolean isNamed(List<String> words) {
        return List.of(operation.label, content, String.valueOf(length)).containsAll(words);
    }

    /**
     * Measures both libraries in random order. Each gets inputs of its own, since the second one would find the branch
     * predictors trained on those of the first. Before that each gets a few others, untimed, so that the first one does
     * not pay for what the last visit left in the caches.
     */
    void visit(MixedSide[] sides, Random random, Object[] results, int second) throws Exception {
        int count = items > 1 ? 1 : (int) Math.max(1, Math.min(CALLS_MAX, VISIT_NANOS / estimate));
        int before = Math.max(1, count / 8);
        Object[] others = fresh(random.nextInt(pool.length), before);
        Object[][] inputs = {fresh(random.nextInt(pool.length), count), fresh(random.nextInt(pool.length), count)};
        int first = random.nextInt(2);
        for (int side : new int[] {first, 1 - first}) {
            operation.call.run(sides[side], others, before, results);
        }
        for (int side : new int[] {first, 1 - first}) {
            long start = System.nanoTime();
            operation.call.run(sides[side], inputs[side], count, results);
            double each = (double) (System.nanoTime() - start) / count / items;
            if (second >= 0) {
                times(second)[side].add(each);
            }
            estimate += (each - estimate) / 16;
        }
    }

    private Object[] fresh(int from, int count) {
        Object[] inputs = operation.input.batch(count);
        for (int i = 0; i < count; i++) {
            inputs[i] = operation.input.fresh(pool[(from + i) % pool.length]);
        }
        return inputs;
    }

    /** Returns the times of a second: of the stock library, and of ours. */
    Series[] times(int second) {
        while (seconds.size() <= second) {
            seconds.add(new Series[] {new Series(), new Series()});
        }
        return seconds.get(second);
    }

    /** Returns the number of seconds with a time. */
    int seconds() {
        return seconds.size();
    }

    /** Returns the median time of the stock library, divided by that of ours. */
    double ratio(int second) {
        return times(second)[0].at(0.5) / times(second)[1].at(0.5);
    }

    @Override
    public String toString() {
        return operation.label + " " + content + " " + length;
    }

    /** Fails unless both libraries make the same of all inputs. */
    void compare(MixedLibrary[] pair, MixedSettings settings) throws Exception {
        if (!Arrays.deepEquals(output(pair[0], settings), output(pair[1], settings))) {
            throw new IllegalStateException("the outputs differ: " + this + settings.label());
        }
    }

    private Object[] output(MixedLibrary library, MixedSettings settings) throws Exception {
        ByteArrayOutputStream values = new ByteArrayOutputStream();
        ByteArrayOutputStream names = new ByteArrayOutputStream();
        ByteArrayOutputStream objects = new ByteArrayOutputStream();
        StringWriter chars = new StringWriter();
        MixedSide side = library.open(settings, values, chars, names, objects);
        Object[][] results = new Object[pool.length][items];
        for (int i = 0; i < pool.length; i++) {
            operation.call.run(side, fresh(i, 1), 1, results[i]);
        }
        side.close();
        return new Object[] {
            values.toByteArray(), names.toByteArray(), objects.toByteArray(), chars.toString(), results
        };
    }
}
