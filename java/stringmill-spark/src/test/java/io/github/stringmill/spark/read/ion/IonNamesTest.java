package io.github.stringmill.spark.read.ion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.stringmill.spark.SparkTest;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of members and of columns, by {@code spark.sql.caseSensitive}. */
class IonNamesTest extends SparkTest {
    /** A sexp makes the general reader read the record. */
    private static final String GENERAL = ",g:(a)";

    private static List<String> rows(Dataset<Row> read) {
        return read.collectAsList().stream().map(Row::toString).toList();
    }

    private static Dataset<Row> ion(String schema, String path) {
        return spark().read().format("ion").option("mode", "FAILFAST").schema(schema).load(path);
    }

    @AfterEach
    void reset() {
        spark().conf().unset("spark.sql.caseSensitive");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", GENERAL})
    void namesAreTakenWithoutTheirCase(String other) throws IOException {
        String path = file("a.ion", ("{Id:1,TITLE:\"a\",s:{X:[{Y:1}]}#}\n{id:2,title:b,S:{x:[{y:2}]}#}\n"
                + "{ID:3,'t\u0130tle':c#}\n{'\u00c4':4#}\n").replace("#", other));
        String schema = "id INT, Title STRING, s STRUCT<x: ARRAY<STRUCT<y: INT>>>, `\u00e4` INT";
        assertEquals(List.of("[1,a,[ArraySeq([1])],null]", "[2,b,[ArraySeq([2])],null]", "[3,null,null,null]",
                "[null,null,null,4]"), rows(ion(schema, path)));
        assertEquals(List.of("[1]", "[2]", "[3]", "[null]"), rows(ion("iD INT", path)));
        spark().conf().set("spark.sql.caseSensitive", true);
        assertEquals(List.of("[null,null,[null],null]", "[2,null,null,null]", "[null,null,null,null]",
                "[null,null,null,null]"), rows(ion(schema, path)));
    }

    /** The exact name wins, before or after the other one; of others the last, as of repeated names. */
    @ParameterizedTest
    @ValueSource(strings = {"", GENERAL})
    void theExactNameComesFirst(String other) throws IOException {
        String path = file("a.ion", ("{Id:1,id:2#}\n{id:3,Id:4#}\n{Id:5,id:6,ID:7#}\n{ID:8,id:9#}\n{Id:null,id:10#}\n"
                + "{id:11#}\n{s:[{Id:1,id:2},{id:3},{id:4,Id:5}]#}\n").replace("#", other));
        assertEquals(List.of("[1,null]", "[4,null]", "[5,null]", "[9,null]", "[null,null]", "[11,null]",
                "[null,ArraySeq([1], [3], [5])]"), rows(ion("Id INT, s ARRAY<STRUCT<Id: INT>>", path)));
        spark().conf().set("spark.sql.caseSensitive", true);
        assertEquals(List.of("[1,2]", "[4,3]", "[5,6]", "[null,9]", "[null,10]", "[null,11]", "[null,null]"),
                rows(ion("Id INT, id INT", path)));
    }

    /** Members beside an image are no attributes, by any case. */
    @Test
    void keysOfIncrementalExports() throws IOException {
        String path = file("a.ion", "{NewImage:{keys:9,METADATA:8,ID:1},Keys:{Id:1},Metadata:{W:5}}\n"
                + "{Keys:{Id:2},Metadata:{W:6},NewImage:{keys:7,Id:2}}\n");
        assertEquals(List.of("[1,[1],[5]]", "[2,[2],[6]]"), rows(spark().read().format("dynamodb-ion")
                .option("root", "NewImage").option("mode", "FAILFAST")
                .schema("id INT, keys STRUCT<id: INT>, metaData STRUCT<w: INT>").load(path)));
        spark().conf().set("spark.sql.caseSensitive", true);
        assertEquals(List.of("[9,[1]]", "[7,[2]]"), rows(spark().read().format("dynamodb-ion")
                .option("root", "NewImage").option("mode", "FAILFAST")
                .schema("keys INT, Keys STRUCT<Id: INT>").load(path)));
    }

    @Test
    void createdTablesDoSo() throws IOException {
        file("t/a.ion", "{camelCase:1}\n");
        spark().sql("DROP TABLE IF EXISTS lower");
        spark().sql("CREATE TABLE lower (camelcase INT) USING ion LOCATION '" + folder + "/t'");
        assertEquals(List.of("[1]"), rows(spark().sql("SELECT * FROM lower")));
        spark().sql("DROP TABLE lower");
    }

    /** Spark's source of JSON compares exactly. */
    @Test
    void namesOfJsonAreThoseOfSpark() throws IOException {
        String path = file("a.json", "{\"Id\":1,\"id\":2}\n{\"ID\":3}\n");
        assertEquals(rows(spark().read().schema("id INT").json(path)),
                rows(spark().read().format("stringmill-json").schema("id INT").load(path)));
    }
}
