/** Reads values of Ion into rows. */
package io.github.stringmill.spark.read.ion;
