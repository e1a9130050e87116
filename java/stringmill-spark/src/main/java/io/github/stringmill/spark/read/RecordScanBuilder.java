package io.github.stringmill.spark.read;

import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.execution.datasources.PartitioningAwareFileIndex;
import org.apache.spark.sql.execution.datasources.v2.FileScanBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Collects what a query needs of a table. */
final class RecordScanBuilder extends FileScanBuilder {
    private final SparkSession session;
    private final PartitioningAwareFileIndex files;
    private final StructType dataSchema;
    private final CaseInsensitiveStringMap options;

    RecordScanBuilder(SparkSession session, PartitioningAwareFileIndex files, StructType schema, StructType dataSchema,
            CaseInsensitiveStringMap options) {
        super(session, files, dataSchema);
        this.session = session;
        this.files = files;
        this.dataSchema = dataSchema;
        this.options = options;
        // Of a query that prunes nothing, such as one in the shell of a table.
        requiredSchema_$eq(schema);
    }

    @Override
    public boolean supportsNestedSchemaPruning() {
        return true;
    }

    @Override
    public Scan build() {
        return new RecordScan(session, files, dataSchema, readDataSchema(), readPartitionSchema(), options,
                partitionFilters(), dataFilters());
    }
}
