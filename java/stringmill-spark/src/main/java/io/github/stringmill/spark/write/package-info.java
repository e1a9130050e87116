/** Writes rows as NDJSON and Ion. */
package io.github.stringmill.spark.write;
