package io.github.stringmill.packaging;

import java.nio.file.Path;
import java.util.List;

/** The modules that are published, and where the build puts their files. */
final class Published {
    static final Path ROOT = Path.of(System.getProperty("stringmill.root")).normalize();
    static final String VERSION = System.getProperty("stringmill.version");
    static final List<String> JARS =
            List.of("stringmill", "stringmill-jackson2", "stringmill-jackson3", "stringmill-ion");

    private Published() {}

    /** Returns the folder of a module. */
    static Path module(String name) {
        return ROOT.resolve("java").resolve(name);
    }

    /**
     * Returns a jar of a module.
     *
     * @param kind empty, or {@code -sources}, {@code -javadoc}, {@code -tests}
     */
    static Path jar(String module, String kind) {
        return module(module).resolve("target/" + module + "-" + VERSION + kind + ".jar");
    }

    /** Whether this build makes no documentation: {@code -Dmaven.javadoc.skip}. */
    static boolean isWithoutJavadoc() {
        return "true".equals(System.getProperty("stringmill.javadoc.skip"));
    }
}
