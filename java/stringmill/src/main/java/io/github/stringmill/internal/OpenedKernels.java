package io.github.stringmill.internal;

/**
 * Kernels of one kind, or why there are none.
 *
 * @param kernels the kernels, or null
 * @param why     what stands in the way, or what there is to say of them; may be empty
 */
record OpenedKernels(Kernels kernels, String why) {
    static OpenedKernels none(String why) {
        return new OpenedKernels(null, why);
    }
}
