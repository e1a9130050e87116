package io.github.stringmill.internal;

/** Kinds of threads. */
final class Threads {
    private Threads() {}

    /** Returns whether the current thread is virtual. */
    static boolean isVirtual() {
        return Thread.currentThread().isVirtual();
    }
}
