package io.github.stringmill.internal;

/** Opens the kernels of jdk.incubator.vector; newer Java uses another class of this name. */
final class VectorOpener {
    private VectorOpener() {}

    /** Returns no kernels: this version of Java does not have the module. */
    static OpenedKernels open() {
        return OpenedKernels.none("needs Java 21 or newer, and runs from the jar alone");
    }
}
