/** Rows: where each column comes from, and what the readers of all formats share. */
package io.github.stringmill.spark.read.rows;
