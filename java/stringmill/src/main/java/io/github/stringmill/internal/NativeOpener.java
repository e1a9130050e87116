package io.github.stringmill.internal;

/** Opens the native kernels; newer Java uses another class of this name. */
final class NativeOpener {
    private NativeOpener() {}

    /**
     * Returns no kernels: this version of Java cannot call native functions.
     *
     * @param forced whether the user forces them, and so expects a warning of the virtual machine
     */
    static OpenedKernels open(boolean forced) {
        return OpenedKernels.none("needs Java 22 or newer, and runs from the jar alone");
    }
}
