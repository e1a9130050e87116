package io.github.stringmill.spark;

/** The source {@code stringmill-json}. */
public final class JsonSource extends RecordSource {
    /** Called by Spark. */
    public JsonSource() {
        super(RecordFormat.JSON);
    }
}
