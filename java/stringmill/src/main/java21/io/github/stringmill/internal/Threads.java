package io.github.stringmill.internal;

/** Kinds of threads. */
final class Threads {
    private Threads() {}

    /** Whether the current thread is virtual. */
    static boolean isVirtual() {
        return Thread.currentThread().isVirtual();
    }
}
