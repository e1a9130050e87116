package io.github.stringmill.spark.read.ion;

import com.amazon.ion.IntegerSize;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import com.amazon.ion.Timestamp;
import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.catalyst.json.JsonInferSchema;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * The types of columns that hold values of Ion without loss. They are merged by the rules of Spark's source of JSON; a
 * value that no other type holds is a string, which has its Ion text.
 */
public final class IonTypes {
    /** The readers of the columns. */
    private final IonColumns readers;

    IonTypes(IonColumns readers) {
        this.readers = readers;
    }

    /** Returns the type of a record as JSON, or {@link IonColumns#UNFIT} if it has no columns. */
    Object ofRecord(IonReader reader, IonType type, String root) {
        if (type != IonType.STRUCT || reader.isNullValue()) {
            return IonColumns.UNFIT;
        }
        if (root == null) {
            return UTF8String.fromString(struct(reader).json());
        }
        Object found = IonColumns.UNFIT;
        reader.stepIn();
        for (IonType next = reader.next(); next != null; next = reader.next()) {
            if (root.equals(reader.getFieldName())) {
                found = ofRecord(reader, next, null);
            } else if (found == IonColumns.UNFIT && IonRecordReader.isKeys(root, reader.getFieldName())) {
                // A deleted item has no columns.
                found = UTF8String.fromString(new StructType().json());
            }
        }
        reader.stepOut();
        return found;
    }

    public static DataType merged(DataType one, DataType other) {
        return JsonInferSchema.compatibleType(one, other, DataTypes.StringType);
    }

    /** Whether a type without members can be the type of a column. */
    public static boolean have(DataType type) {
        return IonColumns.has(type);
    }

    private DataType of(IonReader reader, IonType type) {
        if (reader.isNullValue()) {
            return DataTypes.NullType;
        }
        if (readers.isTooLong(reader)) {
            return DataTypes.StringType;
        }
        return switch (type) {
            case BOOL -> DataTypes.BooleanType;
            case INT -> reader.getIntegerSize() == IntegerSize.BIG_INTEGER
                    ? decimal(new BigDecimal(reader.bigIntegerValue())) : DataTypes.LongType;
            case DECIMAL -> decimal(reader.bigDecimalValue());
            case FLOAT -> Double.isInfinite(reader.doubleValue()) && !IonColumns.isInfinity(reader, type)
                    ? DataTypes.StringType : DataTypes.DoubleType;
            case TIMESTAMP -> timestamp(reader.timestampValue());
            case BLOB, CLOB -> DataTypes.BinaryType;
            case LIST, SEXP -> array(reader);
            case STRUCT -> struct(reader);
            default -> DataTypes.StringType;
        };
    }

    private static DataType decimal(BigDecimal value) {
        int scale = Math.max(0, value.scale());
        long precision = Math.max(value.precision() - (long) value.scale() + scale, scale);
        return precision > DecimalType.MAX_PRECISION() || scale > DecimalType.MAX_SCALE() ? DataTypes.StringType
                : DataTypes.createDecimalType((int) Math.max(1, precision), scale);
    }

    private DataType timestamp(Timestamp value) {
        if (!value.getPrecision().includes(Timestamp.Precision.MINUTE)) {
            return DataTypes.DateType;
        }
        boolean fits = readers.dropsNanoseconds
                || value.getDecimalSecond().stripTrailingZeros().scale() <= IonColumns.SECOND_DIGITS;
        return fits ? DataTypes.TimestampType : DataTypes.StringType;
    }

    private DataType array(IonReader reader) {
        DataType element = DataTypes.NullType;
        reader.stepIn();
        for (IonType next = reader.next(); next != null; next = reader.next()) {
            element = merged(element, of(reader, next));
        }
        reader.stepOut();
        return ArrayType.apply(element);
    }

    /** Returns a struct with its fields in the order that merging requires. */
    private StructType struct(IonReader reader) {
        Map<String, DataType> fields = new TreeMap<>();
        reader.stepIn();
        for (IonType next = reader.next(); next != null; next = reader.next()) {
            fields.merge(reader.getFieldName(), of(reader, next), IonTypes::merged);
        }
        reader.stepOut();
        StructType struct = new StructType();
        for (Map.Entry<String, DataType> field : fields.entrySet()) {
            struct = struct.add(field.getKey(), field.getValue());
        }
        return struct;
    }

    /** Replaces the null type of members whose values are all null: no file can be written with that type. */
    public static DataType withoutNulls(DataType type) {
        if (type instanceof ArrayType array) {
            return ArrayType.apply(withoutNulls(array.elementType()));
        }
        if (type instanceof StructType struct) {
            StructType whole = new StructType();
            for (var field : struct.fields()) {
                whole = whole.add(field.name(), withoutNulls(field.dataType()));
            }
            return whole;
        }
        return type.equals(DataTypes.NullType) ? DataTypes.StringType : type;
    }
}
