package io.github.stringmill.spark.read;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.unsafe.types.UTF8String;

/** Finds the fields of members of Ion by their names, as {@link JsonMembers} does. */
final class IonMembers {
    /** The result for a member that no column has. */
    static final int NONE = -1;
    /** The result for a name that is not plain. */
    static final int OTHER = -2;

    private static final int PLACES_MAX = 256;

    private final Map<UTF8String, Integer> fields = new HashMap<>();
    private SeenName[] seen = new SeenName[8];

    IonMembers(String[] names) {
        for (int i = 0; i < names.length; i++) {
            fields.put(UTF8String.fromString(names[i]), i);
        }
    }

    /** Moves past the name of a member, and returns its field, or {@link #NONE} or {@link #OTHER}. */
    int field(IonCursor cursor, int place) {
        SeenName last = place < seen.length ? seen[place] : null;
        if (last != null && cursor.fits(last.len) && last.isAt(cursor.text, cursor.at)) {
            byte after = cursor.text[cursor.at + last.len];
            // The name may be longer, unless one of these follows.
            if (after == ':' || after == ' ') {
                cursor.at += last.len;
                return last.field;
            }
        }
        if (!cursor.name()) {
            return OTHER;
        }
        int field = fields.getOrDefault(cursor.nameText(), NONE);
        if (place < PLACES_MAX) {
            if (place >= seen.length) {
                seen = Arrays.copyOf(seen, seen.length * 2);
            }
            seen[place] = new SeenName(cursor.text, cursor.start, cursor.at, field);
        }
        return field;
    }
}
