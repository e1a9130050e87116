package io.github.stringmill.spark.functions;

import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;

/** The SQL functions: their names, arguments and descriptions. {@link Functions} has a method of each name. */
enum TextFunction {
    JSON_ESCAPE("json_escape", "jsonEscape", 1, 2, DataTypes.StringType, List.of("reject", "replace", "replace-java",
            "replace-php", "ignore-php", "visible", "reversible", "copy"),
            "text[, policy]) - Escapes `text` for the inside of a JSON string, without the quotes. `policy` says what to do"
            + " with ill-formed UTF-8: reject (the default), replace, replace-java, replace-php, ignore-php, visible,"
            + " reversible or copy.",
            "'say \"hi\"'", "say \\\"hi\\\""),
    JSON_UNESCAPE("json_unescape", "jsonUnescape", 1, 2, DataTypes.StringType, List.of("reject", "replace"),
            "text[, policy]) - Unescapes the inside of a JSON string. `policy` says what to do with escapes of lone"
            + " surrogates: reject (the default) or replace.",
            "'caf\\\\u00e9'", "café"),
    JSON_CANONICAL("json_canonical", "jsonCanonical", 1, 2, DataTypes.StringType, List.of("reject", "round"),
            "json[, integers]) - Returns the canonical form of a JSON text (RFC 8785). `integers` says what to do with an"
            + " integer that a double cannot hold: reject (the default) or round.",
            "'{\"b\":1.0,\"a\":2}'", "{\"a\":2,\"b\":1}"),
    JSON_TO_ION("json_to_ion", "jsonToIon", 1, 2, DataTypes.StringType, List.of("plain", "typed"),
            "json[, form]) - Converts a JSON text to Ion text. No digit of a number changes. `form` is plain (the default) or"
            + " typed, which restores the Ion that ion_to_json(ion, 'typed') was made from.",
            "'{\"a\":1.50}'", "{a:1.50}"),
    ION_TO_JSON("ion_to_json", "ionToJson", 1, 2, DataTypes.StringType, List.of("plain", "typed"),
            "ion[, form]) - Converts one Ion value, text or binary, to JSON. `form` is plain (the default), which has the"
            + " losses of Ion's rules for down-converting, or typed, which keeps all types.",
            "'{a:1d2}'", "{\"a\":1e2}"),
    UTF8_REPAIR("utf8_repair", "utf8Repair", 2, 2, DataTypes.StringType,
            List.of("replace", "replace-java", "replace-php", "ignore-php", "visible", "reject"),
            "text, policy) - Returns well-formed UTF-8. `policy` is replace, replace-java, replace-php, ignore-php,"
            + " visible or reject.",
            "X'61FF', 'replace'", "a\ufffd"),
    UTF8_ERRORS("utf8_errors", "utf8Errors", 1, 1, errors(), List.of(),
            "text) - Returns the ill-formed pieces of UTF-8: their offsets and lengths in bytes, codes and reasons.",
            "X'61FF'", "[{1, 1, 102, byte that never occurs in UTF-8}]");

    final String sqlName;
    final String method;
    final int leastArguments;
    final int mostArguments;
    final DataType type;
    /** The allowed values of the second argument. */
    final List<String> choices;
    final String usage;
    final String exampleArguments;
    final String exampleResult;

    TextFunction(String sqlName, String method, int leastArguments, int mostArguments, DataType type,
            List<String> choices, String usage, String exampleArguments, String exampleResult) {
        this.sqlName = sqlName;
        this.method = method;
        this.leastArguments = leastArguments;
        this.mostArguments = mostArguments;
        this.type = type;
        this.choices = choices;
        this.usage = usage;
        this.exampleArguments = exampleArguments;
        this.exampleResult = exampleResult;
    }

    private static DataType errors() {
        List<StructField> fields = List.of(
                DataTypes.createStructField("offset", DataTypes.IntegerType, false),
                DataTypes.createStructField("length", DataTypes.IntegerType, false),
                DataTypes.createStructField("code", DataTypes.IntegerType, false),
                DataTypes.createStructField("reason", DataTypes.StringType, false));
        return DataTypes.createArrayType(DataTypes.createStructType(fields), false);
    }

    /** Whether the function can refuse an input. If so, there is a {@code try_} variant that returns NULL instead. */
    boolean canFail() {
        return this != UTF8_ERRORS;
    }
}
