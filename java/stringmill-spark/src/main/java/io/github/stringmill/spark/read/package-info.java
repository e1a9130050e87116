/** Readers of records from files: listing, splits, framing, conversion to rows, bad records. */
package io.github.stringmill.spark.read;
