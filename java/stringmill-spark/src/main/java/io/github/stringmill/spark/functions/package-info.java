/** SQL functions on text. */
package io.github.stringmill.spark.functions;
