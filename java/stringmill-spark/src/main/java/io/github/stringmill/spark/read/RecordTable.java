package io.github.stringmill.spark.read;

import io.github.stringmill.IllFormed;
import io.github.stringmill.spark.RecordFormat;
import io.github.stringmill.spark.read.files.ManifestFacts;
import io.github.stringmill.spark.read.options.RecordOptions;
import io.github.stringmill.spark.read.rows.RowLayout;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.connector.catalog.SupportsMetadataColumns;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.execution.datasources.FileFormat;
import org.apache.spark.sql.execution.datasources.v2.FileTable;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Files of records as a table. Spark lists the files and finds partition columns in their paths. */
public final class RecordTable extends FileTable implements SupportsMetadataColumns {
    private final RecordFormat format;
    private final String name;
    private final SparkSession session;
    private final CaseInsensitiveStringMap options;
    private final ManifestFacts facts;

    /**
     * Makes a table of the files at some paths.
     *
     * @param format the format of the files
     * @param name the name of the table in plans
     * @param session the session that reads it
     * @param options the options of the source, without paths
     * @param paths files, folders and patterns
     * @param facts what manifests say about the files
     * @param schema the schema that the caller gave, if any
     */
    public RecordTable(RecordFormat format, String name, SparkSession session, CaseInsensitiveStringMap options,
            Seq<String> paths, ManifestFacts facts, Option<StructType> schema) {
        super(session, options, paths, schema);
        this.format = format;
        this.name = name;
        this.session = session;
        this.options = options;
        this.facts = facts;
    }

    /**
     * Throws if an option of a read is not supported.
     *
     * @param format the format of the files
     * @param options the options of the source
     * @param paths the files and folders that are read
     * @param configuration the settings of Hadoop
     * @throws IllegalArgumentException the option and the reason
     */
    public static void requireOptions(RecordFormat format, CaseInsensitiveStringMap options, Seq<String> paths,
            Configuration configuration) {
        RecordOptions parsed = new RecordOptions(format, options);
        SplitRejects.requireApart(parsed, CollectionConverters.asJava(paths), configuration);
        if (format != RecordFormat.JSON && parsed.illFormed != IllFormed.REJECT) {
            throw new IllegalArgumentException("the option " + RecordOptions.ILL_FORMED + "=" + parsed.illFormed.id()
                    + " is for writing Ion: a reader of Ion takes ill-formed UTF-8 as a bad record");
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String formatName() {
        return format.shortName();
    }

    @Override
    public boolean supportsDataType(DataType type) {
        return ColumnTypes.areReadInto(format, type);
    }

    @Override
    public Class<? extends FileFormat> fallbackFileFormat() {
        return format.fileFormat();
    }

    @Override
    public Set<TableCapability> capabilities() {
        return Set.of(TableCapability.BATCH_READ);
    }

    @Override
    public Option<StructType> inferSchema(Seq<FileStatus> files) {
        return Option.apply(SchemaInference.of(format, session, options.asCaseSensitiveMap(), files));
    }

    @Override
    public MetadataColumn[] metadataColumns() {
        return new MetadataColumn[] {new PlaceColumn(RowLayout.PATH, DataTypes.StringType, "file of the record"),
            new PlaceColumn(RowLayout.OFFSET, DataTypes.LongType, "offset of the record in its file, in bytes"),
            new PlaceColumn(RowLayout.LINE, DataTypes.LongType, "line of the record in its file, from 1")};
    }

    private record PlaceColumn(String name, DataType dataType, String comment) implements MetadataColumn {
        @Override
        public boolean isNullable() {
            return false;
        }
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap scanOptions) {
        return new RecordScanBuilder(format, session, fileIndex(), facts, schema(), dataSchema(),
                mergedOptions(scanOptions));
    }

    @Override
    public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
        throw new UnsupportedOperationException("the format " + formatName() + " has no writer");
    }
}
