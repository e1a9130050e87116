package io.github.stringmill.spark.read.rows;

import io.github.stringmill.ErrorCode;
import io.github.stringmill.spark.records.Records;
import org.apache.spark.sql.catalyst.InternalRow;

/** Reads records into rows, and finds the error of a bad one. */
public interface RecordReader {
    /** The result of reading a record. */
    enum Outcome {
        /** The record is in the row. */
        READ,
        /** The line is white space, and not a record. */
        BLANK,
        /** A value does not fit its column. The row has the columns that fit. */
        UNFIT,
        /** Its text is well-formed, and a rule refuses it. The row has no column. */
        REFUSED,
        /** Its text is ill-formed. The row has no column. */
        BAD
    }

    /** Reads the current record. */
    Outcome read(Records records, InternalRow row);

    /** Returns the error of the last record, if it is bad. */
    ErrorCode error();

    /** Returns the offset of the error from the start of the record. */
    int errorOffset();

    /** Returns how many ill-formed pieces and lone surrogates have been replaced so far. */
    long repairs();
}
