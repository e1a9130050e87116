package io.github.stringmill.spark.read.ion;

import com.amazon.ion.IonType;
import io.github.stringmill.ion.reader.TextReader;
import io.github.stringmill.spark.read.rows.Numbers;
import io.github.stringmill.spark.read.rows.RowLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Reads records of Ion text that consist of the forms of {@link IonCursor} and whose values fit their columns. It
 * leaves every other record to {@link IonRecordReader}, so it never has to report an error.
 */
final class IonPlainReader {
    private static final byte[] MARKER = "$ion_1_0 ".getBytes(StandardCharsets.US_ASCII);

    private final IonCursor cursor = new IonCursor();
    private final IonMembers names;
    private final Plan[] plans;
    private final int[] ordinals;
    /** The member that contains the columns of a record; null if the record itself does. */
    private final UTF8String root;
    /** Reads values other than numbers, plain strings and timestamps. */
    private final TextReader values;
    private final IonColumns columns;

    /**
     * Makes a reader.
     *
     * @param layout the columns
     * @param columns the readers of values that are not plain
     * @param root the member of a record that has the columns, or null
     * @param values a reader of text, whose symbol table no plain record needs
     */
    IonPlainReader(RowLayout layout, IonColumns columns, String root, TextReader values) {
        this.columns = columns;
        this.root = root == null ? null : UTF8String.fromString(root);
        this.values = values;
        ordinals = layout.members;
        plans = new Plan[ordinals.length];
        String[] found = new String[plans.length];
        for (int i = 0; i < plans.length; i++) {
            StructField column = layout.schema.fields()[ordinals[i]];
            plans[i] = new Plan(column.dataType(), columns);
            found[i] = column.name();
        }
        names = new IonMembers(found, columns.ignoresCase);
    }

    /** Reads a record into the row, whose columns are null. Returns false if the general reader has to read it. */
    boolean read(byte[] text, int from, int to, InternalRow row) {
        cursor.begin(text, from, to);
        cursor.skipSpace();
        if (text[cursor.at] == '$' && cursor.fits(MARKER.length)
                && Arrays.equals(text, cursor.at, cursor.at + MARKER.length, MARKER, 0, MARKER.length)) {
            cursor.at += MARKER.length;
            cursor.skipSpace();
        }
        if (text[cursor.at] != '{' || !(root == null ? members(names, plans, ordinals, row) : root(row))) {
            return false;
        }
        return cursor.skipSpace() == 0 && cursor.isAtEnd();
    }

    private boolean root(InternalRow row) {
        cursor.at++;
        cursor.skipSpace();
        boolean found = false;
        boolean isMore = true;
        while (isMore) {
            if (!cursor.name()) {
                return false;
            }
            boolean isRoot = root.equals(cursor.nameText());
            // A repeated root is left to the general reader.
            if (isRoot && found || !cursor.colon()) {
                return false;
            }
            if (isRoot ? cursor.text[cursor.at] != '{' || !members(names, plans, ordinals, row) : !cursor.value()) {
                return false;
            }
            found |= isRoot;
            byte next = cursor.skipSpace();
            isMore = next == ',';
            if (!isMore && next != '}') {
                return false;
            }
            cursor.at++;
            cursor.skipSpace();
        }
        return found;
    }

    /** Reads a struct, which begins here, into the columns of a row. */
    private boolean members(IonMembers names, Plan[] plans, int[] ordinals, InternalRow row) {
        if (cursor.text[cursor.at + 1] == '{') {
            return false;
        }
        cursor.at++;
        byte next = cursor.skipSpace();
        names.begin();
        int place = 0;
        while (next != '}') {
            int field = names.field(cursor, place++);
            if (field == IonMembers.OTHER || !cursor.colon()) {
                return false;
            }
            if (field == IonMembers.NONE) {
                if (!cursor.value()) {
                    return false;
                }
            } else if (!readInto(plans[field], row, ordinals == null ? field : ordinals[field])) {
                return false;
            }
            next = cursor.skipSpace();
            if (next == ',') {
                cursor.at++;
                next = cursor.skipSpace();
            } else if (next != '}') {
                return false;
            }
        }
        cursor.at++;
        return true;
    }

    /** Reads a value into a column; false if the general reader has to read the record. */
    private boolean readInto(Plan plan, InternalRow row, int ordinal) {
        if (plan.type == Column.ARRAY || plan.type == Column.STRUCT) {
            return update(row, ordinal, read(plan));
        }
        if (!cursor.value()) {
            return false;
        }
        if (cursor.kind == IonCursor.Kind.INT) {
            // Reads the number without making an object.
            int from = cursor.bare;
            int to = cursor.stop;
            if (plan.type == Column.INTEGER && Numbers.fits(cursor.text, from, to, 32)) {
                row.setInt(ordinal, (int) Numbers.integer(cursor.text, from, to));
                return true;
            }
            if (plan.type == Column.LONG && Numbers.fits(cursor.text, from, to, 64)) {
                row.setLong(ordinal, Numbers.integer(cursor.text, from, to));
                return true;
            }
        }
        return update(row, ordinal, value(plan));
    }

    private static boolean update(InternalRow row, int ordinal, Object value) {
        if (value == IonColumns.UNFIT) {
            return false;
        }
        row.update(ordinal, value);
        return true;
    }

    /** Reads a value for a column; UNFIT if the general reader has to read the record. */
    private Object read(Plan plan) {
        byte first = cursor.text[cursor.at];
        if (first == '[' && plan.type == Column.ARRAY) {
            return array(plan);
        }
        if (first == '{' && plan.type == Column.STRUCT) {
            GenericInternalRow row = new GenericInternalRow(plan.children.length);
            return members(plan.names, plan.children, null, row) && cursor.ends() ? row : IonColumns.UNFIT;
        }
        return cursor.value() ? value(plan) : IonColumns.UNFIT;
    }

    private Object array(Plan plan) {
        List<Object> elements = new ArrayList<>();
        cursor.at++;
        byte next = cursor.skipSpace();
        while (next != ']') {
            Object value = read(plan.children[0]);
            if (value == IonColumns.UNFIT) {
                return value;
            }
            elements.add(value);
            next = cursor.skipSpace();
            if (next == ',') {
                cursor.at++;
                next = cursor.skipSpace();
            } else if (next != ']') {
                return IonColumns.UNFIT;
            }
        }
        cursor.at++;
        return cursor.ends() ? new GenericArrayData(elements.toArray()) : IonColumns.UNFIT;
    }

    /** Converts the last value for a column; UNFIT if the general reader has to read the record. */
    private Object value(Plan plan) {
        switch (cursor.kind) {
            case NULL -> {
                return null;
            }
            case BOOL -> {
                return plan.type == Column.BOOLEAN ? (Object) (cursor.text[cursor.bare] == 't') : other(plan);
            }
            case STRING -> {
                return plan.type == Column.STRING ? text(cursor.bare + 1, cursor.stop - 1, cursor.isSpecial) : other(plan);
            }
            case SYMBOL -> {
                return plan.type == Column.STRING ? text(cursor.bare, cursor.stop, false) : other(plan);
            }
            case INT, DECIMAL -> {
                Object number = cursor.isSpecial ? IonColumns.UNFIT : number(plan);
                return number == IonColumns.UNFIT ? other(plan) : number;
            }
            case TIMESTAMP -> {
                return plan.type == Column.TIMESTAMP ? (Object) (cursor.micros - cursor.offset * 60_000_000L)
                        : plan.type == Column.TIMESTAMP_NTZ ? (Object) cursor.micros : other(plan);
            }
            default -> {
                return other(plan);
            }
        }
    }

    private Object text(int from, int to, boolean hasEscapes) {
        return hasEscapes ? UTF8String.fromBytes(IonCursor.unescaped(cursor.text, from, to))
                : UTF8String.fromBytes(cursor.text, from, to - from);
    }

    private Object number(Plan plan) {
        byte[] text = cursor.text;
        int from = cursor.bare;
        // 103. counts as an integer, as numbers of DynamoDB do.
        int to = text[cursor.stop - 1] == '.' ? cursor.stop - 1 : cursor.stop;
        boolean isInteger = cursor.kind == IonCursor.Kind.INT || to < cursor.stop;
        switch (plan.type) {
            case INTEGER -> {
                return isInteger && Numbers.fits(text, from, to, 32) ? (Object) (int) Numbers.integer(text, from, to)
                        : IonColumns.UNFIT;
            }
            case LONG -> {
                return isInteger && Numbers.fits(text, from, to, 64) ? (Object) Numbers.integer(text, from, to)
                        : IonColumns.UNFIT;
            }
            case DOUBLE -> {
                if (to - from > IonColumns.NUMBER_LEN_MAX) {
                    return IonColumns.UNFIT;
                }
                double value = Numbers.doubleOf(text, from, to);
                // The general reader handles the sign of zero.
                return value == 0 || Double.isInfinite(value) ? IonColumns.UNFIT : (Object) value;
            }
            case DECIMAL -> {
                DecimalType type = (DecimalType) plan.dataType;
                long unscaled = Numbers.unscaled(text, from, to, type.scale(), type.precision());
                return unscaled == Numbers.NONE ? IonColumns.UNFIT
                        : Decimal.apply(unscaled, type.precision(), type.scale());
            }
            default -> {
                return IonColumns.UNFIT;
            }
        }
    }

    /** Reads the last value by the general reader of the column. */
    private Object other(Plan plan) {
        values.restart(cursor.text, cursor.start, cursor.stop - cursor.start, true);
        IonType type = values.next();
        return columns.read(plan.general, values, type);
    }

    /** Types of columns that plain values fill. */
    private enum Column {
        BOOLEAN, INTEGER, LONG, DOUBLE, DECIMAL, STRING, TIMESTAMP, TIMESTAMP_NTZ, ARRAY, STRUCT, OTHER;

        static Column of(DataType type) {
            return switch (type instanceof DecimalType ? "decimal" : type.typeName()) {
                case "boolean" -> BOOLEAN;
                case "integer" -> INTEGER;
                case "long" -> LONG;
                case "double" -> DOUBLE;
                case "decimal" -> DECIMAL;
                case "string" -> STRING;
                case "timestamp" -> TIMESTAMP;
                case "timestamp_ntz" -> TIMESTAMP_NTZ;
                case "array" -> ARRAY;
                case "struct" -> STRUCT;
                default -> OTHER;
            };
        }
    }

    /** How to read values of one type. */
    private static final class Plan {
        final DataType dataType;
        final Column type;
        final IonColumns.IonColumn general;
        final Plan[] children;
        /** The members of a struct. */
        final IonMembers names;

        Plan(DataType dataType, IonColumns columns) {
            this.dataType = dataType;
            general = columns.of(dataType);
            type = Column.of(dataType);
            if (dataType instanceof ArrayType array) {
                children = new Plan[] {new Plan(array.elementType(), columns)};
                names = null;
            } else if (dataType instanceof StructType struct) {
                children = new Plan[struct.size()];
                for (int i = 0; i < children.length; i++) {
                    children[i] = new Plan(struct.fields()[i].dataType(), columns);
                }
                names = new IonMembers(struct.fieldNames(), columns.ignoresCase);
            } else {
                children = new Plan[0];
                names = null;
            }
        }
    }
}
