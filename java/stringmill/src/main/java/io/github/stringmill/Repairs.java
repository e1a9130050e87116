package io.github.stringmill;

import io.github.stringmill.internal.RepairCount;

/**
 * What a policy has replaced, dropped or marked: how many pieces, and where the first one is.
 *
 * <p>Operations over arrays take each call for a text of its own. Operations over buffers take all calls with the same
 * object for one stream, so that offsets count from where the stream begins; {@link #clear()} begins another one. Not
 * for use by several threads at once.
 */
public final class Repairs {
    /** What the operations fill. */
    final RepairCount tally = new RepairCount();

    /** Nothing repaired yet. */
    public Repairs() {}

    /**
     * How many pieces of ill-formed bytes, or lone surrogates, were repaired.
     *
     * @return a count, over all calls since the last {@link #clear()}
     */
    public long count() {
        return tally.count();
    }

    /**
     * Where the first of them is.
     *
     * @return an offset in units of the input; -1 if there is none
     */
    public long firstOffset() {
        return tally.first();
    }

    /** Forgets all, for another text or stream. */
    public void clear() {
        tally.clear();
    }

    @Override
    public String toString() {
        return count() == 0 ? "no repairs" : count() + " repairs, the first at " + firstOffset();
    }
}
