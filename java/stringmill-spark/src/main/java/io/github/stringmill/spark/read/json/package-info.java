/** Reads JSON texts into rows. */
package io.github.stringmill.spark.read.json;
