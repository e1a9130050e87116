package io.github.stringmill.spark.write;

import io.github.stringmill.StringmillException;
import io.github.stringmill.spark.RecordFormat;
import io.github.stringmill.spark.convert.TextBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.sql.types.VariantType;

/** Writes rows of a schema as values of a format. Looks up types once, in the constructor. */
final class RowText {
    /** Writes the value of a row or array at an index, which is not null. */
    private interface Value {
        void write(SpecializedGetters from, int index);
    }

    private final ValueText text;
    private final TextBuffer out;
    private final boolean omitsNulls;
    private final Value[] columns;
    private final byte[][] names;
    private final StructType schema;

    RowText(StructType schema, ValueText text, boolean omitsNulls) {
        this.schema = schema;
        this.text = text;
        this.out = text.out;
        this.omitsNulls = omitsNulls;
        columns = values(schema);
        names = names(schema);
    }

    /** Whether values of a type can be written. */
    static boolean supports(RecordFormat format, DataType type) {
        if (type instanceof StructType) {
            for (StructField field : ((StructType) type).fields()) {
                if (!supports(format, field.dataType())) {
                    return false;
                }
            }
            return true;
        }
        if (type instanceof ArrayType) {
            return supports(format, ((ArrayType) type).elementType());
        }
        if (type instanceof MapType) {
            return ((MapType) type).keyType() instanceof StringType && supports(format, ((MapType) type).valueType());
        }
        if (type instanceof VariantType) {
            return format == RecordFormat.JSON;
        }
        return type instanceof StringType || type instanceof BinaryType || type instanceof BooleanType
                || type instanceof ByteType || type instanceof ShortType || type instanceof IntegerType
                || type instanceof LongType || type instanceof FloatType || type instanceof DoubleType
                || type instanceof DecimalType || type instanceof DateType || type instanceof TimestampType
                || type instanceof TimestampNTZType || type instanceof NullType;
    }

    /**
     * Writes a row and the end of its line.
     *
     * @throws IllegalArgumentException if a column has a value that cannot be written, with its name
     */
    void write(InternalRow row) {
        int at = 0;
        boolean isNext = false;
        out.put('{');
        try {
            for (; at < columns.length; at++) {
                isNext |= member(row, at, columns[at], names[at], isNext);
            }
        } catch (StringmillException e) {
            throw new IllegalArgumentException("column " + schema.fields()[at].name() + ": " + e.getMessage() + " ("
                    + e.code().number() + "); the option illFormed repairs it", e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("column " + schema.fields()[at].name() + ": " + e.getMessage(), e);
        }
        out.put("}\n");
    }

    /** Writes a member, unless it is null and nulls are left out. Returns whether it was written. */
    private boolean member(SpecializedGetters row, int at, Value value, byte[] name, boolean isNext) {
        boolean isNull = row.isNullAt(at);
        if (isNull && omitsNulls) {
            return false;
        }
        if (isNext) {
            out.put(',');
        }
        out.put(name);
        if (isNull) {
            out.put("null");
        } else {
            value.write(row, at);
        }
        return true;
    }

    private byte[][] names(StructType type) {
        byte[][] encoded = new byte[type.fields().length][];
        for (int i = 0; i < encoded.length; i++) {
            int before = out.len();
            text.name(type.fields()[i].name().getBytes(StandardCharsets.UTF_8));
            encoded[i] = java.util.Arrays.copyOfRange(out.bytes(), before, out.len());
            out.truncate(before);
        }
        return encoded;
    }

    private Value[] values(StructType type) {
        Value[] values = new Value[type.fields().length];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(type.fields()[i].dataType());
        }
        return values;
    }

    private Value value(DataType type) {
        if (type instanceof StructType) {
            return struct((StructType) type);
        }
        if (type instanceof ArrayType) {
            return array(((ArrayType) type).elementType());
        }
        if (type instanceof MapType) {
            return map(((MapType) type).valueType());
        }
        if (type instanceof DecimalType) {
            DecimalType decimal = (DecimalType) type;
            return (from, at) -> text.decimal(from.getDecimal(at, decimal.precision(), decimal.scale()));
        }
        return scalar(type);
    }

    private Value scalar(DataType type) {
        if (type instanceof StringType) {
            return (from, at) -> text.string(from.getUTF8String(at));
        } else if (type instanceof LongType) {
            return (from, at) -> out.put(from.getLong(at));
        } else if (type instanceof IntegerType) {
            return (from, at) -> out.put((long) from.getInt(at));
        } else if (type instanceof ShortType) {
            return (from, at) -> out.put((long) from.getShort(at));
        } else if (type instanceof ByteType) {
            return (from, at) -> out.put((long) from.getByte(at));
        } else if (type instanceof DoubleType) {
            return (from, at) -> text.floating(from.getDouble(at));
        } else if (type instanceof FloatType) {
            // The fewest digits of the float. Those of the double with the same value would be more.
            return (from, at) -> text.floating(Double.parseDouble(Float.toString(from.getFloat(at))));
        } else if (type instanceof BooleanType) {
            return (from, at) -> out.put(from.getBoolean(at) ? "true" : "false");
        } else if (type instanceof BinaryType) {
            return (from, at) -> text.blob(from.getBinary(at));
        } else if (type instanceof DateType) {
            return (from, at) -> text.date(from.getInt(at));
        } else if (type instanceof TimestampType || type instanceof TimestampNTZType) {
            boolean isUtc = type instanceof TimestampType;
            return (from, at) -> text.timestamp(from.getLong(at), isUtc);
        } else if (type instanceof VariantType) {
            return (from, at) -> text.variant(from.getVariant(at));
        } else if (type instanceof NullType) {
            return (from, at) -> out.put("null");
        }
        throw new IllegalArgumentException("the type " + type.sql() + " is not supported");
    }

    private Value struct(StructType type) {
        Value[] fields = values(type);
        byte[][] fieldNames = names(type);
        return (from, at) -> {
            InternalRow row = from.getStruct(at, fields.length);
            boolean isNext = false;
            out.put('{');
            for (int i = 0; i < fields.length; i++) {
                isNext |= member(row, i, fields[i], fieldNames[i], isNext);
            }
            out.put('}');
        };
    }

    private Value array(DataType element) {
        Value value = value(element);
        return (from, at) -> {
            out.put('[');
            ArrayData array = from.getArray(at);
            for (int i = 0; i < array.numElements(); i++) {
                if (i > 0) {
                    out.put(',');
                }
                element(array, i, value);
            }
            out.put(']');
        };
    }

    private void element(ArrayData array, int index, Value value) {
        if (array.isNullAt(index)) {
            out.put("null");
        } else {
            value.write(array, index);
        }
    }

    private Value map(DataType type) {
        Value value = value(type);
        return (from, at) -> {
            out.put('{');
            MapData map = from.getMap(at);
            for (int i = 0; i < map.numElements(); i++) {
                if (i > 0) {
                    out.put(',');
                }
                text.key(map.keyArray().getUTF8String(i));
                element(map.valueArray(), i, value);
            }
            out.put('}');
        };
    }
}
