package io.github.stringmill.spark.read.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.stringmill.ErrorCode;
import io.github.stringmill.Stringmill;
import io.github.stringmill.StringmillException;
import io.github.stringmill.spark.RecordFormat;
import io.github.stringmill.spark.SparkTest;
import io.github.stringmill.spark.read.options.RecordOptions;
import io.github.stringmill.spark.read.rows.RowLayout;
import io.github.stringmill.spark.records.Records;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.SpecificInternalRow;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.Test;

/** The checker of records beside the vectors for JSON texts, and beside the canonical form. */
class JsonCheckTest extends SparkTest {
    private static final int DEPTH_MAX = 1024;

    /** One text as a record. */
    private record Text(byte[] buffer, int end) implements Records {
        static Text of(byte[] text) {
            return new Text(Arrays.copyOf(text, text.length + SLACK), text.length);
        }

        @Override
        public void takeRest(boolean keepsBytes) {
            // There is none.
        }

        @Override
        public ErrorCode error() {
            return null;
        }

        @Override
        public boolean next() {
            return true;
        }

        @Override
        public int start() {
            return 0;
        }

        @Override
        public boolean isAscii() {
            return false;
        }

        @Override
        public void close() {}
    }

    private static JsonRecordReader reader(StructType schema, String option, String value) {
        RecordOptions options = new RecordOptions(RecordFormat.JSON, new CaseInsensitiveStringMap(Map.of(option, value)));
        return new JsonRecordReader(new RowLayout(schema, schema, new StructType(), options), options);
    }

    private static String verdict(JsonRecordReader reader, SpecificInternalRow row, byte[] text) {
        return switch (reader.read(Text.of(text), row)) {
            case READ -> "valid";
            // A line of white space is no record.
            case BLANK -> "json_value_expected at " + text.length;
            case BAD, UNFIT, REFUSED -> reader.error().id() + " at " + reader.errorOffset();
        };
    }

    private static JsonNode groups(String operation) throws IOException {
        return new ObjectMapper().readTree(
                Path.of(System.getProperty("stringmill.root"), "vectors", operation + ".json").toFile()).get("groups");
    }

    /** Runs the cases of a group, one after another by the same reader, and returns how many they are. */
    private static int check(JsonNode group, StructType schema, JsonRecordReader reader) {
        SpecificInternalRow row = new SpecificInternalRow(schema);
        for (JsonNode one : group.get("cases")) {
            StringBuilder hex = new StringBuilder();
            for (JsonNode piece : one.get("in")) {
                String[] parts = piece.asText().split("\\*");
                hex.append(parts[0].repeat(parts.length > 1 ? Integer.parseInt(parts[1]) : 1));
            }
            JsonNode error = one.get("error");
            String expected = error == null ? "valid"
                    : error.get("code").asText() + " at " + error.get("offset").asInt();
            assertEquals(expected, verdict(reader, row, HexFormat.of().parseHex(hex)), one.get("why").asText());
        }
        return group.get("cases").size();
    }

    @Test
    void recordsAreJudgedAsTheVectorsSay() throws IOException {
        spark();
        StructType schema = new StructType(new StructField[] {RowLayout.whole("value", false)});
        int count = 0;
        for (JsonNode group : groups("json_check")) {
            if (group.get("depth_max").asInt() == DEPTH_MAX) {
                String surrogates = group.get("lone_surrogates").asBoolean() ? "replace" : "reject";
                count += check(group, schema, reader(schema, RecordOptions.LONE_SURROGATES, surrogates));
            }
        }
        assertTrue(count > 60, "too few vectors: " + count);
    }

    @Test
    void recordsAreJudgedByRulesAsTheVectorsSay() throws IOException {
        spark();
        StructType schema = new StructType(new StructField[] {RowLayout.whole("value", false)});
        int count = 0;
        for (JsonNode group : groups("json_restricted")) {
            List<String> rules = Stream.of("unique_names", "i_json", "no_nul", "jsonb")
                    .filter(rule -> group.get(rule).asBoolean()).map(rule -> rule.replace('_', '-')).toList();
            count += check(group, schema, reader(schema, RecordOptions.RULES, String.join(",", rules)));
        }
        assertTrue(count >= 95, "too few vectors: " + count);
    }

    @Test
    void changedTextsAreJudgedAsByTheCanonicalForm() {
        spark();
        StructType schema = new StructType(new StructField[] {RowLayout.whole("value", false)});
        SpecificInternalRow row = new SpecificInternalRow(schema);
        JsonRecordReader reader = reader(schema, RecordOptions.LONE_SURROGATES, "reject");
        String seed = "{\"a\":[1,-2.5e3,\"x\\u00e9\\ud83d\\ude00\\n\"],\"b\u00e9\":{\"c\":null,\"d\":true},\"e\":\"\u65e5\"}";
        byte[] pieces = "{}[]:,\"\\u0dD8e-+.tfn \n\u00ff\u0001".getBytes(StandardCharsets.ISO_8859_1);
        Random random = new Random(31);
        int refused = 0;
        for (int i = 0; i < 8_000; i++) {
            byte[] text = seed.getBytes(StandardCharsets.UTF_8);
            for (int changes = random.nextInt(3); changes >= 0; changes--) {
                text[random.nextInt(text.length)] = pieces[random.nextInt(pieces.length)];
            }
            if (random.nextInt(8) == 0) {
                text = Arrays.copyOf(text, random.nextInt(text.length));
            }
            String expected = "valid";
            try {
                Stringmill.jsonCanonical(text);
            } catch (StringmillException e) {
                boolean ownRule = e.code().id().equals("name_repeated") || e.code().id().equals("number_overflow");
                expected = ownRule ? "valid" : e.code().id() + " at " + e.offset();
                refused++;
            }
            String message = new String(text, StandardCharsets.ISO_8859_1);
            String found = verdict(reader, row, text);
            // An ill-formed piece that cannot be there has two errors at one place.
            boolean bothAtOnePlace = found.startsWith("utf8_") && expected.endsWith(found.substring(found.indexOf(" at ")));
            assertEquals(bothAtOnePlace ? found : expected, found, message);
        }
        assertTrue(refused > 2_000, "too few texts are refused: " + refused);
    }
}
