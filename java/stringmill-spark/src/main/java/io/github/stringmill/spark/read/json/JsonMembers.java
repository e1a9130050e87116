package io.github.stringmill.spark.read.json;

import io.github.stringmill.spark.read.rows.SeenName;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Finds the fields of members by their names.
 *
 * <p>Most records of a file have the same members in the same order. So the name at the same place of the last object
 * is compared first, in words. Only if it differs, the name is searched and looked up.
 */
final class JsonMembers {
    private static final int PLACES_MAX = 256;

    private final Map<UTF8String, Integer> fields = new HashMap<>();
    private SeenName[] seen = new SeenName[8];

    JsonMembers(String[] names) {
        for (int i = 0; i < names.length; i++) {
            fields.put(UTF8String.fromBytes(names[i].getBytes(StandardCharsets.UTF_8)), i);
        }
    }

    /** Moves past the name and the colon of a member, and returns its field, or -1. */
    int field(JsonCursor cursor, int place) {
        if (place < seen.length && seen[place] != null && cursor.fits(seen[place].len)
                && seen[place].isAt(cursor.text, cursor.at)) {
            cursor.at += seen[place].len;
            cursor.colon();
            return seen[place].field;
        }
        cursor.name();
        int field = fields.getOrDefault(cursor.stringText(), -1);
        if (!cursor.escaped && place < PLACES_MAX) {
            if (place >= seen.length) {
                seen = Arrays.copyOf(seen, seen.length * 2);
            }
            seen[place] = new SeenName(cursor.text, cursor.stringStart - 1, cursor.stringEnd + 1, field);
        }
        return field;
    }
}
