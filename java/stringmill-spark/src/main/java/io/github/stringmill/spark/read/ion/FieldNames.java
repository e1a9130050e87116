package io.github.stringmill.spark.read.ion;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Finds the field of each member of an Ion struct. If case does not matter, a name may differ in case from that of its
 * field, but a member with the exact name takes precedence.
 */
final class FieldNames {
    /** The result for a member that no column has. */
    static final int NONE = -1;

    private final Map<String, Integer> fields = new HashMap<>();
    /** Fields by their names in lower case; empty if case matters. */
    private final Map<String, Integer> folded = new HashMap<>();
    /** For each field, the number of the last struct that had a member with its exact name. */
    private final long[] exactIn;
    private long struct = 1;

    /**
     * Makes the fields of a struct or of a record.
     *
     * @param names the names of the fields; null for one without members
     * @param ignoresCase whether names that differ in case alone are equal
     */
    FieldNames(String[] names, boolean ignoresCase) {
        exactIn = new long[names.length];
        for (int i = 0; i < names.length; i++) {
            if (names[i] != null) {
                fields.put(names[i], i);
                if (ignoresCase) {
                    folded.put(fold(names[i]), i);
                }
            }
        }
    }

    /** Returns a name in lower case, by the rules of Spark. */
    static String fold(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** Begins the next struct. */
    void begin() {
        struct++;
    }

    /** Whether a member with this name belongs to a field. */
    boolean has(String name) {
        return fields.containsKey(name) || folded.containsKey(fold(name));
    }

    /** Returns the field of the next member of the struct, or {@link #NONE}. */
    int field(String name) {
        Integer exact = fields.get(name);
        if (exact != null) {
            exactIn[exact] = struct;
            return exact;
        }
        Integer other = name == null || folded.isEmpty() ? null : folded.get(fold(name));
        return other == null || exactIn[other] == struct ? NONE : other;
    }
}
