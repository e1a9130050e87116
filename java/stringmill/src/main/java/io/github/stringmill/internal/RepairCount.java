package io.github.stringmill.internal;

/** Counts the repairs of a stream over several calls. */
public final class RepairCount {
    private long base;
    private long count;
    private long first = -1;

    /** Makes a counter of zero. */
    public RepairCount() {}

    /** Counts one repair, at an offset from the start of this call's source. */
    void note(int offset) {
        if (count++ == 0) {
            first = base + offset;
        }
    }

    /** Moves the base by the number of units that a call has read. */
    public void advance(int units) {
        base += units;
    }

    /** Returns the number of units of the stream before this call's source. */
    public long base() {
        return base;
    }

    /** Returns the number of repairs. */
    public long count() {
        return count;
    }

    /** Returns the offset of the first repair; -1 if there is none. */
    public long first() {
        return first;
    }

    /** Restores an earlier count. */
    public void backTo(long earlier) {
        count = earlier;
        if (earlier == 0) {
            first = -1;
        }
    }

    /** Resets the counter. */
    public void clear() {
        base = 0;
        count = 0;
        first = -1;
    }
}
