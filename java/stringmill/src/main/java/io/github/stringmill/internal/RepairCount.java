package io.github.stringmill.internal;

/** Counts repairs of a stream whose pieces come one after another. */
public final class RepairCount {
    private long base;
    private long count;
    private long first = -1;

    /** Nothing counted yet. */
    public RepairCount() {}

    /** Counts one more, at an offset from where this call's source begins. */
    void note(int offset) {
        if (count++ == 0) {
            first = base + offset;
        }
    }

    /** The next call's source begins so many units further on. */
    public void advance(int units) {
        base += units;
    }

    /** How many units of the stream came before. */
    public long base() {
        return base;
    }

    /** How many repairs there were. */
    public long count() {
        return count;
    }

    /** Where the first was; -1 where there was none. */
    public long first() {
        return first;
    }

    /** Forgets what was counted since there were so many. */
    public void backTo(long earlier) {
        count = earlier;
        if (earlier == 0) {
            first = -1;
        }
    }

    /** Forgets all. */
    public void clear() {
        base = 0;
        count = 0;
        first = -1;
    }
}
