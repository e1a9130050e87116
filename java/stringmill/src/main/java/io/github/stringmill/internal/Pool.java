package io.github.stringmill.internal;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * A few spare objects that all threads share, each used by one thread at a time.
 *
 * <p>Threads hold no reference to them. So they are collected with the class loader of this class, and their number
 * depends on the number of processors, not of threads.
 *
 * @param <T> the type of the objects
 */
public final class Pool<T> {
    private static final int SLOTS =
            Integer.highestOneBit(Math.max(2, Math.min(64, 2 * Runtime.getRuntime().availableProcessors())));

    private final Supplier<T> make;
    private final AtomicReferenceArray<T> slots = new AtomicReferenceArray<>(SLOTS);

    /**
     * Makes an empty pool.
     *
     * @param make makes an object if no spare one is left
     */
    public Pool(Supplier<T> make) {
        this.make = make;
    }

    /** Takes a spare object, or makes one. */
    public T take() {
        int first = firstSlot();
        for (int i = 0; i < SLOTS; i++) {
            int slot = first + i & SLOTS - 1;
            if (slots.getPlain(slot) != null) {
                T spare = slots.getAndSet(slot, null);
                if (spare != null) {
                    return spare;
                }
            }
        }
        return make.get();
    }

    /** Keeps an object for the next user, unless enough are kept. */
    public void give(T spare) {
        int first = firstSlot();
        for (int i = 0; i < SLOTS; i++) {
            if (slots.compareAndSet(first + i & SLOTS - 1, null, spare)) {
                return;
            }
        }
    }

    /** Spreads the searches of threads over the slots. */
    private static int firstSlot() {
        return System.identityHashCode(Thread.currentThread());
    }
}
