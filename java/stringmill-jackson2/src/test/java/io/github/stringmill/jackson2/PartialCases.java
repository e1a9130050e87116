package io.github.stringmill.jackson2;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.stringmill.internal.PartialRules;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;

/** What tests of the reader of the value so far share. */
final class PartialCases {
    /** Jackson without limits. */
    static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder().streamReadConstraints(
            StreamReadConstraints.builder().maxNestingDepth(9_999).maxNumberLength(9_999_999).maxNameLength(9_999_999)
                    .maxStringLength(99_999_999).build()).build()).build();

    private PartialCases() {}

    /** Returns the bytes of pieces of hexadecimal digits, each with its number of repetitions. */
    static byte[] bytes(JsonNode pieces) {
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

    /** Returns a reader with the options of a group of the vectors. */
    static PartialJson reader(JsonNode group) {
        PartialJson.Builder builder = PartialJson.builder()
                .uniqueNames(group.get("unique_names").asBoolean())
                .around(PartialJson.Around.valueOf(group.get("around").asText().toUpperCase(Locale.ROOT)))
                .maxDepth(group.get("depth_max").asInt());
        for (JsonNode pointer : group.get("ended_strings")) {
            if (pointer.asText().equals("**")) {
                builder.endedStrings(true);
            } else {
                builder.endedStrings(pointer.asText());
            }
        }
        if (group.has("string_max")) {
            builder.maxString(group.get("string_max").asLong());
        }
        if (group.has("len_max")) {
            builder.maxLength(group.get("len_max").asLong());
        }
        return builder.build();
    }

    /** Returns the text of bytes, or null if they are not UTF-8. */
    static String text(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    /** Feeds a part of an input of bytes or text. */
    static void feed(PartialJson reader, Object input, int from, int to) throws Exception {
        if (input instanceof byte[] bytes) {
            reader.feed(bytes, from, to - from);
        } else {
            reader.feed(((String) input).substring(from, to));
        }
    }

    /** Feeds an input cut at these places, up to its error. */
    static void feedCut(PartialJson reader, Object input, int... cuts) throws Exception {
        int from = 0;
        try {
            for (int cut : cuts) {
                feed(reader, input, from, cut);
                from = cut;
            }
            feed(reader, input, from, length(input));
        } catch (PartialJsonException e) {
            if (e != reader.error()) {
                throw new AssertionError("another error", e);
            }
        }
    }

    static int length(Object input) {
        return input instanceof byte[] bytes ? bytes.length : ((String) input).length();
    }

    /** Returns what a reader says, in the form of the vectors. */
    static ObjectNode said(PartialJson reader) {
        ObjectNode said = JsonNodeFactory.instance.objectNode();
        if (!reader.value().isMissingNode()) {
            said.set("value", reader.value());
        }
        said.put("done", reader.done());
        if (reader.error() != null) {
            said.set("error", error(reader.error()));
        }
        PartialJson.Skipped skipped = reader.skipped();
        if (skipped.before() > 0 || skipped.after() > 0) {
            said.set("skipped", JsonNodeFactory.instance.objectNode()
                    .put("before", (int) skipped.before()).put("after", (int) skipped.after()));
        }
        return said;
    }

    /** Returns the outcome if the text ends here, in the form of the vectors. */
    static ObjectNode finished(PartialJson reader) {
        ObjectNode finished = JsonNodeFactory.instance.objectNode();
        try {
            finished.set("value", reader.finish());
        } catch (PartialJsonException e) {
            finished.set("error", error(e));
        }
        return finished;
    }

    private static ObjectNode error(PartialJsonException error) {
        return JsonNodeFactory.instance.objectNode()
                .put("code", error.code().name().toLowerCase(Locale.ROOT)).put("offset", (int) error.offset());
    }

    /** Returns an outcome with offsets in code units, in place of bytes. */
    static JsonNode inUnits(JsonNode outcome, byte[] bytes) {
        if (!outcome.has("error")) {
            return outcome;
        }
        ObjectNode mapped = (ObjectNode) outcome.deepCopy();
        int offset = outcome.get("error").get("offset").asInt();
        String before = new String(bytes, 0, offset, StandardCharsets.UTF_8);
        ((ObjectNode) mapped.get("error")).put("offset", before.length());
        return mapped;
    }

    /** Returns whether a value shows all that an earlier one shows. A node that both have is equal. */
    static boolean extend(JsonNode before, JsonNode after) {
        if (before == after || before.isMissingNode()) {
            return true;
        }
        if (before.getNodeType() != after.getNodeType()) {
            return false;
        }
        if (before instanceof ArrayNode) {
            for (int i = 0; i < before.size(); i++) {
                if (i >= after.size() || !extend(before.get(i), after.get(i))) {
                    return false;
                }
            }
            return true;
        }
        if (before instanceof ObjectNode) {
            for (Map.Entry<String, JsonNode> member : before.properties()) {
                JsonNode now = after.get(member.getKey());
                if (now == null || !extend(member.getValue(), now)) {
                    return false;
                }
            }
            return true;
        }
        return before.isTextual() ? after.asText().startsWith(before.asText()) : before.equals(after);
    }

    /** Returns the line and column of an offset, by counting. */
    static String place(byte[] bytes, int offset) {
        int line = 1;
        int column = 1;
        for (int at = 0; at < offset; at++) {
            if (bytes[at] == '\n') {
                line++;
                column = 1;
            } else if ((bytes[at] & 0xC0) != 0x80) {
                column++;
            }
        }
        return line + ":" + column;
    }

    /** The choices of the rules and of the options have the same names. */
    static boolean sameChoices() {
        return PartialRules.Around.values().length == PartialJson.Around.values().length;
    }
}
