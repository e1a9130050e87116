/** The options of a read. */
package io.github.stringmill.spark.read.options;
