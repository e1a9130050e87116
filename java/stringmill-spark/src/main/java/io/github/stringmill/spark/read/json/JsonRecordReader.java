package io.github.stringmill.spark.read.json;

import io.github.stringmill.ErrorCode;
import io.github.stringmill.IllFormed;
import io.github.stringmill.JsonEscape;
import io.github.stringmill.LoneSurrogates;
import io.github.stringmill.Repairs;
import io.github.stringmill.Stringmill;
import io.github.stringmill.StringmillException;
import io.github.stringmill.spark.read.options.RecordOptions;
import io.github.stringmill.spark.read.rows.RecordReader;
import io.github.stringmill.spark.read.rows.RowLayout;
import io.github.stringmill.spark.records.Records;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.unsafe.types.UTF8String;

/** Reads JSON texts into rows. */
public final class JsonRecordReader implements RecordReader {
    private final RowLayout layout;
    private final JsonCursor cursor;
    /** Null if there are no rules beyond RFC 8259. */
    private final JsonRestrictions restrictions;
    private final JsonMembers names;
    private final JsonValue[] readers;
    /** Reads the whole record as a variant; null if the column is text. */
    private final JsonValue variant;
    private final JsonEscape repairer;
    private final Repairs repairs = new Repairs();

    private ErrorCode error;
    private int errorOffset;

    /** Makes a reader of the columns of a layout. */
    public JsonRecordReader(RowLayout layout, RecordOptions options) {
        this.layout = layout;
        cursor = new JsonCursor(options.loneSurrogates);
        restrictions = options.rules.isEmpty() ? null : new JsonRestrictions(options.rules, options.loneSurrogates);
        JsonColumns columns = new JsonColumns(options);
        int count = layout.members.length;
        String[] found = new String[count];
        readers = new JsonValue[count];
        for (int i = 0; i < count; i++) {
            found[i] = layout.schema.fields()[layout.members[i]].name();
            readers[i] = columns.of(layout.schema.fields()[layout.members[i]].dataType());
        }
        names = new JsonMembers(found);
        boolean isVariant = layout.whole != RowLayout.NONE
                && !(layout.schema.fields()[layout.whole].dataType() instanceof StringType);
        variant = isVariant ? columns.of(layout.schema.fields()[layout.whole].dataType()) : null;
        repairer = options.illFormed == IllFormed.REJECT ? null
                : JsonEscape.JSON.onIllFormed(options.illFormed);
    }

    @Override
    public Outcome read(Records records, InternalRow row) {
        byte[] text = records.buffer();
        int start = records.start();
        int end = records.end();
        error = records.error();
        if (error != null) {
            errorOffset = records.errorOffset();
            clear(row);
            return Outcome.BAD;
        }
        if (!records.isAscii() && Stringmill.utf8ValidLen(text, start, end - start) < end - start) {
            noteIllFormed(text, start, end);
            if (repairer == null) {
                clear(row);
                return Outcome.BAD;
            }
            text = repaired(text, start, end);
            start = 0;
            end = text.length - Records.SLACK;
        }
        cursor.begin(text, start, end);
        if (cursor.isBlank()) {
            return Outcome.BLANK;
        }
        if (restrictions != null && !restrictions.accepts(text, start, end)) {
            clear(row);
            if (error == null) {
                error = restrictions.error();
                errorOffset = restrictions.errorAt() - start;
            }
            return restrictions.isJson() ? Outcome.REFUSED : Outcome.BAD;
        }
        boolean isText = true;
        try {
            readValue(row);
            cursor.endOfText();
        } catch (JsonRefusal e) {
            isText = false;
            clear(row);
        }
        if (cursor.error() == null) {
            error = null;
            return Outcome.READ;
        }
        if (error == null) {
            error = cursor.error();
            errorOffset = cursor.errorAt() - start;
        }
        return isText ? Outcome.UNFIT : Outcome.BAD;
    }

    private void readValue(InternalRow row) {
        clear(row);
        if (layout.whole != RowLayout.NONE) {
            int start = cursor.at;
            if (variant != null) {
                variant.readInto(cursor, row, layout.whole);
            } else {
                cursor.skipValue();
                row.update(layout.whole, UTF8String.fromBytes(cursor.text, start, cursor.at - start));
            }
            return;
        }
        if (cursor.text[cursor.at] != '{') {
            int start = cursor.at;
            cursor.skipValue();
            cursor.unfit(ErrorCode.JSON_OBJECT_EXPECTED, start);
            return;
        }
        if (!cursor.enterObject()) {
            return;
        }
        int place = 0;
        do {
            int field = names.field(cursor, place++);
            if (field < 0) {
                cursor.skipValue();
            } else {
                readers[field].readInto(cursor, row, layout.members[field]);
            }
        } while (cursor.nextMember());
    }

    private void clear(InternalRow row) {
        for (int ordinal : layout.members) {
            row.setNullAt(ordinal);
        }
        if (layout.whole != RowLayout.NONE) {
            row.setNullAt(layout.whole);
        }
    }

    /**
     * Notes the first error of a record that is not UTF-8: an error of the text before the ill-formed piece, or the
     * piece.
     */
    private void noteIllFormed(byte[] text, int start, int end) {
        try {
            Stringmill.utf8Validate(text, start, end - start);
        } catch (StringmillException e) {
            error = e.code();
            errorOffset = (int) e.offset();
        }
        byte[] before = Arrays.copyOf(Arrays.copyOfRange(text, start, start + errorOffset),
                errorOffset + 1 + Records.SLACK);
        // This byte is only allowed in strings. So the parse ends here at the latest, and the error is not a cut text.
        before[errorOffset] = 0x7F;
        if (restrictions != null) {
            restrictions.accepts(before, 0, errorOffset + 1);
            noteEarlier(restrictions.error(), restrictions.errorAt());
            return;
        }
        cursor.begin(before, 0, errorOffset + 1);
        try {
            cursor.skipSpace();
            cursor.skipValue();
            cursor.endOfText();
        } catch (JsonRefusal e) {
            noteEarlier(cursor.error(), cursor.errorAt());
        }
    }

    private void noteEarlier(ErrorCode code, int offset) {
        if (offset < errorOffset) {
            error = code;
            errorOffset = offset;
        }
    }

    /** Returns a copy of a record with its ill-formed pieces replaced, and space after it. */
    private byte[] repaired(byte[] text, int start, int end) {
        byte[] escaped = new byte[(int) Math.min(Integer.MAX_VALUE - 8, Stringmill.jsonEscapeBound(repairer, end - start))];
        int len = Stringmill.jsonEscape(repairer, text, start, end - start, escaped, 0, escaped.length, repairs);
        byte[] whole = Stringmill.jsonUnescape(LoneSurrogates.REJECT, Arrays.copyOf(escaped, len));
        return Arrays.copyOf(whole, whole.length + Records.SLACK);
    }

    @Override
    public ErrorCode error() {
        return error;
    }

    @Override
    public int errorOffset() {
        return errorOffset;
    }

    @Override
    public long repairs() {
        return repairs.count() + cursor.repairs();
    }
}
