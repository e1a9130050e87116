package io.github.stringmill;

import io.github.stringmill.internal.RepairCount;

/**
 * Counts the pieces that a policy has replaced, dropped or marked, and records the offset of the first one.
 *
 * <p>Operations over arrays handle each call as a separate text. Operations over buffers handle all calls with the same
 * object as one stream, so offsets count from the start of the stream; {@link #clear()} starts another stream. Not
 * thread-safe.
 */
public final class Repairs {
    /** The counter that the drivers update. */
    final RepairCount tally = new RepairCount();

    /** Makes an object with a count of zero. */
    public Repairs() {}

    /**
     * Returns the number of ill-formed pieces, or lone surrogates, that were repaired.
     *
     * @return the count over all calls since the last {@link #clear()}
     */
    public long count() {
        return tally.count();
    }

    /**
     * Returns the offset of the first repaired piece.
     *
     * @return an offset in units of the input; -1 if there is none
     */
    public long firstOffset() {
        return tally.first();
    }

    /** Resets the count for another text or stream. */
    public void clear() {
        tally.clear();
    }

    @Override
    public String toString() {
        return count() == 0 ? "no repairs" : count() + " repairs, the first at " + firstOffset();
    }
}
