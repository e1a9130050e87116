package io.github.stringmill.spark.read.json;

import io.github.stringmill.spark.read.json.JsonNested.ArrayValue;
import io.github.stringmill.spark.read.json.JsonNested.MapValue;
import io.github.stringmill.spark.read.json.JsonNested.StructValue;
import io.github.stringmill.spark.read.json.JsonScalars.TimeKind;
import io.github.stringmill.spark.read.options.RecordOptions;
import org.apache.spark.sql.internal.LegacyBehaviorPolicy;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/** Chooses the readers of columns by their types. */
final class JsonColumns {
    private final RecordOptions options;

    JsonColumns(RecordOptions options) {
        this.options = options;
    }

    JsonValue of(DataType type) {
        if (type.getClass() == StringType.class || type instanceof StringType text && text.typeName().equals("string")) {
            return new JsonScalars.StringValue();
        }
        if (type instanceof BooleanType) {
            return new JsonScalars.BooleanValue();
        }
        if (JsonScalars.bitsOf(type) > 0) {
            return new JsonScalars.IntegerValue(JsonScalars.bitsOf(type));
        }
        if (type instanceof StructType struct) {
            return struct(struct);
        }
        if (type instanceof ArrayType array) {
            return new ArrayValue(of(array.elementType()));
        }
        if (type instanceof MapType map && map.keyType().typeName().equals("string")) {
            return new MapValue(of(map.valueType()));
        }
        JsonSpark spark = new JsonSpark(type, options);
        if (type instanceof DoubleType || type instanceof FloatType) {
            return new JsonScalars.FloatingValue(type instanceof DoubleType, spark);
        }
        if (type instanceof DecimalType decimal) {
            return new JsonScalars.DecimalValue(decimal, spark);
        }
        if (type instanceof TimestampType && isDefault(options.spark.timestampFormatInRead().isEmpty())) {
            return new JsonScalars.TimeValue(TimeKind.TIMESTAMP, options.spark.zoneId(), spark);
        }
        if (type instanceof TimestampNTZType && options.spark.timestampNTZFormatInRead().isEmpty()) {
            return new JsonScalars.TimeValue(TimeKind.TIMESTAMP_NTZ, null, spark);
        }
        if (type instanceof DateType && isDefault(options.spark.dateFormatInRead().isEmpty())) {
            return new JsonScalars.TimeValue(TimeKind.DATE, null, spark);
        }
        return spark;
    }

    private static boolean isDefault(boolean hasNoFormat) {
        return hasNoFormat && !SQLConf.get().legacyTimeParserPolicy().equals(LegacyBehaviorPolicy.LEGACY());
    }

    private StructValue struct(StructType type) {
        StructField[] fields = type.fields();
        JsonValue[] readers = new JsonValue[fields.length];
        for (int i = 0; i < fields.length; i++) {
            readers[i] = of(fields[i].dataType());
        }
        return new StructValue(type.fieldNames(), readers);
    }
}
