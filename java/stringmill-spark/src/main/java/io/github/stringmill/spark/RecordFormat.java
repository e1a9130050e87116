package io.github.stringmill.spark;

import io.github.stringmill.spark.write.DynamoDbFileFormat;
import io.github.stringmill.spark.write.IonFileFormat;
import io.github.stringmill.spark.write.JsonFileFormat;
import org.apache.spark.sql.execution.datasources.FileFormat;

/** A format of records, with its name in {@code spark.read().format(...)}. */
public enum RecordFormat {
    /** JSON texts, one on each line. */
    JSON("stringmill-json", JsonFileFormat.class),
    /** Ion text, one value on each line. */
    ION("ion", IonFileFormat.class),
    /** Data files of DynamoDB exports in Ion. This format is only read. */
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
