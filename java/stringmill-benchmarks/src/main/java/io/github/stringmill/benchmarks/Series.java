package io.github.stringmill.benchmarks;

import java.util.Arrays;

/** Times of one subject, without an object for each. */
final class Series {
    private double[] times = new double[64];
    private int size;
    private boolean sorted;

    void add(double time) {
        if (size == times.length) {
            times = Arrays.copyOf(times, 2 * size);
        }
        times[size++] = time;
        sorted = false;
    }

    int size() {
        return size;
    }

    /** Returns the time below which this part of them is; NaN without any. */
    double at(double part) {
        if (!sorted) {
            Arrays.sort(times, 0, size);
            sorted = true;
        }
        return size == 0 ? Double.NaN : times[(int) Math.min(size - 1, Math.floor(part * size))];
    }
}
