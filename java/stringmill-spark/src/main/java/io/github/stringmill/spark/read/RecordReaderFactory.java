package io.github.stringmill.spark.read;

import org.apache.hadoop.conf.Configuration;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.FileSourceOptions;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.datasources.v2.FilePartitionReaderFactory;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.apache.spark.util.SerializableConfiguration;
import scala.jdk.javaapi.CollectionConverters;

/** Makes the reader of each split, on the executors. */
final class RecordReaderFactory extends FilePartitionReaderFactory {
    private static final long serialVersionUID = 1;

    private final StructType dataSchema;
    private final StructType partitionSchema;
    private final FileSourceOptions options;
    private final Broadcast<SerializableConfiguration> configuration;

    RecordReaderFactory(StructType dataSchema, StructType partitionSchema, CaseInsensitiveStringMap options,
            Broadcast<SerializableConfiguration> configuration) {
        this.dataSchema = dataSchema;
        this.partitionSchema = partitionSchema;
        this.options = new FileSourceOptions(
                scala.collection.immutable.Map.from(CollectionConverters.asScala(options.asCaseSensitiveMap())));
        this.configuration = configuration;
    }

    @Override
    public FileSourceOptions options() {
        return options;
    }

    @Override
    public PartitionReader<InternalRow> buildReader(PartitionedFile file) {
        Configuration hadoop = configuration.value().value();
        return new SplitReader(file, dataSchema, partitionSchema, hadoop);
    }
}
