package io.github.stringmill.spark.write;

import io.github.stringmill.spark.RecordFormat;
import io.github.stringmill.spark.read.RecordRelation;
import io.github.stringmill.spark.read.files.DynamoDbExport;
import io.github.stringmill.spark.read.files.ManifestFacts;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SQLContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.streaming.Source;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.sources.RelationProvider;
import org.apache.spark.sql.sources.SchemaRelationProvider;
import org.apache.spark.sql.sources.StreamSourceProvider;
import org.apache.spark.sql.types.StructType;
import scala.Option;
import scala.Tuple2;
import scala.collection.immutable.Map;

/**
 * Reads tables of the catalog over exports of DynamoDB; it cannot write one.
 *
 * <p>Spark itself would list the files of the folder, which are the manifests. So this format is a provider of
 * relations, which lists the data files.
 */
public final class DynamoDbFileFormat extends RecordFileFormat
        implements RelationProvider, SchemaRelationProvider, StreamSourceProvider {
    private final ManifestFacts facts;

    /** Called by Spark. */
    public DynamoDbFileFormat() {
        this(ManifestFacts.NONE);
    }

    private DynamoDbFileFormat(ManifestFacts facts) {
        super(RecordFormat.DYNAMODB_ION);
        this.facts = facts;
    }

    @Override
    ManifestFacts facts() {
        return facts;
    }

    @Override
    public boolean isSplitable(SparkSession session, Map<String, String> options, Path path) {
        return !facts.has(path) && super.isSplitable(session, options, path);
    }

    @Override
    String extension() {
        return ".ion";
    }

    @Override
    ValueText values(WriteOptions options) {
        throw new UnsupportedOperationException("an export of DynamoDB can only be read; write the format ion");
    }

    @Override
    public BaseRelation createRelation(SQLContext context, Map<String, String> options) {
        return relation(context.sparkSession(), options, Option.empty());
    }

    @Override
    public BaseRelation createRelation(SQLContext context, Map<String, String> options, StructType schema) {
        return relation(context.sparkSession(), options, Option.apply(schema));
    }

    private static BaseRelation relation(SparkSession session, Map<String, String> options, Option<StructType> schema) {
        DynamoDbExport export = RecordRelation.export(session, options);
        return RecordRelation.relation(session, export, new DynamoDbFileFormat(export.facts()), options, schema);
    }

    @Override
    public Tuple2<String, StructType> sourceSchema(SQLContext context, Option<StructType> schema, String provider,
            Map<String, String> options) {
        throw noStream();
    }

    @Override
    public Source createSource(SQLContext context, String metadataPath, Option<StructType> schema, String provider,
            Map<String, String> options) {
        throw noStream();
    }

    private static UnsupportedOperationException noStream() {
        return new UnsupportedOperationException("an export of DynamoDB is complete when its manifest is written, and is no"
                + " stream: the format ion reads files of a folder data as a stream, with a column Item STRUCT<...>");
    }
}
