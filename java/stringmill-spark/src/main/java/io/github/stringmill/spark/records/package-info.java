/** The records of a stream with their places and errors, and the rejects. Knows nothing of Spark. */
package io.github.stringmill.spark.records;
