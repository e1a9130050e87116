package io.github.stringmill.spark.read.ion;

import com.amazon.ion.Decimal;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import com.amazon.ion.IonWriter;
import com.amazon.ion.Timestamp;
import io.github.stringmill.ion.StringmillIonTextWriterBuilder;
import io.github.stringmill.ion.reader.TextReader;
import io.github.stringmill.spark.convert.IonToJson;
import io.github.stringmill.spark.read.options.RecordOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.types.variant.Variant;
import org.apache.spark.types.variant.VariantBuilder;
import org.apache.spark.unsafe.types.UTF8String;
import org.apache.spark.unsafe.types.VariantVal;

/**
 * Readers of columns from Ion values. A value that a column cannot hold without loss does not fit: an int that exceeds
 * the type, a decimal with more digits than the scale, a timestamp with more than six digits of a second unless an option
 * says to drop them.
 */
final class IonColumns {
    /** The result for a value that does not fit. */
    static final Object UNFIT = new Object();

    /** Reads the current value of a reader, which is not null. */
    interface IonColumn {
        Object read(IonReader reader, IonType type);
    }

    /** The most digits of a second in a timestamp of Spark. */
    static final int SECOND_DIGITS = 6;
    /** The maximum length of a number: the JDK takes quadratic time to read one with many digits. */
    static final int NUMBER_LEN_MAX = 1 << 17;

    /** Whether names of members may differ in case from those of columns. */
    final boolean ignoresCase;
    /** Whether to drop digits of a second after the sixth. */
    final boolean dropsNanoseconds;
    /** Whether the record is long enough to contain a number that is too long. */
    private boolean checksNumbers;

    /**
     * Makes readers.
     *
     * @param options the options of the source
     */
    IonColumns(RecordOptions options) {
        ignoresCase = options.ignoresCase;
        dropsNanoseconds = options.dropsNanoseconds;
    }

    /** Begins a record of this length in bytes. */
    void begin(int len) {
        checksNumbers = len > NUMBER_LEN_MAX;
    }

    /** Reads the current value; null for a null of any type. */
    Object read(IonColumn column, IonReader reader, IonType type) {
        if (isTooLong(reader)) {
            return UNFIT;
        }
        return reader.isNullValue() ? null : column.read(reader, type);
    }

    /** Whether the current value is a number or timestamp with more digits than any column holds. */
    boolean isTooLong(IonReader reader) {
        String text = checksNumbers && reader instanceof TextReader written ? written.numberText() : null;
        return text != null && text.length() > NUMBER_LEN_MAX;
    }

    IonColumn of(DataType type) {
        if (type instanceof StructType struct) {
            return structOf(struct);
        }
        if (type instanceof ArrayType array) {
            return arrayOf(of(array.elementType()));
        }
        if (type instanceof DecimalType decimal) {
            return (reader, found) -> decimal(reader, found, decimal.precision(), decimal.scale());
        }
        if (type instanceof MapType map && map.keyType().typeName().equals("string")) {
            return mapOf(of(map.valueType()));
        }
        if (type instanceof TimestampType || type instanceof TimestampNTZType) {
            boolean isLocal = type instanceof TimestampNTZType;
            return (reader, found) -> timestamp(reader, found, isLocal);
        }
        IonColumn scalar = scalarOf(type);
        if (scalar == null) {
            throw new IllegalArgumentException("Ion cannot be read into columns of type " + type.sql());
        }
        return scalar;
    }

    /** Whether a type without members has a reader. */
    static boolean has(DataType type) {
        return type instanceof DecimalType || type instanceof TimestampType || type instanceof TimestampNTZType
                || scalarOf(type) != null;
    }

    private static IonColumn scalarOf(DataType type) {
        return switch (type.typeName()) {
            case "string" -> IonColumns::text;
            case "boolean" -> (reader, found) -> found == IonType.BOOL ? (Object) reader.booleanValue() : UNFIT;
            case "byte" -> (reader, found) -> integer(reader, found, 8);
            case "short" -> (reader, found) -> integer(reader, found, 16);
            case "integer" -> (reader, found) -> integer(reader, found, 32);
            case "long" -> (reader, found) -> integer(reader, found, 64);
            case "float" -> (reader, found) -> floating(reader, found, true);
            case "double" -> (reader, found) -> floating(reader, found, false);
            case "date" -> IonColumns::date;
            case "variant" -> IonColumns::variant;
            case "binary" -> (reader, found) -> IonType.isLob(found) ? reader.newBytes() : UNFIT;
            case "void" -> (reader, found) -> UNFIT;
            default -> null;
        };
    }

    private static boolean isNumber(IonType type) {
        return type == IonType.INT || type == IonType.DECIMAL || type == IonType.FLOAT;
    }

    private static Object floating(IonReader reader, IonType type, boolean isSingle) {
        if (!isNumber(type)) {
            return UNFIT;
        }
        double value = reader.doubleValue();
        Object found = isSingle ? (Object) (float) value : (Object) value;
        boolean isInfinite = Double.isInfinite(((Number) found).doubleValue());
        // A finite number beyond the range of the type must not become an infinity.
        return isInfinite && !isInfinity(reader, type) ? UNFIT : found;
    }

    /**
     * Whether the current value is an infinity, in contrast to a number such as {@code 1e400} that exceeds a double.
     */
    static boolean isInfinity(IonReader reader, IonType type) {
        if (type != IonType.FLOAT || !Double.isInfinite(reader.doubleValue())) {
            return false;
        }
        String text = reader instanceof TextReader written ? written.numberText() : null;
        return text == null || text.endsWith("inf");
    }

    private static Object text(IonReader reader, IonType type) {
        if (IonType.isText(type)) {
            // A symbol without known text gives null.
            String text = type == IonType.STRING ? reader.stringValue() : reader.symbolValue().getText();
            return text == null ? UNFIT : UTF8String.fromString(text);
        }
        StringBuilder written = new StringBuilder();
        try (IonWriter writer = StringmillIonTextWriterBuilder.standard().build(written)) {
            writer.writeValue(reader);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return UTF8String.fromString(written.toString());
    }

    /** Reads a value as a variant, which has the types of JSON, and loses digits. */
    static Object variant(IonReader reader, IonType type) {
        String json = new String(IonToJson.current(reader, false, 0), StandardCharsets.UTF_8);
        try {
            Variant variant = VariantBuilder.parseJson(json, false);
            return new VariantVal(variant.getValue(), variant.getMetadata());
        } catch (IOException | RuntimeException e) {
            // For example a repeated name, or more bytes than a variant can have.
            return UNFIT;
        }
    }

    private static Object integer(IonReader reader, IonType type, int bits) {
        BigInteger value;
        if (type == IonType.INT) {
            value = reader.bigIntegerValue();
        } else if (type == IonType.DECIMAL) {
            // 103. and 2d3 count as integers, as numbers of DynamoDB do.
            BigDecimal decimal = reader.bigDecimalValue();
            if (decimal.precision() - (long) decimal.scale() > 20 || decimal.scale() > 0 && isFraction(decimal)) {
                return UNFIT;
            }
            value = decimal.toBigInteger();
        } else {
            return UNFIT;
        }
        if (value.bitLength() >= bits) {
            return UNFIT;
        }
        long number = value.longValue();
        return switch (bits) {
            case 8 -> (Object) (byte) number;
            case 16 -> (short) number;
            case 32 -> (int) number;
            default -> number;
        };
    }

    private static boolean isFraction(BigDecimal decimal) {
        return decimal.signum() != 0 && decimal.stripTrailingZeros().scale() > 0;
    }

    private static Object decimal(IonReader reader, IonType type, int precision, int scale) {
        if (type != IonType.INT && type != IonType.DECIMAL) {
            return UNFIT;
        }
        BigDecimal value = type == IonType.INT ? new BigDecimal(reader.bigIntegerValue())
                : Decimal.bigDecimalValue(reader.decimalValue());
        // Checked before the digits are written out, because 1d1000000 has a million of them.
        if (value.signum() != 0 && (value.precision() - (long) value.scale() > precision - scale
                || value.stripTrailingZeros().scale() > scale)) {
            return UNFIT;
        }
        BigDecimal exact = value.signum() == 0 ? BigDecimal.ZERO.setScale(scale)
                : value.setScale(scale, RoundingMode.UNNECESSARY);
        return org.apache.spark.sql.types.Decimal.apply(exact, precision, scale);
    }

    private Object timestamp(IonReader reader, IonType type, boolean isLocal) {
        if (type != IonType.TIMESTAMP) {
            return UNFIT;
        }
        Timestamp value = reader.timestampValue();
        BigDecimal seconds = value.getDecimalSecond();
        if (dropsNanoseconds && seconds.scale() > SECOND_DIGITS) {
            seconds = seconds.setScale(SECOND_DIGITS, RoundingMode.DOWN);
        }
        seconds = seconds.stripTrailingZeros();
        if (seconds.scale() > SECOND_DIGITS) {
            return UNFIT;
        }
        long micros = seconds.movePointRight(SECOND_DIGITS).longValueExact();
        long minutes = LocalDate.of(value.getYear(), value.getMonth(), value.getDay()).toEpochDay() * 1440
                + value.getHour() * 60L + value.getMinute();
        // An unknown offset, -00:00, counts as UTC.
        Integer offset = value.getLocalOffset();
        return (minutes - (isLocal || offset == null ? 0 : offset)) * 60_000_000L + micros;
    }

    private static Object date(IonReader reader, IonType type) {
        if (type != IonType.TIMESTAMP) {
            return UNFIT;
        }
        Timestamp value = reader.timestampValue();
        if (value.getPrecision().includes(Timestamp.Precision.MINUTE)) {
            return UNFIT;
        }
        try {
            return (int) LocalDate.of(value.getYear(), value.getMonth(), value.getDay()).toEpochDay();
        } catch (DateTimeException e) {
            return UNFIT;
        }
    }

    private IonColumn structOf(StructType type) {
        StructField[] fields = type.fields();
        IonColumn[] columns = new IonColumn[fields.length];
        for (int i = 0; i < fields.length; i++) {
            columns[i] = of(fields[i].dataType());
        }
        FieldNames names = new FieldNames(type.fieldNames(), ignoresCase);
        return (reader, found) -> {
            if (found != IonType.STRUCT) {
                return UNFIT;
            }
            GenericInternalRow row = new GenericInternalRow(columns.length);
            boolean fits = true;
            names.begin();
            reader.stepIn();
            for (IonType next = reader.next(); next != null; next = reader.next()) {
                int field = names.field(reader.getFieldNameSymbol().getText());
                if (field != FieldNames.NONE) {
                    Object value = read(columns[field], reader, next);
                    fits &= value != UNFIT;
                    row.update(field, value == UNFIT ? null : value);
                }
            }
            reader.stepOut();
            return fits ? row : UNFIT;
        };
    }

    private IonColumn arrayOf(IonColumn element) {
        return (reader, found) -> {
            if (found != IonType.LIST && found != IonType.SEXP) {
                return UNFIT;
            }
            List<Object> elements = new ArrayList<>();
            boolean fits = true;
            reader.stepIn();
            for (IonType next = reader.next(); next != null; next = reader.next()) {
                Object value = read(element, reader, next);
                fits &= value != UNFIT;
                elements.add(value);
            }
            reader.stepOut();
            return fits ? new GenericArrayData(elements.toArray()) : UNFIT;
        };
    }

    private IonColumn mapOf(IonColumn value) {
        return (reader, found) -> {
            if (found != IonType.STRUCT) {
                return UNFIT;
            }
            List<Object> names = new ArrayList<>();
            List<Object> values = new ArrayList<>();
            boolean fits = true;
            reader.stepIn();
            for (IonType next = reader.next(); next != null; next = reader.next()) {
                String name = reader.getFieldNameSymbol().getText();
                Object one = read(value, reader, next);
                fits &= name != null && one != UNFIT;
                names.add(UTF8String.fromString(name));
                values.add(one);
            }
            reader.stepOut();
            return fits ? new ArrayBasedMapData(new GenericArrayData(names.toArray()),
                    new GenericArrayData(values.toArray())) : UNFIT;
        };
    }
}
