package io.github.stringmill.internal;

/** Kinds of threads; a class of the same name for newer Java knows virtual ones. */
final class Threads {
    private Threads() {}

    /** Whether the current thread is virtual. */
    static boolean isVirtual() {
        return false;
    }
}
