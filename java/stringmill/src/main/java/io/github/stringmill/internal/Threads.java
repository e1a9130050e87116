package io.github.stringmill.internal;

/** Kinds of threads. This version of Java has no virtual ones; newer Java uses another class of this name. */
final class Threads {
    private Threads() {}

    /** Returns whether the current thread is virtual. */
    static boolean isVirtual() {
        return false;
    }
}
