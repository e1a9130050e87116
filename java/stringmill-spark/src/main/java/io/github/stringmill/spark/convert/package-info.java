/** Conversions between JSON, Ion and repaired text, with the bytes of the command. */
package io.github.stringmill.spark.convert;
