package io.github.stringmill.spark.records;

import java.io.IOException;

/** A record is longer than the memory for it. */
public final class RecordLengthException extends IOException {
    private static final long serialVersionUID = 1;

    RecordLengthException(String message) {
        super(message);
    }
}
