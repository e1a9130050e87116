package io.github.stringmill.spark;

import io.github.stringmill.ErrorCode;
import org.apache.spark.SparkException;

/**
 * A bad record, in mode FAILFAST: its file, line, offset and reason.
 *
 * <p>The message reads {@code file:/logs/a.json: line 3, byte 217: expected a colon (303 json_colon_expected)} and never
 * contains input. It is a SparkException, as in Spark's own source: {@code ignoreCorruptFiles} does not hide it.
 */
public final class RecordException extends SparkException {
    private static final long serialVersionUID = 1;

    /** The error. */
    private final ErrorCode code;

    /** The offset of the error in the file. */
    private final long offset;

    /**
     * Makes an exception for a bad record.
     *
     * @param code the error
     * @param path the file
     * @param line the line of the record, from 1
     * @param offset the offset of the error in the file, in bytes; in the text of a compressed file
     */
    public RecordException(ErrorCode code, String path, long line, long offset) {
        super(path + ": line " + line + ", byte " + offset + ": " + reason(code));
        this.code = code;
        this.offset = offset;
    }

    /**
     * Returns the text of an error.
     *
     * @param code the error
     * @return such as {@code expected a colon (303 json_colon_expected)}
     */
    public static String reason(ErrorCode code) {
        return says(code) + " (" + code.number() + " " + code.id() + ")";
    }

    /**
     * Returns the text of an error without its code.
     *
     * @param code the error
     * @return such as {@code expected a colon}, and the option that accepts the input, if there is one
     */
    public static String says(ErrorCode code) {
        boolean isMark = code == ErrorCode.JSON_BYTE_ORDER_MARK || code == ErrorCode.ION_BYTE_ORDER_MARK;
        return isMark ? code.says() + "; byteOrderMark=skip accepts one at the start of a file" : code.says();
    }

    /**
     * Returns the error.
     *
     * @return one of the errors that all languages share
     */
    public ErrorCode code() {
        return code;
    }

    /**
     * Returns the offset of the error.
     *
     * @return an offset in the file, in bytes
     */
    public long offset() {
        return offset;
    }
}
