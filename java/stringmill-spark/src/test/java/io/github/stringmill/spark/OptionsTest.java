package io.github.stringmill.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.json.JSONOptions$;
import org.junit.jupiter.api.Test;
import scala.jdk.javaapi.CollectionConverters;

/** Options: each one has an effect or is refused by name, and Spark's have the effect that they have in Spark. */
class OptionsTest extends SparkTest {
    private static Dataset<Row> read(String format, String schema, Map<String, String> options, String path) {
        return spark().read().format(format).schema(schema).options(options).load(path);
    }

    private static List<String> rows(Dataset<Row> read) {
        return read.collectAsList().stream().map(Row::toString).toList();
    }

    private static void refused(String format, String name, String value, String path) {
        Exception error = assertThrows(IllegalArgumentException.class,
                () -> read(format, "a STRING", Map.of(name, value), path), name);
        assertTrue(error.getMessage().toLowerCase().contains(name.toLowerCase())
                || error.getMessage().contains("only UTF-8") || error.getMessage().contains("framing"),
                error.getMessage());
    }

    @Test
    void unknownAndLenientOptionsAreRefusedByLoad() throws IOException {
        String path = file("a.json", "{\"a\":1}");
        for (String name : List.of("ilFormed", "rejectss", "allowcommentss", "header", "sep", "root")) {
            refused("stringmill-json", name, "x", path);
        }
        for (String name : List.of("allowComments", "ALLOWSINGLEQUOTES", "allowNonNumericNumbers",
                "allowUnquotedFieldNames", "allowNumericLeadingZeros", "allowBackslashEscapingAnyCharacter",
                "allowUnquotedControlChars")) {
            refused("stringmill-json", name, "true", path);
            refused("ion", name, "true", path);
            assertEquals(List.of("[1]"), rows(read("stringmill-json", "a STRING", Map.of(name, "false"), path)));
        }
        for (String name : List.of("encoding", "charset")) {
            refused("stringmill-json", name, "UTF-16LE", path);
        }
        refused("stringmill-json", "lineSep", "\r\n", path);
        for (String name : List.of("dateFormat", "timestampFormat", "loneSurrogates", "prefersDecimal", "root")) {
            refused("ion", name, "x", path);
        }
        refused("ion", "multiLine", "true", path);
        refused("ion", "illFormed", "replace", path);
    }

    @Test
    void everyOptionOfSparksSourceIsKnownOrRefused() throws IOException {
        String path = file("a.json", "{\"a\":1}");
        Set<String> names = CollectionConverters.asJava(JSONOptions$.MODULE$.getAllOptions());
        List<String> unknown = names.stream().filter(name -> {
            try {
                OptionNames.require(RecordFormat.JSON, Map.of(name, "false"));
                return false;
            } catch (IllegalArgumentException e) {
                return e.getMessage().contains("unknown");
            }
        }).toList();
        // Spark's own code sets this one, which its older versions lack.
        assertTrue(Set.of("useUnsafeRow").containsAll(unknown), unknown.toString());
        assertFalse(rows(read("stringmill-json", "a INT", Map.of("fs.file.impl.disable.cache", "true"), path)).isEmpty());
    }

    @Test
    void formatsOfDatesAreThoseOfSpark() throws IOException {
        String path = file("a.json", "{\"d\":\"03. M\u00e4rz 2024\",\"t\":\"2024/03/01 10:00\",\"n\":\"5|1\"}");
        Map<String, String> options = Map.of("DATEFORMAT", "dd. MMMM yyyy", "timestampformat", "yyyy/MM/dd HH:mm",
                "timeZone", "Asia/Tokyo", "locale", "de-DE", "timestampNTZFormat", "d|M");
        String schema = "d DATE, t TIMESTAMP, x INT";
        List<String> expected = rows(spark().read().schema(schema).options(options).json(path));
        assertEquals(List.of("[2024-03-03,2024-03-01 01:00:00.0,null]"), expected);
        assertEquals(expected, rows(read("stringmill-json", schema, options, path)));
    }

    @Test
    void typesAreInferredWithTheOptionsOfSpark() throws IOException {
        String path = file("a.json", "{\"a\":1,\"b\":1.25,\"c\":null,\"d\":\"2024-03-01T10:00:00\"}\n");
        for (String name : List.of("primitivesAsString", "prefersDecimal", "dropFieldIfAllNull", "inferTimestamp")) {
            Map<String, String> options = Map.of(name, "true");
            assertEquals(spark().read().options(options).json(path).schema(), spark().read().format("stringmill-json")
                    .options(options).option("inferSchema", true).load(path).schema(), options.toString());
        }
    }

    @Test
    void writersRefuseOptionsWithoutAnEffect() {
        Dataset<Row> rows = spark().range(1).toDF();
        for (String format : List.of("stringmill-json", "ion")) {
            Map<String, String> wrong = Map.of("dateFormat", "yyyy", "timestampFormat", "yyyy", "pretty", "true",
                    "lineSep", "\r\n", "encoding", "UTF-16", "header", "true", "ignoreNullFields", "perhaps");
            wrong.forEach((name, value) -> assertThrows(IllegalArgumentException.class,
                    () -> rows.write().format(format).option(name, value).save(folder + "/" + format + name), name));
            rows.write().format(format).option("encoding", "utf-8").option("PRETTY", false)
                    .save(folder + "/" + format);
        }
    }

    @Test
    void recordsOfOddTextAreThoseOfSpark() throws IOException {
        String text = "{\"a\":\"\u2028\",\"A\":2}\r\n\r\n{\"a\":\"\\u0000x\"}\n \n"
                + "{\"a\":\"x\",\"a\":\"y\"}\n{}\n{\"a\":null}";
        String path = file("a.json", text);
        String schema = "a STRING, _path INT";
        assertEquals(rows(spark().read().schema(schema).json(path)),
                rows(read("stringmill-json", schema, Map.of(), path)));
        String empty = file("empty.json", "");
        assertEquals(List.of(), rows(read("stringmill-json", schema, Map.of(), empty)));
        assertEquals(List.of(), rows(read("ion", schema, Map.of(), empty)));
        assertEquals(0, spark().read().format("ion").option("inferSchema", true).load(empty).columns().length);
    }

    @Test
    void columnsOfNestedTypesAreThoseOfSpark() throws IOException {
        String path = file("a.json", "{\"s\":{\"x\":[{\"y\":1,\"z\":{\"k\":[true]}},null,{}],\"X\":1},"
                + "\"m\":{\"\":{\"q\":\"1\"},\"k\":null}}\n"
                + "{\"s\":{\"x\":[]},\"m\":{}}\n{\"s\":[],\"m\":5}\n{\"s\":null}");
        String schema = "s STRUCT<x: ARRAY<STRUCT<y: INT, z: MAP<STRING, ARRAY<BOOLEAN>>>>>, "
                + "m MAP<STRING, STRUCT<q: INT>>";
        assertEquals(rows(spark().read().schema(schema).json(path)),
                rows(read("stringmill-json", schema, Map.of(), path)));
        assertEquals(List.of("[1]", "[null]", "[null]", "[null]"),
                rows(read("stringmill-json", schema, Map.of(), path).selectExpr("get(S.X, 0).Y")));
    }
}
