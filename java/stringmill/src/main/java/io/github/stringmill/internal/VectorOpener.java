package io.github.stringmill.internal;

/** Opens the kernels of jdk.incubator.vector; a class of the same name for newer Java does. */
final class VectorOpener {
    private VectorOpener() {}

    /** Here there are none. */
    static OpenedKernels open() {
        return OpenedKernels.none("needs Java 21 or newer, and runs from the jar alone");
    }
}
