package io.github.stringmill.internal;

import java.io.InputStream;

/** Memory segments; a class of the same name for newer Java knows them. */
public final class Segments {
    private Segments() {}

    /** The type of segments, as a class of any objects; null if this Java has none. */
    public static Class<Object> type() {
        return null;
    }

    /** The length of a segment in bytes. */
    public static long len(Object segment) {
        throw new UnsupportedOperationException("memory segments need Java 22 or newer");
    }

    /** The bytes of a segment. */
    public static InputStream stream(Object segment) {
        throw new UnsupportedOperationException("memory segments need Java 22 or newer");
    }
}
