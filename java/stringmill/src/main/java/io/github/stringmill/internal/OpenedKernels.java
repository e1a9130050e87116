package io.github.stringmill.internal;

/**
 * Kernels of one kind, or the reason why they are not available.
 *
 * @param kernels the kernels, or null
 * @param why the reason, or a remark on the kernels; may be empty
 */
record OpenedKernels(Kernels kernels, String why) {
    static OpenedKernels none(String why) {
        return new OpenedKernels(null, why);
    }
}
