package io.github.stringmill.spark.read;

import io.github.stringmill.spark.RecordFormat;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Finds the schema of files whose user gives none. */
final class SchemaInference {
    private static final String INFER = "inferSchema";

    private SchemaInference() {}

    /**
     * Returns the columns of some files: the whole record, or those that Spark's own source infers from a sample of JSON,
     * with its options, such as {@code samplingRatio} and {@code prefersDecimal}.
     */
    static StructType of(RecordFormat format, SparkSession session, Map<String, String> settings, Seq<FileStatus> files) {
        CaseInsensitiveStringMap options = new CaseInsensitiveStringMap(settings);
        if (!options.getBoolean(INFER, false)) {
            return RowLayout.wholeSchema(options);
        }
        if (format != RecordFormat.JSON) {
            throw new IllegalArgumentException("the option " + INFER + " is for JSON; give a schema for Ion");
        }
        String[] paths = CollectionConverters.asJava(files).stream().map(file -> file.getPath().toString())
                .toArray(String[]::new);
        return session.read().options(settings).json(paths).schema();
    }
}
