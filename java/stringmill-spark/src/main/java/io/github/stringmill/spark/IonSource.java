package io.github.stringmill.spark;

/** The source {@code ion}. */
public final class IonSource extends RecordSource {
    /** Called by Spark. */
    public IonSource() {
        super(RecordFormat.ION);
    }
}
