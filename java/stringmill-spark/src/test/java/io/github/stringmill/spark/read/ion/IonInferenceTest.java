package io.github.stringmill.spark.read.ion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.stringmill.spark.SparkTest;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** Schemas and variants of Ion, and the options of ion-hive-serde. */
class IonInferenceTest extends SparkTest {
    private static DataFrameReader ion() {
        return spark().read().format("ion");
    }

    private static List<String> rows(Dataset<Row> read) {
        return read.collectAsList().stream().map(Row::toString).toList();
    }

    @Test
    void typesOfRecordsAreMerged() throws IOException {
        file("t/day=3/a.ion", "{i:1,d:1.25,f:1e0,b:true,s:sym,t:2020-01-01T00:00:00Z,day1:2020-01-02,x:{{AAEC}},n:null}\n"
                + "{i:null.int,d:123.,l:[1,2.5],c:{p:1},m:1}\n");
        file("t/day=4/b.ion", "{l:(3),c:{q:\"x\"},m:\"y\",big:123456789012345678901234567890,e:2d3}\n");
        Dataset<Row> read = ion().option("inferSchema", true).load(folder.resolve("t").toString());
        assertEquals("b BOOLEAN,big DECIMAL(30,0),c STRUCT<p: BIGINT, q: STRING>,d DECIMAL(5,2),day1 DATE,e DECIMAL(4,0),"
                + "f DOUBLE,i BIGINT,l ARRAY<DECIMAL(21,1)>,m STRING,n STRING,s STRING,t TIMESTAMP,x BINARY,day INT",
                read.schema().toDDL());
        assertEquals(3, read.count());
        assertEquals(0, read.where("l is null and day = 4").count());
    }

    @Test
    void badRecordsGiveTheirColumn() throws IOException {
        String path = file("a.ion", "{a:1}\n{a:\n[1]\n");
        assertEquals(List.of("[null,1]", "[{a:,null]", "[[1],null]"), rows(ion().option("inferSchema", true).load(path)));
        assertEquals("a BIGINT", ion().option("inferSchema", true).option("mode", "DROPMALFORMED").load(path).schema()
                .toDDL());
        String free = file("b.ion", "$ion_1_0\n{a:\n1} {b:'''x'''}");
        assertEquals(List.of("[1,null]", "[null,x]"),
                rows(ion().option("inferSchema", true).option("framing", "values").load(free)));
        String item = file("c.ion", "$ion_1_0 {Item:{Id:103.,S:$dynamodb_SS::[\"A\"]}}\n");
        assertEquals("Id DECIMAL(3,0),S ARRAY<STRING>",
                spark().read().format("dynamodb-ion").option("inferSchema", true).load(item).schema().toDDL());
    }

    @Test
    void variantsHaveTheTypesOfJson() throws IOException {
        String path = file("a.ion", "{a:1.10,b:sym,t:2020T}\n{a:\n");
        Dataset<Row> read = ion().option("singleVariantColumn", "v").option("columnNameOfCorruptRecord", "bad").load(path);
        assertEquals("v VARIANT,bad STRING", read.schema().toDDL());
        assertEquals(List.of("[{\"a\":1.1,\"b\":\"sym\",\"t\":\"2020T\"},null]", "[null,{a:]"),
                rows(read.selectExpr("cast(v as string)", "bad")));
        assertEquals(List.of("[\"sym\"]", "[null]"),
                rows(ion().schema("b VARIANT").load(path).selectExpr("to_json(b)")));
    }

    @Test
    void optionsOfTheSerde() throws IOException {
        String path = file("a.ion", "{a:1}\n{a:999999999999}\n");
        assertEquals(List.of("[1]", "[null]"), rows(ion().schema("a INT").option("ion.ignore_malformed", "true")
                .option("ion.fail_on_overflow", "true").option("ion.a.fail_on_overflow", "true").load(path)));
        assertThrows(Exception.class,
                () -> ion().schema("a INT").option("ion.ignore_malformed", "false").load(path).collect());
        for (String[] one : new String[][] {{"ion.fail_on_overflow", "false"}, {"ion.a.path_extractor", "(x)"},
            {"ion.serialize_null", "OMIT"}, {"ion.encoding", "xml"}}) {
            Exception refused = assertThrows(IllegalArgumentException.class,
                    () -> ion().schema("a INT").option(one[0], one[1]).load(path).collect());
            assertTrue(refused.getMessage().contains(one[0]), refused.getMessage());
        }
        assertThrows(Exception.class, () -> spark().range(1).write().format("ion").option("ion.encoding", "binary")
                .save(folder.resolve("out").toString()));
        assertThrows(IllegalArgumentException.class, () -> ion().schema("a INT").option("ion.ignore_malformed", "false")
                .option("mode", "DROPMALFORMED").load(path).collect());
    }
}
