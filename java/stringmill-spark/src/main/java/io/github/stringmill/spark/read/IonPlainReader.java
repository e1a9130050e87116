package io.github.stringmill.spark.read;

import com.amazon.ion.IonType;
import io.github.stringmill.ion.reader.TextReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Reads records of Ion text that have the forms of {@link IonCursor}, and whose values fit their columns. A record that it
 * does not read is left to {@link IonRecordReader}, so that it decides nothing about errors.
 */
final class IonPlainReader {
    private static final int PLACES_MAX = 256;
    private static final byte[] MARKER = "$ion_1_0 ".getBytes(StandardCharsets.US_ASCII);

    private final IonCursor cursor = new IonCursor();
    private final Map<UTF8String, Integer> fields = new HashMap<>();
    private final DataType[] types;
    private final String[] typeNames;
    private final IonColumns.IonColumn[] columns;
    private final int[] ordinals;
    /** The member of a record that has the columns; null if that is the record itself. */
    private final UTF8String root;
    /** Reads values that are not numbers, plain strings or timestamps. */
    private final TextReader values;
    private SeenName[] seen = new SeenName[8];

    /**
     * Makes a reader.
     *
     * @param layout the columns
     * @param columns how other values of the columns are read; one may be null
     * @param root the member of a record that has the columns, or null
     * @param values a reader of text, whose symbol table no plain record needs
     */
    IonPlainReader(RowLayout layout, IonColumns.IonColumn[] columns, String root, TextReader values) {
        this.columns = columns;
        this.root = root == null ? null : UTF8String.fromString(root);
        this.values = values;
        ordinals = layout.members;
        types = new DataType[columns.length];
        typeNames = new String[columns.length];
        for (int i = 0; i < columns.length; i++) {
            types[i] = layout.schema.fields()[ordinals[i]].dataType();
            typeNames[i] = types[i] instanceof StringType ? "string" : types[i] instanceof DecimalType ? "decimal"
                    : types[i].typeName();
            fields.put(UTF8String.fromString(layout.schema.fields()[ordinals[i]].name()), i);
        }
    }

    /** Reads a record into the row, whose columns are null; false if it is not of the plain forms. */
    boolean read(byte[] text, int from, int to, InternalRow row) {
        cursor.begin(text, from, to);
        cursor.skipSpace();
        if (text[cursor.at] == '$' && cursor.fits(MARKER.length)
                && Arrays.equals(text, cursor.at, cursor.at + MARKER.length, MARKER, 0, MARKER.length)) {
            cursor.at += MARKER.length;
            cursor.skipSpace();
        }
        if (text[cursor.at] != '{' || !(root == null ? members(row) : root(row))) {
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
            boolean isRoot = root.equals(name());
            // The root twice is for the general reader.
            if (isRoot && found || !cursor.colon()) {
                return false;
            }
            if (isRoot ? cursor.text[cursor.at] != '{' || !members(row) : !cursor.value()) {
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

    private UTF8String name() {
        return UTF8String.fromBytes(cursor.text, cursor.bare, cursor.stop - cursor.bare);
    }

    /** Reads a struct, which begins here. */
    private boolean members(InternalRow row) {
        if (cursor.text[cursor.at + 1] == '{') {
            return false;
        }
        cursor.at++;
        byte next = cursor.skipSpace();
        int place = 0;
        while (next != '}') {
            int field = field(place++);
            if (field == -2 || !cursor.colon() || !cursor.value() || field >= 0 && !column(field, row)) {
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

    /** Moves past the name of a member, and returns its field; -1 for none, -2 for a name that is not plain. */
    private int field(int place) {
        SeenName last = place < seen.length ? seen[place] : null;
        if (last != null && cursor.fits(last.len) && last.isAt(cursor.text, cursor.at)) {
            byte after = cursor.text[cursor.at + last.len];
            if (after == ':' || after == ' ') {
                cursor.at += last.len;
                return last.field;
            }
        }
        if (!cursor.name()) {
            return -2;
        }
        int field = fields.getOrDefault(name(), -1);
        if (place < PLACES_MAX) {
            if (place >= seen.length) {
                seen = Arrays.copyOf(seen, seen.length * 2);
            }
            seen[place] = new SeenName(cursor.text, cursor.start, cursor.at, field);
        }
        return field;
    }

    /** Reads the last value into a column; false if it does not fit. */
    private boolean column(int field, InternalRow row) {
        int ordinal = ordinals[field];
        IonCursor.Kind kind = cursor.kind;
        if (kind == IonCursor.Kind.NULL) {
            row.setNullAt(ordinal);
            return true;
        }
        boolean isRead = !cursor.isSpecial && switch (kind) {
            case STRING -> text(field, row, cursor.bare + 1, cursor.stop - 1);
            case SYMBOL -> text(field, row, cursor.bare, cursor.stop);
            case INT, DECIMAL -> number(field, row);
            default -> false;
        };
        return isRead || kind == IonCursor.Kind.TIMESTAMP && time(field, row) || other(field, row);
    }

    private boolean text(int field, InternalRow row, int from, int to) {
        if (!typeNames[field].equals("string")) {
            return false;
        }
        row.update(ordinals[field], UTF8String.fromBytes(cursor.text, from, to - from));
        return true;
    }

    private boolean number(int field, InternalRow row) {
        byte[] text = cursor.text;
        int from = cursor.bare;
        // As the numbers of DynamoDB: 103. is an integer.
        int to = text[cursor.stop - 1] == '.' ? cursor.stop - 1 : cursor.stop;
        int ordinal = ordinals[field];
        boolean isInteger = cursor.kind == IonCursor.Kind.INT || to < cursor.stop;
        switch (typeNames[field]) {
            case "integer" -> {
                if (!isInteger || !JsonNumbers.fits(text, from, to, 32)) {
                    return false;
                }
                row.setInt(ordinal, (int) JsonNumbers.integer(text, from, to));
            }
            case "long" -> {
                if (!isInteger || !JsonNumbers.fits(text, from, to, 64)) {
                    return false;
                }
                row.setLong(ordinal, JsonNumbers.integer(text, from, to));
            }
            case "double" -> {
                double value = JsonNumbers.doubleOf(text, from, to);
                // The sign of zero is for the general reader.
                if (value == 0 || Double.isInfinite(value)) {
                    return false;
                }
                row.setDouble(ordinal, value);
            }
            case "decimal" -> {
                DecimalType type = (DecimalType) types[field];
                long unscaled = JsonNumbers.unscaled(text, from, to, type.scale(), type.precision());
                if (unscaled == JsonNumbers.NONE) {
                    return false;
                }
                row.update(ordinal, Decimal.apply(unscaled, type.precision(), type.scale()));
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean time(int field, InternalRow row) {
        switch (typeNames[field]) {
            case "timestamp" -> row.setLong(ordinals[field], cursor.micros - cursor.offset * 60_000_000L);
            case "timestamp_ntz" -> row.setLong(ordinals[field], cursor.micros);
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Reads the last value by the general reader of the column. */
    private boolean other(int field, InternalRow row) {
        values.restart(cursor.text, cursor.start, cursor.stop - cursor.start, true);
        IonType type = values.next();
        Object value = columns[field] == null ? IonColumns.UNFIT : IonColumns.read(columns[field], values, type);
        if (value == IonColumns.UNFIT) {
            return false;
        }
        row.update(ordinals[field], value);
        return true;
    }
}
