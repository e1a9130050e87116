package io.github.stringmill.spark.read.json;

import org.apache.spark.sql.catalyst.InternalRow;

/** Reads the value of one column from a JSON text. */
abstract class JsonValue {
    /** The result for a value that does not fit the column. Spark's source also makes a column null in this case. */
    static final Object UNFIT = new Object();

    /**
     * Reads the value at the cursor, and moves past it.
     *
     * @return the value in the form of a row of Spark, or {@link #UNFIT} with the reason in the cursor
     */
    abstract Object read(JsonCursor cursor);

    /** Reads the value into a row. A value that does not fit leaves the column as it is. */
    void readInto(JsonCursor cursor, InternalRow row, int ordinal) {
        Object value = read(cursor);
        if (value == null) {
            row.setNullAt(ordinal);
        } else if (value != UNFIT) {
            row.update(ordinal, value);
        }
    }

    /** Moves past a null; false before any other value. */
    static boolean isNull(JsonCursor cursor) {
        if (cursor.text[cursor.at] != 'n') {
            return false;
        }
        cursor.literal("null");
        return true;
    }
}
