package io.github.stringmill.spark;

import io.github.stringmill.spark.read.RecordTable;
import io.github.stringmill.spark.read.files.DynamoDbExport;
import io.github.stringmill.spark.read.files.ManifestFacts;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.execution.datasources.FileFormat;
import org.apache.spark.sql.execution.datasources.v2.text.TextDataSourceV2;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A source of files of records.
 *
 * <p>Extends Spark's text source only to get the members that Scala generates for the trait {@code FileDataSourceV2}.
 * Everything specific to text is overridden.
 */
public abstract class RecordSource extends TextDataSourceV2 {
    private final RecordFormat format;

    /**
     * Makes a source.
     *
     * @param format its format
     */
    protected RecordSource(RecordFormat format) {
        this.format = format;
    }

    @Override
    public String shortName() {
        return format.shortName();
    }

    @Override
    public Class<? extends FileFormat> fallbackFileFormat() {
        return format.fileFormat();
    }

    @Override
    public Table getTable(CaseInsensitiveStringMap options) {
        return table(options, Option.empty());
    }

    @Override
    public Table getTable(CaseInsensitiveStringMap options, StructType schema) {
        return table(options, Option.apply(schema));
    }

    private Table table(CaseInsensitiveStringMap options, Option<StructType> schema) {
        CaseInsensitiveStringMap others = getOptionsWithoutPaths(options);
        // Checked here, so that "load" refuses an option, not the first query.
        RecordTable.requireOptions(format, others, getPaths(options), sparkSession().sparkContext().hadoopConfiguration());
        Seq<String> paths = getPaths(options);
        ManifestFacts facts = ManifestFacts.NONE;
        if (format == RecordFormat.DYNAMODB_ION) {
            DynamoDbExport export = DynamoDbExport.of(paths, sparkSession(), others);
            paths = CollectionConverters.asScala(export.files().stream().map(Path::toString).toList()).toSeq();
            facts = export.facts();
        }
        return new RecordTable(format, getTableName(others, paths), sparkSession(), others, paths, facts, schema);
    }
}
