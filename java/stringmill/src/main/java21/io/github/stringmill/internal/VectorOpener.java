package io.github.stringmill.internal;

import java.util.Optional;

/** Opens the kernels of jdk.incubator.vector. */
final class VectorOpener {
    private VectorOpener() {}

    /** The kernels, or why there are none. */
    static OpenedKernels open() {
        Optional<Module> vectors = ModuleLayer.boot().findModule("jdk.incubator.vector");
        if (vectors.isEmpty()) {
            return OpenedKernels.none("the module is not there; --add-modules jdk.incubator.vector adds it");
        }
        try {
            // A module that may be missing cannot be required, so it is read from here on.
            VectorOpener.class.getModule().addReads(vectors.get());
            return new OpenedKernels(new VectorKernels(), "");
        } catch (RuntimeException | LinkageError e) {
            return OpenedKernels.none(String.valueOf(e.getCause() == null ? e : e.getCause()));
        }
    }
}
