package io.github.stringmill.spark.read;

import io.github.stringmill.spark.RecordFormat;
import io.github.stringmill.spark.Undeclared;
import io.github.stringmill.spark.read.files.ManifestFacts;
import io.github.stringmill.spark.read.options.RecordOptions;
import io.github.stringmill.spark.read.rows.RowLayout;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.FileSourceOptions;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.execution.datasources.FilePartition;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.datasources.v2.FilePartitionReader;
import org.apache.spark.sql.execution.datasources.v2.FilePartitionReaderFactory;
import org.apache.spark.util.SerializableConfiguration;
import scala.jdk.javaapi.CollectionConverters;

/** Makes the reader of each split, on the executors. */
final class SplitReaderFactory extends FilePartitionReaderFactory {
    private static final long serialVersionUID = 1;

    private final RecordFormat format;
    private final RowLayout layout;
    private final RecordOptions options;
    private final ManifestFacts facts;
    private final long limit;
    private final Broadcast<SerializableConfiguration> configuration;

    /**
     * Makes a factory.
     *
     * @param facts what manifests say about the files
     * @param limit the number of rows that suffice
     */
    SplitReaderFactory(RecordFormat format, RowLayout layout, RecordOptions options, ManifestFacts facts, long limit,
            Broadcast<SerializableConfiguration> configuration) {
        this.format = format;
        this.layout = layout;
        this.options = options;
        this.facts = facts;
        this.limit = limit;
        this.configuration = configuration;
    }

    @Override
    public FileSourceOptions options() {
        return options.spark;
    }

    @Override
    public PartitionReader<InternalRow> createReader(InputPartition partition) {
        Counters counters = new Counters();
        var files = CollectionConverters.asScala(Arrays.asList(((FilePartition) partition).files()).iterator());
        return new Counted(new FilePartitionReader<>(files, file -> open(file, counters), options.spark), counters);
    }

    @Override
    public PartitionReader<InternalRow> buildReader(PartitionedFile file) {
        return open(file, new Counters());
    }

    private PartitionReader<InternalRow> open(PartitionedFile file, Counters counters) {
        Configuration hadoop = configuration.value().value();
        try {
            return new SplitReader(file, format, layout, options, facts.check(file.toPath()), limit, hadoop, counters);
        } catch (IOException e) {
            throw Undeclared.raise(e);
        }
    }

    /** Gives Spark the counters of a task, summed over its splits. Spark's own reader has none. */
    private record Counted(PartitionReader<InternalRow> reader, Counters counters)
            implements PartitionReader<InternalRow> {
        @Override
        public boolean next() throws IOException {
            return reader.next();
        }

        @Override
        public InternalRow get() {
            return reader.get();
        }

        @Override
        public CustomTaskMetric[] currentMetricsValues() {
            return counters.values();
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }
}
