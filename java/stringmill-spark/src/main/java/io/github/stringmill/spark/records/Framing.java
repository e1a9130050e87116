package io.github.stringmill.spark.records;

/** How records follow each other in a file. */
public enum Framing {
    /** A record is a line. Several tasks may read one file. */
    LINES,
    /** A record is a value, on any number of lines. One task reads a file. */
    VALUES,
    /** The file is one JSON text; an array has a record for each element. One task reads a file. */
    WHOLE
}
