package io.github.stringmill.spark.read;

import io.github.stringmill.spark.RecordFormat;
import io.github.stringmill.spark.read.files.Compression;
import io.github.stringmill.spark.read.files.ManifestFacts;
import io.github.stringmill.spark.read.options.RecordOptions;
import io.github.stringmill.spark.read.rows.RowLayout;
import io.github.stringmill.spark.records.Framing;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.execution.datasources.PartitioningAwareFileIndex;
import org.apache.spark.sql.execution.datasources.v2.TextBasedFileScan;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.apache.spark.util.SerializableConfiguration;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** One read of a table: its files, the columns that a query needs, and the reader of each split. */
final class RecordScan extends TextBasedFileScan {
    private final RecordFormat format;
    private final SparkSession session;
    private final PartitioningAwareFileIndex files;
    private final ManifestFacts facts;
    private final StructType dataSchema;
    private final StructType readDataSchema;
    private final StructType readPartitionSchema;
    private final CaseInsensitiveStringMap options;
    private final int limit;
    private final Seq<Expression> partitionFilters;
    private final Seq<Expression> dataFilters;

    RecordScan(RecordFormat format, SparkSession session, PartitioningAwareFileIndex files, ManifestFacts facts,
            StructType dataSchema, StructType readDataSchema, StructType readPartitionSchema,
            CaseInsensitiveStringMap options, int limit, Seq<Expression> partitionFilters, Seq<Expression> dataFilters) {
        super(session, options);
        this.format = format;
        this.session = session;
        this.files = files;
        this.facts = facts;
        this.dataSchema = dataSchema;
        this.readDataSchema = readDataSchema;
        this.readPartitionSchema = readPartitionSchema;
        this.options = options;
        this.limit = limit;
        this.partitionFilters = partitionFilters;
        this.dataFilters = dataFilters;
    }

    @Override
    public SparkSession sparkSession() {
        // The constructor of the parent calls this before the field is set.
        return session != null ? session : SparkSession.active();
    }

    @Override
    public PartitioningAwareFileIndex fileIndex() {
        return files;
    }

    @Override
    public StructType dataSchema() {
        return dataSchema;
    }

    @Override
    public StructType readDataSchema() {
        return readDataSchema;
    }

    @Override
    public StructType readPartitionSchema() {
        return readPartitionSchema;
    }

    @Override
    public Seq<Expression> partitionFilters() {
        return partitionFilters;
    }

    @Override
    public Seq<Expression> dataFilters() {
        return dataFilters;
    }

    @Override
    public boolean isSplitable(Path path) {
        // A splittable codec, such as bzip2, has its own rules for borders. One task reads the whole file instead.
        return RecordOptions.framing(options) == Framing.LINES && !facts.has(path)
                && !Compression.isCompressed(path, configuration());
    }

    @Override
    public PartitionReaderFactory createReaderFactory() {
        RecordOptions parsed = new RecordOptions(format, options);
        RowLayout layout = new RowLayout(dataSchema, readDataSchema, readPartitionSchema, parsed);
        // Spark 4.0 lacks a method for this.
        var shared = new JavaSparkContext(session.sparkContext()).broadcast(new SerializableConfiguration(configuration()));
        return new SplitReaderFactory(format, layout, parsed, facts, limit, shared);
    }

    @Override
    public CustomMetric[] supportedCustomMetrics() {
        return Counters.metrics();
    }

    private Configuration configuration() {
        var settings = scala.collection.immutable.Map.from(CollectionConverters.asScala(options.asCaseSensitiveMap()));
        return ((org.apache.spark.sql.classic.SparkSession) session).sessionState().newHadoopConfWithOptions(settings);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RecordScan scan && super.equals(other) && dataSchema.equals(scan.dataSchema)
                && options.equals(scan.options) && limit == scan.limit;
    }

    @Override
    public int hashCode() {
        return Objects.hash(super.hashCode(), options);
    }
}
