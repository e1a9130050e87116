package io.github.stringmill.spark.read;

import io.github.stringmill.spark.RecordFormat;
import io.github.stringmill.spark.Undeclared;
import io.github.stringmill.spark.read.files.Compression;
import io.github.stringmill.spark.read.files.DynamoDbExport;
import io.github.stringmill.spark.read.files.ManifestFacts;
import io.github.stringmill.spark.read.options.RecordOptions;
import io.github.stringmill.spark.read.rows.RowLayout;
import io.github.stringmill.spark.records.Framing;
import java.io.IOException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.FileSourceGeneratedMetadataStructField$;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.execution.datasources.FileFormat;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.execution.datasources.InMemoryFileIndex;
import org.apache.spark.sql.execution.datasources.NoopCache$;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.apache.spark.util.LongAccumulator;
import org.apache.spark.util.SerializableConfiguration;
import org.apache.spark.util.TaskCompletionListener;
import scala.Function1;
import scala.Option;
import scala.collection.AbstractIterator;
import scala.collection.Iterator;
import scala.collection.immutable.Map;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;

/**
 * Reads files of records by Spark's older interface, {@code FileFormat}. Spark uses it for tables of its catalog. Rows,
 * options and rejects are those of {@link RecordTable}. The place of a record is in {@code _metadata}, and the metrics are
 * accumulators, because this interface has no others.
 */
public final class RecordRelation {
    private RecordRelation() {}

    private static CaseInsensitiveStringMap javaMap(Map<String, String> options) {
        return new CaseInsensitiveStringMap(CollectionConverters.asJava(options));
    }

    /**
     * Returns the schema of files whose user gives none.
     *
     * @param format the format of the files
     * @param session the session
     * @param options the options of the source
     * @param files the files
     * @return one column with the whole record, or those of a sample on request
     */
    public static StructType schema(RecordFormat format, SparkSession session, Map<String, String> options,
            Seq<FileStatus> files) {
        return SchemaInference.of(format, session, CollectionConverters.asJava(options), files);
    }

    /**
     * Finds the data files of an export of DynamoDB.
     *
     * @param session the session
     * @param options the options of the source; {@code path} is the folder of the export
     * @return the files that the manifest names
     */
    public static DynamoDbExport export(SparkSession session, Map<String, String> options) {
        CaseInsensitiveStringMap given = javaMap(options);
        String path = given.get("path");
        if (path == null) {
            throw new IllegalArgumentException("dynamodb-ion has no path here: read one export by load(folder), by CREATE"
                    + " TABLE with LOCATION, or by CREATE TEMPORARY VIEW with OPTIONS (path)");
        }
        return DynamoDbExport.of(CollectionConverters.asScala(List.of(path)).toSeq(), session, given);
    }

    /**
     * Returns an export of DynamoDB as Spark reads it.
     *
     * @param session the session
     * @param export the files
     * @param fileFormat the format that reads them
     * @param options the options of the source
     * @param schema the columns, if the user gives them
     * @return the relation
     */
    public static HadoopFsRelation relation(SparkSession session, DynamoDbExport export, FileFormat fileFormat,
            Map<String, String> options, Option<StructType> schema) {
        InMemoryFileIndex index = new InMemoryFileIndex(session, CollectionConverters.asScala(export.files()).toSeq(),
                options, Option.empty(), NoopCache$.MODULE$, Option.empty(), Option.empty());
        java.util.Map<String, String> settings = new HashMap<>(CollectionConverters.asJava(options));
        settings.keySet().removeIf("path"::equalsIgnoreCase);
        StructType columns = schema.isDefined() ? schema.get()
                : SchemaInference.of(RecordFormat.DYNAMODB_ION, session, settings, index.allFiles());
        return new HadoopFsRelation(index, new StructType(), columns, Option.empty(), fileFormat, options, session);
    }

    /**
     * Whether several tasks may read a file.
     *
     * @param options the options of the source
     * @param path the file
     * @param session the session
     * @return false for a compressed file, and unless records are lines
     */
    public static boolean isSplitable(Map<String, String> options, Path path, SparkSession session) {
        return RecordOptions.framing(javaMap(options)) == Framing.LINES
                && !Compression.isCompressed(path, session.sparkContext().hadoopConfiguration());
    }

    /**
     * Returns the members that {@code _metadata} has beside those of all files, such as {@code file_path}.
     *
     * @return the offset and the line of a record in its file
     */
    public static List<StructField> places() {
        return List.of(place(RowLayout.OFFSET), place(RowLayout.LINE));
    }

    private static StructField place(String column) {
        return FileSourceGeneratedMetadataStructField$.MODULE$.apply(column.substring(1), column, DataTypes.LongType, false);
    }

    /**
     * Returns the reader of files, which runs on the executors.
     *
     * @param format the format of the files
     * @param session the session
     * @param dataSchema the columns of the data
     * @param partitionSchema the partition columns
     * @param needed the columns of the data that the query needs
     * @param options the options of the source
     * @param facts what manifests say about the files
     * @param configuration the settings of Hadoop
     * @return a function from a split to its rows, with the partition columns last
     */
    public static Function1<PartitionedFile, Iterator<InternalRow>> reader(RecordFormat format, SparkSession session,
            StructType dataSchema, StructType partitionSchema, StructType needed, Map<String, String> options,
            ManifestFacts facts, Configuration configuration) {
        RecordOptions parsed = new RecordOptions(format, javaMap(options));
        CollectionConverters.asJava(options).forEach((name, value) -> {
            if (name.equalsIgnoreCase("path")) {
                SplitRejects.requireApart(parsed, List.of(value), configuration);
            }
        });
        RowLayout layout = new RowLayout(dataSchema, needed, partitionSchema, parsed);
        List<LongAccumulator> totals = Arrays.stream(Counters.metrics())
                .map(metric -> session.sparkContext().longAccumulator("stringmill: " + metric.description())).toList();
        return new Reader(format, layout, parsed, facts, new SerializableConfiguration(configuration), totals);
    }

    private static final class Reader extends AbstractFunction1<PartitionedFile, Iterator<InternalRow>>
            implements Serializable {
        private static final long serialVersionUID = 1;

        private final RecordFormat format;
        private final RowLayout layout;
        private final RecordOptions options;
        private final ManifestFacts facts;
        private final SerializableConfiguration configuration;
        /** The accumulators that sum the counters of all tasks, in the order of the counters. */
        private final List<LongAccumulator> totals;

        Reader(RecordFormat format, RowLayout layout, RecordOptions options, ManifestFacts facts,
                SerializableConfiguration configuration, List<LongAccumulator> totals) {
            this.format = format;
            this.layout = layout;
            this.options = options;
            this.facts = facts;
            this.configuration = configuration;
            this.totals = totals;
        }

        @Override
        public Iterator<InternalRow> apply(PartitionedFile file) {
            Counters counters = new Counters();
            try {
                SplitReader reader = new SplitReader(file, format, layout, options, facts.check(file.toPath()),
                        Long.MAX_VALUE, configuration.value(), counters);
                return new Rows(reader, UnsafeProjection.create(layout.outputSchema()), () -> add(counters));
            } catch (IOException e) {
                throw Undeclared.raise(e);
            }
        }

        private void add(Counters counters) {
            CustomTaskMetric[] values = counters.values();
            for (int i = 0; i < values.length; i++) {
                totals.get(i).add(values[i].value());
            }
        }
    }

    /** The rows of a split. Closes the file at the end of the task, if the query needs no more rows. */
    private static final class Rows extends AbstractIterator<InternalRow> {
        private final SplitReader reader;
        private final UnsafeProjection projection;
        private boolean isAhead;
        /** Called once, after the last row that the query needs. */
        private final Runnable atEnd;
        private boolean ended;
        private boolean isClosed;

        Rows(SplitReader reader, UnsafeProjection projection, Runnable atEnd) {
            this.reader = reader;
            this.projection = projection;
            this.atEnd = atEnd;
            if (TaskContext.get() != null) {
                TaskContext.get().addTaskCompletionListener((TaskCompletionListener) context -> close());
            }
        }

        private void close() {
            if (isClosed) {
                return;
            }
            isClosed = true;
            atEnd.run();
            try {
                reader.close();
            } catch (IOException e) {
                throw Undeclared.raise(e);
            }
        }

        @Override
        public boolean hasNext() {
            if (!isAhead && !ended) {
                try {
                    isAhead = reader.next();
                } catch (IOException e) {
                    throw Undeclared.raise(e);
                }
                ended = !isAhead;
                if (ended) {
                    close();
                }
            }
            return isAhead;
        }

        @Override
        public InternalRow next() {
            hasNext();
            isAhead = false;
            return projection.apply(reader.get());
        }
    }
}
