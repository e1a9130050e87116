package io.github.stringmill.spark.read.ion;

import io.github.stringmill.spark.read.rows.SeenName;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.unsafe.types.UTF8String;

/** Finds the fields of members of Ion by their names, as {@link JsonMembers} does, with the rules of {@link FieldNames}. */
final class IonMembers {
    /** The result for a member that no column has. */
    static final int NONE = -1;
    /** The result for a name that only the general reader can handle. */
    static final int OTHER = -2;

    private static final int PLACES_MAX = 256;
    /** In {@link SeenName}, FOLDED minus the field is a name that differs in case from that of the field. */
    private static final int FOLDED = -3;

    private final Map<UTF8String, Integer> fields = new HashMap<>();
    /** Fields by their names in lower case; empty if case matters. */
    private final Map<String, Integer> folded = new HashMap<>();
    private SeenName[] seen = new SeenName[8];
    /** The array of {@link FieldNames}; null until a name differs in case, because most files never need it. */
    private long[] exactIn;
    private long struct;

    IonMembers(String[] names, boolean ignoresCase) {
        for (int i = 0; i < names.length; i++) {
            fields.put(UTF8String.fromString(names[i]), i);
            if (ignoresCase) {
                folded.put(FieldNames.fold(names[i]), i);
            }
        }
    }

    /** Begins the next struct. */
    void begin() {
        struct++;
    }

    /** Moves past the name of a member, and returns its field, or {@link #NONE} or {@link #OTHER}. */
    int field(IonCursor cursor, int place) {
        SeenName last = place < seen.length ? seen[place] : null;
        if (last != null && cursor.fits(last.len) && last.isAt(cursor.text, cursor.at)) {
            byte after = cursor.text[cursor.at + last.len];
            // Unless one of these bytes follows, the name may be longer.
            if (after == ':' || after == ' ') {
                cursor.at += last.len;
                return known(last.field);
            }
        }
        if (!cursor.name()) {
            return OTHER;
        }
        int field = lookUp(cursor.nameText());
        if (place < PLACES_MAX) {
            if (place >= seen.length) {
                seen = Arrays.copyOf(seen, seen.length * 2);
            }
            seen[place] = new SeenName(cursor.text, cursor.start, cursor.at, field);
        }
        return known(field);
    }

    private int lookUp(UTF8String name) {
        Integer exact = fields.get(name);
        if (exact != null || folded.isEmpty()) {
            return exact == null ? NONE : exact;
        }
        Integer other = folded.get(FieldNames.fold(name.toString()));
        return other == null ? NONE : FOLDED - other;
    }

    private int known(int field) {
        if (field >= 0 && exactIn != null) {
            exactIn[field] = struct;
        }
        return field > FOLDED ? field : folded(FOLDED - field);
    }

    private int folded(int field) {
        if (exactIn == null) {
            // A member with the exact name may be earlier in this struct.
            exactIn = new long[fields.size()];
            return OTHER;
        }
        return exactIn[field] == struct ? NONE : field;
    }
}
