package io.github.stringmill.spark.read;

import io.github.stringmill.spark.RecordFormat;
import io.github.stringmill.spark.read.ion.IonTypes;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.AtomicType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The types of columns that records can be read into. */
public final class ColumnTypes {
    private ColumnTypes() {}

    /**
     * Whether records can be read into columns of a type. Spark asks when it has the schema, before any job.
     *
     * @param format the format of the records
     * @param type a type, with members or without
     * @return false if a reader of the type is absent
     */
    public static boolean areReadInto(RecordFormat format, DataType type) {
        if (type instanceof StructType struct) {
            for (StructField field : struct.fields()) {
                if (!areReadInto(format, field.dataType())) {
                    return false;
                }
            }
            return true;
        }
        if (type instanceof ArrayType array) {
            return areReadInto(format, array.elementType());
        }
        if (type instanceof MapType map) {
            return map.keyType() instanceof StringType && areReadInto(format, map.valueType());
        }
        return format == RecordFormat.JSON
                ? type instanceof AtomicType || type instanceof NullType
                : IonTypes.have(type);
    }
}
