package io.github.stringmill.spark.write;

import org.apache.spark.sql.sources.DataSourceRegister;

/** Writes Ion text, each value on a line. */
public final class IonFileFormat extends RecordFileFormat implements DataSourceRegister {
    /** Called by Spark. */
    public IonFileFormat() {
        super("ion");
    }

    @Override
    public String shortName() {
        return toString();
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
