// Generated from java/stringmill-jackson2 by `cargo run -p stringmill-gen -- jackson3`; do not edit.
package io.github.stringmill.jackson3;

import java.util.Arrays;

/** A JSON Pointer (RFC 6901) in which {@code *} is any name or index. */
final class PartialPattern {
    private final String[] names;

    /**
     * Reads a pointer.
     *
     * @throws IllegalArgumentException if it does not begin with a slash
     */
    PartialPattern(String pointer) {
        if (!pointer.isEmpty() && pointer.charAt(0) != '/') {
            throw new IllegalArgumentException("a JSON Pointer begins with \"/\", and \"" + pointer + "\" does not");
        }
        String[] parts = pointer.split("/", -1);
        names = Arrays.copyOfRange(parts, 1, parts.length);
        for (int i = 0; i < names.length; i++) {
            names[i] = names[i].replace("~1", "/").replace("~0", "~");
        }
    }

    /** Returns the number of names. */
    int length() {
        return names.length;
    }

    /** Returns whether a name has any value. */
    boolean isAny(int place) {
        return names[place].equals("*");
    }

    /** Returns the name at a place. */
    String name(int place) {
        return names[place];
    }
}
