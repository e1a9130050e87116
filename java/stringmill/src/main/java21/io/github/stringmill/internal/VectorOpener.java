package io.github.stringmill.internal;

import java.util.Optional;

/** Opens the kernels of jdk.incubator.vector. */
final class VectorOpener {
    private VectorOpener() {}

    /** Returns the kernels, or the reason why they are not available. */
    static OpenedKernels open() {
        Optional<Module> vectors = ModuleLayer.boot().findModule("jdk.incubator.vector");
        if (vectors.isEmpty()) {
            return OpenedKernels.none("the module is not there; --add-modules jdk.incubator.vector adds it");
        }
        try {
            // The module may be missing, so module-info cannot require it; this adds the dependency at run time.
            VectorOpener.class.getModule().addReads(vectors.get());
            return new OpenedKernels(new VectorKernels(), "");
        } catch (RuntimeException | LinkageError e) {
            return OpenedKernels.none(String.valueOf(e.getCause() == null ? e : e.getCause()));
        }
    }
}
