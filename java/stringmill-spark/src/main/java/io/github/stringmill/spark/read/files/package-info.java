/** Files: compression, and exports of DynamoDB with the facts of their manifests. */
package io.github.stringmill.spark.read.files;
