package io.github.stringmill.internal;

/** The kernels of this process, chosen once. */
public final class KernelsHolder {
    /** The kernels that all operations use. */
    public static final Kernels KERNELS = new PureKernels();

    private KernelsHolder() {}
}
