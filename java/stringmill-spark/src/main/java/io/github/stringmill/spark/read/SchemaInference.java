package io.github.stringmill.spark.read;

import io.github.stringmill.spark.RecordFormat;
import io.github.stringmill.spark.read.ion.IonTypes;
import io.github.stringmill.spark.read.options.RecordOptions;
import io.github.stringmill.spark.read.rows.RowLayout;
import io.github.stringmill.spark.records.Framing;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.DataFrameNaFunctions;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.json.JsonInferSchema;
import org.apache.spark.sql.catalyst.util.PermissiveMode$;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Finds the schema of files whose user gives none. */
final class SchemaInference {
    private static final String INFER = "inferSchema";
    /** Options that only the query needs, not inference before it. */
    private static final Set<String> OF_THE_QUERY = Set.of("inferschema", "mode", "rejects", "columnnameofcorruptrecord",
            "singlevariantcolumn", "annotationscolumn", "ion.ignore_malformed");

    /**
     * A text that Spark's source takes for a bad record, so that it adds the column for bad records in mode
     * PERMISSIVE.
     */
    private static final String ILL_FORMED = "{";

    private SchemaInference() {}

    /**
     * Returns the columns of some files: the whole record, or those that a sample has. Spark's own source infers those of
     * JSON, with its options, such as {@code samplingRatio} and {@code prefersDecimal}.
     */
    static StructType of(RecordFormat format, SparkSession session, Map<String, String> settings, Seq<FileStatus> files) {
        CaseInsensitiveStringMap options = new CaseInsensitiveStringMap(settings);
        if (!options.getBoolean(INFER, false)) {
            return RowLayout.wholeSchema(options);
        }
        String[] paths = CollectionConverters.asJava(files).stream().map(file -> file.getPath().toString())
                .toArray(String[]::new);
        if (paths.length == 0) {
            return new StructType();
        }
        RecordOptions parsed = new RecordOptions(format, options);
        DataFrameReader ours = session.read().format(format.shortName());
        settings.forEach((name, value) -> {
            if (!OF_THE_QUERY.contains(name.toLowerCase(Locale.ROOT))) {
                ours.option(name, value);
            }
        });
        if (format != RecordFormat.JSON) {
            StructType types = new StructType().add(RowLayout.type());
            return ofTypes(ours.schema(types).load(paths).as(Encoders.STRING()), parsed);
        }
        DataFrameReader spark = session.read().options(settings);
        if (parsed.framing == Framing.LINES && parsed.rules.isEmpty()) {
            return spark.json(paths).schema();
        }
        // Spark cannot read values that follow each other, and would load a whole file as one array. A record that a
        // rule refuses has no types; its repeated names would be an error in Spark.
        DataFrameNaFunctions texts = ours.load(paths).na();
        Dataset<Row> records = parsed.failFast ? texts.drop() : texts.fill(ILL_FORMED);
        return spark.json(records.as(Encoders.STRING())).schema();
    }

    private static StructType ofTypes(Dataset<String> records, RecordOptions options) {
        double ratio = options.spark.samplingRatio();
        Dataset<String> sample = ratio < 1 ? records.sample(false, ratio, 1) : records;
        MapPartitionsFunction<String, String> merge = SchemaInference::merged;
        DataType whole = new StructType();
        boolean hasBad = false;
        for (String found : sample.mapPartitions(merge, Encoders.STRING()).collectAsList()) {
            hasBad |= found.isEmpty();
            whole = found.isEmpty() ? whole : IonTypes.merged(whole, DataType.fromJson(found));
        }
        StructType columns = (StructType) IonTypes.withoutNulls(whole);
        boolean addsColumn = hasBad && options.spark.parseMode().equals(PermissiveMode$.MODULE$) && !options.failFast;
        return addsColumn ? JsonInferSchema.withCorruptField(columns, DataTypes.StringType, options.corruptColumn,
                options.spark.parseMode()) : columns;
    }

    /** Merges the types of records, most of which are equal. Adds an empty text if a record has no type. */
    private static Iterator<String> merged(Iterator<String> records) {
        Set<String> seen = new HashSet<>();
        DataType whole = new StructType();
        boolean hasBad = false;
        while (records.hasNext()) {
            String type = records.next();
            if (type == null) {
                hasBad = true;
            } else if (seen.add(type)) {
                whole = IonTypes.merged(whole, DataType.fromJson(type));
            }
        }
        return (hasBad ? List.of("", whole.json()) : List.of(whole.json())).iterator();
    }
}
