package io.github.stringmill.spark.write;

import io.github.stringmill.spark.RecordFormat;

/** Writes Ion text, each value on a line. */
public final class IonFileFormat extends RecordFileFormat {
    /** Called by Spark. */
    public IonFileFormat() {
        super(RecordFormat.ION);
    }

    @Override
    String extension() {
        return ".ion";
    }

    @Override
    ValueText values(WriteOptions options) {
        return new IonText(options.illFormed);
    }
}
