package io.github.stringmill.spark.read.ion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.stringmill.spark.RecordFormat;
import io.github.stringmill.spark.SparkTest;
import io.github.stringmill.spark.read.options.RecordOptions;
import io.github.stringmill.spark.read.rows.RecordReader;
import io.github.stringmill.spark.read.rows.RowLayout;
import io.github.stringmill.spark.records.RecordBuffer;
import io.github.stringmill.spark.records.Records;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.sql.catalyst.expressions.SpecificInternalRow;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.Test;

/** Records of the plain forms, beside the general reader of Ion, on generated and damaged lines. */
class IonPlainTest extends SparkTest {
    private static final List<String> VALUES = List.of("1", "-1", "0", "-0", "007", "123456789012345678901", "1.50", "-0.0", "0.", "103.",
            "2d3", "1e0", "1.5e-3", "1_000", "0x1F", "true", "false", "null", "null.int", "nan", "+inf", "sym", "$10", "$x", "'q s'",
            "\"text\"", "\"a\\nb\"", "\"\\a\\0\\v\\'\\?\\/\\\\\"", "[[1],[2,x]]", "{x:{y:true}}", "{X:{Y:true}}", "{X:1,x:2,X:3}", "1e400", "-inf", "{x:1,x:null}", "{y:\"\\t\"}", "\"\\u00e9\"", "\"\u00e9\"", "'''long'''", "{{AAEC}}", "[1, 2,]", "[a::1]", "[]", "(+ 1)", "{x:1,}",
            "{a:{b:[]}}", "{ \"n\" : 1 }", "{null:1}", "2020-02-29", "2021-02-29", "2020-01-02T", "2020T", "2020-01T",
            "2020-01-02T03:04Z", "2020-01-02T03:04:05.678+02:30", "2020-01-02T03:04:05.1234567Z", "2020-01-02T03:04:60Z",
            "2020-01-02T03:04-00:00", "2020-01-02T24:00Z", "2020-01-02T03:04", "x::1", "x::'y'::\"z\"", "null::1", "1/*c*/", "2147483648",
            "9223372036854775808", "-9223372036854775808", "0001-01-01T00:00+23:59", "1.", "99999999.999", "1.2345", "-2.25", "0.1");
    private static final List<String> TYPES = List.of("INT", "BIGINT", "DOUBLE", "FLOAT", "DECIMAL(10,2)", "DECIMAL(38,10)", "STRING",
            "BOOLEAN", "TIMESTAMP", "TIMESTAMP_NTZ", "DATE", "BINARY", "ARRAY<INT>", "STRUCT<x:INT>", "ARRAY<ARRAY<STRING>>", "STRUCT<x:STRUCT<y:BOOLEAN>>", "STRUCT<y:STRING>", "SMALLINT");

    private static IonRecordReader reader(StructType schema, String root) {
        RecordOptions options = new RecordOptions(RecordFormat.ION, new CaseInsensitiveStringMap(Map.of()));
        return new IonRecordReader(new RowLayout(schema, schema, new StructType(), options), options, root);
    }

    private static List<String> texts(SpecificInternalRow row, StructType schema) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < schema.size(); i++) {
            Object value = row.get(i, schema.fields()[i].dataType());
            texts.add(value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : String.valueOf(value));
        }
        return texts;
    }

    private static List<String> results(IonRecordReader reader, StructType schema, byte[] text) throws IOException {
        SpecificInternalRow row = new SpecificInternalRow(schema);
        List<String> found = new ArrayList<>();
        try (RecordBuffer lines = RecordBuffer.lines(new ByteArrayInputStream(text), 0, text.length)) {
            while (lines.next()) {
                RecordReader.Outcome outcome = reader.read(lines, row);
                String why = reader.error() == null ? "" : reader.error().id() + " at " + reader.errorOffset();
                found.add(lines.offset() + " " + outcome + " " + texts(row, schema) + " " + why);
            }
        }
        return found;
    }

    @Test
    void plainRecordsAreAsTheGeneralReaderReadsThem() throws IOException {
        Random random = new Random(17);
        for (int round = 0; round < 150; round++) {
            StringBuilder ddl = new StringBuilder();
            for (int i = 0; i < 4; i++) {
                ddl.append(i == 0 ? "" : ",").append("c").append(i).append(' ').append(TYPES.get(random.nextInt(TYPES.size())));
            }
            StructType schema = StructType.fromDDL(ddl.toString());
            StringBuilder text = new StringBuilder();
            boolean hasRoot = random.nextInt(3) == 0;
            for (int line = 0; line < 40; line++) {
                text.append(random.nextInt(5) == 0 ? "$ion_1_0 " : "").append(hasRoot ? "{Item: {" : "{");
                for (int i = 0; i < 6; i++) {
                    String name = (random.nextInt(9) == 0 ? "C" : "c") + (random.nextInt(9) == 0 ? 3 - i / 2 : i);
                    text.append(i == 0 ? "" : ",").append(random.nextInt(6) == 0 ? "\"" + name + "\" " : name).append(':')
                            .append(VALUES.get(random.nextInt(VALUES.size())));
                }
                text.append(hasRoot ? "}}" : "}").append(random.nextInt(9) == 0 ? " // c" : "").append('\n');
            }
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            for (int i = random.nextInt(8); i > 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) "{}[]()'\",:\\$a1 -.\0".charAt(random.nextInt(18));
            }
            IonRecordReader general = reader(schema, hasRoot ? "Item" : null);
            general.readGenerally();
            List<String> expected = results(general, schema, bytes.clone());
            List<String> found = results(reader(schema, hasRoot ? "Item" : null), schema, bytes);
            for (int i = 0; i < expected.size(); i++) {
                int at = i;
                assertEquals(expected.get(i), found.get(i), () -> ddl + "\n" + new String(bytes, StandardCharsets.UTF_8).split("\n")[at]);
            }
        }
    }

    @Test
    void plainRecordsAreReadPlainly() throws IOException {
        StructType schema = StructType.fromDDL("c0 INT, c1 STRING, c2 DECIMAL(10,2), c3 TIMESTAMP, c4 ARRAY<INT>");
        byte[] line = "$ion_1_0 {c0:103.,other:[a::{\"x\":1}],c1:\"\u00e9\",c2:1.5,c3:2020-01-02T03:04:05Z,c4:[1,2]}"
                .getBytes(StandardCharsets.UTF_8);
        byte[] text = Arrays.copyOf(line, line.length + Records.SLACK);
        RecordOptions options = new RecordOptions(RecordFormat.ION, new CaseInsensitiveStringMap(Map.of()));
        RowLayout layout = new RowLayout(schema, schema, new StructType(), options);
        IonPlainReader plain = new IonPlainReader(layout, new IonColumns(options), null,
                IonRecordReader.newReader());
        assertTrue(plain.read(text, 0, line.length, new SpecificInternalRow(schema)));
    }
}
