package io.github.stringmill.spark.read.ion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.stringmill.spark.SparkTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** Ion text by lines, and exports of DynamoDB. */
class IonReadTest extends SparkTest {
    private static List<String> rows(Dataset<Row> read) {
        return read.collectAsList().stream().map(Row::toString).toList();
    }

    private static Dataset<Row> ion(String schema, String path) {
        return spark().read().format("ion").schema(schema).load(path);
    }

    @Test
    void typesOfIonAreTypesOfColumns() throws IOException {
        String path = file("a.ion", "{by:-128,sh:0x7FFF,i:103.,l:2d3,f:1.5e0,d:0.1,de:12.30,b:true}\n"
                + "$ion_1_0 {by:128,de:12.345,l:1.5,b:\"true\"} // comment\n\n// comment alone\n$ion_1_0\n"
                + "{by:null.int,sh:null,i:null.string}\n");
        assertEquals(List.of("[-128,32767,103,2000,1.5,0.1,12.30,true,null]",
                "[null,null,null,null,null,null,null,null,$ion_1_0 {by:128,de:12.345,l:1.5,b:\"true\"} // comment]",
                "[null,null,null,null,null,null,null,null,null]"),
                rows(ion("by BYTE, sh SHORT, i INT, l LONG, f FLOAT, d DOUBLE, de DECIMAL(6,2), b BOOLEAN, "
                        + "_corrupt_record STRING", path)));
    }

    @Test
    void timesTextsAndContainers() throws IOException {
        String path = file("a.ion", "{t:2020-01-02T03:04:05.678901+02:30,n:2020-01-02T03:04:05.5+02:30,d:2020-02-29}\n"
                + "{t:2020-01-02T03:04:05.1234567Z}\n{t:2020T,n:2020-01-02T03:04-00:00,d:2020-01-01T00:00Z}\n");
        assertEquals(List.of("[2020-01-02 00:34:05.678901,2020-01-02 03:04:05.5,2020-02-29]", "[null,null,null]",
                "[2020-01-01 00:00:00,2020-01-02 03:04:00,null]"),
                rows(ion("t TIMESTAMP, n TIMESTAMP_NTZ, d DATE", path)
                        .selectExpr("cast(t as string)", "cast(n as string)", "d")));
        String other = file("b.ion", "{s:sym,x:{{AAEC}},a:(1 2),m:{k:1,j:null},c:{p:'q r'},v:[1,{y:2}]}\n");
        assertEquals(List.of("[sym,000102,ArraySeq(1, 2),Map(k -> 1, j -> null),[q r],[1,{y:2}]]"),
                rows(ion("s STRING, x BINARY, a ARRAY<INT>, m MAP<STRING,INT>, c STRUCT<p:STRING>, v STRING", other)
                        .selectExpr("s", "hex(x)", "a", "m", "c", "v")));
    }

    /** Digits of a second after the sixth are a loss, which an option allows. */
    @Test
    void nanosecondsByAnOption() throws IOException {
        String path = file("a.ion", "{t:2020-01-02T03:04:05.1234567Z}\n{t:1960-01-02T03:04:05.123456999-00:00}\n"
                + "{t:2020-01-02T03:04:05.123456000Z}\n");
        List<String> refused = List.of("[null]", "[null]", "[2020-01-02 03:04:05.123456]");
        List<String> dropped = List.of("[2020-01-02 03:04:05.123456]", "[1960-01-02 03:04:05.123456]",
                "[2020-01-02 03:04:05.123456]");
        for (String type : List.of("TIMESTAMP", "TIMESTAMP_NTZ")) {
            assertEquals(refused, rows(ion("t " + type, path).selectExpr("cast(t as string)")));
            assertEquals(dropped, rows(spark().read().format("ion").schema("t " + type).option("nanoseconds", "truncate")
                    .load(path).selectExpr("cast(t as string)")));
        }
        assertEquals("t STRING", spark().read().format("ion").option("inferSchema", true).load(path).schema().toDDL());
        assertEquals("t TIMESTAMP", spark().read().format("ion").option("inferSchema", true)
                .option("nanoseconds", "truncate").load(path).schema().toDDL());
        Exception e = assertThrows(IllegalArgumentException.class,
                () -> spark().read().format("ion").schema("t DATE").option("nanoseconds", "round").load(path));
        assertTrue(e.getMessage().contains("nanoseconds is refuse or truncate, not round"), e.getMessage());
    }

    /** A float that a column cannot hold is no infinity, as a decimal is none. */
    @Test
    void floatsOutOfRangeDoNotFit() throws IOException {
        String path = file("a.ion", "{v:1e400}\n{v:-1e400}\n{v:1d400}\n{v:1e39}\n{v:+inf}\n{v:-inf}\n{v:nan}\n");
        assertEquals(List.of("[null]", "[null]", "[null]", "[1.0E39]", "[Infinity]", "[-Infinity]", "[NaN]"),
                rows(ion("v DOUBLE", path)));
        assertEquals(List.of("[null]", "[null]", "[null]", "[null]", "[Infinity]", "[-Infinity]", "[NaN]"),
                rows(ion("v FLOAT", path)));
        assertEquals("v STRING", spark().read().format("ion").option("inferSchema", true).load(path).schema().toDDL());
        String binary = file("b.10n", new byte[] {(byte) 0xE0, 1, 0, (byte) 0xEA, (byte) 0xD6, (byte) 0x84, 0x44, 0x7F,
            (byte) 0x80, 0, 0});
        assertEquals(List.of("[Infinity]"),
                rows(spark().read().format("ion").schema("name DOUBLE").option("framing", "values").load(binary)));
    }

    /** The JDK takes quadratic time to read a number, so that its length is limited; some of these would fit a double. */
    @Test
    void longNumbersFitNoColumn() throws IOException {
        StringBuilder text = new StringBuilder();
        for (String number : List.of("0x", "0b", "1", "1.", "0.", "1d-", "2020-01-01T00:00:00.")) {
            text.append("{v:").append(number).append("1".repeat(200_000)).append(number.endsWith("00.") ? "Z" : "")
                    .append("}\n");
        }
        String path = file("a.ion", text.toString());
        for (String type : List.of("LONG", "DECIMAL(38,10)", "TIMESTAMP", "DOUBLE")) {
            assertEquals(7, ion("v " + type + ", _corrupt_record STRING", path).where("v IS NULL").count());
        }
        assertEquals("v STRING", spark().read().format("ion").option("inferSchema", true).load(path).schema().toDDL());
    }

    @Test
    void wholeRecordsAreTypedJson() throws IOException {
        String path = file("a.ion", "{a:1.10,b:sym}\n[2001T]\n");
        Dataset<Row> read = spark().read().format("ion").load(path);
        assertEquals(List.of("[{\"a\":1.10,\"b\":{\"$ion_symbol\":\"sym\"}}]", "[[{\"$ion_timestamp\":\"2001T\"}]]"),
                rows(read));
    }

    @Test
    void badLinesKeepTheirPlaces() throws IOException {
        String path = file("a.ion", "{a:1}\n{a:\n$ion_symbol_table::{symbols:[\"x\"]}\n{a:$10}\n{a:1} {a:2}\n{a:2}");
        String rejects = folder.resolve("rejects").toString();
        Dataset<Row> read = spark().read().format("ion").schema("a STRING").option("rejects", rejects)
                .option("mode", "DROPMALFORMED").load(path);
        assertEquals(List.of("[1]", "[2]"), rows(read));
        assertEquals(List.of("[2,6,408]", "[3,10,872]", "[4,45,419]", "[5,53,802]"),
                rows(spark().read().json(rejects).orderBy("line").select("line", "offset", "code")));
        byte[] binary = {(byte) 0xE0, 1, 0, (byte) 0xEA, 0x20};
        String bin = file("b.10n", binary);
        Throwable failure = assertThrows(Exception.class, () -> spark().read().format("ion").schema("a INT")
                .option("mode", "FAILFAST").load(bin).collect());
        while (failure.getCause() != null) {
            failure = failure.getCause();
        }
        assertTrue(failure.getMessage().endsWith("line 1, byte 0: binary Ion where text is expected (401 ion_binary)"),
                failure.getMessage());
    }

    @Test
    void annotationsOnRequest() throws IOException {
        String path = file("a.ion", "x::'y z'::{a:1}\n{a:2}\n");
        assertEquals(List.of("[1,ArraySeq(x, y z)]", "[2,ArraySeq()]"), rows(spark().read().format("ion")
                .schema("a INT, names ARRAY<STRING>").option("annotationsColumn", "names").load(path)));
    }

    private static byte[] zipped(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    @Test
    void exportsOfDynamoDb() throws IOException {
        String export = folder + "/AWSDynamoDB/01693685827463-2d8752fd";
        file("AWSDynamoDB/01693685827463-2d8752fd/manifest-files.json",
                "{\"itemCount\":2,\"dataFileS3Key\":\"p/AWSDynamoDB/01693685827463-2d8752fd/data/a.ion.gz\"}\n");
        file("AWSDynamoDB/01693685827463-2d8752fd/data/a.ion.gz", zipped(
                "$ion_1_0 {Item:{Id:103.,Authors:$dynamodb_SS::[\"A\",\"B\"],Price:2d3,InPublication:false,"
                + "Title:\"T\",Nums:$dynamodb_NS::[1.,2.5]}}\n$ion_1_0 {Item:{Id:1.5}}\n"));
        file("AWSDynamoDB/01693685827463-2d8752fd/data/not-in-the-manifest.ion.gz", zipped("no"));
        String schema = "Id DECIMAL(38,10), Authors ARRAY<STRING>, Price INT, InPublication BOOLEAN, Title STRING, "
                + "Nums ARRAY<DECIMAL(10,2)>";
        assertEquals(List.of("[103.0000000000,ArraySeq(A, B),2000,false,T,ArraySeq(1.00, 2.50)]",
                "[1.5000000000,null,null,null,null,null]"),
                rows(spark().read().format("dynamodb-ion").schema(schema).load(export)));
        file("AWSDynamoDB/01693685827463-2d8752fd/manifest-files.json", "{\"dataFileS3Key\":\"data/absent.ion.gz\"}\n");
        assertThrows(Exception.class, () -> spark().read().format("dynamodb-ion").schema(schema).load(export).collect());
        assertThrows(UnsupportedOperationException.class,
                () -> spark().range(1).write().format("dynamodb-ion").save(folder + "/out"));
    }
}
