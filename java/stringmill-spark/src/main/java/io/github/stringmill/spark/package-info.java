/** Sources of NDJSON and Amazon Ion for Apache Spark 4. The package {@code read} has their readers. */
package io.github.stringmill.spark;
