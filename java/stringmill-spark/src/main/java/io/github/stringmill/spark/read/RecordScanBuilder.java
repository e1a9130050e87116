package io.github.stringmill.spark.read;

import io.github.stringmill.spark.RecordFormat;
import io.github.stringmill.spark.read.files.ManifestFacts;
import io.github.stringmill.spark.read.options.RecordOptions;
import io.github.stringmill.spark.read.rows.RowLayout;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownLimit;
import org.apache.spark.sql.execution.datasources.PartitioningAwareFileIndex;
import org.apache.spark.sql.execution.datasources.v2.FileScanBuilder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Collects what a query needs of a table. */
final class RecordScanBuilder extends FileScanBuilder implements SupportsPushDownLimit {
    private final RecordFormat format;
    private final SparkSession session;
    private final PartitioningAwareFileIndex files;
    private final ManifestFacts facts;
    private final StructType dataSchema;
    private final CaseInsensitiveStringMap options;
    private int limit = Integer.MAX_VALUE;

    RecordScanBuilder(RecordFormat format, SparkSession session, PartitioningAwareFileIndex files, ManifestFacts facts,
            StructType schema, StructType dataSchema, CaseInsensitiveStringMap options) {
        super(session, files, dataSchema);
        this.format = format;
        this.session = session;
        this.files = files;
        this.facts = facts;
        this.dataSchema = dataSchema;
        this.options = options;
        // Spark prunes no columns in some queries, such as one in the shell of a table.
        requiredSchema_$eq(schema);
    }

    /** Makes each split stop after this many rows; Spark applies the limit to the sum of all splits. */
    @Override
    public boolean pushLimit(int rows) {
        limit = rows;
        return true;
    }

    @Override
    public boolean isPartiallyPushed() {
        return true;
    }

    @Override
    public boolean supportsNestedSchemaPruning() {
        return true;
    }

    @Override
    public Scan build() {
        RecordOptions parsed = new RecordOptions(format, options);
        StructType needed = readDataSchema();
        StructType read = RowLayout.checksAll(needed, parsed) ? unpruned(needed) : needed;
        return new RecordScan(format, session, files, facts, dataSchema, read, readPartitionSchema(), options, limit,
                partitionFilters(), dataFilters());
    }

    /** Restores the members that Spark has pruned, because each of them decides whether a record is bad. */
    private StructType unpruned(StructType needed) {
        StructType whole = new StructType();
        for (StructField field : needed.fields()) {
            boolean isData = dataSchema.getFieldIndex(field.name()).isDefined();
            whole = whole.add(isData ? dataSchema.apply(field.name()) : field);
        }
        return whole;
    }
}
