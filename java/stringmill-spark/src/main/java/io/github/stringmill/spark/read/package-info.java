/** The interfaces of Spark for reading: tables, relations, scans, splits and metrics. */
package io.github.stringmill.spark.read;
