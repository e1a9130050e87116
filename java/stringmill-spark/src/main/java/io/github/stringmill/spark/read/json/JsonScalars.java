package io.github.stringmill.spark.read.json;

import io.github.stringmill.ErrorCode;
import io.github.stringmill.spark.read.rows.Numbers;
import java.time.ZoneId;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.unsafe.types.UTF8String;
import scala.Option;

/**
 * Readers of columns without members. They accept the values that Spark's own source accepts, with the same results.
 * Spark's converter of the type handles rare values.
 */
final class JsonScalars {
    private JsonScalars() {}

    /** Moves past a value that does not fit. */
    private static Object unfit(JsonCursor cursor) {
        int start = cursor.at;
        cursor.skipValue();
        cursor.unfit(ErrorCode.COLUMN_TYPE, start);
        return JsonValue.UNFIT;
    }

    private static boolean isNumber(JsonCursor cursor) {
        byte first = cursor.text[cursor.at];
        return first == '-' || first >= '0' && first <= '9';
    }

    /** The text of strings; other values in the bytes of the record. */
    static final class StringValue extends JsonValue {
        @Override
        Object read(JsonCursor cursor) {
            if (cursor.text[cursor.at] == '"') {
                cursor.string();
                return cursor.stringText();
            }
            if (isNull(cursor)) {
                return null;
            }
            int start = cursor.at;
            cursor.skipValue();
            return UTF8String.fromBytes(cursor.text, start, cursor.at - start);
        }
    }

    /** True and false. */
    static final class BooleanValue extends JsonValue {
        @Override
        Object read(JsonCursor cursor) {
            switch (cursor.text[cursor.at]) {
                case 't' -> {
                    cursor.literal("true");
                    return true;
                }
                case 'f' -> {
                    cursor.literal("false");
                    return false;
                }
                default -> {
                    return isNull(cursor) ? null : unfit(cursor);
                }
            }
        }
    }

    /** Integers in a range: bytes, shorts, ints and longs. */
    static final class IntegerValue extends JsonValue {
        private final int bits;

        IntegerValue(int bits) {
            this.bits = bits;
        }

        @Override
        Object read(JsonCursor cursor) {
            if (!isNumber(cursor)) {
                return isNull(cursor) ? null : unfit(cursor);
            }
            int start = cursor.at;
            cursor.number();
            if (!cursor.integer || !Numbers.fits(cursor.text, start, cursor.at, bits)) {
                cursor.unfit(ErrorCode.COLUMN_TYPE, start);
                return UNFIT;
            }
            long value = Numbers.integer(cursor.text, start, cursor.at);
            return switch (bits) {
                case 8 -> (Object) (byte) value;
                case 16 -> (short) value;
                case 32 -> (int) value;
                default -> value;
            };
        }

        @Override
        void readInto(JsonCursor cursor, InternalRow row, int ordinal) {
            int start = cursor.at;
            if (bits < 32 || !isNumber(cursor)) {
                super.readInto(cursor, row, ordinal);
                return;
            }
            cursor.number();
            if (!cursor.integer || !Numbers.fits(cursor.text, start, cursor.at, bits)) {
                cursor.unfit(ErrorCode.COLUMN_TYPE, start);
                return;
            }
            long value = Numbers.integer(cursor.text, start, cursor.at);
            if (bits == 32) {
                row.setInt(ordinal, (int) value);
            } else {
                row.setLong(ordinal, value);
            }
        }
    }

    /** Doubles and floats. A number that exceeds their range does not fit. */
    static final class FloatingValue extends JsonValue {
        private final boolean isDouble;
        private final JsonValue strings;

        FloatingValue(boolean isDouble, JsonValue strings) {
            this.isDouble = isDouble;
            this.strings = strings;
        }

        @Override
        Object read(JsonCursor cursor) {
            if (!isNumber(cursor)) {
                return isNull(cursor) ? null : strings.read(cursor);
            }
            int start = cursor.at;
            cursor.number();
            if (isDouble) {
                double value = doubleOf(cursor, start);
                return Double.isInfinite(value) ? overflow(cursor, start) : (Object) value;
            }
            float value = Numbers.floatOf(cursor.text, start, cursor.at);
            value = cursor.integer && value == 0 ? 0 : value;
            return Float.isInfinite(value) ? overflow(cursor, start) : (Object) value;
        }

        /** Reads a double. The integer -0 becomes 0, as in Spark's source. */
        private static double doubleOf(JsonCursor cursor, int start) {
            double value = Numbers.doubleOf(cursor.text, start, cursor.at);
            return cursor.integer && value == 0 ? 0 : value;
        }

        private static Object overflow(JsonCursor cursor, int start) {
            cursor.unfit(ErrorCode.NUMBER_OVERFLOW, start);
            return UNFIT;
        }

        @Override
        void readInto(JsonCursor cursor, InternalRow row, int ordinal) {
            if (!isDouble || !isNumber(cursor)) {
                super.readInto(cursor, row, ordinal);
                return;
            }
            int start = cursor.at;
            cursor.number();
            double value = doubleOf(cursor, start);
            if (Double.isInfinite(value)) {
                overflow(cursor, start);
            } else {
                row.setDouble(ordinal, value);
            }
        }
    }

    /** Decimals; digits after the scale are rounded half up, as Spark does. */
    static final class DecimalValue extends JsonValue {
        private final int precision;
        private final int scale;
        private final JsonValue others;

        DecimalValue(DecimalType type, JsonValue others) {
            precision = type.precision();
            scale = type.scale();
            this.others = others;
        }

        @Override
        Object read(JsonCursor cursor) {
            if (isNull(cursor)) {
                return null;
            }
            int start = cursor.at;
            if (isNumber(cursor)) {
                cursor.number();
                long unscaled = Numbers.unscaled(cursor.text, start, cursor.at, scale, precision);
                if (unscaled != Numbers.NONE) {
                    return Decimal.apply(unscaled, precision, scale);
                }
                cursor.at = start;
            }
            return others.read(cursor);
        }
    }

    /** The kinds of TIMESTAMP and DATE columns. */
    enum TimeKind {
        TIMESTAMP, TIMESTAMP_NTZ, DATE
    }

    /** Timestamps and dates of Spark's default format, in microseconds and in days. */
    static final class TimeValue extends JsonValue {
        /** The unknown offset of Ion. Our writers write it for local timestamps. */
        private static final UTF8String UNKNOWN_OFFSET = UTF8String.fromString("-00:00");

        private final TimeKind kind;
        private final ZoneId zone;
        private final JsonValue others;

        /**
         * Makes a reader.
         *
         * @param zone the zone of timestamps that state none
         * @param others the reader of values in other formats
         */
        TimeValue(TimeKind kind, ZoneId zone, JsonValue others) {
            this.kind = kind;
            this.zone = zone;
            this.others = others;
        }

        @Override
        Object read(JsonCursor cursor) {
            int start = cursor.at;
            if (cursor.text[start] == '"') {
                cursor.string();
                UTF8String text = cursor.stringText();
                Option<Object> value = switch (kind) {
                    case TIMESTAMP -> DateTimeUtils.stringToTimestamp(text, zone);
                    case TIMESTAMP_NTZ -> localTime(text);
                    case DATE -> DateTimeUtils.stringToDate(text);
                };
                if (value.isDefined()) {
                    return value.get();
                }
                cursor.at = start;
            }
            return others.read(cursor);
        }

        private static Option<Object> localTime(UTF8String text) {
            int len = text.numChars() - (text.endsWith(UNKNOWN_OFFSET) ? UNKNOWN_OFFSET.numChars() : 0);
            return DateTimeUtils.stringToTimestampWithoutTimeZone(text.substring(0, len), false);
        }
    }

    /** Returns the number of bits of an integer type, or 0 for other types. */
    static int bitsOf(DataType type) {
        return switch (type.typeName()) {
            case "byte" -> 8;
            case "short" -> 16;
            case "integer" -> 32;
            case "long" -> 64;
            default -> 0;
        };
    }
}
