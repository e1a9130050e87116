package io.github.stringmill;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.util.HexFormat;

/**
 * One case of the vectors: an input, and the expected bytes or error.
 *
 * @param group the group of the case: profile, policy and so on
 * @param node the case
 */
record VectorCase(JsonNode group, JsonNode node) {
    /** Describes the case in messages. */
    @Override
    public String toString() {
        return "case " + node.get("id") + " (" + node.get("why").asText() + ")";
    }

    /** Returns a choice of the group. */
    String choice(String name) {
        return group.get(name).asText();
    }

    byte[] in() {
        return bytes(node.get("in"));
    }

    /** Returns an input of code units; its bytes are big-endian. */
    char[] units() {
        byte[] bytes = in();
        char[] units = new char[bytes.length / 2];
        for (int i = 0; i < units.length; i++) {
            units[i] = (char) ((bytes[2 * i] & 0xFF) << 8 | bytes[2 * i + 1] & 0xFF);
        }
        return units;
    }

    /** Returns the expected output; null for an error. */
    byte[] out() {
        return node.has("out") ? bytes(node.get("out")) : null;
    }

    /** Returns the error and its offset, as in {@code utf8_overlong at 3}; null for none. */
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

    /** Returns the expected number of units read. */
    int read(int all) {
        return node.path("read").asInt(all);
    }

    /** Decodes pieces of hexadecimal digits, each with its number of repetitions. */
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
