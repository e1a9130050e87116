package io.github.stringmill.spark.write;

import io.github.stringmill.spark.RecordFormat;

/** Reads tables of the catalog over exports of DynamoDB; it cannot write one. */
public final class DynamoDbFileFormat extends RecordFileFormat {
    /** Called by Spark. */
    public DynamoDbFileFormat() {
        super(RecordFormat.DYNAMODB_ION);
    }

    @Override
    String extension() {
        return ".ion";
    }

    @Override
    ValueText values(WriteOptions options) {
        throw new UnsupportedOperationException("an export of DynamoDB can only be read; write the format ion");
    }
}
