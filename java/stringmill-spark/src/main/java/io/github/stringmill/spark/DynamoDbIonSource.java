package io.github.stringmill.spark;

/** The source {@code dynamodb-ion}. */
public final class DynamoDbIonSource extends RecordSource {
    /** Called by Spark. */
    public DynamoDbIonSource() {
        super(RecordFormat.DYNAMODB_ION);
    }
}
