package io.github.stringmill.internal;

import java.io.InputStream;

/** Access to memory segments, of which this version of Java has none; newer Java uses another class of this name. */
public final class Segments {
    private Segments() {}

    /** Returns the type of segments as a class of objects; null if this version of Java has none. */
    public static Class<Object> type() {
        return null;
    }

    /** Returns the length of a segment in bytes. */
    public static long len(Object segment) {
        throw new UnsupportedOperationException("memory segments need Java 22 or newer");
    }

    /** Returns a stream of the bytes of a segment. */
    public static InputStream stream(Object segment) {
        throw new UnsupportedOperationException("memory segments need Java 22 or newer");
    }
}
