package io.github.stringmill.spark.records;

import io.github.stringmill.ErrorCode;
import java.io.Closeable;
import java.io.IOException;

/**
 * The records of one split, each a range of a buffer.
 *
 * <p>{@code buffer()[end()]} exists and may be overwritten until the next record, so that a parser can end a record
 * with a byte of its choice; eight more bytes follow, for loads of whole words.
 */
public interface Records extends Closeable {
    /** Bytes of the buffer after the end of a record. */
    int SLACK = 9;

    /** Goes to the next record; false after the last one. */
    boolean next() throws IOException;

    /**
     * Ends the records after an ill-formed one, if nothing shows where the next one begins: the current record then
     * ends with the file. A record that is a line ends with its line.
     *
     * @param keepsBytes whether the buffer has to have the rest of the file
     */
    void takeRest(boolean keepsBytes) throws IOException;

    /**
     * Returns the error between the last record and this one, or the error of a record that is too long; else null.
     */
    ErrorCode error();

    /** Returns the offset of {@link #error()} from the start of the record. */
    default int errorOffset() {
        return 0;
    }

    /** Returns the buffer of the current record; the next record may have another one. */
    byte[] buffer();

    /** Returns the start of the current record in the buffer. */
    int start();

    /** Returns the end of the current record in the buffer. */
    int end();

    /** Whether the current record has no byte above 0x7F. */
    boolean isAscii();

    /** Whether records are values of binary Ion. */
    default boolean isBinary() {
        return false;
    }
}
