package io.github.stringmill.spark.write;

import io.github.stringmill.spark.RecordFormat;

/** Writes NDJSON. */
public final class JsonFileFormat extends RecordFileFormat {
    /** Called by Spark. */
    public JsonFileFormat() {
        super(RecordFormat.JSON);
    }

    @Override
    String extension() {
        return ".ndjson";
    }

    @Override
    ValueText values(WriteOptions options) {
        return new JsonText(options.illFormed, options.zone);
    }
}
