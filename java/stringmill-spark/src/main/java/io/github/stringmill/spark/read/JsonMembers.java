package io.github.stringmill.spark.read;

import io.github.stringmill.internal.Words;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Finds the fields of members by their names.
 *
 * <p>Records of a file tend to have the same members in the same order. So the name that a member had at the same place
 * of the last object is compared first, as words; only another name is scanned and looked up.
 */
final class JsonMembers {
    private static final int PLACES_MAX = 256;

    /** A name in quotes, as words whose last one is padded, and its field; -1 for one that no column has. */
    private static final class Seen {
        private final long[] words;
        private final long lastMask;
        private final int len;
        private final int field;

        Seen(byte[] name, int field) {
            len = name.length + 2;
            byte[] quoted = new byte[(len + 7) / 8 * 8];
            quoted[0] = '"';
            System.arraycopy(name, 0, quoted, 1, name.length);
            quoted[len - 1] = '"';
            words = new long[quoted.length / 8];
            for (int i = 0; i < words.length; i++) {
                words[i] = Words.load8(quoted, i * 8);
            }
            lastMask = -1L >>> (quoted.length - len) * 8;
            this.field = field;
        }

        boolean isAt(byte[] text, int at) {
            int last = words.length - 1;
            for (int i = 0; i < last; i++) {
                if (Words.load8(text, at + i * 8) != words[i]) {
                    return false;
                }
            }
            return ((Words.load8(text, at + last * 8) ^ words[last]) & lastMask) == 0;
        }
    }

    private final Map<UTF8String, Integer> fields = new HashMap<>();
    private Seen[] seen = new Seen[8];

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
            seen[place] = new Seen(cursor.copy(cursor.stringStart, cursor.stringEnd), field);
        }
        return field;
    }
}
