package io.github.stringmill.spark;

import io.github.stringmill.spark.write.DynamoDbFileFormat;
import io.github.stringmill.spark.write.IonFileFormat;
import io.github.stringmill.spark.write.JsonFileFormat;
import org.apache.spark.sql.execution.datasources.FileFormat;

/** A format of records, by the name that {@code spark.read().format(...)} has for it. */
public enum RecordFormat {
    /** JSON texts, one a line. */
    JSON("stringmill-json", JsonFileFormat.class),
    /** Ion text, a value a line. */
    ION("ion", IonFileFormat.class),
    /** Data files of exports of DynamoDB in Ion, which are read alone. */
    DYNAMODB_ION("dynamodb-ion", DynamoDbFileFormat.class);

    private final String shortName;
    private final Class<? extends FileFormat> fileFormat;

    RecordFormat(String shortName, Class<? extends FileFormat> fileFormat) {
        this.shortName = shortName;
        this.fileFormat = fileFormat;
    }

    /**
     * Returns the format that Spark writes with.
     *
     * @return a class of {@link io.github.stringmill.spark.write}
     */
    public Class<? extends FileFormat> fileFormat() {
        return fileFormat;
    }

    /**
     * Returns the name in Spark.
     *
     * @return a name such as {@code stringmill-json}
     */
    public String shortName() {
        return shortName;
    }
}
