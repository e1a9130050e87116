package io.github.stringmill.spark.write;

import io.github.stringmill.spark.RecordFormat;
import io.github.stringmill.spark.read.ColumnTypes;
import io.github.stringmill.spark.read.RecordRelation;
import io.github.stringmill.spark.read.files.ManifestFacts;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.CompressionCodecs;
import org.apache.spark.sql.execution.datasources.CodecStreams;
import org.apache.spark.sql.execution.datasources.OutputWriter;
import org.apache.spark.sql.execution.datasources.OutputWriterFactory;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.datasources.TextBasedFileFormat;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.LongAccumulator;
import scala.Function1;
import scala.Option;
import scala.collection.Iterator;
import scala.collection.immutable.Map;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Writes files of records, with Spark's commit protocol. Spark uses it for {@code save}, {@code INSERT} and
 * {@code CREATE TABLE}, because it writes no file source of version 2.
 */
public abstract class RecordFileFormat extends TextBasedFileFormat {
    /** The codec of this name in Hadoop needs a native library of Hadoop. */
    static final String ZSTD = "zstd";

    private final RecordFormat format;

    /**
     * Makes a format.
     *
     * @param format the format of the records
     */
    protected RecordFileFormat(RecordFormat format) {
        this.format = format;
    }

    /** The extension of a file, including the point. */
    abstract String extension();

    /** Returns the writer of values. */
    abstract ValueText values(WriteOptions options);

    /** Returns the facts about the files that are read. */
    ManifestFacts facts() {
        return ManifestFacts.NONE;
    }

    @Override
    public String toString() {
        return format.shortName();
    }

    /** Whether a table may have a column. {@link #prepareWrite} refuses columns that can only be read. */
    @Override
    public boolean supportDataType(DataType type) {
        return ColumnTypes.areReadInto(format, type);
    }

    @Override
    public Option<StructType> inferSchema(SparkSession session, Map<String, String> options, Seq<FileStatus> files) {
        return Option.apply(RecordRelation.schema(format, session, options, files));
    }

    @Override
    public Seq<StructField> metadataSchemaFields() {
        List<StructField> fields = new ArrayList<>(CollectionConverters.asJava(super.metadataSchemaFields()));
        fields.addAll(RecordRelation.places());
        return CollectionConverters.asScala(fields).toList();
    }

    @Override
    public boolean isSplitable(SparkSession session, Map<String, String> options, Path path) {
        return RecordRelation.isSplitable(options, path, session);
    }

    @Override
    public Function1<PartitionedFile, Iterator<InternalRow>> buildReaderWithPartitionValues(SparkSession session,
            StructType dataSchema, StructType partitionSchema, StructType needed, Seq<Filter> filters,
            Map<String, String> options, Configuration configuration) {
        return RecordRelation.reader(format, session, dataSchema, partitionSchema, needed, options, facts(), configuration);
    }

    @Override
    public OutputWriterFactory prepareWrite(SparkSession session, Job job, Map<String, String> options,
            StructType schema) {
        WriteOptions parsed = new WriteOptions(format, options);
        // Refuses here what cannot be written, not later in a task.
        values(parsed);
        for (StructField field : schema.fields()) {
            if (!RowText.supports(format, field.dataType())) {
                throw new IllegalArgumentException("column " + field.name() + ": the type " + field.dataType().sql()
                        + " cannot be written as " + format.shortName());
            }
        }
        String codec = parsed.compression.equals(ZSTD) ? "none" : parsed.compression;
        CompressionCodecs.setCodecConfiguration(job.getConfiguration(), CompressionCodecs.getCodecClassName(codec));
        SparkContext context = session.sparkContext();
        return new Writers(this, parsed, context.longAccumulator("stringmill: ill-formed UTF-8 repaired"));
    }

    /** Makes the writers of the tasks. */
    private static final class Writers extends OutputWriterFactory {
        private static final long serialVersionUID = 1;

        private final Class<? extends RecordFileFormat> type;
        private final WriteOptions options;
        private final LongAccumulator repaired;

        Writers(RecordFileFormat format, WriteOptions options, LongAccumulator repaired) {
            this.type = format.getClass();
            this.options = options;
            this.repaired = repaired;
        }

        private RecordFileFormat format() {
            try {
                return type.getConstructor().newInstance();
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public String getFileExtension(TaskAttemptContext context) {
            return format().extension()
                    + (options.compression.equals(ZSTD) ? ".zst" : CodecStreams.getCompressionExtension(context));
        }

        @Override
        public OutputWriter newInstance(String path, StructType schema, TaskAttemptContext context) {
            return new RecordWriter(path, schema, format().values(options), options, repaired, context);
        }
    }
}
