package io.github.stringmill.spark.read.rows;

import io.github.stringmill.spark.read.options.RecordOptions;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.json.JSONOptions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Where each column of a row comes from.
 *
 * <p>A row has the columns that the query needs, then the partition columns, and then columns that the query does not
 * need but that decide whether a record is bad.
 */
public final class RowLayout implements Serializable {
    /** Columns of every table that are not in its schema. */
    public static final String PATH = "_path";
    public static final String OFFSET = "_offset";
    public static final String LINE = "_line";

    /** The column of a table without a schema: the text of each record. */
    private static final String VALUE = "value";

    public static final int NONE = -1;

    /** The name of an option. Spark 4.0 has its constant under another name. */
    private static final String CORRUPT_COLUMN = "columnNameOfCorruptRecord";

    private static final long serialVersionUID = 1;
    /**
     * Marks a column with the whole record. It is in metadata, because these survive in the catalog, and options do
     * not.
     */
    private static final String WHOLE = "stringmill.record";

    /** Marks a column with the type of the whole record. */
    private static final String TYPE = "stringmill.type";

    /** All columns of a row. */
    public final StructType schema;
    /** The number of columns that the reader gives to Spark; they come first. */
    public final int outputCount;
    public final int partitionStart;
    /** Ordinals of the columns that are read from members of records. */
    public final int[] members;
    public final int whole;
    public final int corrupt;
    public final int path;
    public final int offset;
    public final int line;

    /**
     * Plans the rows of a query.
     *
     * @param all the columns of the data
     * @param needed the columns that the query needs
     * @param partitions the partition columns that it needs
     * @param options the options of the source
     */
    public RowLayout(StructType all, StructType needed, StructType partitions, RecordOptions options) {
        String corruptColumn = options.corruptColumn;
        List<StructField> fields = new ArrayList<>(Arrays.asList(needed.fields()));
        partitionStart = fields.size();
        fields.addAll(Arrays.asList(partitions.fields()));
        outputCount = fields.size();
        if (checksAll(needed, options)) {
            for (StructField field : all.fields()) {
                if (!needed.getFieldIndex(field.name()).isDefined()) {
                    fields.add(field);
                }
            }
        }
        schema = new StructType(fields.toArray(new StructField[0]));
        corrupt = ordinal(all, corruptColumn, true);
        path = ordinal(all, PATH, false);
        offset = ordinal(all, OFFSET, false);
        line = ordinal(all, LINE, false);
        int wholeAt = NONE;
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            boolean isPartition = i >= partitionStart && i < outputCount;
            if (isPartition || i == corrupt || i == path || i == offset || i == line) {
                continue;
            }
            if (isWhole(fields.get(i))) {
                wholeAt = i;
            } else {
                found.add(i);
            }
        }
        whole = wholeAt;
        members = found.stream().mapToInt(Integer::intValue).toArray();
    }

    /**
     * Whether columns that a query does not need also decide which records are bad. Otherwise bad records would depend
     * on the query.
     */
    public static boolean checksAll(StructType needed, RecordOptions options) {
        return options.rejects != null || needed.getFieldIndex(options.corruptColumn).isDefined();
    }

    /** Returns the columns that the reader gives to Spark. */
    public StructType outputSchema() {
        return new StructType(Arrays.copyOf(schema.fields(), outputCount));
    }

    /**
     * Returns the ordinal of a column by its name. {@code inData}: whether it has to be in the schema of the data, or
     * must not be.
     */
    private int ordinal(StructType all, String name, boolean inData) {
        boolean found = schema.getFieldIndex(name).isDefined() && all.getFieldIndex(name).isDefined() == inData;
        return found ? schema.fieldIndex(name) : NONE;
    }

    /** Returns a column that has the whole record, as text or as a variant. */
    public static StructField whole(String name, boolean isVariant) {
        Metadata mark = new MetadataBuilder().putBoolean(WHOLE, true).build();
        return new StructField(name, isVariant ? DataTypes.VariantType : DataTypes.StringType, true, mark);
    }

    /** Returns the columns of files without a schema: the whole record and, on request, the text of bad records. */
    public static StructType wholeSchema(CaseInsensitiveStringMap options) {
        String variant = options.get(JSONOptions.SINGLE_VARIANT_COLUMN());
        StructType schema = new StructType(new StructField[] {
            variant != null ? whole(variant, true) : whole(VALUE, false)});
        String corrupt = options.get(CORRUPT_COLUMN);
        return corrupt == null ? schema : schema.add(corrupt, DataTypes.StringType);
    }

    /** Returns a column that has the type of each record, as JSON. */
    public static StructField type() {
        Metadata mark = new MetadataBuilder().putBoolean(WHOLE, true).putBoolean(TYPE, true).build();
        return new StructField(VALUE, DataTypes.StringType, true, mark);
    }

    public static boolean isType(StructField field) {
        return field.metadata().contains(TYPE);
    }

    private static boolean isWhole(StructField field) {
        return field.metadata().contains(WHOLE);
    }
}
