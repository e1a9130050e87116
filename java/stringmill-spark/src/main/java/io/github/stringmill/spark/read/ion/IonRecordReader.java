package io.github.stringmill.spark.read.ion;

import com.amazon.ion.IonException;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import com.amazon.ion.OffsetSpan;
import com.amazon.ion.SpanProvider;
import io.github.stringmill.ErrorCode;
import io.github.stringmill.Stringmill;
import io.github.stringmill.StringmillException;
import io.github.stringmill.ion.StringmillIonReaderBuilder;
import io.github.stringmill.ion.reader.TextReader;
import io.github.stringmill.spark.convert.IonErrors;
import io.github.stringmill.spark.convert.IonToJson;
import io.github.stringmill.spark.read.options.RecordOptions;
import io.github.stringmill.spark.read.rows.RecordReader;
import io.github.stringmill.spark.read.rows.RowLayout;
import io.github.stringmill.spark.records.Framing;
import io.github.stringmill.spark.records.RecordBuffer;
import io.github.stringmill.spark.records.Records;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Reads values of Ion into rows. A line is one value with the version markers, comments and symbol tables before it; each
 * line begins with the system symbol table, so that no split depends on another one. If records are values, symbol tables
 * hold for the file.
 */
public final class IonRecordReader implements RecordReader {
    private static final String KEYS = "Keys";
    /** Members of a record of an incremental export other than the images. */
    private static final List<String> ENVELOPE = List.of(KEYS, "Metadata");

    private final RowLayout layout;
    /** The member that contains the columns of a record; null if the record itself does. */
    private final String root;
    /** Whether the records are those of an incremental export, which also have keys. */
    private final boolean isIncremental;
    private final int annotations;
    private final IonColumns.IonColumn[] columns;
    private final IonColumns readers;
    private final IonTypes types;
    /** The column of the whole record, or null. */
    private final IonColumns.IonColumn whole;
    private final FieldNames fields;
    /** The fields for members other than the images. An attribute of the same name is not read into them. */
    private final Map<String, Integer> envelope = new HashMap<>();

    private ErrorCode error;
    private int errorOffset;
    private int len;
    private IonReader reader;
    /** The reader of all text records. Making a reader for each record took longer than reading it. */
    private final TextReader text;
    private final BinaryReader binary = new BinaryReader();
    /** Reads most records; null if columns need more than the members. */
    private IonPlainReader plain;
    /** Whether symbol tables apply up to the end of the file. */
    private final boolean keepsSymbols;

    /** Makes a reader. {@code root} is the member that contains the columns of a record, or null. */
    public IonRecordReader(RowLayout layout, RecordOptions options, String root) {
        this.layout = layout;
        this.root = root;
        columns = new IonColumns.IonColumn[layout.members.length];
        readers = new IonColumns(options);
        types = new IonTypes(readers);
        String[] names = new String[columns.length];
        int annotationsAt = RowLayout.NONE;
        for (int i = 0; i < columns.length; i++) {
            String name = layout.schema.fields()[layout.members[i]].name();
            if (name.equals(options.annotationsColumn)) {
                annotationsAt = layout.members[i];
            } else {
                columns[i] = readers.of(layout.schema.fields()[layout.members[i]].dataType());
                names[i] = name;
            }
        }
        fields = new FieldNames(names, options.ignoresCase);
        annotations = annotationsAt;
        whole = whole(layout);
        keepsSymbols = options.framing != Framing.LINES;
        text = newReader();
        isIncremental = isIncremental(root);
        if (isIncremental) {
            ENVELOPE.stream().filter(fields::has).forEach(name -> envelope.put(name, fields.field(name)));
        }
        plain = whole == null && annotations == RowLayout.NONE && envelope.isEmpty()
                ? new IonPlainReader(layout, readers, root, newReader()) : null;
    }

    private static boolean isIncremental(String root) {
        return root != null && !root.equals(RecordOptions.ITEM);
    }

    /** Whether a member contains the keys of an item, which each record of an incremental export has. */
    static boolean isKeys(String root, String name) {
        return isIncremental(root) && KEYS.equals(name);
    }

    static TextReader newReader() {
        return (TextReader) StringmillIonReaderBuilder.standard().build(new byte[0]);
    }

    /** Makes the general reader read every record from now on. Tests compare both readers. */
    void readGenerally() {
        plain = null;
    }

    @Override
    public Outcome read(Records records, InternalRow row) {
        byte[] text = records.buffer();
        int start = records.start();
        len = records.end() - start;
        error = null;
        readers.begin(len);
        clear(row);
        boolean isBinary = records.isBinary();
        if (records.error() != null) {
            note(records.error(), records.errorOffset());
            return Outcome.BAD;
        }
        if (!isBinary && !records.isAscii() && Stringmill.utf8ValidLen(text, start, len) < len) {
            noteIllFormed(text, start);
            return Outcome.BAD;
        }
        if (plain != null && !isBinary && readPlain(text, start, row)) {
            return Outcome.READ;
        }
        try {
            if (isBinary) {
                reader = binary.of(text, start, len);
            } else {
                this.text.restart(text, start, len, keepsSymbols);
                reader = this.text;
            }
            return readRecord(row);
        } catch (IonException | IllegalArgumentException e) {
            boolean isMark = !isBinary && RecordBuffer.startsWithMark(text, start, start + len);
            StringmillException told = IonErrors.of(e, text, start, len, 0);
            note(isMark ? ErrorCode.ION_BYTE_ORDER_MARK : told.code(), isBinary || isMark ? 0 : (int) told.offset());
        } catch (StringmillException e) {
            note(e.code(), (int) Math.min(len, e.offset()));
        }
        clear(row);
        return Outcome.BAD;
    }

    private boolean readPlain(byte[] text, int start, InternalRow row) {
        try {
            if (plain.read(text, start, start + len, row)) {
                return true;
            }
        } catch (IonException | StringmillException e) {
            // Ignored: the general reader finds the error again, with its place in the record.
        }
        clear(row);
        return false;
    }

    private void noteIllFormed(byte[] text, int start) {
        try {
            Stringmill.utf8Validate(text, start, len);
        } catch (StringmillException e) {
            boolean isBinary = RecordBuffer.isBinaryIon(text, start, start + len);
            note(isBinary ? ErrorCode.ION_BINARY : e.code(), isBinary ? 0 : (int) e.offset());
        }
    }

    private Outcome readRecord(InternalRow row) {
        IonType type = reader.next();
        if (type == null) {
            if (!keepsSymbols && reader.getSymbolTable().isLocalTable()) {
                note(ErrorCode.RECORD_SYMBOLS, 0);
                return Outcome.BAD;
            }
            return Outcome.BLANK;
        }
        if (annotations != RowLayout.NONE) {
            row.update(annotations, annotations());
        }
        boolean isStruct = type == IonType.STRUCT && !reader.isNullValue();
        if (whole != null) {
            Object value = whole.read(reader, type);
            if (value == IonColumns.UNFIT) {
                note(ErrorCode.COLUMN_TYPE, 0);
            } else {
                row.update(layout.whole, value);
            }
        } else if (!isStruct) {
            note(ErrorCode.COLUMN_TYPE, offset());
        } else if (root == null) {
            readStruct(row);
        } else {
            readRoot(row);
        }
        if (reader.next() != null) {
            error = null;
            note(ErrorCode.CONVERT_ONE_VALUE, offset());
            clear(row);
            return Outcome.BAD;
        }
        return error == null ? Outcome.READ : Outcome.UNFIT;
    }

    /** Returns the reader for a column with the whole record; null if there is no such column. */
    private IonColumns.IonColumn whole(RowLayout layout) {
        if (layout.whole == RowLayout.NONE) {
            return null;
        }
        StructField field = layout.schema.fields()[layout.whole];
        if (RowLayout.isType(field)) {
            return (source, type) -> types.ofRecord(source, type, root);
        }
        return field.dataType() instanceof StringType
                ? (source, type) -> UTF8String.fromBytes(IonToJson.current(source, true, len))
                : IonColumns::variant;
    }

    private void readRoot(InternalRow row) {
        boolean found = false;
        reader.stepIn();
        for (IonType type = reader.next(); type != null; type = reader.next()) {
            String name = reader.getFieldName();
            if (isIncremental && ENVELOPE.contains(name)) {
                // The record of a deleted item has only keys, and no new image.
                found |= isKeys(root, name);
                if (envelope.containsKey(name)) {
                    readMember(envelope.get(name), type, row);
                }
            } else if (root.equals(name)) {
                found = true;
                if (type == IonType.STRUCT && !reader.isNullValue()) {
                    readStruct(row);
                } else {
                    note(ErrorCode.CONVERT_DYNAMODB, offset());
                }
            }
        }
        reader.stepOut();
        if (!found) {
            note(ErrorCode.CONVERT_DYNAMODB, 0);
        }
    }

    private void readStruct(InternalRow row) {
        fields.begin();
        reader.stepIn();
        for (IonType type = reader.next(); type != null; type = reader.next()) {
            int field = fields.field(reader.getFieldName());
            if (field != FieldNames.NONE && !envelope.containsValue(field)) {
                readMember(field, type, row);
            }
        }
        reader.stepOut();
    }

    /** Reads the current value into a column. */
    private void readMember(int field, IonType type, InternalRow row) {
        int place = IonType.isContainer(type) ? offset() : RowLayout.NONE;
        Object value = readers.read(columns[field], reader, type);
        if (value == IonColumns.UNFIT) {
            note(ErrorCode.COLUMN_TYPE, place == RowLayout.NONE ? offset() : place);
        } else {
            row.update(layout.members[field], value);
        }
    }

    private GenericArrayData annotations() {
        String[] names = reader.getTypeAnnotations();
        Object[] texts = new Object[names.length];
        for (int i = 0; i < names.length; i++) {
            texts[i] = UTF8String.fromString(names[i]);
        }
        return new GenericArrayData(texts);
    }

    /** Returns the offset of the current value in the record; 0 in binary Ion. */
    private int offset() {
        return reader != text ? 0 : (int) text.asFacet(SpanProvider.class).currentSpan().asFacet(OffsetSpan.class).getStartOffset();
    }

    private void clear(InternalRow row) {
        for (int ordinal : layout.members) {
            row.setNullAt(ordinal);
        }
        if (layout.whole != RowLayout.NONE) {
            row.setNullAt(layout.whole);
        }
    }

    private void note(ErrorCode code, int place) {
        if (error == null) {
            error = code;
            errorOffset = place;
        }
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
        return 0;
    }
}
