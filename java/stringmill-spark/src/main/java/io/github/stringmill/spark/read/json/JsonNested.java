package io.github.stringmill.spark.read.json;

import io.github.stringmill.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.unsafe.types.UTF8String;

/** Readers of columns with members: structs, arrays and maps. */
final class JsonNested {
    private JsonNested() {}

    private static Object unfit(JsonCursor cursor) {
        if (JsonValue.isNull(cursor)) {
            return null;
        }
        int start = cursor.at;
        cursor.skipValue();
        cursor.unfit(ErrorCode.COLUMN_TYPE, start);
        return JsonValue.UNFIT;
    }

    /** An object as a struct. A member that does not fit is null, and the others stay. */
    static final class StructValue extends JsonValue {
        private final JsonMembers members;
        private final JsonValue[] fields;

        StructValue(String[] names, JsonValue[] fields) {
            members = new JsonMembers(names);
            this.fields = fields;
        }

        @Override
        Object read(JsonCursor cursor) {
            if (cursor.text[cursor.at] != '{') {
                return unfit(cursor);
            }
            GenericInternalRow row = new GenericInternalRow(fields.length);
            if (cursor.enterObject()) {
                int place = 0;
                do {
                    int field = members.field(cursor, place++);
                    if (field < 0) {
                        cursor.skipValue();
                    } else {
                        fields[field].readInto(cursor, row, field);
                    }
                } while (cursor.nextMember());
            }
            return row;
        }
    }

    /** An array. An element that does not fit makes it null, as in Spark's source. */
    static final class ArrayValue extends JsonValue {
        private final JsonValue element;

        ArrayValue(JsonValue element) {
            this.element = element;
        }

        @Override
        Object read(JsonCursor cursor) {
            if (cursor.text[cursor.at] != '[') {
                return unfit(cursor);
            }
            List<Object> elements = new ArrayList<>();
            boolean fits = true;
            if (cursor.enterArray()) {
                do {
                    Object value = element.read(cursor);
                    fits &= value != UNFIT;
                    elements.add(value);
                } while (cursor.nextElement());
            }
            return fits ? new GenericArrayData(elements.toArray()) : UNFIT;
        }
    }

    /** An object as a map from names. A value that does not fit makes it null, as in Spark's source. */
    static final class MapValue extends JsonValue {
        private final JsonValue value;

        MapValue(JsonValue value) {
            this.value = value;
        }

        @Override
        Object read(JsonCursor cursor) {
            if (cursor.text[cursor.at] != '{') {
                return unfit(cursor);
            }
            List<Object> names = new ArrayList<>();
            List<Object> values = new ArrayList<>();
            boolean fits = true;
            if (cursor.enterObject()) {
                do {
                    cursor.name();
                    UTF8String name = cursor.stringText();
                    Object one = value.read(cursor);
                    fits &= one != UNFIT;
                    names.add(name);
                    values.add(one);
                } while (cursor.nextMember());
            }
            return fits ? new ArrayBasedMapData(new GenericArrayData(names.toArray()),
                    new GenericArrayData(values.toArray())) : UNFIT;
        }
    }
}
