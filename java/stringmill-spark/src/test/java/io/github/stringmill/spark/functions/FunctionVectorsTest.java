package io.github.stringmill.spark.functions;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.stringmill.ErrorCode;
import io.github.stringmill.spark.SparkTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The SQL functions on the vectors that all languages share, as generated code and interpreted. */
class FunctionVectorsTest extends SparkTest {
    private static final StructType COLUMNS = new StructType().add("id", DataTypes.IntegerType)
            .add("input", DataTypes.BinaryType);

    /** A case: its input, and its output or error. */
    private record Case(int id, byte[] in, byte[] out, String error) {}

    private static List<Case> cases(String operation, String setting, Set<String> values) throws IOException {
        Path file = Path.of(System.getProperty("stringmill.root")).resolve("vectors/" + operation + ".json");
        List<Case> cases = new ArrayList<>();
        for (JsonNode group : new ObjectMapper().readTree(file.toFile()).get("groups")) {
            boolean isSelected = setting == null || values.contains(group.get(setting).asText());
            if (isSelected && (!group.has("profile") || group.get("profile").asText().equals("json"))) {
                for (JsonNode one : group.get("cases")) {
                    cases.add(of(one));
                }
            }
        }
        assertTrue(cases.size() > 1, operation);
        return cases;
    }

    private static Case of(JsonNode node) {
        JsonNode error = node.get("error");
        String message = null;
        if (node.has("read")) {
            // The functions take whole texts, in which a quote must be escaped.
            message = message(ErrorCode.QUOTE_UNESCAPED, node.get("read"));
        }
        if (error != null) {
            ErrorCode code = Arrays.stream(ErrorCode.values())
                    .filter(one -> one.id().equals(error.get("code").asText())).findFirst().orElseThrow();
            message = message(code, error.get("offset"));
        }
        return new Case(node.get("id").asInt(), bytes(node.get("in")),
                message == null && node.has("out") ? bytes(node.get("out")) : null, message);
    }

    private static String message(ErrorCode code, JsonNode offset) {
        return code.says() + " at byte " + offset + " (" + code.number() + ")";
    }

    private static byte[] bytes(JsonNode pieces) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (JsonNode piece : pieces) {
            String[] parts = piece.asText().split("\\*");
            for (int times = parts.length == 1 ? 1 : Integer.parseInt(parts[1]); times > 0; times--) {
                all.writeBytes(HexFormat.of().parseHex(parts[0]));
            }
        }
        return all.toByteArray();
    }

    /** Runs a function over all cases in one query, on BINARY and on STRING, and each refused case by itself. */
    private static void check(List<Case> cases, String function, String otherArguments, boolean isGenerated) {
        List<Row> rows = new ArrayList<>();
        for (Case one : cases) {
            rows.add(RowFactory.create(one.id, one.in));
        }
        spark().conf().set("spark.sql.codegen.wholeStage", isGenerated);
        spark().conf().set("spark.sql.codegen.factoryMode", isGenerated ? "CODEGEN_ONLY" : "NO_CODEGEN");
        try {
            Dataset<Row> table = spark().createDataFrame(rows, COLUMNS).repartition(2);
            for (String input : List.of("input", "CAST(input AS STRING)")) {
                List<Row> results = table.selectExpr("id",
                        "CAST(try_" + function + "(" + input + otherArguments + ") AS BINARY)").collectAsList();
                assertEquals(cases.size(), results.size());
                for (Row result : results) {
                    Case one = cases.stream().filter(each -> each.id == result.getInt(0)).findFirst().orElseThrow();
                    assertArrayEquals(one.out, result.<byte[]>getAs(1), function + " case " + one.id);
                }
            }
        } finally {
            spark().conf().unset("spark.sql.codegen.wholeStage");
            spark().conf().unset("spark.sql.codegen.factoryMode");
        }
    }

    private interface Kernel {
        Object run(byte[] in);
    }

    private static void checkErrors(List<Case> cases, String function, Kernel kernel) {
        int refused = 0;
        for (Case one : cases) {
            if (one.error != null) {
                String message = null;
                try {
                    kernel.run(one.in);
                } catch (IllegalArgumentException e) {
                    message = e.getMessage();
                }
                assertEquals(function + ": " + one.error + "; try_" + function + " returns NULL instead", message,
                        "case " + one.id);
                refused++;
            }
        }
        assertTrue(refused > 5, function);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void escape(boolean isGenerated) throws IOException {
        check(cases("json_escape", "policy", Set.of("reject")), "json_escape", "", isGenerated);
        for (String policy : List.of("replace", "replace-java", "visible", "reversible")) {
            check(cases("json_escape", "policy", Set.of(policy)), "json_escape",
                    ", '" + policy + "'", isGenerated);
        }
        checkErrors(cases("json_escape", "policy", Set.of("reject")), "json_escape",
                in -> Functions.jsonEscape(in, false));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void unescape(boolean isGenerated) throws IOException {
        check(cases("json_unescape", "surrogates", Set.of("reject")), "json_unescape", "", isGenerated);
        check(cases("json_unescape", "surrogates", Set.of("replace")), "json_unescape", ", 'replace'", isGenerated);
        checkErrors(cases("json_unescape", "surrogates", Set.of("reject")), "json_unescape",
                in -> Functions.jsonUnescape(UTF8String.fromBytes(in), false));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void canonical(boolean isGenerated) throws IOException {
        check(cases("json_canonical", "depth_max", Set.of("1024")), "json_canonical", "", isGenerated);
        checkErrors(cases("json_canonical", "depth_max", Set.of("1024")), "json_canonical",
                in -> Functions.jsonCanonical(in, false));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void errorsOfUtf8(boolean isGenerated) throws IOException {
        List<Case> cases = cases("utf8_validate", null, Set.of());
        List<Row> rows = new ArrayList<>();
        for (Case one : cases) {
            rows.add(RowFactory.create(one.id, one.in));
        }
        spark().conf().set("spark.sql.codegen.factoryMode", isGenerated ? "CODEGEN_ONLY" : "NO_CODEGEN");
        try {
            for (Row row : spark().createDataFrame(rows, COLUMNS).repartition(2)
                    .selectExpr("id", "get(utf8_errors(input), 0)", "size(utf8_errors(input))").collectAsList()) {
                Case one = cases.stream().filter(each -> each.id == row.getInt(0)).findFirst().orElseThrow();
                assertEquals(one.error != null, row.getInt(2) > 0, "case " + one.id);
                if (one.error != null) {
                    Row error = row.getStruct(1);
                    assertEquals(one.error, error.getString(3) + " at byte " + error.getInt(0) + " ("
                            + error.getInt(2) + ")");
                }
            }
        } finally {
            spark().conf().unset("spark.sql.codegen.factoryMode");
        }
    }
}
