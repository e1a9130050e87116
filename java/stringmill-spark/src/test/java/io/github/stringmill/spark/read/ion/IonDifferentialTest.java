package io.github.stringmill.spark.read.ion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazon.ion.IonBool;
import com.amazon.ion.IonDecimal;
import com.amazon.ion.IonFloat;
import com.amazon.ion.IonInt;
import com.amazon.ion.IonLob;
import com.amazon.ion.IonSequence;
import com.amazon.ion.IonStruct;
import com.amazon.ion.IonSystem;
import com.amazon.ion.IonText;
import com.amazon.ion.IonTimestamp;
import com.amazon.ion.IonType;
import com.amazon.ion.IonValue;
import com.amazon.ion.Timestamp;
import com.amazon.ion.system.IonSystemBuilder;
import io.github.stringmill.spark.SparkTest;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import scala.jdk.javaapi.CollectionConverters;

/** Generated values of Ion in columns of every type, beside what ion-java reads and the table of docs/spark.md says. */
class IonDifferentialTest extends SparkTest {
    private static final IonSystem ION = IonSystemBuilder.standard().build();
    private static final StructType SCHEMA = StructType.fromDDL("bo BOOLEAN, by BYTE, sh SHORT, i INT, l LONG, f FLOAT, d DOUBLE, "
            + "de DECIMAL(12,3), big DECIMAL(38,10), st STRING, ts TIMESTAMP, da DATE, bi BINARY, ar ARRAY<INT>, "
            + "s STRUCT<x:INT,y:STRING,z:ARRAY<STRUCT<q:DOUBLE>>>");
    private static final List<String> VALUES = List.of("true", "null", "null.int", "null.struct", "0", "-1", "127", "128", "-129", "32768",
            "2147483648", "-9223372036854775809", "123456789012345678901234567890123456789", "1.5", "2d3", "103.", "0.10", "-0.",
            "0d5", "1.2345", "999999999.999", "1d40", "1d-11", "0.30000000000000004", "1e0", "1.5e-3", "1e39", "-1e308", "1d400",
            "3.4028236d38", "nan", "+inf", "-inf", "\"text\"", "\"a\\u00e9\\n\\U0001F600\"", "sym", "'a b'", "x::'y z'::1", "2020T",
            "2020-02T", "2020-02-29", "2020-02-29T23:59Z", "2020-02-29T23:59:59.123456+02:30", "2020-01-01T00:00:00.1234567-00:00",
            "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z", "{{AAEC/w==}}", "{{\"clob\"}}", "[]", "[1,2,3]", "(1 2)",
            "[1,null,\"x\"]", "[1.,2d1]", "{}", "{x:1,y:sym,z:[{q:1.5},{q:2e0},{}]}", "{x:\"no\",y:2}", "{x:1,x:2}", "{z:[1]}");
    /** What a value is if it does not fit its column. */
    private static final String UNFIT = "unfit";

    private static String expected(IonValue value, DataType type) {
        if (value.isNullValue()) {
            return "null";
        }
        if (type instanceof DecimalType decimal) {
            return number(value, IonType.FLOAT).map(found -> exact(found, decimal)).orElse(UNFIT);
        }
        if (type instanceof ArrayType array) {
            return value instanceof IonSequence list ? joined(list.stream().map(one -> expected(one, array.elementType())).toList(), "[", "]")
                    : UNFIT;
        }
        if (type instanceof StructType struct) {
            return value instanceof IonStruct found ? joined(Arrays.stream(struct.fields()).map(field -> members(found, field))
                    .map(all -> all.contains(UNFIT) ? UNFIT : fitting(all)).toList(), "{", "}") : UNFIT;
        }
        return switch (type.typeName()) {
            case "boolean" -> value instanceof IonBool bool ? String.valueOf(bool.booleanValue()) : UNFIT;
            case "byte" -> integer(value, 8);
            case "short" -> integer(value, 16);
            case "integer" -> integer(value, 32);
            case "long" -> integer(value, 64);
            case "float" -> floating(value, true);
            case "double" -> floating(value, false);
            case "string" -> value instanceof IonText text ? text.stringValue() : ION.singleValue(value.toString()).toString();
            case "timestamp" -> value instanceof IonTimestamp time ? micros(time.timestampValue()) : UNFIT;
            case "date" -> value instanceof IonTimestamp time ? day(time.timestampValue()) : UNFIT;
            case "binary" -> value instanceof IonLob lob ? HexFormat.of().formatHex(lob.getBytes()) : UNFIT;
            default -> throw new AssertionError(type);
        };
    }

    private static String joined(List<String> parts, String open, String close) {
        return parts.contains(UNFIT) ? UNFIT : open + String.join(",", parts) + close;
    }

    /** Returns the values of all members of a name, of which the last that fits is the column. */
    private static List<String> members(IonStruct struct, StructField field) {
        List<String> found = new ArrayList<>(List.of("null"));
        for (IonValue one : struct) {
            if (one.getFieldName().equals(field.name())) {
                found.add(expected(one, field.dataType()));
            }
        }
        return found;
    }

    private static String fitting(List<String> members) {
        return members.stream().filter(one -> !one.equals(UNFIT)).reduce("null", (first, second) -> second);
    }

    private static Optional<BigDecimal> number(IonValue value, IonType refused) {
        if (value.getType() == refused) {
            return Optional.empty();
        }
        if (value instanceof IonInt number) {
            return Optional.of(new BigDecimal(number.bigIntegerValue()));
        }
        return value instanceof IonDecimal number ? Optional.of(new BigDecimal(number.bigDecimalValue().toString()))
                : Optional.empty();
    }

    private static String exact(BigDecimal value, DecimalType type) {
        try {
            BigDecimal scaled = value.setScale(type.scale(), RoundingMode.UNNECESSARY);
            return scaled.signum() == 0 || scaled.precision() <= type.precision() ? scaled.toPlainString() : UNFIT;
        } catch (ArithmeticException e) {
            return UNFIT;
        }
    }

    private static String integer(IonValue value, int bits) {
        return number(value, IonType.FLOAT).map(found -> {
            try {
                BigInteger whole = found.toBigIntegerExact();
                return whole.bitLength() < bits ? whole.toString() : UNFIT;
            } catch (ArithmeticException e) {
                return UNFIT;
            }
        }).orElse(UNFIT);
    }

    private static String floating(IonValue value, boolean isSingle) {
        if (value instanceof IonFloat number) {
            double wide = number.doubleValue();
            float narrow = (float) wide;
            boolean overflows = isSingle && Float.isInfinite(narrow) && !Double.isInfinite(wide);
            return overflows ? UNFIT : isSingle ? String.valueOf(narrow) : String.valueOf(wide);
        }
        boolean isNegativeZero = value instanceof IonDecimal number && number.decimalValue().isNegativeZero();
        return number(value, IonType.FLOAT).map(found -> {
            double wide = isNegativeZero ? -0.0 : found.doubleValue();
            boolean overflows = isSingle ? Float.isInfinite((float) wide) : Double.isInfinite(wide);
            return overflows ? UNFIT : isSingle ? String.valueOf((float) wide) : String.valueOf(wide);
        }).orElse(UNFIT);
    }

    private static String micros(Timestamp time) {
        try {
            // Not by ion-java's milliseconds, which are those of the Julian calendar before 1582.
            int offset = time.getLocalOffset() == null ? 0 : time.getLocalOffset();
            long seconds = LocalDate.of(time.getYear(), time.getMonth(), time.getDay()).atTime(time.getHour(), time.getMinute())
                    .toEpochSecond(ZoneOffset.ofTotalSeconds(offset * 60));
            return time.getDecimalSecond().add(BigDecimal.valueOf(seconds)).movePointRight(6)
                    .setScale(0, RoundingMode.UNNECESSARY).toString();
        } catch (ArithmeticException e) {
            return UNFIT;
        }
    }

    private static String day(Timestamp time) {
        return time.getPrecision().includes(Timestamp.Precision.MINUTE) ? UNFIT
                : LocalDate.of(time.getYear(), time.getMonth(), time.getDay()).toString();
    }

    private static String found(Object value) {
        if (value instanceof byte[] bytes) {
            return HexFormat.of().formatHex(bytes);
        }
        if (value instanceof Instant time) {
            return BigDecimal.valueOf(time.getEpochSecond()).movePointRight(6)
                    .add(BigDecimal.valueOf(time.getNano()).movePointLeft(3)).setScale(0, RoundingMode.UNNECESSARY).toString();
        }
        if (value instanceof scala.collection.Seq<?> list) {
            return CollectionConverters.asJava(list).stream().map(IonDifferentialTest::found)
                    .collect(Collectors.joining(",", "[", "]"));
        }
        if (value instanceof Row row) {
            return fields(row, row.size()).stream().collect(Collectors.joining(",", "{", "}"));
        }
        return value instanceof BigDecimal number ? number.toPlainString() : String.valueOf(value);
    }

    private static List<String> fields(Row row, int count) {
        List<String> fields = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            fields.add(found(row.get(i)));
        }
        return fields;
    }

    @Test
    void columnsHaveTheValuesOfIonJava() throws IOException {
        Random random = new Random(5);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            StringBuilder line = new StringBuilder(random.nextInt(4) == 0 ? "$ion_1_0 {" : "{");
            for (int member = random.nextInt(5); member >= 0; member--) {
                line.append(SCHEMA.fieldNames()[random.nextInt(SCHEMA.size())]).append(':').append(VALUES.get(random.nextInt(VALUES.size())))
                        .append(member > 0 ? "," : "}");
            }
            lines.add(line.toString());
        }
        String path = file("a.ion", String.join("\n", lines));
        spark().conf().set("spark.sql.datetime.java8API.enabled", true);
        try {
            List<Row> rows = spark().read().format("ion").schema(SCHEMA.add("_corrupt_record", "string")).load(path).collectAsList();
            assertEquals(lines.size(), rows.size());
            int bad = 0;
            List<String> differences = new ArrayList<>();
            for (int i = 0; i < lines.size(); i++) {
                IonStruct record = (IonStruct) ION.singleValue(lines.get(i));
                List<String> expected = new ArrayList<>();
                boolean isBad = false;
                for (StructField field : SCHEMA.fields()) {
                    List<String> all = members(record, field);
                    isBad |= all.contains(UNFIT);
                    expected.add(fitting(all));
                }
                bad += isBad ? 1 : 0;
                List<String> found = fields(rows.get(i), SCHEMA.size());
                if (!found.equals(expected) || !Objects.equals(rows.get(i).get(SCHEMA.size()), isBad ? lines.get(i) : null)) {
                    differences.add(lines.get(i) + " is " + found + ", not " + expected);
                }
            }
            assertEquals(List.of(), differences);
            assertTrue(bad > 500 && bad < 2_900, "bad records: " + bad);
        } finally {
            spark().conf().unset("spark.sql.datetime.java8API.enabled");
        }
    }
}
