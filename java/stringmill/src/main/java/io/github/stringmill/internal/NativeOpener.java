package io.github.stringmill.internal;

/** Opens the native kernels; a class of the same name for newer Java does. */
final class NativeOpener {
    private NativeOpener() {}

    /**
     * Here there are none.
     *
     * @param asked whether the user asks for them, so that a warning of the virtual machine is no surprise
     */
    static OpenedKernels open(boolean asked) {
        return OpenedKernels.none("needs Java 22 or newer, and runs from the jar alone");
    }
}
