package io.github.stringmill;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.util.HexFormat;

/**
 * One case of the vectors: an input, and the bytes or the error that must come of it.
 *
 * @param group what the group of the case says: profile, policy and so on
 * @param node  the case as it stands in the file
 */
record VectorCase(JsonNode group, JsonNode node) {
    /** For messages. */
    @Override
    public String toString() {
        return "case " + node.get("id") + " (" + node.get("why").asText() + ")";
    }

    /** A choice of the group. */
    String choice(String name) {
        return group.get(name).asText();
    }

    byte[] in() {
        return bytes(node.get("in"));
    }

    /** The input where it is code units, the more significant byte first. */
    char[] units() {
        byte[] bytes = in();
        char[] units = new char[bytes.length / 2];
        for (int i = 0; i < units.length; i++) {
            units[i] = (char) ((bytes[2 * i] & 0xFF) << 8 | bytes[2 * i + 1] & 0xFF);
        }
        return units;
    }

    /** What must come out; null where there is an error. */
    byte[] out() {
        return node.has("out") ? bytes(node.get("out")) : null;
    }

    /** The error and its offset, as in {@code utf8_overlong at 3}; null where there is none. */
    String error() {
        JsonNode error = node.get("error");
        return error == null ? null : error.get("code").asText() + " at " + error.get("offset");
    }

    long repairs() {
        return node.path("repairs").path("count").asLong(0);
    }

    long firstRepair() {
        return node.path("repairs").path("first").asLong(-1);
    }

    /** How much of the input is read. */
    int read(int all) {
        return node.path("read").asInt(all);
    }

    /** Pieces of hexadecimal digits, each with how often it stands. */
    private static byte[] bytes(JsonNode pieces) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (JsonNode piece : pieces) {
            String[] parts = piece.asText().split("\\*");
            byte[] bytes = HexFormat.of().parseHex(parts[0]);
            for (int times = parts.length == 1 ? 1 : Integer.parseInt(parts[1]); times > 0; times--) {
                all.writeBytes(bytes);
            }
        }
        return all.toByteArray();
    }
}
